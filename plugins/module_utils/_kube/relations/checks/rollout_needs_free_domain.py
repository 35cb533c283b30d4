# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""A rollout that starts a new pod before an old one goes, and finds no place for it. Private to this collection.

With `maxUnavailable` 0 (25% of three replicas is none) all old pods stay until a new one is ready; KK
pkg/controller/deployment/rolling.go.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import BLOCKED, FRAGILE, Finding
from ...scheduling.paces import pace_of
from ..check import Check
from ..crowding import separations
from ..entries import Member
from ..view import View

RULE = "rollout-needs-free-domain"
FIX = "set spec.strategy.rollingUpdate.maxUnavailable to 1, or spec.strategy.type to Recreate"


def _run(view: View) -> Iterator[Finding]:
    if view.rollouts is not None:
        return
    for member in view.members:
        if member.ref.kind == "Deployment" and member.replicas and not pace_of(member.ref).unavailable:
            yield from _of(view, member, member.replicas)


def _of(view: View, member: Member, replicas: int) -> Iterator[Finding]:
    for each in separations(view, member):
        if not each.between_revisions or (each.domains is not None and each.domains != replicas):
            continue
        needs = (
            f"with maxUnavailable 0 and {each.reason} an update of {_replicas(replicas)} needs "
            f"{each.places(replicas + 1)}"
        )
        known = each.domains is not None
        message = (
            f"{needs}, and there {_are(replicas)}: it never ends" if known else f"{needs}; with fewer it never ends"
        )
        certainty = BLOCKED if known else FRAGILE
        yield Finding.certain(RULE, certainty, member.subject, message, FIX, each.field, note=not known)


def _replicas(count: int) -> str:
    return "1 replica" if count == 1 else f"{count} replicas"


def _are(count: int) -> str:
    return "is 1" if count == 1 else f"are {count}"


CHECK = Check(RULE, _run)
