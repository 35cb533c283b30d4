# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Rollouts of Deployments: new pods are created beside the old ones as far as the strategy allows.

KK pkg/controller/deployment: with `maxSurge` pods more than wanted, and `maxUnavailable` fewer, a new pod that finds no
node and no old one that may go yet is where it stays. Private to this collection.
"""

from __future__ import annotations

from typing import Optional

from ..workloads import PodTemplateRef
from .judging import Judging
from .paces import pace_of
from .pod import Pod
from .replicas import NEW_REVISION, Replica
from .rollout_course import BEFORE, DURING, Course, old_pods
from .simulate import Run


def roll_deployment(judging: Judging, ref: PodTemplateRef) -> Course:
    """Old pods first, those that run or as many as there would be; then as the controller goes on."""
    run, pace, wanted = Run(judging), pace_of(ref), ref.replicas or 0
    workload = judging.workload(ref)
    old, stuck = old_pods(judging, run, ref, workload.replicas(judging.cluster))
    if stuck is not None:
        return Course(pace, 0, wanted, BEFORE, stuck)
    new = 0
    replicas = workload.replicas(judging.cluster)
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
                return Course(pace, new, wanted, DURING, placed)
        if not old or may_go <= 0:
            break
        judging.cluster.remove(*old.pop())
    return Course(pace, new, wanted)
