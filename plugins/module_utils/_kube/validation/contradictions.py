# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Node selections that no node can ever meet. Private to this collection.

Decided from the selection alone: a label has one value, so that `zone In [a]` and `zone In [b]` exclude each other
whatever the nodes are (semantics: component-helpers `scheduling/corev1/nodeaffinity`, 0.28 - 0.37).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Optional

from ..selectors import go_integer

_LOWEST, _HIGHEST = -(1 << 63), (1 << 63) - 1


class _Wanted:
    """What the requirements met so far leave open for one label."""

    def __init__(self) -> None:
        self.allowed: Optional[set[str]] = None
        self.refused: set[str] = set()
        self.present = False
        self.absent = False
        self.above, self.below = _LOWEST, _HIGHEST
        self.compared = False

    def require(self, operator: str, values: Sequence[str]) -> None:
        if operator == "In":
            self.allowed = set(values) if self.allowed is None else self.allowed & set(values)
        elif operator == "NotIn":
            self.refused.update(values)
        elif operator == "DoesNotExist":
            self.absent = True
        if operator in ("In", "Exists", "Gt", "Lt"):
            self.present = True
        if operator in ("Gt", "Lt"):
            self._compare(operator, values)

    def _compare(self, operator: str, values: Sequence[str]) -> None:
        number = go_integer(values[0]) if len(values) == 1 else None
        self.compared = True
        if number is None:
            self.above = _HIGHEST
        elif operator == "Gt":
            self.above = max(self.above, number)
        else:
            self.below = min(self.below, number)

    def possible(self) -> bool:
        if self.present and self.absent:
            return False
        if self.compared and self.below - self.above < 2:
            return False
        if self.allowed is None:
            return True
        return any(self._fits(value) for value in self.allowed - self.refused)

    def _fits(self, value: str) -> bool:
        if not self.compared:
            return True
        number = go_integer(value)
        return number is not None and self.above < number < self.below


def impossible_keys(selector: Mapping[str, Any], expressions: Iterable[Mapping[str, Any]]) -> list[str]:
    """The labels for which a nodeSelector and one term's expressions together leave no value."""
    wanted: dict[str, _Wanted] = {}
    for key, value in selector.items():
        wanted.setdefault(key, _Wanted()).require("In", [value or ""])
    for item in expressions:
        values = [value or "" for value in item.get("values") or ()]
        wanted.setdefault(item.get("key") or "", _Wanted()).require(item.get("operator") or "", values)
    return [key for key, each in wanted.items() if not each.possible()]


def impossible_names(fields: Iterable[Mapping[str, Any]]) -> bool:
    """Whether `matchFields` of one term leave no node name."""
    wanted = _Wanted()
    for item in fields:
        wanted.require(item.get("operator") or "", [value or "" for value in item.get("values") or ()])
    return not wanted.possible()
