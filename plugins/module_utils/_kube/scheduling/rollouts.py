# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a rollout comes to its end: new pods are created beside the old ones as far as the strategy allows.

KK pkg/controller/deployment and daemon: with `maxSurge` pods more than wanted, and `maxUnavailable` fewer, a new pod
that finds no node and no old one that may go yet is where it stays. Private to this collection.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, Optional

from ..objects import mapping, text
from ..selectors import go_integer, selects
from ..workloads import PodTemplateRef
from .judging import Judging
from .pod import Pod
from .replicas import NEW_REVISION, Replica
from .simulate import Placed, Run
from .terms import pod_selector

OLD_REVISION = "old"
HASH = "pod-template-hash"


class Pace(NamedTuple):
    """How many pods a rollout may have more than wanted, and how many fewer may be ready."""

    surge: int
    unavailable: int


def rollouts_of(judging: Judging, refs: list[PodTemplateRef]) -> Iterator[dict[str, Any]]:
    """One entry for each Deployment: whether its next rollout finishes in the cluster as it is."""
    for ref in refs:
        if ref.kind == "Deployment" and ref.replicas:
            with judging.cluster.rehearsal():
                pace = pace_of(ref)
                told = _rollout(judging, ref, ref.replicas, pace)
            name = {"kind": ref.kind, "namespace": ref.namespace, "name": ref.name}
            yield {**name, "surge": pace.surge, "unavailable": pace.unavailable, **told}


def pace_of(ref: PodTemplateRef) -> Pace:
    """The strategy in pods: surge rounds up, unavailable down, and both zero makes one unavailable."""
    wanted = ref.replicas or 0
    strategy = mapping(mapping(ref.owner.get("spec")).get("strategy"))
    if strategy.get("type") == "Recreate":
        return Pace(0, wanted)
    rolling = mapping(strategy.get("rollingUpdate"))
    surge = share_of(wanted, rolling.get("maxSurge", "25%"), up=True)
    unavailable = share_of(wanted, rolling.get("maxUnavailable", "25%"), up=False)
    return Pace(surge, unavailable if surge or unavailable else 1)


def share_of(wanted: int, value: object, *, up: bool) -> int:
    """A number of pods that is stated as such or in hundredths of those wanted (GetScaledValueFromIntOrPercent)."""
    if isinstance(value, int):
        return value
    hundredths = wanted * (go_integer(text(value).rstrip("%")) or 0)
    return -(-hundredths // 100) if up else hundredths // 100


def _rollout(judging: Judging, ref: PodTemplateRef, wanted: int, pace: Pace) -> dict[str, Any]:
    """Old pods first, those that run or as many as there would be; then as the controller goes on."""
    run = Run(judging)
    old, stuck = _old_pods(judging, run, ref)
    if stuck is not None:
        return _told(judging, "before", wanted, 0, stuck)
    new = 0
    replicas = judging.workload(ref).replicas(judging.cluster)
    waiting: Optional[Replica] = None
    while new < wanted:
        may_go = len(old) + new - (wanted - pace.unavailable)
        created = len(old) + new + (waiting is not None)
        replica = waiting
        if replica is None and created < wanted + pace.surge:
            created_next = next(replicas)
            pod = Pod(f"{created_next.pod.name}-{NEW_REVISION}", created_next.pod.shape)
            replica = created_next._replace(pod=pod)
        if replica is not None:
            placed = run.one(ref, replica)
            waiting = replica if placed.number is None else None
            new += waiting is None
            if waiting is None:
                continue
            if may_go <= 0 or not old:
                return _told(judging, "during", wanted, new, placed)
        if not old or may_go <= 0:
            break
        judging.cluster.remove(*old.pop())
    return {"finishes": new >= wanted, "updated": new, "wanted": wanted, "stuck": "", "message": ""}


def _old_pods(judging: Judging, run: Run, ref: PodTemplateRef) -> tuple[list[tuple[Pod, int]], Optional[Placed]]:
    """The pods that a rollout replaces: what the selector finds in the cluster, otherwise as many as are wanted."""
    cluster = judging.cluster
    selector = pod_selector(mapping(ref.owner.get("spec")).get("selector"))
    running = [
        (pod, number)
        for pod, number in cluster.population.with_labels((None,))
        if pod.namespace == ref.namespace and selects(selector, pod.shape.labels)
    ]
    if running:
        return running, None
    old: list[tuple[Pod, int]] = []
    for replica in judging.workload(ref).replicas(cluster):
        shape = replica.pod.shape
        before = Pod(f"{replica.pod.name}-{OLD_REVISION}", shape.varied(labels={**shape.labels, HASH: OLD_REVISION}))
        placed = run.one(ref, replica._replace(pod=before))
        if placed.number is None:
            return old, placed
        old.append((before, placed.number))
    return old, None


def _told(judging: Judging, when: str, wanted: int, new: int, placed: Placed) -> dict[str, Any]:
    judged = placed.judged
    return {
        "finishes": False,
        "updated": new,
        "wanted": wanted,
        "stuck": when,
        "message": judging.message(judged.ask, judged.answer),
    }
