# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The pod terms of placed pods, found by the pods that they select. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Callable, Generic, NamedTuple, Optional, TypeVar

from ..objects import PodTerm
from ..selectors import selects
from .pod import Shape
from .tallies import Tally, anchors, reaches

if TYPE_CHECKING:
    from .cluster import Cluster

Owned = TypeVar("Owned")


class Weighted(NamedTuple):
    """A term with what it is worth; `hard` ones are required, and worth what the profile says."""

    weight: int
    term: PodTerm
    hard: bool = False


class Terms(Generic[Owned]):
    """Where the owners of each term are; a term is found by a label pair that whatever it selects must have."""

    def __init__(self, cluster: Cluster, term_of: Callable[[Owned], PodTerm]) -> None:
        self._cluster = cluster
        self._term_of = term_of
        self._tallies: dict[Owned, Tally] = {}
        self._by_pair: dict[Optional[tuple[str, str]], dict[Owned, None]] = {}

    def add(self, owned: Owned, number: int, sign: int) -> None:
        """Counts an owner on a node in or out."""
        tally = self._tallies.get(owned)
        if tally is None:
            term, cluster = self._term_of(owned), self._cluster
            key = term.topology_key
            tally = self._tallies[owned] = Tally(cluster.domains(key), cluster.values(key))
            for pair in anchors(term.selector):
                self._by_pair.setdefault(pair, {})[owned] = None
        tally.add(number, sign)

    def selecting(self, shape: Shape) -> Iterator[tuple[Owned, Tally]]:
        """The terms that select the incoming pod, with where their owners are."""
        labels = self._cluster.namespace_labels(shape.namespace)
        for pair in (None, *shape.labels.items()):
            for owned in self._by_pair.get(pair, ()):
                if reaches(self._term_of(owned), shape, labels):
                    yield owned, self._tallies[owned]

    def undecided(self, shape: Shape) -> bool:
        """Whether labels of the pod's namespace that weren't given decide if one of the terms selects it."""
        return any(
            self._cluster.undecided(self._term_of(owned), shape.namespace)
            and selects(self._term_of(owned).selector, shape.labels)
            for pair in (None, *shape.labels.items())
            for owned in self._by_pair.get(pair, ())
        )


def soft_terms(shape: Shape) -> Iterator[Weighted]:
    """What a placed pod is worth to others: its preferences, and its required affinity."""
    for preferred in shape.preferred_affinity:
        yield Weighted(preferred.weight, preferred.term)
    for preferred in shape.preferred_anti_affinity:
        yield Weighted(-preferred.weight, preferred.term)
    for term in shape.affinity:
        yield Weighted(0, term, hard=True)
