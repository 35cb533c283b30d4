# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Short ways to write nodes, pods and the question about them."""

from __future__ import annotations

from typing import Any

from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import gates_of
from ansible_collections.quorum.kube.plugins.module_utils._kube.scheduling.bits import numbers_of
from ansible_collections.quorum.kube.plugins.module_utils._kube.scheduling.judging import Judging
from ansible_collections.quorum.kube.plugins.module_utils._kube.scheduling.scoring import scores_by_node
from ansible_collections.quorum.kube.plugins.module_utils._kube.scheduling.snapshot import Snapshot
from ansible_collections.quorum.kube.plugins.module_utils._kube.workloads import pods_of

Manifest = dict[str, Any]

HOSTNAME, ZONE = "kubernetes.io/hostname", "topology.kubernetes.io/zone"
AMPLE = {"cpu": "64", "memory": "256Gi", "ephemeral-storage": "1Ti", "pods": "110"}


def node(
    name: str, *, labels: dict[str, str] | None = None, taints: Any = (), cordoned: bool = False, **offer: str
) -> Manifest:
    """A node with ample room unless its offer is given; `cpu="2", memory="4Gi"` and the like."""
    allocatable = {"pods": "110", **offer} if offer else AMPLE
    spec: Manifest = {"taints": [taint(text) for text in taints]} if taints else {}
    if cordoned:
        spec["unschedulable"] = True
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": name, "labels": labels or {}},
        "spec": spec,
        "status": {"allocatable": allocatable},
    }


def taint(text: str) -> Manifest:
    """`key=value:Effect`, as kubectl writes it."""
    pair, effect = text.rsplit(":", 1)
    key, _equals, value = pair.partition("=")
    return {"key": key, "value": value, "effect": effect}


def pod(
    name: str = "asked",
    *,
    on: str = "",
    labels: dict[str, str] | None = None,
    namespace: str = "default",
    requests: dict[str, str] | None = None,
    **spec: Any,
) -> Manifest:
    """A pod of one container; `on` puts it on a node."""
    resources = {"resources": {"requests": requests}} if requests else {}
    full: Manifest = {"containers": [{"name": "c", "image": "i", **resources}], **spec}
    if on:
        full["nodeName"] = on
    metadata = {"name": name, "namespace": namespace, "labels": labels or {}}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": full}


def judging(objects: list[Manifest], *, version: str | None = None, complete: bool = True, **options: Any) -> Judging:
    gates = gates_of(version, options.get("feature_gates"))
    profiles = options.get("profiles")
    return Judging(Snapshot(objects, complete=complete), options.get("manifests", ()), gates, profiles)


def verdicts(asked: Manifest, objects: list[Manifest], **options: Any) -> list[Manifest]:
    """What the module tells of every pod of a workload that differs."""
    judge = judging(objects, **options)
    return [judge.told(found) for ref in pods_of(asked) for found in judge.each(ref)]


def verdict(asked: Manifest, objects: list[Manifest], **options: Any) -> Manifest:
    """What the module tells of a pod."""
    (found,) = verdicts(asked, objects, **options)
    return found


def refusals(asked: Manifest, objects: list[Manifest], **options: Any) -> dict[str, str]:
    """Every node that is refused, with its reasons joined; a node that isn't named is feasible."""
    found = verdict(asked, objects, **options)
    names = sorted(entry["metadata"]["name"] for entry in objects if entry["kind"] == "Node")

    assert sorted([*found["feasible"], *found["reasons"]]) == names

    return {name: ", ".join(reasons) for name, reasons in found["reasons"].items()}


def scores(asked: Manifest, objects: list[Manifest], **options: Any) -> dict[str, dict[str, int]]:
    """What each plugin gives every feasible node, normalised and weighted."""
    judge = judging(objects, **options)
    (found,) = (found for ref in pods_of(asked) for found in judge.each(ref))
    return scores_by_node(found.ask, list(numbers_of(found.answer.feasible)))
