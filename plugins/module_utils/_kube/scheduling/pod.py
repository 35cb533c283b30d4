# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""A pod as the scheduler sees it. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, Optional

from ..objects import (
    Disk,
    HostPort,
    NodeTerm,
    PodTerm,
    PreferredNodes,
    PreferredPods,
    SpreadConstraint,
    Toleration,
    Volume,
    items,
    mapping,
    mappings,
    string_map,
    text,
    whole,
)
from ..releases import Gates
from ..requests import effective_requests
from ..resource_names import CPU, MEMORY
from ..selectors import EVERYTHING, Selector
from . import terms

AFFINITY, ANTI_AFFINITY = "podAffinity", "podAntiAffinity"
ASSUMED = {CPU: 100, MEMORY: 200 << 20}


class Shape:
    """Everything of a pod that scheduling depends on but its name; replicas of one template share one shape.

    Each field is read from the specification when it is first asked for, and once. `owner` is the selector of the
    controller that the pod comes from.
    """

    def __init__(
        self,
        namespace: str,
        labels: Mapping[str, str],
        spec: Mapping[str, Any],
        gates: Gates,
        status: Optional[Mapping[str, Any]] = None,
        owner: Selector = EVERYTHING,
    ) -> None:
        self.namespace = namespace
        self.labels = labels
        self.spec = spec
        self.status = status
        self.owner = owner
        self._gates = gates

    def varied(self, **changes: Any) -> Shape:
        """The same but for the given arguments of a shape."""
        own = {name: getattr(self, name) for name in ("namespace", "labels", "spec", "status", "owner")}
        return Shape(**{**own, **changes}, gates=self._gates)

    @cached_property
    def requests(self) -> dict[str, int]:
        """What the pod takes of a node."""
        return effective_requests(self.spec, self.status, self._gates)

    @cached_property
    def assumed(self) -> dict[str, int]:
        """What a placed pod counts for in scores: containers that request nothing count for something.

        Where the pod level says requests, only what the whole pod leaves unset is assumed (PodInfo.CalculateResource).
        """
        stated = bool(mapping(mapping(self.spec.get("resources")).get("requests")))
        pod_level = stated and self._gates.enabled("PodLevelResources")
        missing = {name: amount for name, amount in ASSUMED.items() if not (pod_level and name in self.requests)}
        return effective_requests(self.spec, self.status, self._gates, missing=missing)

    @cached_property
    def assumed_alone(self) -> dict[str, int]:
        """What the pod that is asked about counts for in scores; NodeResourcesFit doesn't see the pod level there."""
        return effective_requests(self.spec, self.status, self._gates, use_pod_level=False, missing=ASSUMED)

    @cached_property
    def node_selector(self) -> dict[str, str]:
        return string_map(self.spec.get("nodeSelector"))

    @cached_property
    def required_nodes(self) -> Optional[tuple[NodeTerm, ...]]:
        return terms.required_node_terms(self.spec)

    @cached_property
    def preferred_nodes(self) -> tuple[PreferredNodes, ...]:
        return terms.preferred_nodes(self.spec)

    @cached_property
    def tolerations(self) -> tuple[Toleration, ...]:
        return terms.tolerations(self.spec.get("tolerations"))

    @cached_property
    def affinity(self) -> tuple[PodTerm, ...]:
        return self._pod_terms(AFFINITY)

    @cached_property
    def anti_affinity(self) -> tuple[PodTerm, ...]:
        return self._pod_terms(ANTI_AFFINITY)

    @cached_property
    def preferred_affinity(self) -> tuple[PreferredPods, ...]:
        return self._preferred_pods(AFFINITY)

    @cached_property
    def preferred_anti_affinity(self) -> tuple[PreferredPods, ...]:
        return self._preferred_pods(ANTI_AFFINITY)

    def _pod_terms(self, side: str) -> tuple[PodTerm, ...]:
        if not self.spec.get("affinity"):
            return ()
        return terms.pod_terms(self.spec, side, self.namespace, self.labels, self._merges)

    def _preferred_pods(self, side: str) -> tuple[PreferredPods, ...]:
        if not self.spec.get("affinity"):
            return ()
        return terms.preferred_pods(self.spec, side, self.namespace, self.labels, self._merges)

    @property
    def _merges(self) -> bool:
        return self._gates.enabled("MatchLabelKeysInPodAffinity")

    @cached_property
    def spread(self) -> tuple[SpreadConstraint, ...]:
        constraints = self.spec.get("topologySpreadConstraints")
        return terms.spread_constraints(
            constraints,
            self.labels,
            self._gates.enabled("MatchLabelKeysInPodTopologySpread"),
            self._gates.enabled("NodeInclusionPolicyInPodTopologySpread"),
        )

    @cached_property
    def ports(self) -> tuple[HostPort, ...]:
        """Host ports in order, each once; from 1.34 on sidecars' ports count (KK plugins/nodeports)."""
        host_network = self.spec.get("hostNetwork") is True
        found = {
            HostPort(
                text(port.get("protocol")) or "TCP", text(port.get("hostIP")), _host_port(port, host_network)
            ): None
            for container in self._port_owners()
            for port in mappings(container.get("ports"))
        }
        return tuple(port for port in found if port.number > 0)

    def _port_owners(self) -> Iterator[Mapping[str, Any]]:
        if self._gates.has("host ports of sidecars count"):
            for container in mappings(self.spec.get("initContainers")):
                if container.get("restartPolicy") == "Always":
                    yield container
        yield from mappings(self.spec.get("containers"))

    @cached_property
    def volumes(self) -> tuple[Volume, ...]:
        return tuple(_volume(volume) for volume in mappings(self.spec.get("volumes")))

    @cached_property
    def priority(self) -> int:
        return whole(self.spec.get("priority"))

    @property
    def never_preempts(self) -> bool:
        return self.spec.get("preemptionPolicy") == "Never"

    @cached_property
    def gates(self) -> tuple[str, ...]:
        """The names of spec.schedulingGates."""
        return tuple(text(gate.get("name")) for gate in mappings(self.spec.get("schedulingGates")))

    @property
    def node_name(self) -> str:
        return text(self.spec.get("nodeName"))

    @property
    def scheduler_name(self) -> str:
        return text(self.spec.get("schedulerName")) or "default-scheduler"

    @cached_property
    def images(self) -> tuple[str, ...]:
        """The images of init and regular containers and of image volumes, one entry for each use."""
        containers = [*mappings(self.spec.get("initContainers")), *mappings(self.spec.get("containers"))]
        return tuple(text(container.get("image")) for container in containers)

    @cached_property
    def resource_claims(self) -> tuple[str, ...]:
        return tuple(text(claim.get("name")) for claim in mappings(self.spec.get("resourceClaims")))


class Pod:
    """A pod with a name, maybe on a node."""

    __slots__ = ("name", "node_name", "shape", "start", "terminating")

    def __init__(
        self,
        name: str,
        shape: Shape,
        node_name: str = "",
        terminating: bool = False,
        start: str = "",
    ) -> None:
        self.name = name
        self.shape = shape
        self.node_name = node_name
        self.terminating = terminating
        self.start = start

    @property
    def namespace(self) -> str:
        return self.shape.namespace

    def __repr__(self) -> str:
        return f"Pod({self.shape.namespace}/{self.name})"


def pod_of(document: Mapping[str, Any], shape: Shape) -> Pod:
    """The view of a Pod object whose shape has been read."""
    metadata, spec, status = (mapping(document.get(part)) for part in ("metadata", "spec", "status"))
    return Pod(
        text(metadata.get("name")),
        shape,
        node_name=text(spec.get("nodeName")),
        terminating=metadata.get("deletionTimestamp") is not None,
        start=str(status.get("startTime") or ""),
    )


def is_over(document: Mapping[str, Any]) -> bool:
    """A pod in phase Succeeded or Failed holds nothing of its node."""
    return mapping(document.get("status")).get("phase") in ("Succeeded", "Failed")


def _host_port(port: Mapping[str, Any], host_network: bool) -> int:
    number = whole(port.get("hostPort"))
    return whole(port.get("containerPort")) if host_network and not number else number


def _volume(volume: Mapping[str, Any]) -> Volume:
    name = text(volume.get("name"))
    if isinstance(volume.get("persistentVolumeClaim"), dict):
        return Volume(name, claim=text(volume["persistentVolumeClaim"].get("claimName")))
    if isinstance(volume.get("ephemeral"), dict):
        return Volume(name, ephemeral=True)
    if isinstance(volume.get("image"), dict):
        return Volume(name, image=text(volume["image"].get("reference")))
    return Volume(name, disk=_disk(volume))


def _disk(volume: Mapping[str, Any]) -> Optional[Disk]:
    for kind, fields in _DISKS.items():
        source = volume.get(kind)
        if isinstance(source, dict):
            identity = tuple(text(source.get(field)) or default for field, default in fields)
            monitors = frozenset(text(monitor) for monitor in items(source.get("monitors")))
            return Disk(kind, identity, source.get("readOnly") is True, monitors)
    return None


_DISKS: dict[str, tuple[tuple[str, str], ...]] = {
    "gcePersistentDisk": (("pdName", ""),),
    "awsElasticBlockStore": (("volumeID", ""),),
    "iscsi": (("iqn", ""),),
    "rbd": (("pool", "rbd"), ("image", "")),
}
