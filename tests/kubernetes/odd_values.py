# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Values that nobody means to write: put anywhere into an object, they must lead to an answer, never to a traceback."""

from __future__ import annotations

import copy
import random
from typing import Any


def nested(depth: int, as_list: bool) -> Any:
    value: Any = []
    for dummy in range(depth):
        value = [value] if as_list else {"a": value}
    return value


ODD: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    2**31,
    2**63,
    -(2**63) - 1,
    10**400,
    0.1,
    1e308,
    float("inf"),
    float("nan"),
    "",
    " ",
    "\x00",
    "\ud800",
    "é\u0301",
    "\u202e",
    "🙂" * 300,
    "a" * 100_000,
    "1e99999999999",
    "9" * 5000,
    "metadata.labels['",
    "..",
    "/",
    [],
    [None],
    [[]],
    {},
    {"": ""},
    {None: 1},
    {1: 2},
    nested(90, True),
    nested(90, False),
    b"bytes",
    (1, 2),
    object(),
)


ALIKE = 0.6
"""How often an odd value is of the type of the one that it replaces, and so gets past the types."""


def places(value: Any, found: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """Every container and key below a value."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in list(entries):
        found.append((value, key))
        places(item, found)
    return found


def spoil(value: dict[str, Any], source: random.Random) -> None:
    """Puts one to three odd values anywhere into the object."""
    for dummy in range(source.randint(1, 3)):
        found = places(value, [])
        owner, key = source.choice(found)
        alike = [value for value in ODD if type(value) is type(owner[key])]
        odd = copy.deepcopy(source.choice(alike if alike and source.random() < ALIKE else ODD))
        if isinstance(owner, dict) and source.random() < 0.1:
            owner[odd if isinstance(odd, (str, int, float, bool, type(None))) else "odd"] = odd
        else:
            owner[key] = odd
