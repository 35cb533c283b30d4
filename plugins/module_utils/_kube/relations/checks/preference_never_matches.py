# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Preferred node terms that match no node which the pod may use. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import DEAD, Finding
from ...objects import mapping, mappings
from ...scheduling.ask import Ask
from ...scheduling.configuration import Profile
from ...scheduling.terms import PREFERRED, node_term
from ...validation.contradictions import impossible_keys
from ...validation.trap import listed
from ..check import Check
from ..entries import Member, Object
from ..view import View

RULE = "preference-never-matches"
FIX = "correct the labels of the preference, or leave it out"


def _run(view: View) -> Iterator[Finding]:
    for member in view.having("affinity"):
        affinity = mapping(mapping(member.spec.get("affinity")).get("nodeAffinity"))
        for index, preferred in enumerate(mappings(affinity.get(PREFERRED))):
            reason = _reason(view, member, mapping(preferred.get("preference")))
            if reason:
                field = member.field(f"affinity.nodeAffinity.{PREFERRED}[{index}].preference")
                yield Finding.certain(RULE, DEAD, member.subject, reason, FIX, field)


def _reason(view: View, member: Member, preference: Object) -> str:
    """Why the preference counts for nothing; empty where it counts, and where it is empty."""
    expressions = listed(preference, "matchExpressions")
    keys = impossible_keys(member.shape.node_selector, expressions)
    if keys:
        return f"the preference and what is required ask for values of {', '.join(keys)} that exclude each other"
    term, cluster = node_term(preference), view.cluster
    if cluster is None or not term.valid or not (term.expressions or term.fields):
        return ""
    allowed = Ask(member.shape, cluster, Profile()).selected
    if not allowed or cluster.in_term(term) & allowed:
        return ""
    return (
        "none of the nodes that the pod may use matches the preference"
        if allowed != cluster.everyone
        else ("no node matches the preference")
    )


CHECK = Check(RULE, _run)
