# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""VolumeRestrictions: in-tree disks of one writer, and ReadWriteOncePod claims (KK plugins/volumerestrictions)."""

from __future__ import annotations

from ..ask import Ask
from ..bits import Bits, numbers_of
from ..verdict import OPEN, PASS, Check, Opening, Refusal, Verdict
from ..volumes import claim_not_found

REASON_DISK = "node(s) had no available disk"
REASON_ONE_POD = (
    "node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by another pod"
)


def before(ask: Ask) -> Opening:
    """A claim that is known not to exist rejects the pod."""
    for volume in ask.shape.volumes:
        rejected = claim_not_found(ask, volume.claim) if volume.claim else ""
        if rejected:
            return Opening(rejected=rejected)
    return OPEN


def judge(ask: Ask, nodes: Bits) -> Verdict:
    """A disk that is mounted on the node, then a claim for one pod alone that is in use anywhere."""
    disks = [volume.disk for volume in ask.shape.volumes if volume.disk is not None]
    mounted = 0
    for number in numbers_of(nodes) if disks else ():
        for pod in ask.cluster.pods_on(number):
            others = [volume.disk for volume in pod.shape.volumes if volume.disk is not None]
            if any(disk.conflicts(other) for disk in disks for other in others):
                mounted |= 1 << number
                break
    taken = nodes & ~mounted if _is_taken(ask) else 0
    if not (mounted or taken):
        return PASS
    refusals = (Refusal(REASON_DISK, mounted, mounted), Refusal(REASON_ONE_POD, taken, taken))
    return Verdict(tuple(refusal for refusal in refusals if refusal.nodes))


def _is_taken(ask: Ask) -> bool:
    """Whether another pod uses such a claim.

    Preemption subtracts every victim that names a claim so, in whatever namespace (volume_restrictions.go RemovePod).
    """
    cluster, namespace = ask.cluster, ask.shape.namespace
    names = {volume.claim for volume in ask.shape.volumes if volume.claim and _is_for_one(ask, volume.claim)}
    if not names:
        return False
    removed = [(pod.namespace, each.claim) for pod, _node in cluster.removed for each in pod.shape.volumes]
    gone = [place for place in removed if place[1] in names]
    used = sum(cluster.claim_is_used(namespace, name) or (namespace, name) in gone for name in names)
    return used > len(gone)


def _is_for_one(ask: Ask, name: str) -> bool:
    claim = ask.cluster.claims.get((ask.shape.namespace, name))
    return claim is not None and "ReadWriteOncePod" in claim.access_modes


CHECK = Check("VolumeRestrictions", judge, before)
