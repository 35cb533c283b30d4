# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Replicas that share a claim which one node, or one pod, may use at a time. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import BLOCKED, FRAGILE, Finding
from ...objects import HOSTNAME, items, mapping, text
from ...scheduling.paces import pace_of
from ...selectors import selects
from ..check import Check
from ..crowding import domains_of
from ..entries import Member
from ..references import CLAIM, Reference, claims
from ..view import View

RULE = "claim-of-one-node"
MANY = frozenset(["ReadOnlyMany", "ReadWriteMany"])
WAIT_THEIR_TURN = frozenset(["CronJob", "Job"])
ONE_POD = "ReadWriteOncePod"


def _run(view: View) -> Iterator[Finding]:
    objects = view.objects(CLAIM)
    for member in view.having("volumes") if objects else ():
        for claim in claims(member):
            found = objects.get((member.namespace, claim.name))
            modes = [text(mode) for mode in items(mapping((found or {}).get("spec")).get("accessModes"))]
            if modes and MANY.isdisjoint(modes):
                yield from _of(view, member, claim, ONE_POD in modes)


def _of(view: View, member: Member, claim: Reference, one_pod: bool) -> Iterator[Finding]:
    replicas = member.replicas
    if member.ref.kind in WAIT_THEIR_TURN:
        return
    several = member.ref.kind == "DaemonSet" or (replicas or 0) > 1
    count = "the pods of all nodes" if replicas is None else f"{replicas} replicas"
    if one_pod and several:
        message = f"the claim {claim.name} is {ONE_POD}, and {count} share it: one of them can run"
        fix = "run one replica, or use a claim of ReadWriteMany"
        yield Finding.certain(RULE, BLOCKED, member.subject, message, fix, claim.field)
    elif several and domains_of(view, member, HOSTNAME) != 1 and not _is_kept_together(view, member):
        message = f"the claim {claim.name} is ReadWriteOnce, and {count} share it: they run on one node or not at all"
        fix = "use a StatefulSet with volumeClaimTemplates, or a claim of ReadWriteMany"
        yield Finding.certain(RULE, FRAGILE, member.subject, message, fix, claim.field)
    elif one_pod and member.ref.kind == "Deployment" and replicas and not pace_of(member.ref).unavailable:
        message = f"the claim {claim.name} is {ONE_POD}, and an update starts the new pod before the old one goes"
        fix = "set spec.strategy.type to Recreate"
        yield Finding.certain(RULE, BLOCKED, member.subject, message, fix, claim.field)


def _is_kept_together(view: View, member: Member) -> bool:
    """Whether its own rules put all of its pods on one node."""
    return any(
        term.topology_key == HOSTNAME
        and selects(term.selector, member.labels)
        and member.namespace in view.reached(term)
        for term in member.shape.affinity
    )


CHECK = Check(RULE, _run)
