# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Label selectors of objects, as kube-apiserver refuses them. Private to this collection.

Rules: k8s.io/apimachinery `pkg/apis/meta/v1/validation/validation.go` ValidateLabelSelector (0.28 - 0.37).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Optional

from ..selectors import SelectorError, label_selector, selects
from .field import Printed, go_json, named
from .metadata import check_labels
from .node_affinity import NEEDS_VALUES, TAKES_NO_VALUES, UNKNOWN_OPERATOR, check_label_values
from .review import Review

OPERATORS = ("In", "NotIn", "Exists", "DoesNotExist")
_NO_SELECTOR = "must not be specified when labelSelector is not set"
_TWICE = "exists in both matchLabelKeys and labelSelector"


def check_label_selector(review: Review, selector: Optional[Mapping[str, Any]], path: str) -> None:
    """A null selector is legal and selects nothing."""
    if not selector:
        return
    labels = selector.get("matchLabels")
    if labels:
        check_labels(review, labels, f"{path}.matchLabels")
    for index, requirement in enumerate(selector.get("matchExpressions") or ()):
        _requirement(review, requirement or {}, f"{path}.matchExpressions[{index}]")


def _requirement(review: Review, requirement: Mapping[str, Any], path: str) -> None:
    operator = requirement.get("operator") or ""
    values = requirement.get("values") or ()
    if operator not in OPERATORS:
        review.errors.invalid(f"{path}.operator", named(operator), UNKNOWN_OPERATOR)
    elif operator in OPERATORS[:2]:
        if not values:
            review.errors.required(f"{path}.values", NEEDS_VALUES)
    elif values:
        review.errors.forbidden(f"{path}.values", TAKES_NO_VALUES)
    key = requirement.get("key") or ""
    review.errors.invalid_each(f"{path}.key", key, review.rules.label_key(key))
    check_label_values(review, values, path)


def selector_matches(review: Review, selector: Optional[Mapping[str, Any]], labels: Any) -> Optional[bool]:
    """Whether the selector selects the labels; None where it cannot be read (metav1.LabelSelectorAsSelector)."""
    if selector is None:
        return False
    rules = review.rules
    pairs = selector.get("matchLabels") or {}
    expressions = [item or {} for item in selector.get("matchExpressions") or ()]
    keys = [*pairs, *(item.get("key") or "" for item in expressions)]
    values = [*pairs.values(), *(value for item in expressions for value in item.get("values") or ())]
    if any(map(rules.label_key, keys)) or any(rules.label_value(value or "") for value in values):
        return None
    try:
        parsed = label_selector(selector)
    except SelectorError:
        return None
    return selects(parsed, {key: value or "" for key, value in (labels or {}).items()})


def selector_shown(selector: Any) -> Printed:
    """A selector as errors print it: fields that are empty are left out."""
    if selector is None:
        return Printed(None, "null")
    shown: dict[str, Any] = {}
    if selector.get("matchLabels"):
        shown["matchLabels"] = dict(sorted(selector["matchLabels"].items()))
    if selector.get("matchExpressions"):
        shown["matchExpressions"] = [
            {
                "key": (item or {}).get("key") or "",
                "operator": (item or {}).get("operator") or "",
                **({"values": item["values"]} if (item or {}).get("values") else {}),
            }
            for item in selector["matchExpressions"]
        ]
    return Printed(selector, go_json(shown))


def merged_selector(review: Review, owner: Mapping[str, Any]) -> Optional[Mapping[str, Any]]:
    """The selector of an affinity term or spread constraint with the keys that the registry appends on creation.

    Each key of matchLabelKeys and mismatchLabelKeys that the pod carries becomes an expression before validation
    (pkg/registry/core/pod/strategy.go); templates are not merged.
    """
    selector: Optional[Mapping[str, Any]] = owner.get("labelSelector")
    keys = [("In", key) for key in owner.get("matchLabelKeys") or ()]
    keys += [("NotIn", key) for key in owner.get("mismatchLabelKeys") or ()]
    if selector is None or not keys or not review.is_pod:
        return selector
    appended = [
        {"key": key or "", "operator": operator, "values": [review.labels[key or ""] or ""]}
        for operator, key in keys
        if (key or "") in review.labels
    ]
    return {**selector, "matchExpressions": [*(selector.get("matchExpressions") or ()), *appended]}


def check_label_keys(review: Review, owner: Mapping[str, Any], merged: Any, path: str) -> None:
    """matchLabelKeys and mismatchLabelKeys; a key that the merged selector holds twice was one of its own."""
    match, differ = owner.get("matchLabelKeys") or (), owner.get("mismatchLabelKeys") or ()
    if not match and not differ:
        return
    _key_names(review, match, merged, f"{path}.matchLabelKeys")
    _key_names(review, differ, merged, f"{path}.mismatchLabelKeys")
    if merged is not None:
        _keys_in_selector(review, match, merged, path)
    for index, key in enumerate(match):
        if key in differ:
            review.errors.invalid(
                f"{path}.matchLabelKeys[{index}]", key or "", "exists in both matchLabelKeys and mismatchLabelKeys"
            )


def check_match_label_keys_of_old(review: Review, owner: Mapping[str, Any], path: str) -> None:
    """matchLabelKeys of a spread constraint where nothing is merged into the selector (up to 1.33, or the gate off)."""
    keys = owner.get("matchLabelKeys") or ()
    if not keys:
        return
    selector = owner.get("labelSelector")
    if selector is None:
        review.errors.forbidden(f"{path}.matchLabelKeys", _NO_SELECTOR)
    used = set((selector or {}).get("matchLabels") or ())
    used.update((item or {}).get("key") or "" for item in (selector or {}).get("matchExpressions") or ())
    for index, key in enumerate(keys):
        place = f"{path}.matchLabelKeys[{index}]"
        review.errors.invalid_each(place, key or "", review.rules.label_key(key or ""))
        if (key or "") in used:
            review.errors.invalid(place, key or "", _TWICE)


def _key_names(review: Review, keys: Sequence[Any], selector: Any, path: str) -> None:
    if keys and selector is None:
        review.errors.forbidden(path, _NO_SELECTOR)
        return
    for index, key in enumerate(keys):
        review.errors.invalid_each(f"{path}[{index}]", key or "", review.rules.label_key(key or ""))


def _keys_in_selector(review: Review, match: Sequence[Any], selector: Mapping[str, Any], path: str) -> None:
    """The index of the key stands right after the term's, as upstream has it."""
    positions = {key or "": index for index, key in enumerate(match)}
    used = set(selector.get("matchLabels") or ())
    for item in selector.get("matchExpressions") or ():
        key = (item or {}).get("key") or ""
        if key in positions and key in used:
            review.errors.invalid(f"{path}[{positions[key]}]", key, _TWICE)
        used.add(key)
