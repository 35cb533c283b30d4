# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""One pod's question to a cluster. Private to this collection."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Callable, TypeVar

from ..objects import NO_EXECUTE, NO_SCHEDULE, Taint
from ..releases import Gates
from .bits import Bits
from .cluster import Cluster
from .configuration import Profile
from .pod import Shape

Remembered = TypeVar("Remembered")


class Ask:
    """Where may this pod go? What doesn't change while pods are placed is worked out once and kept here."""

    def __init__(self, shape: Shape, cluster: Cluster, profile: Profile) -> None:
        self.shape = shape
        self.cluster = cluster
        self.profile = profile
        self._remembered: dict[str, Any] = {}
        self._settled: dict[str, tuple[int, dict[int, int]]] = {}

    @property
    def gates(self) -> Gates:
        return self.cluster.gates

    @cached_property
    def selected(self) -> Bits:
        """The nodes that meet nodeSelector and required node affinity (CH nodeaffinity.go GetRequiredNodeAffinity)."""
        nodes = self.cluster.with_labels(self.shape.node_selector)
        if self.shape.required_nodes is not None:
            nodes &= self.cluster.in_any_term(self.shape.required_nodes)
        return nodes

    @cached_property
    def intolerable(self) -> dict[Taint, Bits]:
        """The nodes with a NoSchedule or NoExecute taint that isn't tolerated, by the first such taint of each."""
        found: dict[Taint, Bits] = {}
        for taints, nodes in self.cluster.tainted.items():
            for taint in taints:
                if taint.effect in (NO_SCHEDULE, NO_EXECUTE) and not self.tolerates(taint):
                    found[taint] = found.get(taint, 0) | nodes
                    break
        return found

    @cached_property
    def repelled(self) -> Bits:
        """All nodes with a taint that the pod doesn't tolerate."""
        nodes = 0
        for members in self.intolerable.values():
            nodes |= members
        return nodes

    def remembered(self, what: str, work_out: Callable[[Ask], Remembered]) -> Remembered:
        """Something that doesn't change while pods are placed, worked out at the first question."""
        if what not in self._remembered:
            self._remembered[what] = work_out(self)
        found: Remembered = self._remembered[what]
        return found

    def settled(
        self, what: str, numbers: Sequence[int], work_out: Callable[[Ask, Sequence[int]], list[int]]
    ) -> list[int]:
        """A score of each node that changes only when pods come to it or leave it."""
        seen, scores = self._settled.get(what, (0, {}))
        placements = self.cluster.placements
        for number in placements[seen:] if scores else ():
            scores.pop(number, None)
        fresh = [number for number in numbers if number not in scores] if scores else numbers
        scores.update(zip(fresh, work_out(self, fresh)))
        self._settled[what] = len(placements), scores
        return [scores[number] for number in numbers]

    def tolerates(self, taint: Taint) -> bool:
        """Whether one of the pod's tolerations covers the taint."""
        comparisons = self.gates.enabled("TaintTolerationComparisonOperators")
        return any(toleration.tolerates(taint, comparisons) for toleration in self.shape.tolerations)
