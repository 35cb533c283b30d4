# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""From an object that shows a difference to the smallest one that still does, by leaving things out."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any, Callable

Path = tuple[Any, ...]


def smallest(value: dict[str, Any], differs: Callable[[dict[str, Any]], bool], most: int = 400) -> dict[str, Any]:
    """The object without everything that can go while `differs` holds; asks at most `most` times."""
    current, asked, progress = copy.deepcopy(value), 0, True
    while progress and asked < most:
        progress = False
        for path in sorted(_paths(current), key=len):
            smaller = _without(current, path)
            if smaller is None:
                continue
            asked += 1
            if differs(smaller):
                current, progress = smaller, True
                break
            if asked >= most:
                break
    return current


def _paths(value: Any, path: Path = ()) -> Iterator[Path]:
    """Every place that can be left out; what names the object stays."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in entries:
        place = (*path, key)
        if place[0] not in ("apiVersion", "kind") and place != ("metadata",) and place != ("metadata", "name"):
            yield place
        yield from _paths(item, place)


def _without(value: dict[str, Any], path: Path) -> dict[str, Any] | None:
    """A copy without the entry at `path`; None where that has gone with another one."""
    result = copy.deepcopy(value)
    owner: Any = result
    try:
        for step in path[:-1]:
            owner = owner[step]
        del owner[path[-1]]
    except (IndexError, KeyError, TypeError):
        return None
    return result
