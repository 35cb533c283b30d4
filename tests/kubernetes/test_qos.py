# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Classes and defaults: what the real kube-apiserver stores of a pod, and what the gate says it will store."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.defaulting import default_pod_spec
from ansible_collections.quorum.kube.plugins.module_utils._kube.qos import qos_class
from ansible_collections.quorum.kube.plugins.module_utils._kube.quantity import parse
from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import Gates, gates_of
from ansible_collections.quorum.kube.plugins.module_utils._kube.workloads import WORKLOADS
from ansible_collections.quorum.kube.tests.kubernetes import corpus, totals
from ansible_collections.quorum.kube.tests.kubernetes.client import Client
from ansible_collections.quorum.kube.tests.kubernetes.generators import Generator
from ansible_collections.quorum.kube.tests.kubernetes.shrinking import smallest

ROLES = ("initContainers", "containers")


@pytest.fixture(scope="module")
def gates(release: str) -> Gates:
    return gates_of(release, None)


def amounts(resources: Any) -> dict[str, dict[str, str]]:
    """Requests and limits in canonical text; nothing where there are none."""
    stated = resources or {}
    return {
        kind: {name: parse(value).canonical() for name, value in sorted(stated[kind].items())}
        for kind in ("requests", "limits")
        if stated.get(kind)
    }


def seen(spec: Any, found: str) -> dict[str, Any]:
    """What is compared of a stored pod: its class, its resources, its ports, and the scalars that matter."""
    return {
        "class": found,
        "pod level": amounts(spec.get("resources")),
        "resources": {role: [amounts(each.get("resources")) for each in spec.get(role) or ()] for role in ROLES},
        "ports": {
            role: [
                (port.get("containerPort"), port.get("hostPort") or 0, port.get("protocol"))
                for each in spec.get(role) or ()
                for port in each.get("ports") or ()
            ]
            for role in ROLES
        },
        "scalars": {name: spec.get(name) for name in ("restartPolicy", "schedulerName", "dnsPolicy")},
    }


def difference(client: Client, gates: Gates, pod: dict[str, Any]) -> str:
    """How the stored pod differs from the gate's; empty where it doesn't or where the server refuses the pod."""
    answer = client.create(pod, dry_run=True)
    if not answer.accepted:
        return ""
    stored = seen(answer.body["spec"], answer.body["status"]["qosClass"])
    spec = default_pod_spec(pod["spec"], gates)
    own = seen(spec, qos_class(spec, gates))
    return "".join(
        f"{name}: stored {stored[name]}, computed {own[name]}\n" for name in own if own[name] != stored[name]
    )


def asked(client: Client, gates: Gates, pods: Iterable[tuple[str, dict[str, Any]]]) -> None:
    total, differing = 0, []
    for origin, pod in pods:
        total += 1
        if difference(client, gates, pod):
            differing.append((origin, pod))
    print(f"pods: {total}, differences: {len(differing)}")
    totals.count(totals.CLASSES, total, len(differing))
    lines = []
    for origin, pod in differing[:5]:
        small = smallest(pod, lambda each: bool(difference(client, gates, each)))
        lines.append(f"{origin}: {json.dumps(small)}\n{difference(client, gates, small)}")

    assert total > 0
    assert not differing, "\n".join(lines)


def test_generated_pods(client: Client, gates: Gates, seed: int, count: int) -> None:
    """Pods without mistakes, so that nearly all are accepted; resources of every style, pod level and sidecars too."""
    print(f"seeds {seed} to {seed + count - 1}")
    draws = ((number, Generator(number, mistakes=0.0)) for number in range(seed, seed + count))
    asked(client, gates, ((f"seed {number}", simple_pod(draw)) for number, draw in draws))


def simple_pod(draw: Generator) -> dict[str, Any]:
    """A pod of resources and ports alone: little else that the server could refuse."""
    complete = {"limits": {"cpu": draw.one(("1", "500m")), "memory": draw.one(("64Mi", "1G"))}}
    style = draw.one((draw.fitting_resources, draw.fitting_resources, draw.resources, dict, lambda: complete))
    containers = {role: draw.containers(role, (), role == "containers") for role in ROLES}
    for listed in containers.values():
        for each in listed:
            for name in set(each) - {"name", "image", "resources", "ports", "restartPolicy"}:
                del each[name]
            each["resources"] = style()
    spec: dict[str, Any] = {role: listed for role, listed in containers.items() if listed}
    draw.maybe(spec, "resources", 0.3, lambda: draw.resources(pod_level=True))
    draw.maybe(spec, "hostNetwork", 0.1, lambda: True)
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "generated"}, "spec": spec}


def test_real_manifests(client: Client, gates: Gates) -> None:
    found = [
        (f"{document.file} document {document.document}", pod)
        for document in corpus.documents(frozenset(WORKLOADS))
        for pod in corpus.pods(document.value)
        if isinstance(pod["spec"], dict)
    ]
    asked(client, gates, found)


def test_every_class_is_among_the_generated(client: Client, gates: Gates, seed: int, count: int) -> None:
    """The comparison above means something: no class is missing, and most pods are accepted."""
    classes: Counter[str] = Counter()
    for number in range(seed, seed + min(count, 300)):
        answer = client.create(simple_pod(Generator(number, mistakes=0.0)), dry_run=True)
        classes[answer.body["status"]["qosClass"] if answer.accepted else "refused"] += 1
    print(dict(classes))

    assert {"Guaranteed", "Burstable", "BestEffort"} <= set(classes)
    assert classes["refused"] < sum(classes.values()) / 2
