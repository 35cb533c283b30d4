# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Rollouts that the simulation against the cluster does not bring to their end. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import BLOCKED, Finding
from ..check import Check
from ..view import View

RULE = "rollout-stuck"
ROLLING = "rollingUpdate"
FIXES = {
    "DaemonSet": f"make room on that node, or let the old pod go first with spec.updateStrategy.{ROLLING}.maxSurge 0",
    "Deployment": f"make room for one pod more, or let one be unavailable with spec.strategy.{ROLLING}.maxUnavailable",
    "StatefulSet": "make room on a node where the pod may run",
}


def _run(view: View) -> Iterator[Finding]:
    for told in view.rollouts or ():
        entry = view.workload(told["kind"], told["namespace"], told["name"])
        if told["finishes"] or not told["stuck"] or entry is None:
            continue
        if told["stuck"] == "before":
            message = f"not even the {told['wanted']} pods that the update would replace find a node: {told['message']}"
        else:
            message = (
                f"the update stops at {told['updated']} of {told['wanted']} pods "
                f"(maxSurge {told['surge']}, maxUnavailable {told['unavailable']}): {told['message']}"
            )
        field = "spec.strategy" if told["kind"] == "Deployment" else "spec.updateStrategy"
        yield Finding.certain(RULE, BLOCKED, entry.subject, message, FIXES[told["kind"]], field)


CHECK = Check(RULE, _run)
