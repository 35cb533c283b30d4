# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""When a Job has failed or succeeded, as kube-apiserver refuses it. Private to this collection.

Rules: kubernetes `pkg/apis/batch/validation/validation.go` validatePodFailurePolicy, validateSuccessPolicy (1.28 -
1.37).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Optional, Union

from .field import OMITTED, Printed, go_json, named, quoted
from .review import Review

Object = Mapping[str, Any]
ACTIONS = ("Count", "FailIndex", "FailJob", "Ignore")
OPERATORS = ("In", "NotIn")
STATUSES = ("False", "True", "Unknown")
_MOST_RULES = 20
_MOST_CODES = 255
_INDEXES_BYTES = 64 * 1024
_INTEGER = re.compile(r"[+-]?[0-9]{1,18}")


def check_failure_policy(review: Review, spec: Object, policy: Object, path: str) -> None:
    rules = policy.get("rules") or ()
    if len(rules) > _MOST_RULES:
        review.errors.too_many(f"{path}.rules", len(rules), _MOST_RULES)
    pod = (spec.get("template") or {}).get("spec") or {}
    names = {
        (container or {}).get("name") or ""
        for role in ("containers", "initContainers")
        for container in pod.get(role) or ()
    }
    for index, rule in enumerate(rules):
        _failure_rule(review, spec, rule or {}, f"{path}.rules[{index}]", names)


def _failure_rule(review: Review, spec: Object, rule: Object, path: str, names: set[str]) -> None:
    errors = review.errors
    action = rule.get("action") or ""
    per_index = review.rules.job_per_index
    actions = ACTIONS if per_index else tuple(name for name in ACTIONS if name != "FailIndex")
    if not action:
        errors.required(f"{path}.action", f"valid values: {_go_list(actions)}")
    elif action == "FailIndex" and per_index:
        if spec.get("backoffLimitPerIndex") is None:
            errors.invalid(f"{path}.action", named(action), "requires the backoffLimitPerIndex to be set")
    elif action not in actions:
        errors.unsupported(f"{path}.action", named(action), actions)
    codes, conditions = rule.get("onExitCodes"), rule.get("onPodConditions") or ()
    if codes is not None:
        _exit_codes(review, codes, f"{path}.onExitCodes", names)
    if conditions:
        _conditions(review, conditions, f"{path}.onPodConditions")
    if codes is not None and conditions:
        errors.invalid(path, OMITTED, "specifying both OnExitCodes and OnPodConditions is not supported")
    if codes is None and not conditions:
        errors.invalid(path, OMITTED, "specifying one of OnExitCodes and OnPodConditions is required")


def _exit_codes(review: Review, requirement: Object, path: str, names: set[str]) -> None:
    errors = review.errors
    operator = requirement.get("operator") or ""
    if not operator:
        errors.required(f"{path}.operator", f"valid values: {_go_list(OPERATORS)}")
    elif operator not in OPERATORS:
        errors.unsupported(f"{path}.operator", named(operator), OPERATORS)
    name = requirement.get("containerName")
    if name is not None and name not in names:
        errors.invalid(
            f"{path}.containerName", name, "must be one of the container or initContainer names in the pod template"
        )
    values = requirement.get("values")
    place = f"{path}.values"
    if not values:
        errors.invalid(place, values, "at least one value is required")
    elif len(values) > _MOST_CODES:
        errors.too_many(place, len(values), _MOST_CODES)
    _codes(review, [value or 0 for value in values or ()], operator, place)


def _codes(review: Review, values: Sequence[int], operator: str, path: str) -> None:
    errors = review.errors
    seen: set[int] = set()
    for index, value in enumerate(values):
        if operator == "In" and value == 0:
            errors.invalid(f"{path}[{index}]", value, "must not be 0 for the In operator")
        if value in seen:
            errors.duplicate(f"{path}[{index}]", value)
        seen.add(value)
    if any(earlier > later for earlier, later in zip(values, values[1:])):
        errors.invalid(path, list(values), "must be ordered")


def _conditions(review: Review, patterns: Sequence[Any], path: str) -> None:
    errors = review.errors
    if len(patterns) > _MOST_RULES:
        errors.too_many(path, len(patterns), _MOST_RULES)
    for index, item in enumerate(patterns):
        kind, status = (item or {}).get("type") or "", (item or {}).get("status") or "True"
        errors.invalid_each(f"{path}[{index}].type", kind, review.rules.label_key(kind))
        if status not in STATUSES:
            errors.unsupported(f"{path}[{index}].status", named(status), STATUSES)


def success_policy_shown(policy: Object) -> Printed:
    """The policy as errors print it: the server's internal struct has no JSON names."""
    rules = policy.get("rules")
    names = {"SucceededIndexes": "succeededIndexes", "SucceededCount": "succeededCount"}
    listed = [{name: (rule or {}).get(field) for name, field in names.items()} for rule in rules or ()]
    return Printed(policy, go_json({"Rules": None if rules is None else listed}))


def check_success_policy(review: Review, policy: Object, completions: Any, path: str) -> None:
    rules, errors = policy.get("rules") or (), review.errors
    if not rules:
        errors.required(f"{path}.rules", "at least one rules must be specified when the successPolicy is specified")
    if len(rules) > _MOST_RULES:
        errors.too_many(f"{path}.rules", len(rules), _MOST_RULES)
    for index, rule in enumerate(rules):
        _success_rule(review, rule or {}, completions, f"{path}.rules[{index}]")


def _success_rule(review: Review, rule: Object, completions: Optional[int], path: str) -> None:
    """Without completions upstream fails on a rule that counts; they are told as missing elsewhere."""
    errors = review.errors
    count, indexes = rule.get("succeededCount"), rule.get("succeededIndexes")
    if count is None and indexes is None:
        errors.required(path, "at least one of succeededCount or succeededIndexes must be specified")
    if completions is None:
        return
    total: Optional[int] = None
    if indexes is not None:
        place = f"{path}.succeededIndexes"
        if len(indexes) > _INDEXES_BYTES:
            errors.too_long(place, _INDEXES_BYTES)
        found = _count_indexes(indexes, completions)
        total = found if isinstance(found, int) else 0
        if isinstance(found, str):
            errors.invalid(place, indexes, f"error parsing succeededIndexes: {found}")
    if count is None:
        return
    place = f"{path}.succeededCount"
    errors.non_negative(place, count)
    if count > completions:
        text = f"must be less than or equal to {completions} (the number of specified completions)"
        errors.invalid(place, count, text)
    if total is not None and count > total:
        errors.invalid(
            place,
            count,
            f"must be less than or equal to {total} (the number of indexes in the specified succeededIndexes field)",
        )


def _count_indexes(text: str, completions: int) -> Union[int, str]:
    """How many indexes `0-2,4` names, or what is wrong with it."""
    total, last = 0, -1
    for interval in text.split(",") if text else ():
        bounds = _interval(interval, completions)
        if isinstance(bounds, str):
            return bounds
        if total and last >= bounds[0]:
            return f"non-increasing order, previous: {last}, current: {bounds[0]}"
        total += bounds[1] - bounds[0] + 1
        last = bounds[1]
    return total


def _interval(text: str, completions: int) -> Union[tuple[int, int], str]:
    """First and last index of `3` or `0-2`, or what is wrong with it."""
    parts = text.split("-")
    if len(parts) > 2:
        return (
            f"the fragment {quoted(text)} violates the requirement that an index interval can have at most two parts "
            "separated by '-'"
        )
    numbers = []
    for part in parts:
        number = _index(part)
        if isinstance(number, str):
            return number
        if number >= completions:
            return f"too large index: {quoted(part)}"
        numbers.append(number)
    if len(numbers) == 2 and numbers[0] >= numbers[1]:
        return f"non-increasing order, previous: {numbers[0]}, current: {numbers[1]}"
    return numbers[0], numbers[-1]


def _index(text: str) -> Union[int, str]:
    if not _INTEGER.fullmatch(text):
        return f"cannot convert string to integer for index: {quoted(text)}"
    return int(text)


def _go_list(names: Sequence[str]) -> str:
    """A list as Go's %q prints it."""
    return f"[{' '.join(quoted(name) for name in names)}]"
