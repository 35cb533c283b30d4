# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a check answers, for all nodes at once. Private to this collection."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, NamedTuple, Optional

from .bits import Bits

if TYPE_CHECKING:
    from .ask import Ask


class Refusal(NamedTuple):
    """The nodes that a check refuses for one reason; on `curable` ones removing pods could help (Unschedulable)."""

    reason: str
    nodes: Bits
    curable: Bits = 0


class Verdict(NamedTuple):
    """What one check says of the nodes it was asked about.

    A node may be refused for several reasons. `unknown` nodes are neither refused nor passed: `missing` names the
    objects that would decide.
    """

    refusals: tuple[Refusal, ...] = ()
    unknown: Bits = 0
    missing: tuple[str, ...] = ()

    @property
    def refused(self) -> Bits:
        nodes = 0
        for refusal in self.refusals:
            nodes |= refusal.nodes
        return nodes


PASS = Verdict()


class Opening(NamedTuple):
    """What a check says before any node is looked at (PreFilter): `rejected`, or `only` some nodes are examined."""

    rejected: str = ""
    only: Optional[Bits] = None


OPEN = Opening()


class Check(NamedTuple):
    """One filter plugin: `judge` answers for the nodes still in question, `before` for the pod as a whole."""

    name: str
    judge: Callable[[Ask, Bits], Verdict]
    before: Optional[Callable[[Ask], Opening]] = None


def refuse(reason: str, nodes: Bits, curable: Bits = 0) -> Verdict:
    """A verdict with one reason, or a pass where no node is refused."""
    return Verdict((Refusal(reason, nodes, curable & nodes),)) if nodes else PASS
