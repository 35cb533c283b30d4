# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pod affinity to pods that are not there. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import BLOCKED, DEAD, Finding
from ...scheduling.pod import AFFINITY
from ...selectors import selector_text
from ..check import Check
from ..near import near_miss
from ..pod_terms import of_side
from ..view import View

RULE = "affinity-selects-nothing"
FIX = "make the term's labelSelector and namespaces select the pods that are meant, or leave the term out"


def _run(view: View) -> Iterator[Finding]:
    for member in view.having("affinity"):
        for term in of_side(view, member, AFFINITY):
            if any(view.is_selected(namespace, term.selector) for namespace in term.reached):
                continue
            effect = "no node can have one" if term.required else "the preference counts for nothing"
            near = near_miss(view, member.namespace, term.selector)
            message = f"no pod is selected by {selector_text(term.selector)}: {effect}{near}"
            certainty = BLOCKED if term.required else DEAD
            note = not all(view.is_certain(namespace, term.selector) for namespace in term.reached)
            yield Finding.certain(RULE, certainty, member.subject, message, FIX, term.field, note=note)


CHECK = Check(RULE, _run)
