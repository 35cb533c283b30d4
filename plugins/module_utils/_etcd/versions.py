# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Releases of etcd: which are trusted with data, what is known against the others. Private to this collection."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple, Optional

from .._kube.errors import Problem


class Version(NamedTuple):
    """A release, or the line of releases when its patch is left out of the comparison."""

    major: int
    minor: int
    patch: int

    @property
    def line(self) -> tuple[int, int]:
        return self.major, self.minor

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}.{self.patch}"


class Flaw(NamedTuple):
    """What is wrong with the releases of a line from `first` to before `fixed`."""

    line: tuple[int, int]
    first: int
    fixed: int
    effect: str
    problem: str
    reference: str

    def hits(self, version: Version) -> bool:
        return version.line == self.line and self.first <= version.patch < self.fixed

    def __str__(self) -> str:
        line = f"{self.line[0]}.{self.line[1]}"
        return f"{self.problem} ({self.reference}; fixed in {line}.{self.fixed})"


DATA = "data"
MEMBERS = "members"
ADVICE = "advice"

NEWEST = {(3, 5): Version(3, 5, 33), (3, 6): Version(3, 6, 14), (3, 7): Version(3, 7, 3)}
DEFAULT = NEWEST[3, 6]
LINES = ", ".join(f"{major}.{minor}" for major, minor in NEWEST)

# etcd's CHANGELOG-3.5.md to CHANGELOG-3.7.md and what each names; a line's flaws in the order of their cure.
FLAWS = (
    Flaw((3, 5), 0, 3, DATA, "members hold different data after a crash", "etcd#13766"),
    Flaw((3, 5), 0, 5, DATA, "a single member acknowledges writes before they are on disk", "etcd#14424"),
    Flaw(
        (3, 5),
        0,
        6,
        DATA,
        "a crash during defragmentation leaves another revision than the other members'",
        "etcd#14733",
    ),
    Flaw((3, 5), 0, 14, DATA, "the revision goes back after a crash during compaction", "etcd#17865"),
    Flaw((3, 5), 1, 20, MEMBERS, "a promoted learner is a learner again after an upgrade", "etcd#19557"),
    Flaw((3, 5), 0, 23, DATA, "a snapshot that arrives during defragmentation corrupts the member", "etcd#20653"),
    Flaw((3, 5), 0, 26, MEMBERS, "removed members come back after the upgrade to 3.6", "etcd#20967"),
    Flaw((3, 5), 0, 28, ADVICE, "a member that was paused serves stale reads", "etcd#21417"),
    Flaw((3, 5), 0, 30, MEMBERS, "no member can be added while another is down", "etcd#21669"),
    Flaw((3, 5), 0, 31, MEMBERS, "an update of a member's URL may promote a learner", "etcd#21737"),
    Flaw((3, 5), 0, 33, ADVICE, "the right to read one key shows the changes of later keys", "CHANGELOG-3.5"),
    Flaw((3, 6), 0, 4, DATA, "a learner cannot start, so no member can be added safely", "CHANGELOG-3.6"),
    Flaw((3, 6), 0, 5, DATA, "a snapshot that arrives during defragmentation corrupts the member", "etcd#20650"),
    Flaw((3, 6), 0, 9, ADVICE, "a member that was paused serves stale reads", "etcd#21421"),
    Flaw((3, 6), 0, 11, MEMBERS, "no member can be added while another is down", "etcd#21667"),
    Flaw((3, 6), 0, 12, MEMBERS, "an update of a member's URL may promote a learner", "etcd#21736"),
    Flaw((3, 6), 0, 14, ADVICE, "the right to read one key shows the changes of later keys", "CHANGELOG-3.6"),
    Flaw((3, 7), 0, 1, ADVICE, "a TLS handshake can take the server down", "GHSA-6vch-q96h-7gc3"),
)


def parse_version(text: str) -> Optional[Version]:
    """The release that the text names whole, with or without a leading v; None for anything else."""
    match = re.fullmatch(r"v?(\d{1,4})\.(\d{1,4})\.(\d{1,4})", text.strip())
    return Version(*map(int, match.groups())) if match else None


def flaws(version: Version, *effects: str) -> tuple[Flaw, ...]:
    """What is known against a release, all of it or with these effects only."""
    return tuple(flaw for flaw in FLAWS if flaw.hits(version) and (not effects or flaw.effect in effects))


def run_problems(text: str, place: str = "etcd_version") -> list[Problem]:
    """Why no member may be made to run this release: it is none, its line is not known here, or it loses data."""
    version = parse_version(text)
    if version is None:
        return [Problem(place, f'"{text}" is no release of etcd', f"three numbers such as {DEFAULT}")]
    newest = NEWEST.get(version.line)
    if newest is None:
        return [
            Problem(place, f"{version} is of an unknown line or of one that is not maintained", f"a release of {LINES}")
        ]
    bad = flaws(version, DATA)
    if bad:
        return [Problem(place, f"{version} is not safe: {joined(bad)}", f"{newest}")]
    return []


def advice(version: Version) -> list[str]:
    """What the operator of a release should know, although it may run."""
    return [f"{version}: {flaw}" for flaw in flaws(version)]


def joined(found: Sequence[Flaw]) -> str:
    return "; ".join(map(str, found))


def add_problem(version: Version, down: Sequence[str]) -> Optional[Problem]:
    """Why this release adds no member while others are down; None when it does (etcd#21667, etcd#21669)."""
    bad = [flaw for flaw in flaws(version, MEMBERS) if "while another is down" in flaw.problem]
    if not down or not bad:
        return None
    return Problem(
        f"etcd {version}",
        f"{joined(bad)}; down: {', '.join(down)}",
        f"all members up, the dead one removed, or an upgrade to {NEWEST[version.line]} first",
    )
