# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is estimated from the manifests is what the simulation against the same nodes comes to."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.relations.judge import judge
from ansible_collections.quorum.kube.plugins.module_utils._kube.relations.view import View
from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import newest_gates
from ansible_collections.quorum.kube.plugins.module_utils._kube.scheduling.schedule_report import (
    Question,
    told_schedule,
)
from ansible_collections.quorum.kube.plugins.module_utils._kube.scheduling.snapshot import Snapshot

ROOM = {"allocatable": {"cpu": "8", "memory": "32Gi", "pods": "110"}}
HOST = "kubernetes.io/hostname"


class Document(NamedTuple):
    value: dict[str, Any]
    source: dict[str, Any]


class Documents(NamedTuple):
    documents: list[Document]
    unreadable: list[dict[str, Any]]
    skipped: dict[str, int]


def deployment(replicas: int, rule: str, strategy: dict[str, Any], **spec: Any) -> dict[str, Any]:
    """A Deployment whose pods are kept apart by a rule."""
    term: dict[str, Any] = {"topologyKey": HOST, "labelSelector": {"matchLabels": {"app": "web"}}}
    container: dict[str, Any] = {"name": "c", "image": "i"}
    if rule == "of a revision":
        term["matchLabelKeys"] = ["pod-template-hash"]
    if rule == "by zone":
        term["topologyKey"] = "zone"
    if rule == "by port":
        container["ports"] = [{"containerPort": 80, "hostPort": 80}]
    else:
        spec["affinity"] = {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [term]}}
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": "web"},
        "spec": {
            "replicas": replicas,
            "strategy": strategy,
            "selector": {"matchLabels": {"app": "web"}},
            "template": {"metadata": {"labels": {"app": "web"}}, "spec": {"containers": [container], **spec}},
        },
    }


def nodes(count: int, tainted: int) -> list[dict[str, Any]]:
    """So many nodes in two zones, the last of them with a taint."""
    found = []
    for number in range(count):
        name = f"node-{number}"
        taints = [{"key": "dedicated", "value": "batch", "effect": "NoSchedule"}] if number >= count - tainted else []
        labels = {HOST: name, "zone": "ab"[number % 2]}
        meta = {"name": name, "labels": labels}
        found.append({"apiVersion": "v1", "kind": "Node", "metadata": meta, "spec": {"taints": taints}, "status": ROOM})
    return found


STRATEGIES: dict[str, dict[str, Any]] = {
    "the default": {},
    "none unavailable": {"rollingUpdate": {"maxUnavailable": 0, "maxSurge": 2}},
    "one unavailable": {"rollingUpdate": {"maxUnavailable": 1, "maxSurge": 0}},
    "all at once": {"type": "Recreate"},
}


@pytest.mark.parametrize("strategy", list(STRATEGIES))
@pytest.mark.parametrize("rule", ["of all", "of a revision", "by zone", "by port"])
@pytest.mark.parametrize("replicas", [1, 2, 3, 5])
@pytest.mark.parametrize(("count", "tainted"), [(2, 0), (3, 0), (4, 1), (6, 1)])
def test_room_and_rollouts_are_estimated_as_they_are_simulated(
    count: int, tainted: int, replicas: int, rule: str, strategy: str
) -> None:
    documents = [Document(deployment(replicas, rule, STRATEGIES[strategy]), {"file": "f", "document": 1, "line": 1})]
    cluster = nodes(count, tainted)
    found = {finding.rule for finding in judge(View(documents, Snapshot(cluster))) if finding.severity == "error"}
    question = Question(
        manifests=Documents(documents, [], {}),
        snapshot=Snapshot(cluster),
        gates=newest_gates(),
        template_paths={},
        namespace="default",
        profiles=None,
        in_turn=True,
        rollout=True,
    )
    told = told_schedule(question)
    (rollout,) = told["rollouts"]
    expected = set()
    if told["summary"]["no"]:
        expected.add("replicas-exceed-domains")
    elif not rollout["finishes"]:
        expected.add("rollout-needs-free-domain")
    assert expected == found
