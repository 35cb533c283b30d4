# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""A spread constraint that counts no pod at all. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import DEAD, Finding
from ...selectors import selector_text
from ..check import Check
from ..near import near_miss
from ..spread import strangers_of
from ..view import View

RULE = "spread-selects-nothing"
FIX = "make the constraint's labelSelector select the pod's own labels"


def _run(view: View) -> Iterator[Finding]:
    for member, field, selector in strangers_of(view):
        if not view.is_selected(member.namespace, selector):
            near = near_miss(view, member.namespace, selector)
            message = f"no pod is selected by {selector_text(selector)}, not even its own: nothing is spread{near}"
            yield Finding.certain(RULE, DEAD, member.subject, message, FIX, field)


CHECK = Check(RULE, _run)
