# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pods that a LimitRange of their namespace forbids. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import IMPOSSIBLE, Finding
from ...limit_ranges import violations
from ..check import Check
from ..view import View

RULE = "limit-range-refuses"
FIX = "state requests and limits within the LimitRange, or change it"


def _run(view: View) -> Iterator[Finding]:
    if not view.limit_ranges:
        return
    for member in view.members:
        ranges = view.limit_ranges.get(member.namespace, ())
        texts = violations(view.admitted(member), ranges, view.gates) if ranges else ()
        if texts:
            names = ", ".join(each.name for each in ranges)
            message = f"limits of the namespace ({names}) forbid its pods: {'; '.join(dict.fromkeys(texts))}"
            yield Finding.certain(RULE, IMPOSSIBLE, member.subject, message, FIX, member.field("containers"))


CHECK = Check(RULE, _run)
