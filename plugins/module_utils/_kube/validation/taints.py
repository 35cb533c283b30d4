# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tolerations of pods and taints of nodes, as kube-apiserver refuses them. Private to this collection.

Rules: kubernetes `pkg/apis/core/validation/validation.go` ValidateTolerations, validateNodeTaints (1.28 - 1.37);
numeric operators KEP-5471 (alpha since 1.35).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from .field import Printed, go_json, named, quoted
from .review import Review

EFFECTS = ("NoSchedule", "PreferNoSchedule", "NoExecute")
_FIELDS = ("Key", "Operator", "Value", "Effect")
_INTEGER = re.compile(r"0|-?[1-9][0-9]*")
_GO_INTEGER = re.compile(r"[+-]?[0-9]+")


def check_tolerations(review: Review, tolerations: Sequence[Any], path: str) -> None:
    for index, toleration in enumerate(tolerations):
        _toleration(review, toleration or {}, f"{path}[{index}]")


def _toleration(review: Review, toleration: Mapping[str, Any], path: str) -> None:
    errors = review.errors
    key, operator, effect = (toleration.get(name) or "" for name in ("key", "operator", "effect"))
    if key:
        errors.invalid_each(f"{path}.key", key, review.rules.label_key(key))
    elif operator != "Exists":
        errors.invalid(
            f"{path}.operator",
            named(operator),
            'operator must be Exists when `key` is empty, which means "match all values and all keys"',
        )
    if toleration.get("tolerationSeconds") is not None and effect != "NoExecute":
        errors.invalid(f"{path}.effect", named(effect), "effect must be 'NoExecute' when `tolerationSeconds` is set")
    _operator(review, operator, toleration, path)
    if effect and effect not in EFFECTS:
        errors.unsupported(f"{path}.effect", named(effect), EFFECTS)


def _operator(review: Review, operator: str, toleration: Mapping[str, Any], path: str) -> None:
    errors, value = review.errors, toleration.get("value") or ""
    if operator in ("Equal", ""):
        reasons = review.rules.label_value(value)
        if reasons:
            errors.invalid(f"{path}.operator", value, ";".join(reasons))
    elif operator == "Exists":
        if value:
            shown = _whole(toleration) if review.rules.exists_value_whole else value
            errors.invalid(f"{path}.operator", shown, "value must be empty when `operator` is 'Exists'")
    elif operator in ("Lt", "Gt") and review.rules.knows_numeric_tolerations:
        if review.rules.numeric_tolerations:
            _number(review, value, f"{path}.value")
        else:
            errors.unsupported(f"{path}.operator", named(operator), ("Equal", "Exists", "Lt", "Gt"))
    else:
        errors.unsupported(f"{path}.operator", named(operator), ("Equal", "Exists"))


def _whole(toleration: Mapping[str, Any]) -> Printed:
    """The toleration in Go's own syntax, as it was printed up to 1.31; its seconds were an address there."""
    fields = ", ".join(f"{name}:{quoted(toleration.get(name.lower()) or '')}" for name in _FIELDS)
    seconds = "(*int64)(nil)" if toleration.get("tolerationSeconds") is None else "(*int64)(0xc000000000)"
    return Printed(toleration.get("value"), f"core.Toleration{{{fields}, TolerationSeconds:{seconds}}}")


def _number(review: Review, value: str, path: str) -> None:
    if not value:
        review.errors.invalid(path, value, "must be non-empty")
    elif not _INTEGER.fullmatch(value):
        review.errors.invalid(path, value, "must be a valid decimal integer in canonical form")
    if not _GO_INTEGER.fullmatch(value):
        review.errors.invalid(path, value, f"strconv.ParseInt: parsing {go_json(value)}: invalid syntax")
    elif len(value) > 20 or not -(1 << 63) <= int(value) < 1 << 63:
        review.errors.invalid(path, value, f"strconv.ParseInt: parsing {go_json(value)}: value out of range")


def check_taints(review: Review, taints: Sequence[Any], path: str) -> None:
    """Taints must be unique by key and effect; the path is `metadata.taints`, as upstream has it."""
    seen = set()
    for index, item in enumerate(taints):
        taint = item or {}
        place = f"{path}[{index}]"
        key, value, effect = (taint.get(name) or "" for name in ("key", "value", "effect"))
        review.errors.invalid_each(f"{place}.key", key, review.rules.label_key(key))
        reasons = review.rules.label_value(value)
        if reasons:
            review.errors.invalid(f"{place}.value", value, ";".join(reasons))
        if not effect:
            review.errors.required(f"{place}.effect")
        elif effect not in EFFECTS:
            review.errors.unsupported(f"{place}.effect", named(effect), EFFECTS)
        if (key, effect) in seen:
            review.errors.duplicate(place, _shown(review, taint), "taints must be unique by key and effect pair")
        seen.add((key, effect))


def _shown(review: Review, taint: Mapping[str, Any]) -> Printed:
    """A taint as errors print it: JSON of the server's struct, in Go's own syntax up to 1.33."""
    fields = {name: taint.get(name.lower()) or "" for name in ("Key", "Value", "Effect")}
    if review.rules.json_values:
        return Printed(taint, go_json({**fields, "TimeAdded": taint.get("timeAdded")}))
    told = ", ".join(f"{name}:{quoted(text)}" for name, text in fields.items())
    return Printed(taint, f"core.Taint{{{told}, TimeAdded:(*v1.Time)(nil)}}")
