# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""VolumeBinding: bound volumes must be reachable, unbound claims must find a volume (KK plugins/volumebinding)."""

from __future__ import annotations

from ..ask import Ask
from ..bits import Bits
from ..matching import Matching
from ..storage import Claim
from ..verdict import OPEN, PASS, Check, Opening, Refusal, Verdict
from ..volumes import claim_not_found, claims_of, missing_claims, waits

REASON_AFFINITY = "node(s) didn't match PersistentVolume's node affinity"
REASON_AFFINITY_1_32 = "node(s) had volume node affinity conflict"
REASON_BIND = "node(s) didn't find available persistent volumes to bind"
REASON_SPACE = "node(s) did not have enough free storage"
UNBOUND_IMMEDIATE = "pod has unbound immediate PersistentVolumeClaims"
LOST = 'persistentvolumeclaim "{name}" bound to non-existent persistentvolume "{volume}"'
DELETED = 'persistentvolumeclaim "{name}" is being deleted'


def before(ask: Ask) -> Opening:
    """A claim that can't be used, or that its class should have bound already, rejects the pod."""
    for name in missing_claims(ask):
        rejected = claim_not_found(ask, name)
        if rejected:
            return Opening(rejected=rejected)
    claims = claims_of(ask)
    for claim in claims:
        if claim.lost:
            return Opening(rejected=LOST.format(name=claim.name, volume=claim.volume))
        if claim.deleting:
            return Opening(rejected=DELETED.format(name=claim.name))
    if any(_is_late(ask, claim) for claim in claims):
        return Opening(rejected=UNBOUND_IMMEDIATE)
    return OPEN


def _is_late(ask: Ask, claim: Claim) -> bool:
    """An unbound claim that doesn't wait for a pod; one that is only about to be created is given its time."""
    if claim.bound:
        return False
    if claim.volume or not claim.storage_class:
        return not claim.future
    found = ask.cluster.storage.classes.get(claim.storage_class)
    if found is None:
        return ask.cluster.snapshot.gives("StorageClass")
    return not found.waits and not claim.future


def judge(ask: Ask, nodes: Bits) -> Verdict:
    missing = [f"PersistentVolumeClaim {ask.shape.namespace}/{name}" for name in missing_claims(ask)]
    claims = claims_of(ask)
    if not (claims or missing):
        return PASS
    missing += _undecided(ask, claims)
    outside = nodes & ~_reachable(ask, claims)
    matching = Matching(ask, [claim for claim in claims if waits(ask, claim)], nodes)
    names_volume = ask.gates.has("volume affinity failures name the volume")
    refusals = (
        Refusal(REASON_AFFINITY if names_volume else REASON_AFFINITY_1_32, outside),
        Refusal(REASON_BIND, matching.unbound),
        Refusal(REASON_SPACE, matching.short),
    )
    verdict = Verdict(tuple(refusal for refusal in refusals if refusal.nodes))
    return verdict._replace(unknown=nodes & ~verdict.refused, missing=tuple(missing)) if missing else verdict


def _reachable(ask: Ask, claims: list[Claim]) -> Bits:
    """The nodes that every bound volume's affinity allows; a term's matchFields count as met (CheckNodeAffinity).

    A claim that is only about to be created will be bound to the volume that it names.
    """
    nodes = ask.cluster.everyone
    for claim in claims:
        volume = ask.cluster.storage.volumes.get(claim.volume) if claim.bound or claim.future else None
        if volume is not None and volume.affinity is not None:
            nodes &= ask.cluster.in_any_term(volume.affinity, with_fields=False)
    return nodes


def _undecided(ask: Ask, claims: list[Claim]) -> list[str]:
    """What would have to be known of the claims to say where they can go."""
    storage = ask.cluster.storage
    missing = []
    for claim in claims:
        place = f"{claim.namespace}/{claim.name}"
        if claim.bound or claim.volume:
            if claim.volume not in storage.volumes:
                missing.append(f"PersistentVolume {claim.volume}")
        elif not claim.storage_class:
            missing.append(f"the PersistentVolume of PersistentVolumeClaim {place}")
        elif claim.storage_class not in storage.classes:
            missing.append(f"StorageClass {claim.storage_class}")
        elif not waits(ask, claim):
            missing.append(f"the PersistentVolume of PersistentVolumeClaim {place}")
    return missing


CHECK = Check("VolumeBinding", judge, before)
