# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""More replicas than there are places for, where each needs one of its own. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import BLOCKED, Finding
from ..check import Check
from ..crowding import separations
from ..view import View

RULE = "replicas-exceed-domains"
WAIT_THEIR_TURN = frozenset(["CronJob", "Job"])
FIX = "run fewer replicas, add nodes, or loosen the rule that keeps them apart"


def _run(view: View) -> Iterator[Finding]:
    for member in view.members:
        replicas = 0 if member.ref.kind in WAIT_THEIR_TURN else member.replicas or 0
        if replicas < 2:
            continue
        for each in separations(view, member):
            if each.domains is not None and each.domains < replicas:
                message = (
                    f"{replicas} replicas need a {each.place} each for {each.reason}, "
                    f"and there {_are(each.domains)} for them: {replicas - each.domains} can never run"
                )
                yield Finding.certain(RULE, BLOCKED, member.subject, message, FIX, each.field)


def _are(count: int) -> str:
    return "is 1" if count == 1 else f"are {count}"


CHECK = Check(RULE, _run)
