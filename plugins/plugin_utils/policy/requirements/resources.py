# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""`requests_set`, `limits_set`, `max_requests`, `max_limits` and `limit_to_request`: how much pods ask for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ansible_collections.quorum.kube.plugins.module_utils._kube.quantity import Quantity, parse

from ..reader import Reader, shown, within
from .requirement import Breach, Workload

USUAL = ("cpu", "memory")


class Set(NamedTuple):
    """Every container has a request, or limit, for each of the resources once the API has defaulted it."""

    what: str
    resources: tuple[str, ...]
    losses: frozenset[int] = frozenset()

    def breaches(self, workload: Workload) -> Iterator[Breach]:
        """One for each container that lacks some."""
        if workload.pod is None or self._is_set(workload.pod):
            return
        for container in workload.containers:
            found = container.told.get(self.what, {})
            lacking = [name for name in self.resources if name not in found]
            if lacking:
                listed = " and ".join(lacking)
                yield Breach(
                    f'container "{container.name}" has no {listed} {self.what[:-1]}',
                    f"set resources.{self.what} for {listed}",
                    f"{container.field}.resources.{self.what}",
                )

    def _is_set(self, pod: Mapping[str, Any]) -> bool:
        """Whether each resource is given for the pod as a whole, which spares its containers (KEP-2837)."""
        return not pod["containers"] or all(
            name in pod[self.what] and not any(name in entry[self.what] for entry in pod["containers"])
            for name in self.resources
        )


class Most(NamedTuple):
    """A pod, overhead included, has no more than these requests, or limits; a limit that is absent is too much."""

    what: str
    amounts: Mapping[str, Quantity]
    losses: frozenset[int] = frozenset()

    def breaches(self, workload: Workload) -> Iterator[Breach]:
        """One for each resource."""
        pod = workload.pod
        if pod is None:
            return
        for name, most in self.amounts.items():
            found = pod[self.what].get(name)
            if found is None and self.what == "limits":
                yield Breach(f"{name} has no limit, at most {most.canonical()} is allowed", f"limit {name}")
            elif found is not None and parse(found) > most:
                yield Breach(
                    f"the {self.what[:-1]} for {name} is {found}, at most {most.canonical()} is allowed",
                    f"lower the {self.what} of its containers by {(parse(found) - most).canonical()} together",
                )


class Ratio(NamedTuple):
    """No container may use many times what it requests."""

    ratios: Mapping[str, float]
    losses: frozenset[int] = frozenset()

    def breaches(self, workload: Workload) -> Iterator[Breach]:
        """One for each container and resource."""
        for container in workload.containers:
            for name, ratio in self.ratios.items():
                request = container.told.get("requests", {}).get(name)
                limit = container.told.get("limits", {}).get(name)
                if (
                    request is None
                    or limit is None
                    or parse(limit).milli_value() <= ratio * parse(request).milli_value()
                ):
                    continue
                yield Breach(
                    f'container "{container.name}" may use {limit} of {name} and requests {request}: '
                    f"more than {ratio:g} times as much",
                    f"raise the request or lower the limit of {name}",
                    f"{container.field}.resources",
                )


def read_requests_set(reader: Reader, value: Any, place: str) -> Set | None:
    """True for cpu and memory, or names of resources."""
    return _read_set(reader, value, place, "requests")


def read_limits_set(reader: Reader, value: Any, place: str) -> Set | None:
    """True for cpu and memory, or names of resources."""
    return _read_set(reader, value, place, "limits")


def read_max_requests(reader: Reader, value: Any, place: str) -> Most | None:
    """Resources with quantities."""
    amounts = reader.amounts(value, place)
    return Most("requests", amounts) if amounts else None


def read_max_limits(reader: Reader, value: Any, place: str) -> Most | None:
    """Resources with quantities."""
    amounts = reader.amounts(value, place)
    return Most("limits", amounts) if amounts else None


def read_limit_to_request(reader: Reader, value: Any, place: str) -> Ratio | None:
    """Resources with numbers from 1 on."""
    if not isinstance(value, Mapping) or not value:
        reader.mistake(place, f"{shown(value)} is no mapping", "a mapping such as {memory: 1, cpu: 4}")
        return None
    reader.resources(value, place)
    ratios = {}
    for name, ratio in value.items():
        if isinstance(ratio, (int, float)) and not isinstance(ratio, bool) and ratio >= 1:
            ratios[str(name)] = float(ratio)
        else:
            reader.mistake(within(place, str(name)), f"{shown(ratio)} found", "a number from 1 on")
    return Ratio(ratios) if len(ratios) == len(value) else None


def _read_set(reader: Reader, value: Any, place: str, what: str) -> Set | None:
    resources = USUAL if value is True else reader.texts(value, place)
    reader.resources(resources or (), place)
    return Set(what, tuple(resources)) if resources else None
