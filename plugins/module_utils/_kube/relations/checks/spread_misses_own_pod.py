# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""A spread constraint that counts other pods and not its own. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import DEAD, Finding
from ...selectors import selector_text
from ..check import Check
from ..spread import strangers_of
from ..view import View

RULE = "spread-misses-own-pod"
FIX = "make the constraint's labelSelector select the pod's own labels"


def _run(view: View) -> Iterator[Finding]:
    for member, field, selector in strangers_of(view):
        if view.is_selected(member.namespace, selector):
            message = (
                f"{selector_text(selector)} selects other pods but not its own: "
                "where these run never changes what the next of them is judged by"
            )
            yield Finding.certain(RULE, DEAD, member.subject, message, FIX, field)


CHECK = Check(RULE, _run)
