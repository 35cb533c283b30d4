# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Workloads that two autoscalers scale, so that none does. Private to this collection.

KK pkg/controller/podautoscaler/horizontal.go validateAndParseSelector (1.28 - 1.37): AmbiguousSelector.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import DEAD, Finding
from ..autoscalers import autoscalers, targets
from ..check import Check
from ..view import View

RULE = "target-under-two-autoscalers"
FIX = "put the metrics of both into one HorizontalPodAutoscaler"


def _run(view: View) -> Iterator[Finding]:
    names = targets(view)
    for each in autoscalers(view):
        others = [name for name in names[each.target] if name != each.entry.name]
        if others:
            kind, _namespace, name = each.target
            message = f"{kind} {name} is scaled by {' and '.join(sorted(others))} as well, and then by none of them"
            yield Finding.certain(RULE, DEAD, each.entry.subject, message, FIX, "spec.scaleTargetRef")


CHECK = Check(RULE, _run)
