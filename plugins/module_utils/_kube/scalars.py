# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What plain scalars of YAML are. Private to this collection.

As in go.yaml.in/yaml/v2 `resolve.go`, with which kubectl and the other Kubernetes tools read manifests; numbers are
those of the JSON that comes of it, where floats have the shortest digits that tell them apart.
"""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache
from typing import Any


class Mark:
    """A scalar that isn't simply its value."""


NULL, MERGE, UNFIT = Mark(), Mark(), Mark()
"""Null, the key of a merge, and a number that JSON cannot hold."""

_WORDS: dict[str, Any] = {
    **dict.fromkeys(("y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"), True),
    **dict.fromkeys(("n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"), False),
}
_NULLS = ("", "~", "null", "Null", "NULL")
_NO_JSON = frozenset(f"{sign}.{word}" for word in ("inf", "Inf", "INF") for sign in ("", "+", "-")) | {
    ".nan",
    ".NaN",
    ".NAN",
}
FIRST = frozenset("yYnNtTfFoO~+-.0123456789<")
_INTEGER = re.compile(r"([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0[oO]?([0-7]+)|(0|[1-9][0-9]*))")
_BETWEEN_DIGITS = re.compile(r"(?<=[0-9])_(?=[0-9])")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")


@lru_cache(maxsize=8192)
def plain(text: str) -> Any:
    """The value or mark of a plain scalar; None if it is text."""
    if text in _WORDS:
        return _WORDS[text]
    if text in _NULLS:
        return NULL
    if text == "<<":
        return MERGE
    if text in _NO_JSON:
        return UNFIT
    return _number(text)


def _number(text: str) -> Any:
    digits = _BETWEEN_DIGITS.sub("", text) if text[0] == "." else text.replace("_", "")
    match = _INTEGER.fullmatch(digits)
    if match is not None and len(digits) < 100:
        sign, hexadecimal, binary, octal, decimal = match.groups()
        number = int(
            hexadecimal or binary or octal or decimal, 16 if hexadecimal else 2 if binary else 8 if octal else 10
        )
        if number < 1 << (64 if not sign else 63) or (sign == "-" and number == 1 << 63):
            return -number if sign == "-" else number
    if _FLOAT.fullmatch(digits) is None:
        return None
    fraction = float(digits)
    if fraction in (float("inf"), float("-inf")):
        return None
    if fraction.is_integer() and abs(fraction) < 1e21:
        return int(Decimal(repr(fraction)))
    return fraction
