# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Workloads that lose pods for good when nodes are lost. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import FRAGILE, Finding
from ..check import Check
from ..view import View

RULE = "loss-not-survived"
FIX = "make room on the other nodes, loosen the placement rules, or run fewer replicas"


def _run(view: View) -> Iterator[Finding]:
    found: dict[tuple[str, str, str], list[tuple[str, int, str]]] = {}
    for loss in view.survival:
        counts: dict[tuple[str, str, str], list[str]] = {}
        for pod in loss["unplaced"]:
            counts.setdefault((pod["kind"], pod["namespace"], pod["name"]), []).append(pod["message"])
        for place, messages in counts.items():
            found.setdefault(place, []).append((" and ".join(loss["lost"]), len(messages), messages[0]))
    for place, losses in found.items():
        entry = view.workload(*place)
        if entry is not None:
            lost, count, why = max(losses, key=lambda each: each[1])
            pods = "1 pod finds" if count == 1 else f"{count} pods find"
            others = f" ({len(losses)} of {len(view.survival)} losses end so)" if len(losses) > 1 else ""
            message = f"when {lost} is lost, {pods} no other node{others}: {why}"
            yield Finding.certain(RULE, FRAGILE, entry.subject, message, FIX)


CHECK = Check(RULE, _run)
