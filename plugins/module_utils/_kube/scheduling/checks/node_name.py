# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""NodeName: a pod that names its node goes there and nowhere else (KK plugins/nodename)."""

from __future__ import annotations

from ..ask import Ask
from ..bits import Bits
from ..verdict import OPEN, Check, Opening, Verdict, refuse

REASON = "node(s) didn't match the requested node name"


def before(ask: Ask) -> Opening:
    """From 1.37 on the named node is the only one that is examined."""
    name = ask.shape.node_name
    if not name or not ask.gates.has("filter order starts with the node name"):
        return OPEN
    return Opening(only=_named(ask))


def judge(ask: Ask, nodes: Bits) -> Verdict:
    return refuse(REASON, nodes & ~_named(ask)) if ask.shape.node_name else Verdict()


def _named(ask: Ask) -> Bits:
    number = ask.cluster.number.get(ask.shape.node_name)
    return 0 if number is None else 1 << number


CHECK = Check("NodeName", judge, before)
