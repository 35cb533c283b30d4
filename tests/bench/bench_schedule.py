# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What scheduling costs: a snapshot indexed, one pod against every node, and thousands of pods placed in turn.

CPU seconds of one process from objects in memory, and its largest resident size. The bounds of the runs in turn come
from what the real scheduler needs in cluster-capacity for as much: a fifth of it for equal pods, all of it for pods
that have nothing in common. Twice as many nodes and pods may take three times as long. QUORUM_BENCH_NODES makes
everything smaller or larger.
"""

from __future__ import annotations

import os
import random
import resource
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import gates_of
from ansible_collections.quorum.kube.plugins.module_utils._kube.scheduling.judging import Judging
from ansible_collections.quorum.kube.plugins.module_utils._kube.scheduling.simulate import Run
from ansible_collections.quorum.kube.plugins.module_utils._kube.scheduling.snapshot import Snapshot
from ansible_collections.quorum.kube.plugins.module_utils._kube.workloads import pods_of

Manifest = dict[str, Any]

NODES = int(os.environ.get("QUORUM_BENCH_NODES", "5000"))
GATES = gates_of(None, None)
HOSTNAME, ZONE = "kubernetes.io/hostname", "topology.kubernetes.io/zone"
SELECTOR = {"matchLabels": {"app": "web"}}
MEBIBYTES_AT_MOST = 1024
DOUBLE_AT_MOST = 3.0
PODS_OF_A_NODE = 5


def node(number: int) -> Manifest:
    labels = {HOSTNAME: f"node-{number}", ZONE: f"zone-{number % 3}", "disk": ("ssd", "hdd")[number % 2]}
    taints = [{"key": "dedicated", "value": "batch", "effect": "NoSchedule"}] if number % 10 == 9 else []
    allocatable = {"cpu": "8", "memory": "32Gi", "pods": "110", "ephemeral-storage": "100Gi"}
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": f"node-{number}", "labels": labels},
        "spec": {"taints": taints},
        "status": {"allocatable": allocatable},
    }


def spec(cpu: str, memory: str, **more: Any) -> Manifest:
    resources = {"requests": {"cpu": cpu, "memory": memory}, "limits": {"memory": memory}}
    return {"containers": [{"name": "web", "image": "web", "resources": resources}], **more}


def placed(number: int, chosen: random.Random, nodes: int = NODES) -> Manifest:
    cpu, memory = f"{chosen.randrange(1, 20) * 50}m", f"{chosen.randrange(1, 20) * 64}Mi"
    term = {"topologyKey": HOSTNAME, "labelSelector": {"matchLabels": {"app": f"app-{number % 500}"}}}
    affinity = (
        {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [term]}} if number % 4 == 0 else {}
    )
    labels = {"app": f"app-{number % 500}", "tier": "front"}
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": f"pod-{number}", "namespace": f"team-{number % 20}", "labels": labels},
        "spec": spec(cpu, memory, nodeName=f"node-{chosen.randrange(nodes)}", affinity=affinity),
    }


def deployment(**more: Any) -> list[Manifest]:
    template = {"metadata": {"labels": {"app": "web"}}, "spec": spec("500m", "1Gi", **more)}
    body = {"replicas": NODES, "selector": SELECTOR, "template": template}
    return [{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"}, "spec": body}]


def different() -> list[Manifest]:
    """Pods that have nothing in common: requests, selectors and tolerations of their own."""
    return [
        {
            "apiVersion": "v1",
            "kind": "Pod",
            "metadata": {"name": f"pod-{number}", "labels": {"app": f"app-{number}"}},
            "spec": spec(
                f"{100 + number % 977}m",
                f"{100 + number % 1013}Mi",
                nodeSelector={"disk": ("ssd", "hdd")[number % 2]},
                tolerations=[{"key": "dedicated", "value": f"team-{number}"}],
            ),
        }
        for number in range(NODES)
    ]


def in_turn() -> Iterator[tuple[str, list[Manifest], float]]:
    """The runs with the seconds that they may take for 5,000 pods on 5,000 nodes."""
    spread = {"topologyKey": ZONE, "maxSkew": 5, "whenUnsatisfiable": "DoNotSchedule", "labelSelector": SELECTOR}
    alone = {"topologyKey": HOSTNAME, "labelSelector": SELECTOR}
    anti_affinity = {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [alone]}}
    yield "equal pods", deployment(), 7.8 / 5
    yield "equal pods spread over zones", deployment(topologySpreadConstraints=[spread]), 22 / 5
    yield "equal pods, one on each host", deployment(affinity=anti_affinity), 38 / 5
    yield "different pods", different(), 7.8


def seconds(work: Callable[[], Any]) -> tuple[float, Any]:
    start = time.process_time()
    result = work()
    return time.process_time() - start, result


def large() -> Manifest:
    """A pod that fits on no node."""
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": "large", "labels": {"app": "web"}},
        "spec": spec("9", "1Gi"),
    }


def grown(nodes: int) -> dict[str, float]:
    """What a cluster of so many nodes and five times as many pods costs: its index, and that with an answer."""
    chosen = random.Random(1)
    objects = [*map(node, range(nodes)), *(placed(number, chosen, nodes) for number in range(PODS_OF_A_NODE * nodes))]
    (ref,) = pods_of(large())
    indexing, judging = seconds(lambda: Judging(Snapshot(objects), (), GATES))
    asking, _told = seconds(lambda: [judging.told(found) for found in judging.each(ref)])
    return {"index": indexing, "index and one pod": indexing + asking}


def doubled() -> Iterator[tuple[str, float]]:
    """By how much the cost grows from 5,000 nodes to twice as many, the better of two rounds each."""
    half, whole = ([grown(nodes) for _round in range(2)] for nodes in (NODES, 2 * NODES))
    for what in half[0]:
        yield what, min(round_[what] for round_ in whole) / min(round_[what] for round_ in half)


def main() -> int:
    scale = NODES / 5000
    late = []

    def tell(what: str, took: float, bound: float) -> None:
        print(f"{what:45} {took:7.2f} s, bound {bound:6.2f} s")
        if took > bound:
            late.append(what)

    nodes = [node(number) for number in range(NODES)]
    chosen = random.Random(1)
    pods = [placed(number, chosen) for number in range(4 * NODES)]
    took, judging = seconds(lambda: Judging(Snapshot([*nodes, *pods]), (), GATES))
    tell(f"index {NODES} nodes and {4 * NODES} pods", took, 5 * scale)
    (ref,) = pods_of(large())
    took, told = seconds(lambda: [judging.told(found) for found in judging.each(ref)])
    tell(f"one pod, a reason for each of {len(told[0]['reasons'])} nodes", took, 1 * scale)
    for what, manifests, bound in in_turn():
        judging = Judging(Snapshot(nodes), (), GATES)
        refs = [ref for manifest in manifests for ref in pods_of(manifest)]
        took, count = seconds(
            lambda refs=refs, judging=judging: sum(each.number is not None for each in Run(judging).all(refs))
        )
        tell(f"{what} in turn ({count} placed)", took, bound * scale)
    largest = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{'largest resident size':45} {largest:5} MiB, bound {MEBIBYTES_AT_MOST} MiB")
    if largest > MEBIBYTES_AT_MOST * max(scale, 1):
        late.append("memory")
    for what, growth in doubled():
        name = f"{what}: {2 * NODES} nodes, {2 * PODS_OF_A_NODE * NODES} pods"
        print(f"{name:45} {growth:7.2f} x of half, bound {DOUBLE_AT_MOST:.1f} x")
        if growth > DOUBLE_AT_MOST:
            late.append(what)
    if late:
        print("over the bound: " + ", ".join(late))
    return len(late)


if __name__ == "__main__":
    sys.exit(main())
