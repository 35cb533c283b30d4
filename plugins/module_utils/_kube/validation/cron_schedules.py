# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Schedules of CronJobs, as their parser refuses them. Private to this collection.

Rules: github.com/robfig/cron v3 `parser.go` ParseStandard, which every release from 1.28 to 1.37 uses.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple, Optional, Union

from .field import quoted


class _Bounds(NamedTuple):
    least: int
    most: int
    names: Mapping[str, int] = {}


_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
_FIELDS = (
    _Bounds(0, 59),
    _Bounds(0, 23),
    _Bounds(1, 31),
    _Bounds(1, 12, {name: number for number, name in enumerate(_MONTHS, 1)}),
    _Bounds(0, 6, {name: number for number, name in enumerate(_DAYS)}),
)
_DESCRIPTORS = frozenset(["@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly"])
_UNITS = frozenset(["ns", "us", "µs", "μs", "ms", "s", "m", "h"])
_PART = re.compile(r"([0-9]*)(\.([0-9]*))?([^0-9.]*)")
_INTEGER = re.compile(r"[+-]?[0-9]+")


def schedule_problem(schedule: str) -> Optional[str]:
    """What is wrong with a schedule, in the parser's words."""
    if schedule.startswith(("TZ=", "CRON_TZ=")):
        end = schedule.find(" ")
        if end < 0:
            return "invalid schedule format: runtime error: slice bounds out of range [:-1]"
        schedule = schedule[end:].strip()
    if schedule.startswith("@"):
        return _descriptor_problem(schedule)
    words = schedule.split()
    if len(words) != len(_FIELDS):
        return f"expected exactly {len(_FIELDS)} fields, found {len(words)}: [{' '.join(words)}]"
    for word, bounds in zip(words, _FIELDS):
        for expression in filter(None, word.split(",")):
            problem = _range_problem(expression, bounds)
            if problem:
                return problem
    return None


def _descriptor_problem(descriptor: str) -> Optional[str]:
    if descriptor in _DESCRIPTORS:
        return None
    if descriptor.startswith("@every "):
        problem = _duration_problem(descriptor[len("@every ") :])
        return f"failed to parse duration {descriptor}: time: {problem}" if problem else None
    return f"unrecognized descriptor: {descriptor}"


def _duration_problem(text: str) -> Optional[str]:
    """What Go's time.ParseDuration says of a text such as `1h30m`."""
    rest = text[1:] if text[:1] in ("+", "-") else text
    if rest == "0":
        return None
    if not rest:
        return f"invalid duration {quoted(text)}"
    while rest:
        match = _PART.match(rest)
        if match is None or not (match[1] or match[3]):
            return f"invalid duration {quoted(text)}"
        unit = match[4]
        if not unit:
            return f"missing unit in duration {quoted(text)}"
        if unit not in _UNITS:
            return f"unknown unit {quoted(unit)} in duration {quoted(text)}"
        rest = rest[match.end() :]
    return None


def _range_problem(expression: str, bounds: _Bounds) -> Optional[str]:
    parts = expression.split("/")
    found = _ends(expression, parts[0].split("-"), bounds)
    if isinstance(found, str):
        return found
    start, end = found
    step = 1
    if len(parts) > 2:
        return f"too many slashes: {expression}"
    if len(parts) == 2:
        given = _integer(parts[1])
        if isinstance(given, str):
            return given
        step = given
        if "-" not in parts[0]:
            end = bounds.most
    return _bounds_problem(expression, (start, end, step), bounds)


def _bounds_problem(expression: str, numbers: tuple[int, int, int], bounds: _Bounds) -> Optional[str]:
    start, end, step = numbers
    if start < bounds.least:
        return f"beginning of range ({start}) below minimum ({bounds.least}): {expression}"
    if end > bounds.most:
        return f"end of range ({end}) above maximum ({bounds.most}): {expression}"
    if start > end:
        return f"beginning of range ({start}) beyond end of range ({end}): {expression}"
    return None if step else f"step of range should be a positive number: {expression}"


def _ends(expression: str, ends: list[str], bounds: _Bounds) -> Union[tuple[int, int], str]:
    """Begin and end of `1-5`, `*` or `mon`, or what is wrong with it."""
    if ends[0] in ("*", "?"):
        return bounds.least, bounds.most
    start = _integer_or_name(ends[0], bounds.names)
    if isinstance(start, str):
        return start
    if len(ends) == 1:
        return start, start
    if len(ends) > 2:
        return f"too many hyphens: {expression}"
    end = _integer_or_name(ends[1], bounds.names)
    return end if isinstance(end, str) else (start, end)


def _integer_or_name(text: str, names: Mapping[str, int]) -> Union[int, str]:
    number = names.get(text.lower())
    return _integer(text) if number is None else number


def _integer(text: str) -> Union[int, str]:
    if not _INTEGER.fullmatch(text):
        return f"failed to parse int from {text}: strconv.Atoi: parsing {quoted(text)}: invalid syntax"
    if len(text) > 18:
        return f"failed to parse int from {text}: strconv.Atoi: parsing {quoted(text)}: value out of range"
    number = int(text)
    return f"negative number ({number}) not allowed: {text}" if number < 0 else number
