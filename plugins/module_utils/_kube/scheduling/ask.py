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

UNREACHABLE = Taint("node.kubernetes.io/unreachable", "", NO_SCHEDULE)
"""What a node that is down is tainted with; its NoExecute twin is tolerated for a while."""


class Ask:
    """Where may this pod go? What doesn't change while pods are placed is worked out once and kept here."""

    def __init__(self, shape: Shape, cluster: Cluster, profile: Profile) -> None:
        self.shape = shape
        self.cluster = cluster
        self.profile = profile
        self._remembered: dict[str, Any] = {}
        self._by_state: dict[str, dict[int, int]] = {}

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
        hard = (NO_EXECUTE,) if self.profile.is_kubelet else (NO_SCHEDULE, NO_EXECUTE)
        if self.cluster.lost and not self.tolerates(UNREACHABLE):
            found[UNREACHABLE] = self.cluster.lost
        for taints, nodes in self.cluster.tainted.items():
            for taint in taints:
                if taint.effect in hard and not self.tolerates(taint):
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

    def by_state(
        self, what: str, numbers: Sequence[int], work_out: Callable[[Ask, Sequence[int]], list[int]]
    ) -> list[int]:
        """A score of each node that depends only on what it offers and what its pods take; equal nodes share it."""
        known = self._by_state.setdefault(what, {})
        states = self.cluster.states(self.profile.scored_resources)
        asked = [states[number] for number in numbers]
        fresh = set(asked).difference(known)
        if fresh:
            one_of = dict(zip(asked, numbers))
            known.update(zip(fresh, work_out(self, [one_of[state] for state in fresh])))
        return list(map(known.__getitem__, asked))

    def tolerates(self, taint: Taint) -> bool:
        """Whether one of the pod's tolerations covers the taint."""
        comparisons = self.gates.enabled("TaintTolerationComparisonOperators")
        return any(toleration.tolerates(taint, comparisons) for toleration in self.shape.tolerations)
