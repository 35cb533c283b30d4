# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""NodeUnschedulable: a cordoned node takes only pods that tolerate its taint (KK plugins/nodeunschedulable)."""

from __future__ import annotations

from ...objects import NO_SCHEDULE, Taint
from ..ask import Ask
from ..bits import Bits
from ..verdict import PASS, Check, Verdict, refuse

REASON = "node(s) were unschedulable"
CORDON = Taint("node.kubernetes.io/unschedulable", "", NO_SCHEDULE)


def judge(ask: Ask, nodes: Bits) -> Verdict:
    cordoned = nodes & ask.cluster.cordoned
    return refuse(REASON, cordoned) if cordoned and not ask.tolerates(CORDON) else PASS


CHECK = Check("NodeUnschedulable", judge)
