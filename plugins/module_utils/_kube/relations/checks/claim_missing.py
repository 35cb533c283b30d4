# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pods with a claim that does not exist. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import BLOCKED, Finding
from ...objects import mapping, mappings, text
from ..check import Check
from ..entries import Entry
from ..references import CLAIM, claims
from ..view import View

RULE = "claim-missing"
FIX = "add the PersistentVolumeClaim to the input, or correct the name"


def _run(view: View) -> Iterator[Finding]:
    made = {(entry.namespace, name) for entry in view.of("StatefulSet") for name in _made_by(entry)}
    for member in view.having("volumes"):
        for claim in claims(member):
            is_made = (member.namespace, claim.name.rpartition("-")[0]) in made
            if not is_made and not view.finds(CLAIM, member.namespace, claim.name):
                known = view.knows(CLAIM)
                where = "there is no" if known else "the input has no"
                message = f"{where} claim {claim.name} in {member.namespace}: without it the pods stay Pending"
                yield Finding.certain(RULE, BLOCKED, member.subject, message, FIX, claim.field, note=not known)


def _made_by(entry: Entry) -> Iterator[str]:
    """The names of a StatefulSet's own claims without their ordinals."""
    for template in mappings(entry.spec.get("volumeClaimTemplates")):
        yield f"{text(mapping(template.get('metadata')).get('name'))}-{entry.name}"


CHECK = Check(RULE, _run)
