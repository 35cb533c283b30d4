# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Budgets that have to know how many pods are wanted, over pods of which nobody says so. Private to this collection.

KK pkg/controller/disruption/disruption.go getExpectedPodCount (1.28 - 1.37): `maxUnavailable` and shares are taken of
the scale of the pods' controllers. One that has none lets the budget allow nothing; pods without any count as none.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import FRAGILE, Finding
from ...scheduling.terms import pod_selector
from ..budgets import GROUP, KIND
from ..check import Check
from ..entries import Entry
from ..view import View

RULE = "budget-without-scale"
FIX = "state minAvailable as a number of pods, or leave the budget out"
WITHOUT_SCALE = frozenset(["CronJob", "DaemonSet", "Job"])


def _run(view: View) -> Iterator[Finding]:
    for entry in view.of(KIND):
        field = _field(entry) if entry.group == GROUP else ""
        if not field:
            continue
        selector = pod_selector(entry.spec.get("selector"))
        members = [each for each in view.selected(entry.namespace, selector) if each.replicas != 0]
        unscaled = [each for each in members if each.ref.kind in WITHOUT_SCALE]
        if members and (unscaled or all(each.ref.is_pod for each in members)):
            title = (unscaled or members)[0].title
            message = (
                f"{field} {entry.spec[field]} is a share of the pods that are wanted, and {title} does not say how "
                "many these are: none is ever evicted, and a drain of its node never ends"
            )
            yield Finding.certain(RULE, FRAGILE, entry.subject, message, FIX, f"spec.{field}")


def _field(entry: Entry) -> str:
    """The field that needs the number; empty where none does."""
    if entry.spec.get("maxUnavailable") is not None:
        return "maxUnavailable"
    return "minAvailable" if isinstance(entry.spec.get("minAvailable"), str) else ""


CHECK = Check(RULE, _run)
