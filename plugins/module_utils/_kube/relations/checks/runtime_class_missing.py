# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pods of a runtime class that does not exist. Private to this collection.

KK plugin/pkg/admission/runtimeclass/admission.go (1.28 - 1.37): such a pod is forbidden.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import IMPOSSIBLE, Finding
from ...objects import text
from ..check import Check
from ..view import View

RULE = "runtime-class-missing"
FIX = "create the RuntimeClass before, or name one that exists"


def _run(view: View) -> Iterator[Finding]:
    for member in view.having("runtimeClassName"):
        name = text(member.spec.get("runtimeClassName"))
        if name and not view.finds("RuntimeClass", "", name, "node.k8s.io"):
            known = view.gives("RuntimeClass")
            where = "there is no" if known else "the input has no"
            message = f"{where} RuntimeClass {name}: without it the API server forbids the pods"
            field = member.field("runtimeClassName")
            yield Finding.certain(RULE, IMPOSSIBLE, member.subject, message, FIX, field, note=not known)


CHECK = Check(RULE, _run)
