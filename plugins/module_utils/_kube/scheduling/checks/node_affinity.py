# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""NodeAffinity: nodeSelector, required node affinity and the profile's added affinity (KK plugins/nodeaffinity)."""

from __future__ import annotations

from typing import Optional

from ...objects import NodeTerm
from ..ask import Ask
from ..bits import Bits, bits_of
from ..verdict import OPEN, Check, Opening, Refusal, Verdict

REASON = "node(s) didn't match Pod's node affinity/selector"
REASON_ADDED = "node(s) didn't match scheduler-enforced node affinity"
REASON_CONFLICT = "pod affinity terms conflict"


def before(ask: Ask) -> Opening:
    """Where every term names nodes by `metadata.name In`, only those are examined; if that leaves none, it rejects."""
    terms = ask.shape.required_nodes
    if not terms:
        return OPEN
    names: set[str] = set()
    for term in terms:
        named = _names(term)
        if named is None:
            return OPEN
        names |= named
    if not names:
        return Opening(rejected=REASON_CONFLICT)
    number = ask.cluster.number
    return Opening(only=bits_of(number[name] for name in names if name in number))


def _names(term: NodeTerm) -> Optional[set[str]]:
    """The node names that a term allows, or None where it allows any."""
    names: Optional[set[str]] = None
    for field in term.fields:
        if field.key == "metadata.name" and field.operator == "In":
            names = set(field.values) if names is None else names & set(field.values)
    return names


def judge(ask: Ask, nodes: Bits) -> Verdict:
    refusals = []
    added = ask.profile.added_affinity
    if added is not None:
        outside = nodes & ~ask.cluster.in_any_term(added)
        refusals.append(Refusal(REASON_ADDED, outside))
        nodes &= ~outside
    refusals.append(Refusal(REASON, nodes & ~ask.selected))
    return Verdict(tuple(refusal for refusal in refusals if refusal.nodes))


CHECK = Check("NodeAffinity", judge, before)
