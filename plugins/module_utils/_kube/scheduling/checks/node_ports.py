# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""NodePorts: host ports must be free on the node (KK plugins/nodeports)."""

from __future__ import annotations

from ..ask import Ask
from ..bits import Bits
from ..verdict import Check, Verdict, refuse

REASON = "node(s) didn't have free ports for the requested pod ports"


def judge(ask: Ask, nodes: Bits) -> Verdict:
    taken = 0
    for port in ask.shape.ports:
        taken |= ask.cluster.users_of(port)
    taken &= nodes
    return refuse(REASON, taken, curable=taken)


CHECK = Check("NodePorts", judge)
