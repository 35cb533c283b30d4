# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fenced blocks of ours in files of other people. Private to this collection.

Text is what `bytes.decode("utf-8", "surrogateescape")` gives, so that odd bytes outside the block survive;
lines end at a line feed only and keep their endings, so that a carriage return survives too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Optional

from .._kube.errors import InputError, Problem

OWNER = "quorum.kube"


class Line(NamedTuple):
    """A line with its ending, and its number in the file as it stands on disk."""

    number: int
    text: str

    @property
    def body(self) -> str:
        return self.text.rstrip("\r\n")

    @property
    def ending(self) -> str:
        return self.text[len(self.body) :]


class Fenced(NamedTuple):
    """A file taken apart: what is outside the block, where the block stood among it, and what it held."""

    outside: tuple[Line, ...]
    at: Optional[int]
    inside: tuple[Line, ...]


def printable(text: str) -> str:
    """The text with odd bytes spelled out, because results of modules are UTF-8."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def begin(what: str) -> str:
    return f"# BEGIN {OWNER} {what}"


def end(what: str) -> str:
    return f"# END {OWNER} {what}"


def lines_of(text: str) -> list[Line]:
    parts = text.split("\n")
    texts = [part + "\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])
    return [Line(number, line) for number, line in enumerate(texts, 1)]


def text_of(lines: Sequence[Line]) -> str:
    return "".join(line.text for line in lines)


def take(lines: Sequence[Line], what: str, place: str) -> Fenced:
    """The file without the block `what`.

    A fence without its counterpart is refused, for nobody knows what is ours then.
    """
    outside: list[Line] = []
    inside: list[Line] = []
    at: Optional[int] = None
    opened: Optional[Line] = None
    problems: list[Problem] = []
    for line in lines:
        body = line.body.rstrip()
        if body == begin(what):
            if opened is not None:
                problems.append(_unclosed(opened, what, place))
            opened = line
            at = len(outside) if at is None else at
        elif body == end(what):
            if opened is None:
                problems.append(
                    Problem(
                        f"{place}:{line.number}",
                        repr(end(what)),
                        f"a line {begin(what)!r} before it, or neither of the two",
                    )
                )
            opened = None
            if not line.ending and outside:
                outside[-1] = outside[-1]._replace(text=outside[-1].body)
        elif opened is not None:
            inside.append(line)
        else:
            outside.append(line)
    if opened is not None:
        problems.append(_unclosed(opened, what, place))
    if problems:
        raise InputError(problems)
    return Fenced(tuple(outside), at, tuple(inside))


def put(outside: Sequence[Line], what: str, content: Sequence[str], at: Optional[int]) -> list[Line]:
    """The file with one block `what` at index `at` (None: at its end), in the line ending that the file itself has.

    A file whose last line is unfinished gets a block whose last line is unfinished: `take` gives the very bytes back.
    """
    before = list(outside if at is None else outside[:at])
    after = [] if at is None else list(outside[at:])
    ending = next((line.ending for line in outside if line.ending), "\n")
    block = [Line(0, body + ending) for body in (begin(what), *content, end(what))]
    if before and not before[-1].ending:
        before[-1] = before[-1]._replace(text=before[-1].text + ending)
        block[-1] = Line(0, end(what))
    return [*before, *block, *after]


def owned(lines: Sequence[Line]) -> frozenset[int]:
    """The indexes of lines that stand in any block of this collection, fences included."""
    found: list[int] = []
    name: Optional[str] = None
    for index, line in enumerate(lines):
        body = line.body.rstrip()
        if name is None and body.startswith(begin("")):
            name = body[len(begin("")) :]
        if name is not None:
            found.append(index)
            if body == end(name):
                name = None
    return frozenset(found)


def _unclosed(line: Line, what: str, place: str) -> Problem:
    return Problem(f"{place}:{line.number}", repr(begin(what)), f"a line {end(what)!r} after it, or neither of the two")
