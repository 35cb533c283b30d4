# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which volumes unbound claims would get on which nodes. Private to this collection.

KK plugins/volumebinding/binder.go FindPodVolumes and CH storage/volume FindMatchingVolume: the smallest claim is served
first, each from the smallest volume that suits, and what finds none must be provisioned where the class allows it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Optional

from ..selectors import selects
from .ask import Ask
from .bits import Bits, numbers_of
from .storage import Claim, PersistentVolume, StorageClass

NO_PROVISIONER = ("", "kubernetes.io/no-provisioner")


class Offer(NamedTuple):
    """A volume that a claim could be bound to on some nodes; a reserved one is this claim's and no other's."""

    volume: PersistentVolume
    nodes: Bits
    reserved: bool


class Group(NamedTuple):
    """Nodes on which the same claims get the same volumes, and the same claims have to be provisioned."""

    nodes: Bits
    bound: tuple[tuple[Claim, PersistentVolume], ...]
    provisioned: tuple[Claim, ...]


class Matching:
    """The nodes on which a claim finds neither volume nor provisioner (`unbound`), or no room to provision (`short`).

    `groups` are the nodes where every claim is served.
    """

    def __init__(self, ask: Ask, claims: list[Claim], nodes: Bits) -> None:
        self._ask = ask
        self.unbound: Bits = 0
        self.short: Bits = 0
        self.groups: list[Group] = []
        chosen = [claim for claim in claims if claim.selected_node is not None]
        for claim in chosen:
            number = ask.cluster.number.get(claim.selected_node or "")
            elsewhere = nodes if number is None else nodes & ~(1 << number)
            self.unbound |= elsewhere
            nodes &= ~elsewhere
        open_claims = sorted((claim for claim in claims if claim.selected_node is None), key=lambda c: c.request or 0)
        offers = {claim: list(self._offers(claim)) for claim in open_claims}
        for group, local in self._groups(offers, nodes):
            bound, left = _serve(open_claims, offers, local)
            self._provision(group, [*chosen, *left], bound)

    def _offers(self, claim: Claim) -> Iterator[Offer]:
        """What suits the claim but for the node, smallest first."""
        cluster = self._ask.cluster
        suited = [volume for volume in cluster.storage.volumes.values() if _suits(claim, volume)]
        for volume in sorted(suited, key=lambda found: found.capacity):
            reserved = volume.belongs_to(claim)
            if volume.claim is not None and not reserved:
                continue
            if reserved or _is_free_for(claim, volume):
                terms = volume.affinity
                reached = cluster.everyone if terms is None else cluster.in_any_term(terms, with_fields=False)
                yield Offer(volume, reached, reserved)

    def _groups(self, offers: dict[Claim, list[Offer]], nodes: Bits) -> Iterator[tuple[Bits, frozenset[str]]]:
        """Nodes that are offered the same volumes, with the names of those that not every node is offered."""
        local: dict[int, list[str]] = {}
        seen: set[str] = set()
        for offer in (offer for found in offers.values() for offer in found):
            if offer.volume.name not in seen and nodes & ~offer.nodes:
                seen.add(offer.volume.name)
                for number in numbers_of(offer.nodes & nodes):
                    local.setdefault(number, []).append(offer.volume.name)
        groups: dict[frozenset[str], Bits] = {}
        rest = nodes
        for number, names in local.items():
            key = frozenset(names)
            groups[key] = groups.get(key, 0) | 1 << number
            rest &= ~(1 << number)
        everywhere = {
            offer.volume.name for found in offers.values() for offer in found if offer.volume.name not in seen
        }
        if rest:
            yield rest, frozenset(everywhere)
        for key, members in groups.items():
            yield members, key | everywhere

    def _provision(self, nodes: Bits, claims: list[Claim], bound: list[tuple[Claim, PersistentVolume]]) -> None:
        """A claim without a volume needs a provisioner, a fit topology and enough storage (checkVolumeProvisions)."""
        for claim in claims:
            found = self._ask.cluster.storage.classes.get(claim.storage_class)
            able = self._able(found)
            self.unbound |= nodes & ~able
            nodes &= able
            short = nodes & ~self._roomy(claim)
            self.short |= short
            nodes &= ~short
        if nodes:
            self.groups.append(Group(nodes, tuple(bound), tuple(claims)))

    def _able(self, storage_class: Optional[StorageClass]) -> Bits:
        cluster = self._ask.cluster
        if storage_class is None or storage_class.provisioner in NO_PROVISIONER:
            return 0
        if not storage_class.topologies:
            return cluster.everyone
        nodes = 0
        for term in storage_class.topologies:
            nodes |= cluster.selected(term) if term else 0
        return nodes

    def _roomy(self, claim: Claim) -> Bits:
        """The nodes with enough capacity; all of them where the driver doesn't track it."""
        cluster = self._ask.cluster
        if claim.request is None or not cluster.storage.tracks_capacity(claim.storage_class):
            return cluster.everyone
        nodes = 0
        for capacity in cluster.storage.capacities:
            if capacity.serves(claim):
                nodes |= cluster.selected(capacity.topology)
        return nodes


def _serve(
    claims: list[Claim], offers: dict[Claim, list[Offer]], available: frozenset[str]
) -> tuple[list[tuple[Claim, PersistentVolume]], list[Claim]]:
    """Which claim gets which volume where these are available, and the claims that get none."""
    bound: list[tuple[Claim, PersistentVolume]] = []
    left: list[Claim] = []
    taken: set[str] = set()
    for claim in claims:
        candidates = [offer for offer in offers[claim] if offer.volume.name not in taken]
        reserved = [offer for offer in candidates if offer.reserved]
        usable = [offer for offer in reserved or candidates if offer.volume.name in available]
        if usable:
            bound.append((claim, usable[0].volume))
            taken.add(usable[0].volume.name)
        else:
            left.append(claim)
    return bound, left


def _suits(claim: Claim, volume: PersistentVolume) -> bool:
    return (
        volume.capacity >= (claim.request or 0)
        and volume.volume_mode == claim.volume_mode
        and volume.attributes_class == claim.attributes_class
        and not volume.deleting
    )


def _is_free_for(claim: Claim, volume: PersistentVolume) -> bool:
    return (
        volume.available
        and volume.storage_class == claim.storage_class
        and (not claim.selective or selects(claim.selector, volume.labels))
        and claim.access_modes <= volume.access_modes
    )
