# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Things with labels, found by namespace and selector. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Generic, Optional, Protocol, TypeVar

from ..selectors import Requirement, Selector, selects

_EQUALITY = ("In", "=")


class Labelled(Protocol):
    """What has labels and is in a namespace."""

    @property
    def namespace(self) -> str: ...

    @property
    def labels(self) -> Mapping[str, str]: ...


Thing = TypeVar("Thing", bound=Labelled)


class Values(Generic[Thing]):
    """The values of a label in order, and the first thing that has each."""

    def __init__(self, names: Sequence[str], first: Mapping[str, Thing]) -> None:
        self.names = names
        self.first = first


class ByLabels(Generic[Thing]):
    """Indexed once; a question costs as much as the rarest label pair of its selector is frequent."""

    def __init__(self, things: Iterable[Thing]) -> None:
        self._by_namespace: dict[str, list[Thing]] = {}
        self._by_pair: dict[tuple[str, str, str], list[Thing]] = {}
        self._answers: dict[tuple[str, Selector], tuple[Thing, ...]] = {}
        self._without: dict[tuple[str, Selector, str], Optional[Thing]] = {}
        self._values: dict[tuple[str, Selector, str], Values[Thing]] = {}
        for thing in things:
            self._by_namespace.setdefault(thing.namespace, []).append(thing)
            for key, value in thing.labels.items():
                self._by_pair.setdefault((thing.namespace, key, value), []).append(thing)

    @property
    def namespaces(self) -> Iterable[str]:
        return self._by_namespace.keys()

    def selected(self, namespace: str, selector: Selector) -> tuple[Thing, ...]:
        """What of a namespace the selector selects, in order."""
        question = (namespace, selector)
        found = self._answers.get(question)
        if found is None:
            candidates = self._candidates(namespace, selector or ())
            found = tuple(thing for thing in candidates if selects(selector, thing.labels))
            self._answers[question] = found
        return found

    def _candidates(self, namespace: str, selector: Iterable[Requirement]) -> Iterable[Thing]:
        fewest: Iterable[Thing] = self._by_namespace.get(namespace, ())
        count = len(self._by_namespace.get(namespace, ()))
        for requirement in selector:
            if requirement.operator in _EQUALITY and len(requirement.values) == 1:
                bucket = self._by_pair.get((namespace, requirement.key, requirement.values[0]), ())
                if len(bucket) < count:
                    fewest, count = bucket, len(bucket)
        return fewest

    def others(self, namespace: str, selector: Selector, missed: Requirement) -> Values[Thing]:
        """The values of one label among the things that meet all the rest of a selector."""
        rest = tuple(requirement for requirement in selector or () if requirement is not missed)
        question = (namespace, rest, missed.key)
        found = self._values.get(question)
        if found is None:
            first: dict[str, Thing] = {}
            for thing in self.selected(namespace, rest):
                if missed.key in thing.labels:
                    first.setdefault(thing.labels[missed.key], thing)
            found = self._values[question] = Values(sorted(first), first)
        return found

    def but_for_absent(self, namespace: str, selector: Selector) -> Optional[tuple[Thing, Requirement]]:
        """Something that meets all of the selector but one label that it lacks, and may get while it runs."""
        for missed in selector or ():
            others = tuple(each for each in selector or () if each is not missed)
            thing = self._lacking(namespace, others, missed.key) if others else None
            if thing is not None:
                return thing, missed
        return None

    def _lacking(self, namespace: str, selector: Selector, key: str) -> Optional[Thing]:
        """The first that the selector selects and that does not have the label."""
        question = (namespace, selector, key)
        if question not in self._without:
            found = (thing for thing in self.selected(namespace, selector) if key not in thing.labels)
            self._without[question] = next(found, None)
        return self._without[question]
