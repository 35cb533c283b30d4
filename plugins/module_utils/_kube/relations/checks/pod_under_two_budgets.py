# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pods that two budgets protect, which no eviction gets past. Private to this collection.

KK pkg/registry/core/pod/storage/eviction.go (1.28 - 1.37): the eviction subresource answers 500 for such a pod.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import BLOCKED, Finding
from ..budgets import budgets
from ..check import Check
from ..entries import Member
from ..view import View

RULE = "pod-under-two-budgets"
FIX = "leave one PodDisruptionBudget, or make the selectors of both exclude each other"


def _run(view: View) -> Iterator[Finding]:
    found: dict[int, tuple[Member, list[str]]] = {}
    for (namespace, name), selector in budgets(view).items():
        for member in view.selected(namespace, selector):
            found.setdefault(id(member), (member, []))[1].append(name)
    for member, names in found.values():
        if len(names) > 1 and member.replicas != 0:
            listed = " and ".join(sorted(names))
            message = (
                f"the budgets {listed} select the same pods: every eviction of one fails, "
                "and a drain of its node never ends"
            )
            yield Finding.certain(RULE, BLOCKED, member.subject, message, FIX)


CHECK = Check(RULE, _run)
