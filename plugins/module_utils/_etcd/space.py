# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Space in the members' files: who is defragmented, and in which order. Private to this collection."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

COMPACT = "compact"
DEFRAGMENT = "defragment"
DISARM = "disarm"


class Room(NamedTuple):
    """One member's file, whether the member leads, and whether its NOSPACE alarm is on."""

    id: str
    name: str
    size: int
    in_use: int
    leads: bool
    full: bool

    @property
    def unused(self) -> int:
        """Per cent of the file that defragmentation gives back."""
        return 100 * (self.size - self.in_use) // self.size if self.size else 0


class Step(NamedTuple):
    """`compact` and `disarm` are for the cluster, `defragment` for the member that is named."""

    verb: str
    member: Room


def steps(rooms: Sequence[Room], unused: int, least_size: int) -> list[Step]:
    """The steps until every member has room again, in their order.

    With a NOSPACE alarm: compaction, then every member's defragmentation, and only then the alarm goes, because the
    cluster would be full again at once (etcd's op-guide/maintenance.md; etcd#16779). Without one, those members are
    defragmented of whose file at least `unused` per cent and `least_size` bytes would be given back.
    A member serves nobody meanwhile, so the one that leads is the last.
    """
    ordered = sorted(rooms, key=lambda room: (room.leads, room.name))
    full = [room for room in ordered if room.full]
    if full:
        return [
            Step(COMPACT, full[0]),
            *(Step(DEFRAGMENT, room) for room in ordered),
            *(Step(DISARM, room) for room in full),
        ]
    return [
        Step(DEFRAGMENT, room) for room in ordered if room.unused >= unused and room.size - room.in_use >= least_size
    ]
