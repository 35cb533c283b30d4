# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The pods of a StatefulSet that need one which is only created after them. Private to this collection.

With `podManagementPolicy: OrderedReady` a pod is created when all before it are ready (KK
pkg/controller/statefulset/stateful_set_control.go), and required pod affinity wants a pod that runs already.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import BLOCKED, Finding
from ...objects import mapping, whole
from ...scheduling.pod import AFFINITY
from ...selectors import Selector, selector_text, selects
from ..check import Check
from ..entries import Member
from ..labels_added import POD_INDEX, POD_NAME
from ..pod_terms import Term, of_side
from ..view import View

RULE = "ordinal-waits-for-later"
FIX = "set spec.podManagementPolicy to Parallel, or let the term select pods that are there before"
MOST_LOOKED_AT = 1000


def _run(view: View) -> Iterator[Finding]:
    for member in view.having("affinity"):
        if not member.is_ordered or not member.replicas:
            continue
        for term in of_side(view, member, AFFINITY):
            if not term.required or member.namespace not in term.reached or view.may_run_already(member):
                continue
            later = _later(member, term.selector)
            if later and not _is_met(view, member, term):
                message = (
                    f"the first pod needs one that {selector_text(term.selector)} selects, which {later} would be, and "
                    "with podManagementPolicy OrderedReady that is created when the first one is ready"
                )
                note = not view.knows_pods
                yield Finding.certain(RULE, BLOCKED, member.subject, message, FIX, term.field, note=note)


def _later(member: Member, selector: Selector) -> str:
    """The first pod of the member that meets the selector, if that is a later one."""
    if not {POD_INDEX, POD_NAME} & {requirement.key for requirement in selector or ()}:
        return ""
    first = whole(mapping(member.entry.spec.get("ordinals")).get("start"))
    for number in range(min(member.replicas or 0, MOST_LOOKED_AT)):
        name = f"{member.ref.name}-{first + number}"
        if selects(selector, {**member.labels, POD_NAME: name, POD_INDEX: str(first + number)}):
            return name if number else ""
    return ""


def _is_met(view: View, member: Member, term: Term) -> bool:
    """Whether a pod of others meets the term, in the input or in the cluster."""
    for namespace in term.reached:
        others = (other for other in view.selected(namespace, term.selector) if other is not member)
        if next(others, None) or view.residents.selected(namespace, term.selector):
            return True
    return False


CHECK = Check(RULE, _run)
