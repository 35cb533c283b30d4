# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Label and node selectors: read once, then matched many times. Private to this collection.

`label_selector` and `requirement` refuse what upstream cannot parse with a `SelectorError` that holds the text of
k8s.io/apimachinery (`pkg/labels/selector.go`, `pkg/apis/meta/v1/helpers.go`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Optional

MIN_INT64, MAX_INT64 = -(1 << 63), (1 << 63) - 1
LABEL_OPERATORS = ("In", "NotIn", "Exists", "DoesNotExist")
NODE_OPERATORS = (*LABEL_OPERATORS, "Gt", "Lt")

_SIGNS = {"Exists": "", "DoesNotExist": "", "In": " in ", "NotIn": " notin ", "Gt": ">", "Lt": "<", "=": "="}


class SelectorError(ValueError):
    """A selector that upstream refuses to parse, in its own words."""


class Requirement(NamedTuple):
    """One `key operator values` of a label or node selector."""

    key: str
    operator: str
    values: tuple[str, ...] = ()

    def matches(self, labels: Mapping[str, str]) -> bool:
        """Whether the labels meet it; NotIn and DoesNotExist hold without the key, Gt and Lt never do."""
        found = labels.get(self.key)
        operator = self.operator
        if operator in ("In", "="):
            return found is not None and found in self.values
        if operator == "NotIn":
            return found is None or found not in self.values
        if operator == "Exists":
            return found is not None
        if operator == "DoesNotExist":
            return found is None
        return found is not None and self.compares(found)

    def compares(self, found: str) -> bool:
        """`Gt` and `Lt`: both sides are signed 64-bit decimals, anything else does not match."""
        if self.operator not in ("Gt", "Lt") or len(self.values) != 1:
            return False
        left, right = go_integer(found), go_integer(self.values[0])
        if left is None or right is None:
            return False
        return left > right if self.operator == "Gt" else left < right

    def __str__(self) -> str:
        """The requirement as `kubectl --selector` takes it; values are sorted (selector.go Requirement.String)."""
        values = ",".join(sorted(self.values))
        if self.operator in ("In", "NotIn"):
            values = f"({values})"
        not_ = "!" if self.operator == "DoesNotExist" else ""
        return f"{not_}{self.key}{_SIGNS.get(self.operator, f' {self.operator} ')}{values}"


Selector = Optional[tuple[Requirement, ...]]
"""All requirements hold; None matches nothing, an empty one everything."""

NOTHING: Selector = None
EVERYTHING: Selector = ()


def selects(selector: Selector, labels: Mapping[str, str]) -> bool:
    """Whether the selector matches the labels."""
    if selector is None:
        return False
    for requirement in selector:  # noqa: SIM110 - asked millions of times: a generator costs twice as much
        if not requirement.matches(labels):
            return False
    return True


def selector_text(selector: Selector) -> str:
    """The selector as upstream prints it, requirements in order of their keys."""
    if selector is None:
        return "<none>"
    return ",".join(str(requirement) for requirement in sorted(selector, key=lambda entry: entry.key))


def pairs(labels: Mapping[str, str]) -> tuple[Requirement, ...]:
    """The requirements of `matchLabels` or a `nodeSelector`: every pair must be equal."""
    return tuple(Requirement(key, "=", (value,)) for key, value in labels.items())


def label_selector(value: object) -> Selector:
    """A LabelSelector: null matches nothing, an empty one everything; all labels and expressions must hold."""
    if value is None:
        return NOTHING
    if not isinstance(value, Mapping):
        raise SelectorError("a label selector must be a mapping")
    labels = {key: text or "" for key, text in (value.get("matchLabels") or {}).items()}
    expressions = value.get("matchExpressions") or ()
    return (*pairs(labels), *(requirement(expression or {}, LABEL_OPERATORS) for expression in expressions))


def requirement(expression: Mapping[str, object], operators: tuple[str, ...] = NODE_OPERATORS) -> Requirement:
    """One requirement whose operator and number of values upstream can work with."""
    key, operator = expression.get("key") or "", expression.get("operator") or ""
    values = expression.get("values") or ()
    if not isinstance(values, (list, tuple)):
        raise SelectorError(f'values of "{key}" must be a list')
    if operator not in operators:
        raise SelectorError(f'"{operator}" is not a valid label selector operator')
    if operator in ("In", "NotIn") and not values:
        raise SelectorError("for 'in', 'notin' operators, values set can't be empty")
    if operator in ("Exists", "DoesNotExist") and values:
        raise SelectorError("values set must be empty for exists and does not exist")
    if operator in ("Gt", "Lt"):
        if len(values) != 1:
            raise SelectorError("for 'Gt', 'Lt' operators, exactly one value is required")
        if go_integer(str(values[0])) is None:
            raise SelectorError("for 'Gt', 'Lt' operators, the value must be an integer")
    return Requirement(str(key), str(operator), tuple("" if entry is None else str(entry) for entry in values))


def go_integer(value: str) -> Optional[int]:
    """What Go's ParseInt(value, 10, 64) reads: a sign and leading zeros are fine, spaces and underscores are not."""
    digits = value[1:] if value[:1] in ("+", "-") else value
    if not digits.isascii() or not digits.isdigit() or len(digits.lstrip("0")) > 19:
        return None
    number = int(digits.lstrip("0") or "0")
    number = -number if value[0] == "-" else number
    return number if MIN_INT64 <= number <= MAX_INT64 else None


def canonical_integer(value: str) -> Optional[int]:
    """A 64-bit decimal without sign `+` or leading zeros, as tolerations compare them (content IsDecimalInteger)."""
    number = go_integer(value)
    return number if number is not None and str(number) == value else None
