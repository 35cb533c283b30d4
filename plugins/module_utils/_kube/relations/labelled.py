# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Things with labels, found by namespace and selector. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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


class ByLabels(Generic[Thing]):
    """Indexed once; a question costs as much as the rarest label pair of its selector is frequent."""

    def __init__(self, things: Iterable[Thing]) -> None:
        self._by_namespace: dict[str, list[Thing]] = {}
        self._by_pair: dict[tuple[str, str, str], list[Thing]] = {}
        self._answers: dict[tuple[str, Selector], tuple[Thing, ...]] = {}
        self._values: dict[tuple[str, str], dict[str, Thing]] = {}
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

    def but_for_one(self, namespace: str, selector: Selector) -> Optional[tuple[Thing, Requirement]]:
        """Something that meets all of the selector but one equality, and has that label with another value."""
        for missed in selector or ():
            if missed.operator not in _EQUALITY:
                continue
            others = tuple(requirement for requirement in selector or () if requirement is not missed)
            near = self.selected(namespace, others)[:1] if others else ()
            if near and missed.key in near[0].labels:
                return near[0], missed
        return None

    def but_for_absent(self, namespace: str, selector: Selector) -> Optional[tuple[Thing, Requirement]]:
        """Something that meets all of the selector but one label that it lacks, and may get while it runs."""
        for missed in selector or ():
            others = tuple(each for each in selector or () if each is not missed)
            for thing in self.selected(namespace, others) if others else ():
                if missed.key not in thing.labels:
                    return thing, missed
        return None

    def values(self, namespace: str, key: str) -> Mapping[str, Thing]:
        """The values that a label takes in a namespace, each with the first that has it."""
        found = self._values.get((namespace, key))
        if found is None:
            found = self._values[namespace, key] = {}
            for thing in self._by_namespace.get(namespace, ()):
                if key in thing.labels:
                    found.setdefault(thing.labels[key], thing)
        return found
