# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""An autoscaler that has nothing to choose. Private to this collection.

Kubernetes `pkg/apis/autoscaling/validation/validation.go` (1.28 - 1.37).
"""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import DEAD, IMPOSSIBLE, Finding
from ..autoscalers import autoscalers
from ..check import Check
from ..view import View

RULE = "autoscaler-bounds"
FIELD = "spec.maxReplicas"


def _run(view: View) -> Iterator[Finding]:
    for each in autoscalers(view):
        subject, low, high = each.entry.subject, each.minimum, each.maximum
        if high < max(low, 1):
            message = f"maxReplicas {high} is below minReplicas {low}: the API server refuses the object"
            fix = f"set maxReplicas to {max(low, 1)} or more"
            yield Finding.certain(RULE, IMPOSSIBLE, subject, message, fix, FIELD)
        elif low == high:
            message = f"minReplicas and maxReplicas are both {low}: nothing is ever scaled"
            fix = "raise maxReplicas, or leave the autoscaler out and state the replicas"
            yield Finding.certain(RULE, DEAD, subject, message, fix, FIELD)


CHECK = Check(RULE, _run)
