# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the volume filters have in common: a pod's claims and what they lead to. Private to this collection."""

from __future__ import annotations

from ..objects import Volume
from .ask import Ask
from .cluster import Cluster
from .pod import Shape
from .storage import Claim

NOT_FOUND = 'persistentvolumeclaim "{name}" not found'
_IN_TREE = "kubernetes.io/"


def claims_of(ask: Ask) -> list[Claim]:
    """The pod's claims that are known, in the order of its volumes."""
    found = (ask.cluster.claims.get((ask.shape.namespace, volume.claim)) for volume in _claiming(ask.shape))
    return [claim for claim in found if claim is not None]


def missing_claims(ask: Ask) -> list[str]:
    """The names of the pod's claims that nobody has given."""
    namespace = ask.shape.namespace
    return [volume.claim for volume in _claiming(ask.shape) if (namespace, volume.claim) not in ask.cluster.claims]


def claim_not_found(ask: Ask, name: str) -> str:
    """The rejection for a claim that is known not to exist; empty where it exists or just wasn't given."""
    if (ask.shape.namespace, name) in ask.cluster.claims or not ask.cluster.snapshot.gives("PersistentVolumeClaim"):
        return ""
    return NOT_FOUND.format(name=name)


def waits(ask: Ask, claim: Claim) -> bool:
    """Whether the claim gets its volume only once its pod has a node."""
    found = ask.cluster.storage.classes.get(claim.storage_class)
    return not claim.bound and not claim.volume and found is not None and found.waits


def csi_volumes(cluster: Cluster, shape: Shape) -> dict[str, str]:
    """The CSI volumes that a pod attaches, each with its driver (KK plugins/nodevolumelimits/csi.go).

    A claim without a volume counts as one of its class's provisioner. In-tree volumes that a node may have migrated
    to CSI are not counted.
    """
    found = {}
    for volume in _claiming(shape):
        claim = cluster.claims.get((shape.namespace, volume.claim))
        if claim is None:
            continue
        bound = cluster.storage.volumes.get(claim.volume) if claim.volume else None
        if bound is not None:
            driver, handle = bound.driver, bound.handle
        else:
            provisioned = cluster.storage.classes.get(claim.storage_class)
            driver = provisioned.provisioner if provisioned else ""
            handle = f"unbound {claim.namespace}/{claim.name}"
        if driver and handle and not driver.startswith(_IN_TREE):
            found[f"{driver}/{handle}"] = driver
    return found


def _claiming(shape: Shape) -> list[Volume]:
    return [volume for volume in shape.volumes if volume.claim]
