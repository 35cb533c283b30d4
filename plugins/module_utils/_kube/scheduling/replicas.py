# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The pods that a workload's controller creates, as they reach the scheduler. Private to this collection.

KK pkg/controller/{replicaset,statefulset,daemon,job}; names that a controller draws at random are told by their number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ..objects import NO_EXECUTE, NO_SCHEDULE, items, mapping, mappings, string_map, text, whole
from ..releases import Gates
from ..requests import effective_requests
from ..workloads import PodTemplateRef
from .admission import Admission
from .ask import Ask
from .bits import numbers_of
from .cluster import Cluster
from .configuration import Profile
from .pod import Pod, Shape
from .storage import Claim, claim_of

DAEMON_TOLERATIONS = (
    ("node.kubernetes.io/not-ready", NO_EXECUTE),
    ("node.kubernetes.io/unreachable", NO_EXECUTE),
    ("node.kubernetes.io/disk-pressure", NO_SCHEDULE),
    ("node.kubernetes.io/memory-pressure", NO_SCHEDULE),
    ("node.kubernetes.io/pid-pressure", NO_SCHEDULE),
    ("node.kubernetes.io/unschedulable", NO_SCHEDULE),
)
NETWORK_TOLERATION = ("node.kubernetes.io/network-unavailable", NO_SCHEDULE)


class Replica(NamedTuple):
    """One pod of a workload; `claims` come into being with it, `missing` was named by it but not given."""

    pod: Pod
    number: int
    missing: tuple[str, ...] = ()
    claims: tuple[Claim, ...] = ()


class Workload:
    """A workload or a pod whose replicas are asked about."""

    def __init__(self, ref: PodTemplateRef, admission: Admission, gates: Gates) -> None:
        self.ref = ref
        self._admission = admission
        self._gates = gates

    def replicas(self, cluster: Cluster, profile: Profile) -> Iterator[Replica]:
        """Every pod of it, in the order of its creation; a template that makes none by itself is asked about once."""
        if self.ref.kind == "DaemonSet":
            yield from self._daemons(cluster, profile)
        elif self.ref.kind == "StatefulSet":
            yield from self._ordinals()
        else:
            yield from self._equals()

    def one(self, cluster: Cluster, profile: Profile) -> Iterator[Replica]:
        """One pod for all its equals; every pod of a DaemonSet, whose pods differ by their node."""
        for replica in self.replicas(cluster, profile):
            yield replica
            if self.ref.kind != "DaemonSet":
                return

    def _equals(self) -> Iterator[Replica]:
        shape, missing = self._shape(self.ref.metadata, self.ref.spec)
        count = 1 if self.ref.is_pod else max(1, self.ref.replicas or 0)
        for number in range(count):
            name = self.ref.name if self.ref.is_pod else f"{self.ref.name}-{number}"
            yield Replica(Pod(name, shape, nominated=self._nominated()), number, tuple(missing))

    def _nominated(self) -> str:
        return text(mapping(self.ref.owner.get("status")).get("nominatedNodeName")) if self.ref.is_pod else ""

    def _ordinals(self) -> Iterator[Replica]:
        """`NAME-ORDINAL` with its labels, and a claim for every volumeClaimTemplate (pkg/controller/statefulset)."""
        spec = mapping(self.ref.owner.get("spec"))
        first = whole(mapping(spec.get("ordinals")).get("start"))
        templates = list(mappings(spec.get("volumeClaimTemplates")))
        shared = None if templates else self._shape(self.ref.metadata, self.ref.spec)
        for number in range(max(1, self.ref.replicas or 0)):
            name = f"{self.ref.name}-{first + number}"
            labels = {
                "statefulset.kubernetes.io/pod-name": name,
                "apps.kubernetes.io/pod-index": str(first + number),
            }
            shape, missing = shared or self._shape(self.ref.metadata, _with_claims(self.ref.spec, templates, name))
            own = Shape(shape.namespace, {**shape.labels, **labels}, shape.spec, self._gates, shape.requests)
            claims = tuple(self._claim(template, name) for template in templates)
            yield Replica(Pod(name, own), number, tuple(missing), claims)

    def _claim(self, template: Mapping[str, Any], pod: str) -> Claim:
        metadata = mapping(template.get("metadata"))
        name = f"{text(metadata.get('name'))}-{pod}"
        return claim_of(
            {**template, "metadata": {**metadata, "name": name, "namespace": self.ref.namespace}}, future=True
        )

    def _daemons(self, cluster: Cluster, profile: Profile) -> Iterator[Replica]:
        """One pod for each node that the controller wants one on; its node affinity is replaced by the node's name."""
        metadata, template = self.ref.metadata, dict(self.ref.spec)
        added = [{"key": key, "operator": "Exists", "effect": effect} for key, effect in DAEMON_TOLERATIONS]
        if template.get("hostNetwork") is True:
            key, effect = NETWORK_TOLERATION
            added.append({"key": key, "operator": "Exists", "effect": effect})
        template["tolerations"] = [*mappings(template.get("tolerations")), *added]
        wanted, missing = self._shape(metadata, template)
        ask = Ask(wanted, cluster, profile)
        nodes = ask.selected & ~ask.repelled
        if wanted.node_name:
            nodes &= 1 << cluster.number[wanted.node_name] if wanted.node_name in cluster.number else 0
        for count, number in enumerate(numbers_of(nodes)):
            spec = {**wanted.spec, "affinity": _pinned(wanted.spec, cluster.names[number])}
            shape = Shape(wanted.namespace, wanted.labels, spec, self._gates, wanted.requests)
            yield Replica(Pod(f"{self.ref.name}-{cluster.names[number]}", shape), count, tuple(missing))

    def _shape(self, metadata: Mapping[str, Any], spec: Mapping[str, Any]) -> tuple[Shape, list[str]]:
        admitted, missing = self._admission.admit(spec, self.ref.namespace)
        status = self.ref.owner.get("status") if self.ref.is_pod else None
        requests = effective_requests(admitted, status, self._gates)
        labels = string_map(metadata.get("labels"))
        return Shape(self.ref.namespace, labels, admitted, self._gates, requests), missing


def _with_claims(spec: Mapping[str, Any], templates: list[Mapping[str, Any]], pod: str) -> dict[str, Any]:
    """The specification with a volume for each claim template; one of the same name gives way."""
    names = [text(mapping(template.get("metadata")).get("name")) for template in templates]
    kept = [volume for volume in items(spec.get("volumes")) if mapping(volume).get("name") not in names]
    claims = [{"name": name, "persistentVolumeClaim": {"claimName": f"{name}-{pod}"}} for name in names]
    return {**spec, "volumes": [*kept, *claims]}


def _pinned(spec: Mapping[str, Any], node: str) -> dict[str, Any]:
    """The affinity with its required node terms replaced (ReplaceDaemonSetPodNodeNameNodeAffinity)."""
    affinity = mapping(spec.get("affinity"))
    term = {"matchFields": [{"key": "metadata.name", "operator": "In", "values": [node]}]}
    required = {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [term]}}
    return {**affinity, "nodeAffinity": {**mapping(affinity.get("nodeAffinity")), **required}}
