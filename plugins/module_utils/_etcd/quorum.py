# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""How many members a cluster can lose, and which changes it would not survive. Private to this collection."""

from __future__ import annotations

from typing import NamedTuple, Optional

from .._kube.errors import Problem

ADD = "add"
PROMOTE = "promote"
REMOVE = "remove"
STOP = "stop"


class Voters(NamedTuple):
    """The members that vote, and those of them that answer; learners count as neither."""

    total: int
    healthy: int

    @property
    def quorum(self) -> int:
        """More than half (etcd FAQ, "What is failure tolerance?")."""
        return self.total // 2 + 1

    @property
    def has_quorum(self) -> bool:
        return self.healthy >= self.quorum

    @property
    def spare(self) -> int:
        """How many more may fail; negative when quorum is lost."""
        return self.healthy - self.quorum

    def __str__(self) -> str:
        return f"{self.healthy} of {self.total} voting members healthy, quorum {self.quorum}"


def after(voters: Voters, change: str, healthy: bool = True) -> Voters:
    """The voters after a change of one member; `healthy` says whether this member answers.

    A learner that is added does not vote, so adding one changes nothing here (etcd's design-learner.md).
    """
    if change == PROMOTE:
        return Voters(voters.total + 1, voters.healthy + healthy)
    if change == REMOVE:
        return Voters(voters.total - 1, voters.healthy - healthy)
    if change == STOP:
        return Voters(voters.total, voters.healthy - healthy)
    return voters


def refusal(voters: Voters, change: str, name: str, healthy: bool = True) -> Optional[Problem]:
    """Why a change of this member is refused, with the numbers; None when the cluster keeps its quorum all along."""
    if not voters.has_quorum:
        return Problem(
            f"{change} {name}",
            f"quorum is lost: {voters}",
            "enough members started again, or a restore from a snapshot (quorum.kube.etcd_restore)",
        )
    then = after(voters, change, healthy)
    if then.total == 0:
        return Problem(f"{change} {name}", "it is the last voting member", "at least one that stays")
    if not then.has_quorum:
        return Problem(f"{change} {name}", f"quorum would be lost: now {voters}; then {then}", remedy(change))
    return None


def remedy(change: str) -> str:
    if change == PROMOTE:
        return "the learner and enough of the others healthy first"
    return "the members that are down started again, or removed, first"
