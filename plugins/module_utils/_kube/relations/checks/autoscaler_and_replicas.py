# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""A workload that states its replicas although an autoscaler sets them. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import STYLE, Finding
from ..autoscalers import by_target
from ..check import Check
from ..view import View

RULE = "autoscaler-and-replicas"
FIX = "leave spec.replicas out of the manifest"


def _run(view: View) -> Iterator[Finding]:
    for place, each in by_target(view).items():
        entry = view.workload(*place)
        if entry is not None and entry.spec.get("replicas") is not None:
            message = (
                f"the autoscaler {each.entry.name} sets the replicas, and every time the manifest is applied "
                f"they are {entry.spec['replicas']} again"
            )
            yield Finding.certain(RULE, STYLE, entry.subject, message, FIX, "spec.replicas")


CHECK = Check(RULE, _run)
