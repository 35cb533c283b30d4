# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""TaintToleration: every NoSchedule and NoExecute taint must be tolerated (KK plugins/tainttoleration)."""

from __future__ import annotations

from ..ask import Ask
from ..bits import Bits
from ..verdict import Check, Refusal, Verdict, refuse

REASON = "node(s) had untolerated taint(s)"
REASON_WITH_TAINT = "node(s) had untolerated taint {{{key}: {value}}}"


def judge(ask: Ask, nodes: Bits) -> Verdict:
    """Up to 1.34.1 the reason names the first taint that isn't tolerated, in the node's own order."""
    if ask.gates.has("taint failures are counted without the taint"):
        return refuse(REASON, nodes & ask.repelled)
    reasons: dict[str, Bits] = {}
    for taint, members in ask.intolerable.items():
        reason = REASON_WITH_TAINT.format(key=taint.key, value=taint.value)
        reasons[reason] = reasons.get(reason, 0) | (members & nodes)
    return Verdict(tuple(Refusal(reason, members) for reason, members in reasons.items() if members))


CHECK = Check("TaintToleration", judge)
