# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""A PodDisruptionBudget that protects no pod. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import DEAD, Finding
from ...scheduling.terms import pod_selector
from ...selectors import selector_text
from ..check import Check
from ..entries import Entry
from ..near import near_miss
from ..view import View

RULE = "budget-selects-nothing"
NO_SELECTOR = "without a selector the budget protects no pod"
FIX = "make spec.selector select the pods that are meant"


def _run(view: View) -> Iterator[Finding]:
    for entry in view.of("PodDisruptionBudget"):
        if _is_unreadable(entry):
            continue
        selector = pod_selector(entry.spec.get("selector"))
        if not view.is_selected(entry.namespace, selector):
            message = NO_SELECTOR
            if selector is not None:
                near = near_miss(view, entry.namespace, selector)
                message = f"no pod is selected by {selector_text(selector)}, so that the budget protects none{near}"
            note = selector is not None and not view.is_certain(entry.namespace, selector)
            yield Finding.certain(RULE, DEAD, entry.subject, message, FIX, "spec.selector", note=note)


def _is_unreadable(budget: Entry) -> bool:
    """Whether its selector is of a wrong type or form, which validation tells."""
    spec = budget.value.get("spec") or {}
    stated = spec.get("selector") if isinstance(spec, dict) else spec
    return stated is not None and pod_selector(stated) is None


CHECK = Check(RULE, _run)
