# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""nodeSelector and node affinity, as kube-apiserver refuses them. Private to this collection.

Rules: kubernetes `pkg/apis/core/validation/validation.go` ValidateNodeSelector, ValidateNodeSelectorRequirement,
ValidateNodeFieldSelectorRequirement, ValidatePreferredSchedulingTerms (1.28 - 1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .field import named
from .review import Review

REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution"
NEEDS_VALUES = "must be specified when `operator` is 'In' or 'NotIn'"
TAKES_NO_VALUES = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"
UNKNOWN_OPERATOR = "not a valid selector operator"
BAD_WEIGHT = "must be in the range 1-100"


def check_node_affinity(review: Review, affinity: Mapping[str, Any], path: str) -> None:
    required = affinity.get(REQUIRED)
    if required is not None:
        _node_selector(review, required, f"{path}.{REQUIRED}.nodeSelectorTerms")
    for index, preferred in enumerate(affinity.get(PREFERRED) or ()):
        term = preferred or {}
        place = f"{path}.{PREFERRED}[{index}]"
        check_weight(review, term, place)
        _term(review, term.get("preference") or {}, f"{place}.preference", check_values=False)


def check_weight(review: Review, term: Mapping[str, Any], path: str) -> None:
    """Of preferred terms of nodes and pods alike."""
    weight = term.get("weight") or 0
    if not 0 < weight <= 100:
        review.errors.invalid(f"{path}.weight", weight, BAD_WEIGHT)


def _node_selector(review: Review, selector: Mapping[str, Any], path: str) -> None:
    terms = selector.get("nodeSelectorTerms")
    if not terms:
        review.errors.required(path, "must have at least one node selector term")
        return
    for index, term in enumerate(terms):
        _term(review, term or {}, f"{path}[{index}]", check_values=review.rules.node_affinity_values)


def _term(review: Review, term: Mapping[str, Any], path: str, check_values: bool) -> None:
    """An empty term is accepted here; it matches no node (NodeSelectorTerm)."""
    for index, requirement in enumerate(term.get("matchExpressions") or ()):
        _expression(review, requirement or {}, f"{path}.matchExpressions[{index}]", check_values)
    for index, requirement in enumerate(term.get("matchFields") or ()):
        _field(review, requirement or {}, f"{path}.matchFields[{index}]")


def _expression(review: Review, requirement: Mapping[str, Any], path: str, check_values: bool) -> None:
    operator = requirement.get("operator") or ""
    values = requirement.get("values") or ()
    if operator in ("In", "NotIn"):
        if not values:
            review.errors.required(f"{path}.values", NEEDS_VALUES)
    elif operator in ("Exists", "DoesNotExist"):
        if values:
            review.errors.forbidden(f"{path}.values", TAKES_NO_VALUES)
    elif operator in ("Gt", "Lt"):
        if len(values) != 1:
            review.errors.required(f"{path}.values", "must be specified single value when `operator` is 'Lt' or 'Gt'")
    else:
        review.errors.invalid(f"{path}.operator", named(operator), UNKNOWN_OPERATOR)
    key = requirement.get("key") or ""
    review.errors.invalid_each(f"{path}.key", key, review.rules.label_key(key))
    if check_values:
        check_label_values(review, values, path)


def check_label_values(review: Review, values: Any, path: str) -> None:
    for index, value in enumerate(values):
        for reason in review.rules.label_value(value or ""):
            review.errors.invalid(f"{path}.values[{index}]", value or "", reason)


def _field(review: Review, requirement: Mapping[str, Any], path: str) -> None:
    operator = requirement.get("operator") or ""
    values = requirement.get("values") or ()
    if operator not in ("In", "NotIn"):
        review.errors.invalid(f"{path}.operator", named(operator), UNKNOWN_OPERATOR)
    elif len(values) != 1:
        review.errors.required(
            f"{path}.values", "must be only one value when `operator` is 'In' or 'NotIn' for node field selector"
        )
    key = requirement.get("key") or ""
    if key != "metadata.name":
        review.errors.invalid(f"{path}.key", key, "not a valid field selector key")
        return
    for index, value in enumerate(values):
        for reason in review.rules.dns_subdomain(value or ""):
            review.errors.invalid(f"{path}.values[{index}]", value or "", reason)
