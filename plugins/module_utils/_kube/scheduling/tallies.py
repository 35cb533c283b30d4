# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""How many pods of a kind are in each topology domain, kept up to date. Private to this collection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Optional

from ..objects import PodTerm
from ..selectors import Selector, selects
from .bits import Bits, numbers_of
from .pod import Pod, Shape


class Tally:
    """Pods per value of one node label; `occupied` are the nodes in domains with at least one."""

    def __init__(self, domains: Mapping[str, Bits], values: Sequence[Optional[str]]) -> None:
        self._domains = domains
        self._values = values
        self.counts: dict[str, int] = {}
        self.occupied: Bits = 0

    def add(self, number: int, difference: int) -> None:
        """Counts a pod on the node in or out; a node without the label has no domain."""
        value = self._values[number]
        if value is None:
            return
        old = self.counts.get(value, 0)
        new = old + difference
        if new:
            self.counts[value] = new
        else:
            self.counts.pop(value, None)
        self._moved(value, old, new)

    def _moved(self, value: str, old: int, new: int) -> None:
        if (old > 0) != (new > 0):
            self.occupied ^= self._domains[value]


class SpreadTally(Tally):
    """A tally that counts on some nodes only and knows which nodes are in domains with how many pods.

    `levels` maps a count to the nodes in domains with that count; only domains with a counted node enter the minimum.
    `by_node` are the pods on each counted node.
    """

    def __init__(self, domains: Mapping[str, Bits], values: Sequence[Optional[str]], counted: Bits) -> None:
        super().__init__(domains, values)
        self._counted = counted
        self.by_node = [0] * len(values)
        everywhere = 0
        for nodes in domains.values():
            everywhere |= nodes
        self.levels: dict[int, Bits] = {0: everywhere}
        present = {values[number] for number in numbers_of(counted)}
        self.present = frozenset(value for value in present if value is not None)
        self._present_nodes = 0
        for value in self.present:
            self._present_nodes |= domains[value]

    def counts_on(self, number: int) -> bool:
        return bool(self._counted >> number & 1)

    def add(self, number: int, difference: int) -> None:
        if self.counts_on(number):
            self.by_node[number] += difference
            super().add(number, difference)

    def minimum(self) -> int:
        """The smallest count over the domains; 0 where there is none."""
        return min((count for count, nodes in self.levels.items() if nodes & self._present_nodes), default=0)

    def above(self, limit: int) -> Bits:
        """The nodes in domains with more pods than the limit."""
        nodes = 0
        for count, members in self.levels.items():
            if count > limit:
                nodes |= members
        return nodes

    def _moved(self, value: str, old: int, new: int) -> None:
        nodes = self._domains[value]
        rest = self.levels[old] ^ nodes
        if rest:
            self.levels[old] = rest
        else:
            del self.levels[old]
        self.levels[new] = self.levels.get(new, 0) | nodes


class Scope:
    """The namespaces that a pod term of the incoming pod reaches; None stands for all of them."""

    __slots__ = ("names",)

    def __init__(self, names: Optional[frozenset[str]]) -> None:
        self.names = names

    def holds(self, namespace: str) -> bool:
        return self.names is None or namespace in self.names


class Watch:
    """Which placed pods a tally counts: those that every one of the terms selects, in its scope."""

    def __init__(self, terms: Sequence[tuple[Selector, Scope]], living_only: bool = False) -> None:
        self._terms = tuple(terms)
        self._living_only = living_only
        self._known: dict[int, tuple[Shape, bool]] = {}

    def counts(self, pod: Pod) -> bool:
        if self._living_only and pod.terminating:
            return False
        shape = pod.shape
        known = self._known.get(id(shape))
        if known is None or known[0] is not shape:
            if len(self._known) > 4096:
                self._known.clear()
            known = (shape, self.selects(shape))
            self._known[id(shape)] = known
        return known[1]

    def selects(self, shape: Shape) -> bool:
        return all(scope.holds(shape.namespace) and selects(selector, shape.labels) for selector, scope in self._terms)


def anchors(selector: Selector) -> tuple[Optional[tuple[str, str]], ...]:
    """Label pairs of which every selected pod has one; a single None where the selector names no value.

    Nothing is selected by no pair at all, which is what a null selector does.
    """
    if selector is None:
        return ()
    pairs: tuple[Optional[tuple[str, str]], ...] = (None,)
    for requirement in selector:
        if requirement.operator in ("In", "=") and (pairs == (None,) or len(requirement.values) < len(pairs)):
            pairs = tuple(dict.fromkeys((requirement.key, value) for value in requirement.values))
    return pairs


def reaches(term: PodTerm, shape: Shape, namespace_labels: Mapping[str, str]) -> bool:
    """Whether a term of a placed pod selects the incoming pod (KK framework AffinityTerm.Matches)."""
    if shape.namespace not in term.namespaces and not selects(term.namespace_selector, namespace_labels):
        return False
    return selects(term.selector, shape.labels)
