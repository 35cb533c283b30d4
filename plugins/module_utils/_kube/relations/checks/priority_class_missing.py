# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pods of a priority class that does not exist. Private to this collection.

KK plugin/pkg/admission/priority/admission.go (1.28 - 1.37): such a pod is forbidden.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import IMPOSSIBLE, Finding
from ...objects import text
from ...scheduling.admission import BUILT_IN_PRIORITIES
from ..check import Check
from ..view import View

RULE = "priority-class-missing"
FIX = "create the PriorityClass before, or name one that exists"


def _run(view: View) -> Iterator[Finding]:
    for member in view.having("priorityClassName"):
        name = text(member.spec.get("priorityClassName"))
        if name and name not in BUILT_IN_PRIORITIES and not view.finds("PriorityClass", "", name, "scheduling.k8s.io"):
            known = view.gives("PriorityClass")
            where = "there is no" if known else "the input has no"
            message = f"{where} PriorityClass {name}: without it the API server forbids the pods"
            field = member.field("priorityClassName")
            yield Finding.certain(RULE, IMPOSSIBLE, member.subject, message, FIX, field, note=not known)


CHECK = Check(RULE, _run)
