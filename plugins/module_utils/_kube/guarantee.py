# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The smallest changes that make a pod Guaranteed, proven by computing the class again. Private to this collection.

A limit is kept where there is one: a request is raised to it, never the other way round. Where neither is set, what the
scheduler assumes of a container without requests is taken (Kubernetes `pkg/scheduler/util/pod_resources.go`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Optional

from .defaulting import default_pod_spec
from .limit_ranges import LimitRange
from .qos import COUNTED, GUARANTEED, Holder, decides_pod_level, holders, qos_class
from .quantity import ZERO, Quantity, parse
from .releases import Gates
from .requests import aggregate
from .resource_names import CPU
from .resources import LIMITS, REQUESTS, every_container, quantities, resources_of

Object = Mapping[str, Any]

_ASSUMED = {CPU: parse("100m"), "memory": parse("200Mi")}


class Change(NamedTuple):
    """One field of a pod specification with its value as written (None: absent) and the one it needs."""

    field: str
    before: Optional[str]
    after: str


def to_guaranteed(spec: Object, gates: Gates, limit_ranges: Sequence[LimitRange] = ()) -> list[Change]:
    """The changes of a specification as written, in the order of its fields; none if it is Guaranteed already."""
    stored = default_pod_spec(spec, gates, limit_ranges=limit_ranges)
    if qos_class(stored, gates) == GUARANTEED:
        return []
    changed = _copied(spec)
    pod_level = decides_pod_level(stored, gates)
    changes: list[Change] = []
    for written, effective in zip(holders(changed, pod_level), holders(stored, pod_level)):
        wanted = _pod_level_limits(stored) if pod_level else _limits(effective.value)
        changes += _changes(written, effective, wanted)
    if pod_level:
        changes += _pod_level_requests(changed, gates, limit_ranges)
        changes = _without_idle(spec, changes, gates, limit_ranges)
    return changes if _is_guaranteed(_applied(spec, changes), gates, limit_ranges) else []


def _is_guaranteed(spec: Object, gates: Gates, limit_ranges: Sequence[LimitRange]) -> bool:
    return qos_class(default_pod_spec(spec, gates, limit_ranges=limit_ranges), gates) == GUARANTEED


def _without_idle(
    spec: Object, changes: list[Change], gates: Gates, limit_ranges: Sequence[LimitRange]
) -> list[Change]:
    """The changes without those that defaulting makes by itself once the others are made."""
    needed = list(changes)
    for change in changes:
        fewer = [each for each in needed if each is not change]
        if _is_guaranteed(_applied(spec, fewer), gates, limit_ranges):
            needed = fewer
    return needed


def _applied(spec: Object, changes: list[Change]) -> dict[str, Any]:
    """A copy of the specification with the changes made."""
    result = _copied(spec)
    parts = {part.path: part for pod_level in (True, False) for part in holders(result, pod_level)}
    for change in changes:
        path, _resources, rest = change.field.rpartition("resources.")
        kind, _dot, name = rest.partition(".")
        _set(parts[path], kind, name, parse(change.after))
    return result


def _copied(spec: Object) -> dict[str, Any]:
    """A copy in which the resources of the pod and its containers can be replaced."""
    lists = {name: spec[name] for name in ("initContainers", "containers") if spec.get(name)}
    return {**spec, **{name: [dict(each or {}) for each in entries] for name, entries in lists.items()}}


def _limits(value: Object) -> dict[str, Quantity]:
    """The limits to reach: those that there are, else the requests, else what the scheduler assumes."""
    requests, limits = quantities(resources_of(value, REQUESTS)), quantities(resources_of(value, LIMITS))
    return {name: _first_positive(limits.get(name), requests.get(name), _ASSUMED[name]) for name in COUNTED}


def _pod_level_limits(spec: Object) -> dict[str, Quantity]:
    """At the pod level a limit must also cover the containers' requests together and the limit of each of them."""
    lists = [resources_of(spec, REQUESTS), resources_of(spec, LIMITS)]
    lists += [resources_of(container, LIMITS) for container in every_container(spec)]
    amounts = [*map(quantities, lists), aggregate(spec, REQUESTS)]
    largest = {name: max((each[name] for each in amounts if name in each), default=ZERO) for name in COUNTED}
    return {name: amount if amount > ZERO else _ASSUMED[name] for name, amount in largest.items()}


def _changes(written: Holder, effective: Holder, wanted: Mapping[str, Quantity]) -> Iterator[Change]:
    """Sets what differs from the wanted limits in the part as written, and requests that wouldn't follow."""
    for name, limit in wanted.items():
        for kind in (LIMITS, REQUESTS):
            amounts = resources_of(written.value, kind)
            follows = kind == REQUESTS and name not in amounts
            if (
                follows
                or parse(resources_of(effective.value, kind).get(name) if kind == LIMITS else amounts[name]) == limit
            ):
                continue
            yield _set(written, kind, name, limit)


def _pod_level_requests(spec: dict[str, Any], gates: Gates, limit_ranges: Sequence[LimitRange]) -> Iterator[Change]:
    """Pins the requests that the containers' own would otherwise fill in at the pod level."""
    stored = default_pod_spec(spec, gates, limit_ranges=limit_ranges)
    part = Holder("", "", spec)
    for name in COUNTED:
        limit = parse(resources_of(stored, LIMITS).get(name))
        if parse(resources_of(stored, REQUESTS).get(name)) != limit:
            yield _set(part, REQUESTS, name, limit)


def _set(part: Holder, kind: str, name: str, amount: Quantity) -> Change:
    value: Any = part.value
    before = resources_of(value, kind).get(name)
    resources = value["resources"] = dict(value.get("resources") or {})
    resources[kind] = {**(resources.get(kind) or {}), name: amount.canonical()}
    text = None if before is None else parse(before).canonical()
    return Change(f"{part.path}resources.{kind}.{name}", text, amount.canonical())


def _first_positive(*amounts: Optional[Quantity]) -> Quantity:
    return next((amount for amount in amounts if amount is not None and amount > ZERO), ZERO)
