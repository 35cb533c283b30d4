# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The whole input and the cluster that it is for, indexed once. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, Optional, Protocol

from ..errors import InputError
from ..limit_ranges import LimitRange, limit_range
from ..objects import NAMESPACE_NAME, PodTerm, mapping, string_map
from ..qos_report import mistakes_of
from ..releases import Gates, newest_gates
from ..scheduling.admission import Admission
from ..scheduling.bits import Bits
from ..scheduling.cluster import Cluster
from ..scheduling.node import node_of
from ..scheduling.pod import is_over
from ..scheduling.snapshot import Snapshot, place_of
from ..selectors import Selector, selects
from ..validation.field import Errors
from ..validation.schema import Shapes, shape_errors
from ..workloads import TemplatePaths, is_workload, pods_of
from .entries import CLUSTER_WIDE, Entry, Identity, Member, Object, entry_of
from .labelled import ByLabels
from .labels_added import POD_NAME, without_added

OWN_GROUPS = frozenset(["", "apps", "autoscaling", "batch", "extensions", "policy"])
"""API groups of Kubernetes itself without a dot; all others of its own end in .k8s.io."""

PATCH = "$patch"
_SPEC_FIELDS = frozenset(
    [
        "affinity",
        "imagePullSecrets",
        "nodeName",
        "nodeSelector",
        "priorityClassName",
        "runtimeClassName",
        "tolerations",
        "topologySpreadConstraints",
        "volumes",
    ]
)


class Located(Protocol):
    """An object and where it was read."""

    @property
    def value(self) -> Object: ...

    @property
    def source(self) -> dict[str, Any]: ...


class Resident(NamedTuple):
    """A pod that is in the cluster already."""

    namespace: str
    labels: Mapping[str, str]
    value: Object


class View:
    """What the checks are asked against; everything is worked out at the first question, and once.

    `documents` are all objects of the input, of whatever kind; a patch of kustomize is none. Objects of the input stand
    in for those of the cluster that have their name. `rollouts` and `survival` are what `schedule_info` tells of the
    same input, if it was asked.
    """

    def __init__(
        self,
        documents: Iterable[Located],
        snapshot: Optional[Snapshot] = None,
        gates: Optional[Gates] = None,
        template_paths: Optional[TemplatePaths] = None,
        namespace: str = "default",
        shapes: Optional[Shapes] = None,
        rollouts: Optional[Sequence[Mapping[str, Any]]] = None,
        survival: Sequence[Mapping[str, Any]] = (),
    ) -> None:
        self.gates = newest_gates() if gates is None else gates
        self.snapshot = snapshot
        self.rollouts = rollouts
        self.survival = survival
        paths: TemplatePaths = {} if template_paths is None else template_paths
        shapes = Shapes() if shapes is None else shapes
        self.entries: list[Entry] = []
        self.members: list[Member] = []
        self._by_kind: dict[str, list[Entry]] = {}
        self._having: dict[str, list[Member]] = {}
        for document in documents:
            if PATCH not in document.value:
                self._take(entry_of(document.value, document.source, namespace), paths, shapes)

    def _take(self, entry: Entry, paths: TemplatePaths, shapes: Shapes) -> None:
        self.entries.append(entry)
        self._by_kind.setdefault(entry.kind, []).append(entry)
        if not is_workload(entry.value, paths):
            return
        for ref in pods_of(entry.value, paths, entry.namespace):
            if mistakes_of(ref, shapes):
                continue
            member = Member(entry, ref, self.gates)
            self.members.append(member)
            for name in _SPEC_FIELDS.intersection(ref.spec):
                self._having.setdefault(name, []).append(member)

    def of(self, kind: str) -> Sequence[Entry]:
        """The input's objects of a kind."""
        return self._by_kind.get(kind, ())

    def having(self, *fields: str) -> Iterator[Member]:
        """The members whose pod specification has one of the fields."""
        if len(fields) == 1:
            yield from self._having.get(fields[0], ())
            return
        seen: dict[int, Member] = {}
        for name in fields:
            seen.update((id(member), member) for member in self._having.get(name, ()))
        yield from seen.values()

    @cached_property
    def identities(self) -> dict[Identity, Entry]:
        """The input's objects by what the API server tells them by, the last of each."""
        return {entry.identity: entry for entry in self.entries}

    def workload(self, kind: str, namespace: str, name: str) -> Optional[Entry]:
        """The input's workload of this kind and name."""
        return self._workloads.get((kind, namespace, name))

    @cached_property
    def _workloads(self) -> dict[tuple[str, str, str], Entry]:
        return {(member.ref.kind, member.namespace, member.ref.name): member.entry for member in self.members}

    def finds(self, kind: str, namespace: str, name: str, group: str = "") -> bool:
        """Whether input or cluster has the object."""
        return (group, kind, namespace, name) in self.identities or (namespace, name) in self._places(kind)

    def gives(self, kind: str) -> bool:
        """Whether an object of this kind that neither input nor cluster has is known not to exist."""
        return self.snapshot is not None and self.snapshot.gives(kind)

    def _places(self, kind: str) -> Mapping[tuple[str, str], Object]:
        known = self._places_by_kind.get(kind)
        if known is None:
            found = () if self.snapshot is None else self.snapshot.of(kind)
            wide = kind in CLUSTER_WIDE
            known = {("" if wide else place_of(value)[0], place_of(value)[1]): value for value in found}
            self._places_by_kind[kind] = known
        return known

    @cached_property
    def _places_by_kind(self) -> dict[str, Mapping[tuple[str, str], Object]]:
        return {}

    def objects(self, kind: str, group: str = "") -> dict[tuple[str, str], Object]:
        """The objects of a kind by namespace and name: those of the input, and those of the cluster beside them."""
        own = {(entry.namespace, entry.name): entry.value for entry in self.of(kind) if entry.group == group}
        return {**self._places(kind), **own}

    @cached_property
    def pods(self) -> ByLabels[Member]:
        """The members by their labels."""
        return ByLabels(self.members)

    @cached_property
    def sorted_namespaces(self) -> list[str]:
        """The namespaces of the members."""
        return sorted(self.pods.namespaces)

    def names(self, kind: str, namespace: str) -> Sequence[str]:
        """The names of the input's objects of a kind in a namespace, in order."""
        found = self._names.get(kind)
        if found is None:
            found = self._names[kind] = {}
            for entry in sorted(self.of(kind), key=lambda entry: entry.name):
                found.setdefault(entry.namespace, []).append(entry.name)
        return found.get(namespace, ())

    @cached_property
    def _names(self) -> dict[str, dict[str, list[str]]]:
        return {}

    @cached_property
    def residents(self) -> ByLabels[Resident]:
        """The cluster's pods that are not over by their labels, those of the input's names left out."""
        own = {(entry.namespace, entry.name) for entry in self.of("Pod")}
        return ByLabels(
            Resident(place[0], string_map(mapping(value.get("metadata")).get("labels")), value)
            for place, value in self._places("Pod").items()
            if place not in own and not is_over(value)
        )

    @cached_property
    def knows_pods(self) -> bool:
        """Whether no other pods are to be expected than those of the input and of the cluster."""
        return self.knows("Pod")

    def knows(self, kind: str) -> bool:
        """Whether an object of this kind that is not here neither exists nor comes from a controller of the input."""
        return self.gives(kind) and not self._has_strangers

    def knows_limits(self, namespace: str) -> bool:
        """Whether all LimitRanges of a namespace are known, which is so where the input creates it."""
        return self.gives("LimitRange") or ("", "Namespace", "", namespace) in self.identities

    @cached_property
    def _has_strangers(self) -> bool:
        """Whether the input brings kinds that are none of Kubernetes itself, for which a controller may create pods."""
        if self.of("CustomResourceDefinition"):
            return True
        groups = {entry.group for entry in self.entries}
        return any(group not in OWN_GROUPS and not group.endswith(".k8s.io") for group in groups)

    def selected(self, namespace: str, selector: Selector) -> tuple[Member, ...]:
        """The members of a namespace that a selector selects; what a controller adds to the labels counts as met."""
        stated = without_added(selector)
        found = self.pods.selected(namespace, stated)
        if stated == selector:
            return found
        names = {value for each in selector or () if each.key == POD_NAME for value in each.values}
        return tuple(member for member in found if not names or member.owns(names))

    def is_selected(self, namespace: str, selector: Selector) -> bool:
        """Whether input or cluster has a pod that the selector selects in the namespace."""
        return bool(self.selected(namespace, selector) or self.residents.selected(namespace, selector))

    def is_certain(self, namespace: str, selector: Selector) -> bool:
        """Whether no pod will be selected that is not now: none is to be expected, and none lacks but a label."""
        return self.knows_pods and self.pods.but_for_absent(namespace, selector) is None

    def reached(self, term: PodTerm) -> frozenset[str]:
        """The namespaces with pods that a term of pod affinity reaches."""
        if term.namespace_selector is None:
            return term.namespaces
        known = {*self.pods.namespaces, *self.residents.namespaces}
        chosen = (name for name in known if selects(term.namespace_selector, self.namespace_labels(name)))
        return term.namespaces.union(chosen)

    def namespace_labels(self, namespace: str) -> Mapping[str, str]:
        """A namespace's labels; one that was not given has at least the label with its name."""
        own = string_map(mapping(self._namespaces.get(namespace, {}).get("metadata")).get("labels"))
        return {NAMESPACE_NAME: namespace, **own}

    @cached_property
    def _namespaces(self) -> dict[str, Object]:
        return {name: value for (_place, name), value in self.objects("Namespace").items()}

    @cached_property
    def cluster(self) -> Optional[Cluster]:
        """The nodes without their pods; None where no nodes are known, or what is known of them cannot be read."""
        if self.snapshot is None or not self.snapshot.of("Node"):
            return None
        nodes = [node_of(value) for value in self.snapshot.of("Node")]
        if len({node.name for node in nodes}) < len(nodes):
            return None
        try:
            return Cluster(nodes, (), self.snapshot, self.gates)
        except InputError:
            return None

    @cached_property
    def limit_ranges(self) -> dict[str, tuple[LimitRange, ...]]:
        """The LimitRanges by namespace; those of wrong types are told elsewhere."""
        found: dict[str, tuple[LimitRange, ...]] = {}
        for (namespace, _name), value in self._readable_limit_ranges.items():
            found[namespace] = (*found.get(namespace, ()), limit_range(value))
        return found

    @cached_property
    def _readable_limit_ranges(self) -> dict[tuple[str, str], Object]:
        return {place: value for place, value in self.objects("LimitRange").items() if _is_readable(value)}

    def admitted(self, member: Member) -> Object:
        """The member's specification as its pods are created: defaults, runtime class, priority and limit ranges."""
        found = self._admitted.get(id(member))
        if found is None:
            found = self._admitted[id(member)] = self._admission.admit(member.spec, member.namespace)[0]
        return found

    @cached_property
    def _admitted(self) -> dict[int, Object]:
        return {}

    @cached_property
    def _admission(self) -> Admission:
        """Admission with the classes of input and cluster; without them where one of them cannot be read."""
        ranges = list(self._readable_limit_ranges.values())
        priorities = self.objects("PriorityClass", "scheduling.k8s.io").values()
        runtimes = self.objects("RuntimeClass", "node.k8s.io").values()
        try:
            return Admission(Snapshot([*ranges, *priorities, *runtimes]), self.gates)
        except InputError:
            return Admission(Snapshot(ranges), self.gates)

    def domain_count(self, key: str, nodes: Bits) -> int:
        """How many values of a label these nodes have."""
        found = self._domain_counts.get((key, nodes))
        if found is None:
            domains = {} if self.cluster is None else self.cluster.domains(key)
            found = sum(1 for members in domains.values() if members & nodes)
            self._domain_counts[key, nodes] = found
        return found

    @cached_property
    def _domain_counts(self) -> dict[tuple[str, Bits], int]:
        return {}


def _is_readable(value: Object) -> bool:
    errors = Errors()
    shape_errors(value, "LimitRange", errors)
    return not errors
