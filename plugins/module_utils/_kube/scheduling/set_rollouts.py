# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Rollouts of StatefulSets and DaemonSets, whose pods have a place that the new one takes over.

KK pkg/controller/statefulset/stateful_set_control.go: from the last ordinal down to the partition, as many at once as
may be unavailable. KK pkg/controller/daemon/update.go: node by node, with surge beside the old pod, otherwise in its
room. Private to this collection.
"""

from __future__ import annotations

from typing import Optional

from ..workloads import PodTemplateRef
from .judging import Judging
from .paces import first_updated, pace_of_daemons, pace_of_ordinals
from .pod import Pod
from .replicas import NEW_REVISION
from .rollout_course import BEFORE, DURING, Course, old_pods
from .simulate import Run


def roll_ordinals(judging: Judging, ref: PodTemplateRef) -> Optional[Course]:
    """A StatefulSet's next rollout; None where its pods are replaced only as somebody deletes them."""
    pace = pace_of_ordinals(ref, judging.gates)
    if pace is None:
        return None
    run, cluster = Run(judging), judging.cluster
    replicas = list(judging.workload(ref).replicas(cluster))
    first = min(first_updated(ref), len(replicas))
    wanted = len(replicas) - first
    stuck = old_pods(judging, run, ref, replicas).at
    if stuck is not None:
        return Course(pace, 0, wanted, BEFORE, stuck)
    updated = 0
    for end in range(len(replicas), first, -pace.unavailable):
        batch = replicas[max(first, end - pace.unavailable) : end]
        for replica in batch:
            running = cluster.population.named(replica.pod.namespace, replica.pod.name)
            if running is not None:
                cluster.remove(*running)
        for replica in batch:
            placed = run.one(ref, replica)
            if placed.number is None:
                return Course(pace, updated, wanted, DURING, placed)
            updated += 1
    return Course(pace, updated, wanted)


def roll_daemons(judging: Judging, ref: PodTemplateRef) -> Optional[Course]:
    """A DaemonSet's next rollout, or None as above."""
    run, cluster = Run(judging), judging.cluster
    replicas = list(judging.workload(ref).replicas(cluster))
    pace = pace_of_daemons(ref, len(replicas))
    if pace is None:
        return None
    old, stuck = old_pods(judging, run, ref, replicas)
    if stuck is not None:
        return Course(pace, 0, len(replicas), BEFORE, stuck)
    by_node: dict[int, list[Pod]] = {}
    for pod, number in old:
        by_node.setdefault(number, []).append(pod)
    for updated, replica in enumerate(replicas):
        home = replica.home if replica.home is not None else -1
        leaving = by_node.get(home, ())
        for pod in leaving if not pace.surge else ():
            cluster.remove(pod, home)
        placed = run.one(ref, replica._replace(pod=Pod(f"{replica.pod.name}-{NEW_REVISION}", replica.pod.shape)))
        if placed.number is None:
            return Course(pace, updated, len(replicas), DURING, placed)
        for pod in leaving if pace.surge else ():
            cluster.remove(pod, home)
    return Course(pace, len(replicas), len(replicas))
