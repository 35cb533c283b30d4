# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Scheduling gates, groups and eviction responders, as kube-apiserver refuses them. Private to this collection.

Rules: kubernetes `pkg/apis/core/validation/validation.go` validateSchedulingGates, validateSchedulingGroup and the
generated validation of `spec.evictionResponders` (1.28 - 1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .field import named
from .review import Review

_MOST_RESPONDERS = 10
_RESERVED = ("k8s.io", "kubernetes.io")


def check_scheduling_gates(review: Review, gates: Sequence[Any], path: str) -> None:
    """Names are label keys, each once; the path is the gate's, not its name's."""
    seen: set[str] = set()
    for index, gate in enumerate(gates):
        name = (gate or {}).get("name") or ""
        review.errors.invalid_each(f"{path}[{index}]", name, review.rules.label_key(name))
        if name in seen:
            review.errors.duplicate(f"{path}[{index}]", name)
        seen.add(name)


def check_scheduling_group(review: Review, path: str) -> None:
    group = review.spec.get("schedulingGroup")
    if group is None:
        return
    name = group.get("podGroupName")
    place = f"{path}.schedulingGroup.podGroupName"
    if name is None:
        review.errors.invalid(place, None, "must specify one of: `podGroupName`")
    else:
        review.errors.invalid_each(place, name, review.rules.dns_subdomain(name))
    if review.spec.get("evictionResponders") and review.rules.eviction_responders:
        review.errors.forbidden(f"{path}.schedulingGroup", "may not be set when evictionResponders is set")


def check_eviction_responders(review: Review, path: str) -> None:
    """At most ten, each a prefixed name with a priority (KEP-4563, alpha in 1.37)."""
    responders = review.spec.get("evictionResponders") or ()
    place, errors = f"{path}.evictionResponders", review.errors
    if len(responders) > _MOST_RESPONDERS:
        errors.too_many(place, len(responders), _MOST_RESPONDERS)
    seen: set[str] = set()
    for index, item in enumerate(responders):
        responder = item or {}
        name, priority = responder.get("name") or "", responder.get("priority")
        if name in seen:
            errors.duplicate(f"{place}[{index}]", named(name))
        seen.add(name)
        if not name:
            errors.required(f"{place}[{index}].name")
        else:
            _responder_name(review, name, f"{place}[{index}].name")
        if priority is None:
            errors.required(f"{place}[{index}].priority")
        elif not 0 <= priority <= 100000:
            bound = "greater than or equal to 0" if priority < 0 else "less than or equal to 100000"
            errors.invalid(f"{place}[{index}].priority", priority, f"must be {bound}")


def _responder_name(review: Review, name: str, path: str) -> None:
    reasons = review.rules.label_key(name)
    if not reasons and "/" not in name:
        reasons = ("must include a prefix (e.g. 'example.com/key')",)
    review.errors.invalid_each(path, name, reasons)
    domain = name.split("/", 1)[0]
    if not reasons and any(domain == own or domain.endswith(f".{own}") for own in _RESERVED):
        review.errors.invalid(path, name, "domain names *.k8s.io, *.kubernetes.io are reserved")
