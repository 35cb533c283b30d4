# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""DynamicResources: which devices a node has is known to their drivers alone; a pod with claims stays unknown."""

from __future__ import annotations

from ..ask import Ask
from ..bits import Bits
from ..verdict import PASS, Check, Verdict


def judge(ask: Ask, nodes: Bits) -> Verdict:
    claims = ask.shape.resource_claims
    if not claims or not ask.gates.enabled("DynamicResourceAllocation"):
        return PASS
    return Verdict(unknown=nodes, missing=tuple(f"devices for the resource claim {name}" for name in claims))


CHECK = Check("DynamicResources", judge)
