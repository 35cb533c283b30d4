# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The pods that a workload's controller creates, as they reach the scheduler. Private to this collection.

KK pkg/controller/{replicaset,statefulset,daemon,job}; names that a controller draws at random are told by their number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, Optional

from ..objects import NO_EXECUTE, NO_SCHEDULE, items, mapping, mappings, string_map, text, whole
from ..releases import Gates
from ..selectors import EVERYTHING, Selector, pairs
from ..workloads import PodTemplateRef
from .admission import Admission
from .ask import Ask
from .bits import numbers_of
from .cluster import Cluster
from .configuration import Profile
from .pod import Pod, Shape
from .storage import Claim, claim_of
from .terms import pod_selector

DAEMON_TOLERATIONS = (
    ("node.kubernetes.io/not-ready", NO_EXECUTE),
    ("node.kubernetes.io/unreachable", NO_EXECUTE),
    ("node.kubernetes.io/disk-pressure", NO_SCHEDULE),
    ("node.kubernetes.io/memory-pressure", NO_SCHEDULE),
    ("node.kubernetes.io/pid-pressure", NO_SCHEDULE),
    ("node.kubernetes.io/unschedulable", NO_SCHEDULE),
)
HASH = "pod-template-hash"
REVISION_LABELS = {
    "DaemonSet": ("controller-revision-hash",),
    "Deployment": (HASH,),
    "StatefulSet": ("controller-revision-hash",),
}
NEW_REVISION, OLD_REVISION = "new", "old"
SPREADING_OWNERS = frozenset(["Deployment", "ReplicaSet", "ReplicationController", "StatefulSet"])
NETWORK_TOLERATION = ("node.kubernetes.io/network-unavailable", NO_SCHEDULE)


class Replica(NamedTuple):
    """One pod of a workload; `claims` come into being with it, `missing` was named by it but not given.

    `home` is the node that a DaemonSet wants it on.
    """

    pod: Pod
    number: int
    missing: tuple[str, ...] = ()
    claims: tuple[Claim, ...] = ()
    home: Optional[int] = None


class Workload:
    """A workload or a pod whose replicas are asked about."""

    def __init__(self, ref: PodTemplateRef, admission: Admission, gates: Gates) -> None:
        self.ref = ref
        self._admission = admission
        self._gates = gates

    def replicas(self, cluster: Cluster) -> Iterator[Replica]:
        """Every pod of it, in the order of its creation; a template that makes none by itself is asked about once."""
        if self.ref.kind == "DaemonSet":
            yield from self._daemons(cluster)
        elif self.ref.kind == "StatefulSet":
            yield from self._ordinals()
        else:
            yield from self._equals()

    def one(self, cluster: Cluster) -> Iterator[Replica]:
        """One pod for all its equals; every pod of a DaemonSet, whose pods differ by their node."""
        for replica in self.replicas(cluster):
            yield replica
            if self.ref.kind != "DaemonSet":
                return

    def _equals(self) -> Iterator[Replica]:
        """Pods that share one shape, or differ in the claims of their ephemeral volumes alone."""
        labels = {**string_map(self.ref.metadata.get("labels")), **self._added_labels()}
        admitted, missing = self._admitted(self.ref.spec)
        shared = None if _ephemeral_volumes(admitted) else self._shape(labels, admitted)
        for number in range(1 if self.ref.is_pod else max(1, self.ref.replicas or 0)):
            name = self.ref.name if self.ref.is_pod else f"{self.ref.name}-{number}"
            spec, claims = self._with_ephemeral_claims(admitted, name)
            shape = shared or self._shape(labels, spec)
            yield Replica(Pod(name, shape), number, tuple(missing), claims)

    def _ordinals(self) -> Iterator[Replica]:
        """`NAME-ORDINAL` with its labels, and a claim for every volumeClaimTemplate (pkg/controller/statefulset)."""
        spec = mapping(self.ref.owner.get("spec"))
        first = whole(mapping(spec.get("ordinals")).get("start"))
        templates = list(mappings(spec.get("volumeClaimTemplates")))
        labels = {**string_map(self.ref.metadata.get("labels")), **self._added_labels()}
        admitted, missing = self._admitted(self.ref.spec)
        for number in range(max(1, self.ref.replicas or 0)):
            name = f"{self.ref.name}-{first + number}"
            own = {
                "statefulset.kubernetes.io/pod-name": name,
                "apps.kubernetes.io/pod-index": str(first + number),
            }
            claiming, claims = self._with_ephemeral_claims(_with_claims(admitted, templates, name), name)
            claims += tuple(self._claim(template, f"{_name(template)}-{name}") for template in templates)
            yield Replica(Pod(name, self._shape({**labels, **own}, claiming)), number, tuple(missing), claims)

    def _with_ephemeral_claims(self, spec: Mapping[str, Any], pod: str) -> tuple[Mapping[str, Any], tuple[Claim, ...]]:
        """The specification with a claim in place of each generic ephemeral volume, and these claims."""
        templates = _ephemeral_volumes(spec)
        if not templates:
            return spec, ()
        volumes = [
            {"name": name, "persistentVolumeClaim": {"claimName": f"{pod}-{name}"}} if name in templates else volume
            for name, volume in ((text(mapping(volume).get("name")), volume) for volume in items(spec.get("volumes")))
        ]
        claims = tuple(self._claim(template, f"{pod}-{name}") for name, template in templates.items())
        return {**spec, "volumes": volumes}, claims

    def _claim(self, template: Mapping[str, Any], name: str) -> Claim:
        metadata = {**mapping(template.get("metadata")), "name": name, "namespace": self.ref.namespace}
        return claim_of({**template, "metadata": metadata}, future=True)

    def _daemons(self, cluster: Cluster) -> Iterator[Replica]:
        """One pod for each node that the controller wants one on; its node affinity is replaced by the node's name."""
        template = dict(self.ref.spec)
        added = [{"key": key, "operator": "Exists", "effect": effect} for key, effect in DAEMON_TOLERATIONS]
        if template.get("hostNetwork") is True:
            key, effect = NETWORK_TOLERATION
            added.append({"key": key, "operator": "Exists", "effect": effect})
        template["tolerations"] = [*mappings(template.get("tolerations")), *added]
        admitted, missing = self._admitted(template)
        wanted = self._shape({**string_map(self.ref.metadata.get("labels")), **self._added_labels()}, admitted)
        ask = Ask(wanted, cluster, Profile())
        nodes = ask.selected & ~ask.repelled
        if wanted.node_name:
            nodes &= 1 << cluster.number[wanted.node_name] if wanted.node_name in cluster.number else 0
        for count, number in enumerate(numbers_of(nodes)):
            pinned = {**wanted.spec, "affinity": _pinned(wanted.spec, cluster.names[number])}
            pod = Pod(f"{self.ref.name}-{cluster.names[number]}", wanted.varied(spec=pinned))
            yield Replica(pod, count, tuple(missing), home=number)

    def _admitted(self, spec: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
        return self._admission.admit(spec, self.ref.namespace)

    def _shape(self, labels: Mapping[str, str], spec: Mapping[str, Any]) -> Shape:
        status = self.ref.owner.get("status") if self.ref.is_pod else None
        return Shape(self.ref.namespace, labels, spec, self._gates, status, self._owner())

    def _added_labels(self) -> dict[str, str]:
        """The labels by which a controller tells its revisions apart; the value stands for one that isn't known yet."""
        return dict.fromkeys(REVISION_LABELS.get(self.ref.kind, ()), NEW_REVISION)

    def _owner(self) -> Selector:
        """The controller's own selector, by which default spread constraints know its pods (helper/spread.go).

        Pods of a Deployment have a ReplicaSet of their own for a controller, which selects its revision alone.
        """
        if self.ref.kind not in SPREADING_OWNERS:
            return EVERYTHING
        selector = mapping(self.ref.owner.get("spec")).get("selector")
        found = pod_selector({"matchLabels": selector} if self.ref.kind == "ReplicationController" else selector)
        if found is None:
            return EVERYTHING
        return (*found, *pairs(self._added_labels())) if self.ref.kind == "Deployment" else found


def _name(document: Mapping[str, Any]) -> str:
    return text(mapping(document.get("metadata")).get("name"))


def _ephemeral_volumes(spec: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """The claim templates of the generic ephemeral volumes by volume."""
    return {
        text(volume.get("name")): mapping(volume["ephemeral"].get("volumeClaimTemplate"))
        for volume in mappings(spec.get("volumes"))
        if isinstance(volume.get("ephemeral"), dict)
    }


def _with_claims(spec: Mapping[str, Any], templates: list[Mapping[str, Any]], pod: str) -> dict[str, Any]:
    """The specification with a volume for each claim template; one of the same name gives way."""
    names = [_name(template) for template in templates]
    kept = [volume for volume in items(spec.get("volumes")) if mapping(volume).get("name") not in names]
    claims = [{"name": name, "persistentVolumeClaim": {"claimName": f"{name}-{pod}"}} for name in names]
    return {**spec, "volumes": [*kept, *claims]}


def _pinned(spec: Mapping[str, Any], node: str) -> dict[str, Any]:
    """The affinity with its required node terms replaced (ReplaceDaemonSetPodNodeNameNodeAffinity)."""
    affinity = mapping(spec.get("affinity"))
    term = {"matchFields": [{"key": "metadata.name", "operator": "In", "values": [node]}]}
    required = {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [term]}}
    return {**affinity, "nodeAffinity": {**mapping(affinity.get("nodeAffinity")), **required}}
