# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""From the releases that run to the one that is wanted, one line at a time. Private to this collection."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from .._kube.errors import InputError, Problem
from .versions import LINES, NEWEST, Version, flaws, joined, parse_version, run_problems

NOTHING = "nothing"
PATCH = "patch"
MINOR = "minor"
BACK = "back"
DOWNGRADE = "downgrade"

# What every member must run before the next line: etcd's upgrades/upgrade_3_6.md and upgrades/upgrade_3_7.md.
LEAST_BEFORE = {(3, 6): Version(3, 5, 32), (3, 7): Version(3, 6, 11)}


class Upgrade(NamedTuple):
    """What a change of release means: which members are not there yet, and what has to be seen or said before.

    `kind` is `nothing`, `patch` (within a line), `minor` (to the next line), `back` (a started upgrade is taken back
    while members of the old line are still there) or `downgrade` (to the line before, which etcd must be told first).
    """

    kind: str
    target: str
    members: tuple[str, ...]
    check_v2store: bool
    settle_log: bool
    enable_downgrade: str


def plan(running: Mapping[str, str], target: str, place: str = "etcd_version") -> Upgrade:
    """The upgrade of these members (name to release) to the target; an InputError names all that speaks against it."""
    problems = run_problems(target, place)
    versions = {name: parse_version(text) for name, text in running.items()}
    problems += [
        Problem(name, f'"{running[name]}" is no release of etcd', "a member that tells its release")
        for name, version in versions.items()
        if version is None
    ]
    wanted = parse_version(target)
    known = {name: version for name, version in versions.items() if version is not None}
    if not known:
        problems.append(Problem("members", "none tells its release", "running members; without any, restore first"))
    if problems or wanted is None:
        raise InputError(problems)
    kind = step(known, wanted)
    problems = step_problems(kind, known, wanted, place)
    if problems:
        raise InputError(problems)
    return Upgrade(
        kind=kind,
        target=str(wanted),
        members=tuple(name for name in sorted(known) if known[name] != wanted),
        check_v2store=kind == MINOR and wanted.line == (3, 6),
        settle_log=kind == MINOR and wanted.line == (3, 7),
        enable_downgrade=f"{wanted.major}.{wanted.minor}" if kind == DOWNGRADE else "",
    )


def step(known: Mapping[str, Version], wanted: Version) -> str:
    """Which kind of change it is; a cluster is of the lowest line of its members (etcd's server/etcdserver/version)."""
    lowest = min(version.line for version in known.values())
    highest = max(version.line for version in known.values())
    if all(version == wanted for version in known.values()):
        return NOTHING
    if lowest < wanted.line:
        return MINOR
    if lowest > wanted.line:
        return DOWNGRADE
    return BACK if highest > wanted.line else PATCH


def step_problems(kind: str, known: Mapping[str, Version], wanted: Version, place: str) -> list[Problem]:
    lines = sorted({version.line for version in known.values()})
    if kind == DOWNGRADE:
        return downgrade_problems(known, wanted, place)
    if kind != MINOR:
        return []
    lowest = lines[0]
    if far(lowest, wanted.line):
        way = " → ".join(str(NEWEST[line]) for line in sorted(NEWEST) if lowest < line < wanted.line)
        found = (
            f"{wanted} is more than one line above {text_of(lowest)}, which runs on {', '.join(of_line(known, lowest))}"
        )
        return [Problem(place, found, f"one line at a time: {way} first" if way else f"a release of {LINES}")]
    least = LEAST_BEFORE.get(wanted.line, Version(0, 0, 0))
    return [
        Problem(
            f"{name}: etcd {version}",
            f"too old for {text_of(wanted.line)}: {joined(flaws(version)) or 'it does not prepare its data'}",
            f"{least} or newer on every member: upgrade to {NEWEST[version.line]} first",
        )
        for name, version in sorted(known.items())
        if version.line == lowest and version < least
    ]


def downgrade_problems(known: Mapping[str, Version], wanted: Version, place: str) -> list[Problem]:
    """etcd goes back by one line, and not below 3.5 (etcd's downgrades/downgrade_3_6.md)."""
    highest = max(version.line for version in known.values())
    if wanted.line < (3, 5) or far(wanted.line, highest):
        return [
            Problem(
                place,
                f"{wanted} is more than one line below {text_of(highest)}",
                "the line before, or a restore from a snapshot",
            )
        ]
    return []


def far(low: tuple[int, int], high: tuple[int, int]) -> bool:
    return low[0] != high[0] or high[1] - low[1] > 1


def of_line(known: Mapping[str, Version], line: tuple[int, int]) -> list[str]:
    return sorted(name for name, version in known.items() if version.line == line)


def text_of(line: tuple[int, int]) -> str:
    return f"{line[0]}.{line[1]}"
