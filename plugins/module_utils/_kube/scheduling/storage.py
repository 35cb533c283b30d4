# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Volumes, claims and what provisions them, as the volume filters see them. Private to this collection."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, NamedTuple, Optional

from ..objects import NodeTerm, items, mapping, mappings, string_map, text, whole
from ..quantity import QuantityError, parse
from ..selectors import Requirement, Selector
from .snapshot import Document, Snapshot, place_of
from .terms import node_terms, pod_selector

BIND_COMPLETED = "pv.kubernetes.io/bind-completed"
SELECTED_NODE = "volume.kubernetes.io/selected-node"
BETA_CLASS = "volume.beta.kubernetes.io/storage-class"
DEFAULT_CLASS = ("storageclass.kubernetes.io/is-default-class", "storageclass.beta.kubernetes.io/is-default-class")


class Claim(NamedTuple):
    """A PersistentVolumeClaim."""

    namespace: str
    name: str
    uid: str
    volume: str
    storage_class: str
    bound: bool
    lost: bool
    deleting: bool
    request: Optional[int]
    access_modes: frozenset[str]
    volume_mode: str
    selector: Optional[tuple[Requirement, ...]]
    selective: bool
    attributes_class: str
    selected_node: Optional[str]
    future: bool
    names_class: bool


class PersistentVolume(NamedTuple):
    """A PersistentVolume; `affinity` is None where any node will do."""

    name: str
    labels: Mapping[str, str]
    capacity: int
    storage_class: str
    access_modes: frozenset[str]
    volume_mode: str
    affinity: Optional[tuple[NodeTerm, ...]]
    claim: Optional[tuple[str, str, str]]
    available: bool
    deleting: bool
    driver: str
    handle: str
    attributes_class: str

    def belongs_to(self, claim: Claim) -> bool:
        """Whether it is reserved for this claim (CH storage/volume IsVolumeBoundToClaim)."""
        if self.claim is None:
            return False
        namespace, name, uid = self.claim
        return (namespace, name) == (claim.namespace, claim.name) and (not uid or uid == claim.uid)


class StorageClass(NamedTuple):
    """A StorageClass; each of `topologies` is enough, and none means any node."""

    name: str
    provisioner: str
    waits: bool
    topologies: tuple[tuple[Requirement, ...], ...]


class StorageCapacity(NamedTuple):
    """A CSIStorageCapacity: the largest volume it still holds for the nodes that its topology selects."""

    storage_class: str
    limit: Optional[int]
    capacity: int
    topology: Selector

    def serves(self, claim: Claim) -> bool:
        """Whether it is of the claim's class and large enough."""
        enough = self.limit is not None and self.limit >= (claim.request or 0)
        return enough and self.storage_class == claim.storage_class


class Storage:
    """The storage objects of a snapshot, each kind read when it is first asked for."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot

    @cached_property
    def claims(self) -> dict[tuple[str, str], Claim]:
        return {
            place: claim_of(document) for place, document in self.snapshot.by_place("PersistentVolumeClaim").items()
        }

    @cached_property
    def volumes(self) -> dict[str, PersistentVolume]:
        return {name: _volume(document) for name, document in self.snapshot.by_name("PersistentVolume").items()}

    @cached_property
    def classes(self) -> dict[str, StorageClass]:
        return {name: _class(document) for name, document in self.snapshot.by_name("StorageClass").items()}

    @cached_property
    def limits(self) -> dict[str, dict[str, Optional[int]]]:
        """The CSI drivers of each node with the number of volumes each may attach, None for no limit."""
        return {name: _drivers(document) for name, document in self.snapshot.by_name("CSINode").items()}

    @cached_property
    def drivers(self) -> dict[str, Mapping[str, Any]]:
        """The specification of each CSIDriver."""
        return {name: mapping(found.get("spec")) for name, found in self.snapshot.by_name("CSIDriver").items()}

    @cached_property
    def capacities(self) -> tuple[StorageCapacity, ...]:
        return tuple(_capacity(document) for document in self.snapshot.of("CSIStorageCapacity"))

    def tracks_capacity(self, storage_class: str) -> bool:
        """Whether the driver behind a class tells how much it can still provision."""
        found = self.classes.get(storage_class)
        return found is not None and self.drivers.get(found.provisioner, {}).get("storageCapacity") is True

    @cached_property
    def attachments(self) -> dict[str, dict[str, str]]:
        """The attached CSI volumes of each node that a VolumeAttachment names, with their driver."""
        found: dict[str, dict[str, str]] = {}
        for document in self.snapshot.of("VolumeAttachment"):
            spec = mapping(document.get("spec"))
            volume = self.volumes.get(text(mapping(spec.get("source")).get("persistentVolumeName")))
            attacher = text(spec.get("attacher"))
            if volume is not None and volume.driver and attacher:
                found.setdefault(text(spec.get("nodeName")), {})[f"{attacher}/{volume.handle}"] = attacher
        return found

    @cached_property
    def default_class(self) -> str:
        """The class of claims that name none: the newest of those that are marked as default."""
        marked = [
            (str(mapping(document.get("metadata")).get("creationTimestamp") or ""), name)
            for name, document in self.snapshot.by_name("StorageClass").items()
            if any(
                string_map(mapping(document.get("metadata")).get("annotations")).get(key) == "true"
                for key in DEFAULT_CLASS
            )
        ]
        newest = max((created for created, name in marked), default="")
        return min((name for created, name in marked if created == newest), default="")


def claim_of(document: Document, future: bool = False) -> Claim:
    """The view of a PersistentVolumeClaim; a `future` one is only about to be created."""
    metadata, spec, status = (mapping(document.get(part)) for part in ("metadata", "spec", "status"))
    annotations = string_map(metadata.get("annotations"))
    namespace, name = place_of(document)
    requests = mapping(mapping(spec.get("resources")).get("requests"))
    return Claim(
        namespace=namespace,
        name=name,
        uid=text(metadata.get("uid")),
        volume=text(spec.get("volumeName")),
        storage_class=annotations.get(BETA_CLASS, text(spec.get("storageClassName"))),
        bound=bool(spec.get("volumeName")) and BIND_COMPLETED in annotations,
        lost=status.get("phase") == "Lost",
        deleting=metadata.get("deletionTimestamp") is not None,
        request=_bytes(requests["storage"]) if "storage" in requests else None,
        access_modes=_modes(spec),
        volume_mode=text(spec.get("volumeMode")) or "Filesystem",
        selector=pod_selector(spec.get("selector")),
        selective=spec.get("selector") is not None,
        attributes_class=text(spec.get("volumeAttributesClassName")),
        selected_node=annotations.get(SELECTED_NODE),
        future=future,
        names_class=BETA_CLASS in annotations or spec.get("storageClassName") is not None,
    )


def _volume(document: Document) -> PersistentVolume:
    metadata, spec, status = (mapping(document.get(part)) for part in ("metadata", "spec", "status"))
    required = mapping(spec.get("nodeAffinity")).get("required")
    reference = spec.get("claimRef")
    claim = None
    if isinstance(reference, dict):
        claim = (text(reference.get("namespace")), text(reference.get("name")), text(reference.get("uid")))
    csi = mapping(spec.get("csi"))
    labels = string_map(metadata.get("labels"))
    annotations = string_map(metadata.get("annotations"))
    return PersistentVolume(
        name=text(metadata.get("name")),
        labels=labels,
        capacity=_bytes(mapping(spec.get("capacity")).get("storage")),
        storage_class=annotations.get(BETA_CLASS, text(spec.get("storageClassName"))),
        access_modes=_modes(spec),
        volume_mode=text(spec.get("volumeMode")) or "Filesystem",
        affinity=None if required is None else node_terms(required),
        claim=claim,
        available=status.get("phase") == "Available",
        deleting=metadata.get("deletionTimestamp") is not None,
        driver=text(csi.get("driver")),
        handle=text(csi.get("volumeHandle")),
        attributes_class=text(spec.get("volumeAttributesClassName")),
    )


def _class(document: Document) -> StorageClass:
    topologies = tuple(
        tuple(
            Requirement(text(entry.get("key")), "In", tuple(text(value) for value in items(entry.get("values"))))
            for entry in mappings(term.get("matchLabelExpressions"))
        )
        for term in mappings(document.get("allowedTopologies"))
    )
    return StorageClass(
        name=text(mapping(document.get("metadata")).get("name")),
        provisioner=text(document.get("provisioner")),
        waits=document.get("volumeBindingMode") == "WaitForFirstConsumer",
        topologies=topologies,
    )


def _drivers(document: Document) -> dict[str, Optional[int]]:
    found: dict[str, Optional[int]] = {}
    for driver in mappings(mapping(document.get("spec")).get("drivers")):
        count = mapping(driver.get("allocatable")).get("count")
        found[text(driver.get("name"))] = None if count is None else whole(count)
    return found


def _capacity(document: Document) -> StorageCapacity:
    limit = document.get("maximumVolumeSize", document.get("capacity"))
    return StorageCapacity(
        storage_class=text(document.get("storageClassName")),
        limit=None if limit is None else _bytes(limit),
        capacity=_bytes(document.get("capacity")),
        topology=pod_selector(document.get("nodeTopology")),
    )


def _modes(spec: Mapping[str, Any]) -> frozenset[str]:
    return frozenset(text(mode) for mode in items(spec.get("accessModes")))


def _bytes(value: object) -> int:
    try:
        return parse(value).value()
    except QuantityError:
        return 0
