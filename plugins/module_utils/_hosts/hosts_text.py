# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""A hosts(5) file with our block in it and nothing outside that contradicts it. Private to this collection."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple, Optional

from .._kube.errors import InputError, Problem
from .entries import Entry
from .fence import OWNER, Line, lines_of, owned, printable, put, take, text_of
from .names import parse_address

Known = dict[str, tuple[str, ...]]


class HostsLine(NamedTuple):
    """What resolvers see of a line."""

    address: str
    loopback: bool
    names: tuple[str, ...]


class Touched(NamedTuple):
    """A line outside the block, as it was, and the names that were taken off it."""

    line: int
    text: str
    names: tuple[str, ...]


class Outcome(NamedTuple):
    """The file as it should be, and what was found outside the block."""

    text: str
    touched: tuple[Touched, ...]
    warnings: tuple[str, ...]


def with_block(
    text: str,
    what: str,
    entries: Sequence[Entry],
    own: Optional[str] = None,
    place: str = "hosts",
    comment: bool = False,
    placeholders: Sequence[str] = (),
) -> Outcome:
    """The file with the block of `entries`; outside it no name of theirs has another address.

    A line that says otherwise is refused with its number, or with `comment` loses those names.
    The names of the host `own` are taken off loopback lines in any case: kubelet and kubeadm use the address
    that the host's name resolves to (kubernetes/kubeadm#1987). What a line was stays above it as a comment,
    from which `without_block` restores it. In a template, `placeholders` stand for names of the host `own`.
    """
    fenced = take(lines_of(text), what, place)
    outside, at = _restored(fenced.outside, what, fenced.at)
    known = {name: entry.addresses for entry in entries for name in entry.names}
    own_names = {name for entry in entries if entry.key == own for name in entry.names}.union(placeholders)
    known.update(dict.fromkeys(placeholders, ()))
    ours = owned(outside)
    lines: list[Line] = []
    touched: list[Touched] = []
    problems: list[Problem] = []
    position = None
    for index, line in enumerate(outside):
        position = len(lines) if index == at else position
        found = None if index in ours else parse_line(line.body)
        wrong = _names_elsewhere(found, known) if found else []
        refused = [] if comment or not found else [n for n in wrong if not (found.loopback and n in own_names)]
        if found and refused:
            problems += [_conflict(line, name, found, known, place) for name in refused]
        if wrong:
            touched.append(Touched(line.number, printable(line.body), tuple(wrong)))
        lines += _without_names(line, what, frozenset(wrong)) if wrong else [line]
    if problems:
        raise InputError(problems)
    content = [row for entry in entries for row in entry.lines()]
    result = put(lines, what, content, _position(lines, position, known))
    return Outcome(text_of(result), tuple(touched), tuple(_warnings(lines, known, place)))


def without_block(text: str, what: str, place: str = "hosts") -> str:
    """The file as it was before `with_block`, with whatever others have changed since."""
    fenced = take(lines_of(text), what, place)
    return text_of(_restored(fenced.outside, what, None)[0])


def parse_line(body: str) -> Optional[HostsLine]:
    """The line's address and names; None for comments, empty lines and what resolvers pass over."""
    fields = body.partition("#")[0].split()
    address = parse_address(fields[0].partition("%")[0]) if fields else None
    if address is None:
        return None
    return HostsLine(str(address), address.is_loopback, tuple(name.lower() for name in fields[1:]))


def _names_elsewhere(found: HostsLine, known: Known) -> list[str]:
    return [name for name in dict.fromkeys(found.names) if name in known and found.address not in known[name]]


def _conflict(line: Line, name: str, found: HostsLine, known: Known, place: str) -> Problem:
    right = " and ".join(known[name])
    return Problem(
        f"{place}:{line.number}",
        f"{name} has the address {found.address} in the line {line.body.strip()!r}",
        f"{right}; correct or remove the line, or have such names taken off with `conflicts: comment`",
    )


def _position(lines: Sequence[Line], at: Optional[int], known: Known) -> Optional[int]:
    """Where the block goes: where it was, else at the end, but before every line that shares a name with it.

    The first line with a name decides the canonical name, which `hostname -f` prints (getaddrinfo(3), AI_CANONNAME).
    """
    ours = owned(lines)
    for index, line in enumerate(lines[:at]):
        found = None if index in ours else parse_line(line.body)
        if found and any(name in known for name in found.names):
            return index
    return at


def _warnings(lines: Sequence[Line], known: Known, place: str) -> list[str]:
    names_at: dict[str, list[str]] = {}
    for name, addresses in known.items():
        for address in addresses:
            names_at.setdefault(address, []).append(name)
    ours = owned(lines)
    warnings: list[str] = []
    for index, line in enumerate(lines):
        found = None if index in ours else parse_line(line.body)
        if found is None:
            continue
        if "localhost" in found.names and not found.loopback:
            warnings.append(
                f"{place}:{line.number}: localhost has the address {found.address}, which is not a loopback address"
            )
        others = [name for name in found.names if name not in known]
        if others and not found.loopback and found.address in names_at:
            host, extra = names_at[found.address][0], printable(" ".join(others))
            warnings.append(
                f"{place}:{line.number}: {found.address} is the address of {host}, but has other names: {extra}"
            )
    return warnings


def _mark(what: str) -> str:
    return f"#{OWNER} {what} was: "


def _mark_shortened(what: str) -> str:
    return f"#{OWNER} {what} was, before it became the next line: "


def _without_names(line: Line, what: str, names: frozenset[str]) -> list[Line]:
    """The line as a comment, followed by what remains of it when it has names that are not ours."""
    fields, hash_sign, remark = line.body.partition("#")
    words = re.findall(r"\S+\s*", fields)
    kept = [words[0], *(word for word in words[1:] if word.strip().lower() not in names)]
    if len(kept) == 1:
        return [Line(line.number, _mark(what) + line.text)]
    rest = fields[: len(fields) - len(fields.lstrip())] + "".join(kept)
    body = rest + hash_sign + remark if hash_sign else rest.rstrip()
    was = Line(line.number, _mark_shortened(what) + line.body + (line.ending or "\n"))
    return [was, Line(line.number, body + line.ending)]


def _restored(lines: Sequence[Line], what: str, at: Optional[int]) -> tuple[list[Line], Optional[int]]:
    """The lines as they were before `_without_names`, and the index `at` among them."""
    result: list[Line] = []
    position = None
    original: Optional[Line] = None
    for index, line in enumerate(lines):
        position = len(result) if index == at else position
        if original is not None:
            result.append(
                original._replace(text=original.body + line.ending) if _same_address(original, line) else original
            )
            if not _same_address(original, line):
                result.append(line)
            original = None
        elif line.text.startswith(_mark_shortened(what)):
            original = line._replace(text=line.text[len(_mark_shortened(what)) :])
        elif line.text.startswith(_mark(what)):
            result.append(line._replace(text=line.text[len(_mark(what)) :]))
        else:
            result.append(line)
    if original is not None:
        result.append(original)
    return result, position


def _same_address(one: Line, other: Line) -> bool:
    first, second = parse_line(one.body), parse_line(other.body)
    return first is not None and second is not None and first.address == second.address
