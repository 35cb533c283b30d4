# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""An autoscaler that may want more pods than there are places for. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import FRAGILE, Finding
from ..autoscalers import by_target, place_of_member
from ..check import Check
from ..crowding import separations
from ..view import View

RULE = "autoscaler-exceeds-domains"
FIX = "lower maxReplicas, add nodes, or loosen the rule that keeps them apart"


def _run(view: View) -> Iterator[Finding]:
    scaled = by_target(view)
    for member in view.members if scaled else ():
        autoscaler = scaled.get(place_of_member(member))
        if autoscaler is None:
            continue
        for each in separations(view, member):
            if each.domains is not None and each.domains < autoscaler.maximum:
                message = (
                    f"maxReplicas is {autoscaler.maximum}, each pod of {member.title} needs a {each.place} of its own "
                    f"for {each.reason}, and there {'is 1' if each.domains == 1 else f'are {each.domains}'} for them"
                )
                subject = autoscaler.entry.subject
                yield Finding.certain(RULE, FRAGILE, subject, message, FIX, "spec.maxReplicas")


CHECK = Check(RULE, _run)
