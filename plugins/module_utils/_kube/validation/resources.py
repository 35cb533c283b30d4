# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Requests, limits and overhead of containers, as kube-apiserver refuses them. Private to this collection.

Rules: kubernetes `pkg/apis/core/validation/validation.go` validateResourceRequirements and
`pkg/apis/core/helper/helpers.go` (1.28 - 1.37).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Callable

from ..quantity import Quantity, QuantityError, parse
from ..resource_names import HUGEPAGES, is_hugepages, is_native, is_overcommit_allowed
from .field import Printed, go_json, named
from .review import Review

Amounts = dict[str, Quantity]
NameCheck = Callable[[Review, str, str], None]

_PLAIN = frozenset(["cpu", "memory", "ephemeral-storage"])
_COUNTED = frozenset(
    [
        "configmaps",
        "persistentvolumeclaims",
        "pods",
        "replicationcontrollers",
        "resourcequotas",
        "secrets",
        "services",
        "services.loadbalancers",
        "services.nodeports",
    ]
)
_STANDARD = (
    _PLAIN
    | _COUNTED
    | frozenset(f"{part}.{name}" for part in ("requests", "limits") for name in _PLAIN)
    | frozenset(["storage", "requests.storage"])
)


def amounts(listed: Any) -> Amounts:
    """A resource list as API defaulting leaves it: every quantity rounded up to thousandths."""
    return {name: parse(value).rounded_to_milli() for name, value in (listed or {}).items()}


def check_container_resources(review: Review, resources: Mapping[str, Any], path: str, ephemeral: bool) -> None:
    """Of a container; in pods (not in templates) limits without requests have become requests before."""
    limits = amounts(resources.get("limits"))
    requests = amounts(resources.get("requests"))
    if review.is_pod and not ephemeral:
        for name, amount in limits.items():
            requests.setdefault(name, amount)
    check_requirements(review, requests, limits, path, container_resource_name)
    if resources.get("claims"):
        check_claims(review, resources["claims"], f"{path}.claims")


def check_overhead(review: Review, overhead: Any, path: str) -> None:
    check_requirements(review, {}, amounts(overhead), path, container_resource_name)


def check_requirements(review: Review, requests: Amounts, limits: Amounts, path: str, check_name: NameCheck) -> None:
    """The rules that containers, pods and overhead share."""
    for name, amount in limits.items():
        _amount(review, name, amount, f"{path}.limits", check_name)
    for name, amount in requests.items():
        _amount(review, name, amount, f"{path}.requests", check_name, limits, path)
    named_here = requests.keys() | limits.keys()
    if not named_here & {"cpu", "memory"} and any(map(is_hugepages, named_here)):
        review.errors.forbidden(path, "HugePages require cpu or memory")


def _amount(
    review: Review,
    name: str,
    amount: Quantity,
    path: str,
    check_name: NameCheck,
    limits: Any = None,
    owner: str = "",
) -> None:
    if name not in _PLAIN or amount.sign() < 0 or check_name is not container_resource_name:
        place = f"{path}[{name}]"
        check_name(review, name, place)
        check_quantity(review, name, amount, place)
    if limits is not None:
        _against_limit(review, name, amount, limits.get(name), owner)
    if is_hugepages(name) and not _divisible(name, amount):
        text = amount.canonical()
        review.errors.invalid(f"{path}[{name}]", text, f"{text} is not positive integer multiple of {name}")


def _against_limit(review: Review, name: str, amount: Quantity, limit: Any, path: str) -> None:
    free = is_overcommit_allowed(name)
    if limit is None:
        if not free:
            review.errors.required(f"{path}.limits", "Limit must be set for non overcommitable resources")
    elif not free and amount.compare(limit):
        review.errors.invalid(
            f"{path}.requests", amount.canonical(), f"must be equal to {name} limit of {limit.canonical()}"
        )
    elif amount.compare(limit) > 0:
        review.errors.invalid(
            f"{path}.requests", amount.canonical(), f"must be less than or equal to {name} limit of {limit.canonical()}"
        )


def check_quantity(review: Review, name: str, amount: Quantity, path: str) -> None:
    """No amount is negative; extended resources and counts of objects are whole."""
    text = amount.canonical()
    if amount.sign() < 0:
        review.errors.invalid(path, text, "must be greater than or equal to 0")
    if (name in _COUNTED or review.rules.is_extended(name)) and amount.milli_value() % 1000:
        review.errors.invalid(path, Printed(text, go_json(text)), "must be an integer")


def _divisible(name: str, amount: Quantity) -> bool:
    try:
        size = parse(name[len(HUGEPAGES) :])
    except QuantityError:
        return False
    if size.sign() <= 0 or size.milli_value() % 1000:
        return False
    return amount.value() % size.value() == 0


def resource_name(review: Review, name: str, path: str) -> bool:
    """Whether the name is right as far as it goes for every object; else the errors have been added."""
    reasons = review.rules.label_key(name)
    shown = name_shown(review, name)
    review.errors.invalid_each(path, shown, reasons)
    if reasons:
        return False
    if "/" not in name and name not in _STANDARD and not name.startswith((HUGEPAGES, "requests." + HUGEPAGES)):
        review.errors.invalid(path, shown, "must be a standard resource type or fully qualified")
        return False
    return True


def container_resource_name(review: Review, name: str, path: str) -> None:
    resource_name(review, name, path)
    if "/" not in name:
        if name not in _PLAIN and not is_hugepages(name):
            review.errors.invalid(path, name_shown(review, name), "must be a standard resource for containers")
    elif not is_native(name) and not review.rules.is_extended(name):
        review.errors.invalid(path, name_shown(review, name), "doesn't follow extended resource name standard")


def name_shown(review: Review, name: str) -> Printed:
    """A resource's name was printed without quotes up to 1.33."""
    return named(name) if review.rules.json_values else Printed(name, name)


def check_claims(review: Review, claims: Sequence[Any], path: str) -> None:
    """Devices that a container uses are claimed by its pod."""
    if not review.rules.resource_claims:
        return
    errors = review.errors
    seen: set[str] = set()
    for index, item in enumerate(claims):
        claim = item or {}
        name, request = claim.get("name") or "", claim.get("request") or ""
        place = f"{path}[{index}]"
        if not name:
            errors.required(place)
            continue
        if name in seen:
            errors.duplicate(place, name)
        else:
            _claim_request(review, name, request, seen, place)
        if name not in review.claims:
            listed = sorted(set(review.claims))
            rest = f": {', '.join(listed)}" if listed else " which is empty"
            errors.not_found(place, name, f"must be one of the names in pod.spec.resourceClaims{rest}")


def _claim_request(review: Review, name: str, request: str, seen: set[str], path: str) -> None:
    key = name
    if request:
        review.errors.invalid_each(f"{path}.request", request, review.rules.dns_label(request))
        key = f"{name}/{request}"
    if key in seen:
        review.errors.duplicate(path, key)
    elif not request:
        for other in seen:
            if other.startswith(f"{name}/"):
                review.errors.duplicate(path, name)
    seen.add(key)
