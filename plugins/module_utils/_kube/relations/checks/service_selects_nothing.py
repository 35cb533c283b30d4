# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""A Service without a pod to send anything to. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import DEAD, Finding
from ...objects import string_map
from ...selectors import pairs, selector_text
from ..check import Check
from ..near import near_miss
from ..view import View

RULE = "service-selects-nothing"
FIX = "make spec.selector equal to labels of the pods that are meant"


def _run(view: View) -> Iterator[Finding]:
    for entry in view.of("Service"):
        labels = string_map(entry.spec.get("selector"))
        if entry.group or not labels or entry.spec.get("type") == "ExternalName":
            continue
        selector = pairs(labels)
        if not view.is_selected(entry.namespace, selector):
            near = near_miss(view, entry.namespace, selector)
            message = f"no pod has {selector_text(selector)}, so that the Service has no endpoint{near}"
            note = not view.is_certain(entry.namespace, selector)
            yield Finding.certain(RULE, DEAD, entry.subject, message, FIX, "spec.selector", note=note)


CHECK = Check(RULE, _run)
