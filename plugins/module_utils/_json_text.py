# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""JSON text to values; duplicate keys and what nests without bounds are refused. Private to this collection."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple, Optional

from ._yaml_text import DEEPEST

_BLANKS = re.compile(r"[ \t\r\n]*")


class JsonDocument(NamedTuple):
    """One of the values of a text, or the message that says why there is none; the rest of a `broken` text is lost."""

    number: int
    line: Optional[int]
    value: Any
    message: str = ""
    broken: bool = False


def documents_of(text: bytes) -> Iterator[JsonDocument]:
    """The values of a JSON text, one after another; a mistake of the syntax ends them."""
    try:
        content = text.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        yield JsonDocument(1, line, None, f"no UTF-8: {error.reason}", broken=True)
        return
    mistakes: list[str] = []
    decoder = json.JSONDecoder(
        object_pairs_hook=lambda pairs: _unique(pairs, mistakes),
        parse_constant=lambda name: mistakes.append(f"{name} is no value that JSON can hold"),
    )
    number, position = 1, _next(content, 0)
    while position < len(content):
        line = content.count("\n", 0, position) + 1
        try:
            value, end = decoder.raw_decode(content, position)
        except json.JSONDecodeError as error:
            yield JsonDocument(number, error.lineno, None, error.msg, broken=True)
            return
        except RecursionError:
            yield JsonDocument(number, line, None, "nested too deeply")
            return
        if _nests_too_deeply(value):
            mistakes.append(f"nested deeper than {DEEPEST} levels")
        yield JsonDocument(number, line, value, mistakes[0] if mistakes else "")
        mistakes.clear()
        number, position = number + 1, _next(content, end)


def _nests_too_deeply(value: Any) -> bool:
    level = [value] if isinstance(value, (dict, list)) else []
    for _depth in range(DEEPEST + 1):
        level = [
            inner
            for outer in level
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, (dict, list))
        ]
        if not level:
            return False
    return True


def _next(content: str, position: int) -> int:
    match = _BLANKS.match(content, position)
    return match.end() if match else position


def _unique(pairs: list[tuple[str, Any]], mistakes: list[str]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        names = [name for name, _value in pairs]
        mistakes.append(f'duplicate key "{next(name for name in names if names.count(name) > 1)}"')
    return result
