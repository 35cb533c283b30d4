# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""VolumeZone: zone and region labels of bound volumes must suit the node (KK plugins/volumezone)."""

from __future__ import annotations

from ..ask import Ask
from ..bits import Bits
from ..verdict import OPEN, PASS, Check, Opening, Verdict, refuse
from ..volumes import claim_not_found, claims_of

REASON = "node(s) had no available volume zone"
NO_VOLUME_NAME = "PersistentVolume had no name"
NO_NAME_AND_CLASS = "PersistentVolumeClaim had no pv name and storageClass name"

GA_LABELS = {
    "failure-domain.beta.kubernetes.io/zone": "topology.kubernetes.io/zone",
    "failure-domain.beta.kubernetes.io/region": "topology.kubernetes.io/region",
}
LABELS = (*GA_LABELS, *GA_LABELS.values())


def before(ask: Ask) -> Opening:
    """What leads neither to a volume nor to a class that waits rejects, unless it just wasn't given (getPVbyPod)."""
    storage = ask.cluster.storage
    gives = storage.snapshot.gives
    for volume in ask.shape.volumes:
        if not volume.claim:
            continue
        claim = ask.cluster.claims.get((ask.shape.namespace, volume.claim))
        if claim is None:
            return Opening(rejected=claim_not_found(ask, volume.claim))
        if claim.future:
            continue
        if claim.volume:
            if claim.volume not in storage.volumes and gives("PersistentVolume"):
                return Opening(rejected=f'persistentvolume "{claim.volume}" not found')
            continue
        if not claim.storage_class:
            return Opening(rejected=NO_NAME_AND_CLASS)
        found = storage.classes.get(claim.storage_class)
        if found is None and gives("StorageClass"):
            return Opening(rejected=f'storageclass.storage.k8s.io "{claim.storage_class}" not found')
        if found is not None and not found.waits:
            return Opening(rejected=NO_VOLUME_NAME)
    return OPEN


def judge(ask: Ask, nodes: Bits) -> Verdict:
    """A node with none of the four labels takes any volume; values of a volume's label are separated by `__`."""
    cluster = ask.cluster
    zoned = 0
    for label in LABELS:
        zoned |= cluster.having(label)
    zoned &= nodes
    refused = 0
    for claim in claims_of(ask) if zoned else ():
        volume = cluster.storage.volumes.get(claim.volume) if claim.volume else None
        for label in LABELS if volume else ():
            values = volume.labels.get(label) if volume else None
            if values is not None:
                refused |= zoned & ~_suited(ask, label, _zones(values)) if _zones(values) else 0
    return refuse(REASON, refused) if refused else PASS


def _zones(value: str) -> frozenset[str]:
    """The zones of a label; an empty one between separators makes the label count for nothing (LabelZonesToSet)."""
    zones = frozenset(zone.strip() for zone in value.split("__"))
    return frozenset() if "" in zones else zones


def _suited(ask: Ask, label: str, zones: frozenset[str]) -> Bits:
    """The nodes whose label, or the GA label where they lack the beta one, has one of the values."""
    cluster = ask.cluster
    having = cluster.having(label)
    suited = 0
    for zone in zones:
        suited |= cluster.domains(label).get(zone, 0)
        if label in GA_LABELS:
            suited |= cluster.domains(GA_LABELS[label]).get(zone, 0) & ~having
    return suited


CHECK = Check("VolumeZone", judge, before)
