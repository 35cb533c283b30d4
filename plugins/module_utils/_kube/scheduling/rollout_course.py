# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""How a rollout went, and the old pods that one begins with. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, Optional

from ..objects import mapping
from ..selectors import selects
from ..workloads import PodTemplateRef
from .judging import Judging
from .paces import Pace
from .pod import Pod
from .replicas import OLD_REVISION, REVISION_LABELS, Replica
from .simulate import Placed, Run
from .terms import pod_selector

BEFORE, DURING = "before", "during"


class Course(NamedTuple):
    """How many pods were replaced, and the one that found no node: an old one `before`, or a new one `during`."""

    pace: Pace
    updated: int
    wanted: int
    stuck: str = ""
    at: Optional[Placed] = None

    def told(self, judging: Judging) -> dict[str, Any]:
        """The contract's shape."""
        judged = self.at.judged if self.at else None
        return {
            "surge": self.pace.surge,
            "unavailable": self.pace.unavailable,
            "finishes": not self.stuck and self.updated >= self.wanted,
            "updated": self.updated,
            "wanted": self.wanted,
            "stuck": self.stuck,
            "message": judging.message(judged.ask, judged.answer) if judged else "",
        }


class OldPods(NamedTuple):
    """The pods that a rollout replaces, with their nodes; `at` is one of them that finds none."""

    placed: list[tuple[Pod, int]]
    at: Optional[Placed] = None


def old_pods(judging: Judging, run: Run, ref: PodTemplateRef, replicas: Iterable[Replica]) -> OldPods:
    """What the selector finds in the cluster, otherwise as many pods as are wanted, put there with another revision."""
    population = judging.cluster.population
    selector = pod_selector(mapping(ref.owner.get("spec")).get("selector"))
    running = [
        (pod, number)
        for pod, number in population.with_labels((None,))
        if pod.namespace == ref.namespace and selects(selector, pod.shape.labels)
    ]
    if running:
        return OldPods(running)
    old: list[tuple[Pod, int]] = []
    for replica in replicas:
        before = _of_old_revision(ref, replica)
        placed = run.one(ref, replica._replace(pod=before))
        if placed.number is None:
            return OldPods(old, placed)
        old.append((before, placed.number))
    return OldPods(old)


def _of_old_revision(ref: PodTemplateRef, replica: Replica) -> Pod:
    """The pod before the rollout; those of a StatefulSet keep their name."""
    shape = replica.pod.shape
    revision = dict.fromkeys(REVISION_LABELS.get(ref.kind, ()), OLD_REVISION)
    name = replica.pod.name if ref.kind == "StatefulSet" else f"{replica.pod.name}-{OLD_REVISION}"
    return Pod(name, shape.varied(labels={**shape.labels, **revision}))
