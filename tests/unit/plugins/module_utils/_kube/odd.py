# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Values that nobody means to write, and how to put them anywhere into an object."""

from __future__ import annotations

import copy

NUMBERS = [True, False, 0, -1, 1, 2**63, 10**400, 1.5, float("nan"), float("inf"), 1e300]
TEXTS = ["", "x", "1Gi", "-1", "1e999999999", "9" * 3000, "ä\u2028", "\ud800", "a" * 100_000, "\x00", "1e10000000"]
LISTS = [[], [None], [[]], [{}], ["x"], (1, 2), b"x"]
MAPPINGS = [{}, {"": None}, {"a": {}}, {"cpu": None}, {"cpu": {}}, {1: 2}, {None: 1}, {"requests": 5}]
ODD = [None, *NUMBERS, *TEXTS, *LISTS, *MAPPINGS]


def paths(value, path=()):
    """Every place in a value, the value itself included."""
    yield path
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, entry in entries:
        yield from paths(entry, (*path, name))


def replaced(value, path, odd):
    """A copy of the value with another one at a place."""
    if not path:
        return odd
    result = copy.copy(value)
    result[path[0]] = replaced(value[path[0]], path[1:], odd)
    return result


def asked_for_all(ask, seeds):
    """How many of the seeds were refused; whatever else is raised names its seed."""
    return sum(_asked(ask, seed) for seed in seeds)


def _asked(ask, seed):
    try:
        return ask(seed)
    except Exception as error:
        raise AssertionError(f"seed {seed}") from error
