# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a value is of one of the API's plain types. Private to this collection.

The letters are those of the tables of fields, as schema.py explains them.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping
from typing import Any, Callable

from ..objects import integer
from ..quantity import QuantityError
from ..quantity import parse as parse_quantity

Check = Callable[[Any, "list[bool]"], bool]
"""Whether a value fits; names that the API does not know are noted in the list."""

_TIME = re.compile(
    r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]?\d|2[0-3])[:][0-5]\d[:][0-5]\d([.,]\d+)?(Z|[+-]\d\d:\d\d)"
)


def is_string(value: Any, _unknown: Any = None) -> bool:
    return isinstance(value, str)


def _is_boolean(value: Any, _unknown: Any = None) -> bool:
    return isinstance(value, bool)


def _integer(limit: int) -> Check:
    def fits(value: Any, _unknown: Any = None) -> bool:
        number = integer(value)
        return number is not None and -limit <= number < limit

    return fits


def _is_quantity(value: Any, _unknown: Any = None) -> bool:
    try:
        parse_quantity(value)
    except QuantityError:
        return False
    return True


_is_short = _integer(1 << 31)


def _is_integer_or_string(value: Any, _unknown: Any = None) -> bool:
    return isinstance(value, str) or _is_short(value, [])


def _is_time(value: Any, _unknown: Any = None) -> bool:
    return isinstance(value, str) and (not value or _TIME.fullmatch(value) is not None)


def _is_base64(value: Any, _unknown: Any = None) -> bool:
    if not isinstance(value, str):
        return False
    try:
        base64.b64decode(value, validate=True)
    except (binascii.Error, ValueError):
        return False
    return True


def _is_anything(value: Any, _unknown: Any = None) -> bool:
    return True


CHECKS: Mapping[str, Check] = {
    "b": _is_boolean,
    "i": _is_short,
    "j": _is_anything,
    "l": _integer(1 << 63),
    "q": _is_quantity,
    "s": is_string,
    "t": _is_time,
    "x": _is_integer_or_string,
    "y": _is_base64,
}
EXPECTED: Mapping[str, str] = {
    "b": "true or false",
    "i": "an integer of 32 bits",
    "j": "anything",
    "l": "an integer of 64 bits",
    "q": "a quantity",
    "s": "a string",
    "t": "a time such as 2026-01-31T12:00:00Z",
    "x": "an integer of 32 bits or a string",
    "y": "base64",
}
