# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a namespace's LimitRanges make of a pod, and what they refuse. Private to this collection.

Kubernetes `plugin/pkg/admission/limitranger/admission.go` and `pkg/apis/core/v1/defaults.go` SetDefaults_LimitRangeItem
(1.28 - 1.37).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Optional

from .amount import MAX_INT64
from .quantity import ZERO, Quantity, parse
from .releases import Gates
from .requests import aggregate, pod_level
from .resources import LIMITS, REQUESTS, every_container, quantities, resources_of

Object = Mapping[str, Any]
Amounts = Mapping[str, Quantity]

_CONTAINER, _POD = "Container", "Pod"
_EXACT = MAX_INT64 // 1000


class Bounds(NamedTuple):
    """What one entry of a LimitRange allows."""

    type: str
    minimum: Amounts
    maximum: Amounts
    ratio: Amounts


class LimitRange(NamedTuple):
    """A LimitRange after its own defaulting: what containers get, and what is allowed."""

    name: str
    requests: Mapping[str, str]
    limits: Mapping[str, str]
    bounds: tuple[Bounds, ...]

    def changes(self, container: Object) -> bool:
        """Whether a container lacks something that it would get."""
        own = resources_of(container, REQUESTS), resources_of(container, LIMITS)
        return any(name not in stated for stated, given in zip(own, (self.requests, self.limits)) for name in given)


def is_limit_range(document: Object) -> bool:
    """Whether the object is a LimitRange."""
    return document.get("kind") == "LimitRange" and document.get("apiVersion") in (None, "", "v1")


def limit_range(document: Object) -> LimitRange:
    """The LimitRange of an object whose types are right; amounts are rounded up to thousandths."""
    requests: dict[str, str] = {}
    limits: dict[str, str] = {}
    bounds = []
    for item in (document.get("spec") or {}).get("limits") or ():
        entry = {name: _rounded((item or {}).get(name)) for name in ("min", "max", "maxLimitRequestRatio")}
        kind = str((item or {}).get("type") or "")
        bounds.append(Bounds(kind, entry["min"], entry["max"], entry["maxLimitRequestRatio"]))
        if kind == _CONTAINER:
            default = {**entry["max"], **_rounded(item.get("default"))}
            request = {**entry["min"], **default, **_rounded(item.get("defaultRequest"))}
            limits.update({name: amount.canonical() for name, amount in default.items()})
            requests.update({name: amount.canonical() for name, amount in request.items()})
    name = str((document.get("metadata") or {}).get("name") or "")
    return LimitRange(name, requests, limits, tuple(bounds))


def with_defaults(container: Object, ranges: Sequence[LimitRange]) -> Object:
    """The container with what it lacks, the first range first (mergeContainerResources)."""
    for each in ranges:
        if each.changes(container):
            stated: Object = container.get("resources") or {}
            given = {
                REQUESTS: {**each.requests, **resources_of(container, REQUESTS)},
                LIMITS: {**each.limits, **resources_of(container, LIMITS)},
            }
            filled = {kind: amounts for kind, amounts in given.items() if amounts}
            container = {**container, "resources": {**stated, **filled}}
    return container


def violations(spec: Object, ranges: Sequence[LimitRange], gates: Gates) -> list[str]:
    """Why the API server forbids the finished pod, in its own words; each would be one entry of its list."""
    return [text for each in ranges for bounds in each.bounds for text in _violations(spec, bounds, gates)]


def _violations(spec: Object, bounds: Bounds, gates: Gates) -> Iterator[str]:
    if bounds.type == _CONTAINER:
        regular_first = [*(spec.get("containers") or ()), *(spec.get("initContainers") or ())]
        for container in regular_first:
            yield from _refusals(
                bounds, quantities(resources_of(container, REQUESTS)), quantities(resources_of(container, LIMITS))
            )
    elif bounds.type == _POD and any(True for _each in every_container(spec)):
        requests, limits = ({**aggregate(spec, kind), **pod_level(spec, kind, gates)} for kind in (REQUESTS, LIMITS))
        yield from _refusals(bounds, requests, limits)


def _refusals(bounds: Bounds, requests: Amounts, limits: Amounts) -> Iterator[str]:
    checks = (
        (bounds.minimum, _below_minimum),
        (bounds.maximum, _above_maximum),
        (bounds.ratio, _above_ratio),
    )
    for amounts, check in checks:
        for name, enforced in amounts.items():
            text = check(name, bounds.type, enforced, requests.get(name), limits.get(name))
            if text:
                yield text


def _below_minimum(
    name: str, kind: str, enforced: Quantity, request: Optional[Quantity], limit: Optional[Quantity]
) -> str:
    asked, allowed, bound = _comparable(request, limit, enforced)
    rule = f"minimum {name} usage per {kind} is {enforced.canonical()}"
    if request is None:
        return f"{rule}.  No request is specified"
    if asked < bound:
        return f"{rule}, but request is {request.canonical()}"
    if limit is not None and allowed < bound:
        return f"{rule}, but limit is {limit.canonical()}"
    return ""


def _above_maximum(
    name: str, kind: str, enforced: Quantity, request: Optional[Quantity], limit: Optional[Quantity]
) -> str:
    asked, allowed, bound = _comparable(request, limit, enforced)
    rule = f"maximum {name} usage per {kind} is {enforced.canonical()}"
    if limit is None:
        return f"{rule}.  No limit is specified"
    if allowed > bound:
        return f"{rule}, but limit is {limit.canonical()}"
    if request is not None and asked > bound:
        return f"{rule}, but request is {request.canonical()}"
    return ""


def _above_ratio(
    name: str, kind: str, enforced: Quantity, request: Optional[Quantity], limit: Optional[Quantity]
) -> str:
    asked, allowed, _bound = _comparable(request, limit, enforced)
    rule = f"{name} max limit to request ratio per {kind} is {enforced.canonical()}"
    if not asked:
        return f"{rule}, but no request is specified or request is 0"
    if not allowed:
        return f"{rule}, but no limit is specified or limit is 0"
    exact = enforced.value() <= _EXACT
    ratio = allowed / asked
    bound = float(enforced.milli_value() if exact else enforced.value())
    return f"{rule}, but provided ratio is {ratio:.6f}" if ratio * (1000 if exact else 1) > bound else ""


def _comparable(*amounts: Optional[Quantity]) -> tuple[int, int, int]:
    """The amounts in thousandths, or in whole units where one of them is too large for that."""
    known = [amount if amount is not None else ZERO for amount in amounts]
    if all(amount.value() <= _EXACT for amount in known):
        first, second, third = (amount.milli_value() for amount in known)
    else:
        first, second, third = (amount.value() for amount in known)
    return first, second, third


def _rounded(amounts: Any) -> dict[str, Quantity]:
    return {name: parse(value).rounded_to_milli() for name, value in (amounts or {}).items()}
