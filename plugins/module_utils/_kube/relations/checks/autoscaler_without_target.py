# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""An autoscaler of something that the input does not have. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import DEAD, Finding
from ..autoscalers import autoscalers
from ..budgets import SCALED
from ..check import Check
from ..near import close_name
from ..view import View

RULE = "autoscaler-without-target"
FIX = "make spec.scaleTargetRef name the workload that is meant"


def _run(view: View) -> Iterator[Finding]:
    for each in autoscalers(view):
        kind, namespace, name = each.target
        if kind not in SCALED or view.workload(kind, namespace, name) or view.finds(kind, namespace, name):
            continue
        known = view.knows(kind)
        near = close_name(name, view.names(kind, namespace))
        hint = f"; there is {kind} {near}" if near else ""
        where = "there is no" if known else "the input has no"
        message = f"{where} {kind} {name} in {namespace}: nothing is scaled{hint}"
        yield Finding.certain(RULE, DEAD, each.entry.subject, message, FIX, "spec.scaleTargetRef.name", note=not known)


CHECK = Check(RULE, _run)
