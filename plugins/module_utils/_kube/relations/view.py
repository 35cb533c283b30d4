# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The whole input and the cluster that it is for, as checks ask about it. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, Optional

from ..documents import Located
from ..errors import InputError
from ..limit_ranges import LimitRange, limit_range
from ..objects import NAMESPACE_NAME, PodTerm, mapping, string_map
from ..releases import Gates, newest_gates
from ..scheduling.admission import Admission
from ..scheduling.bits import Bits
from ..scheduling.cluster import Cluster
from ..scheduling.node import node_of
from ..scheduling.pod import is_over
from ..scheduling.snapshot import Snapshot
from ..scheduling.terms import pod_selector
from ..selectors import EVERYTHING, Selector, selects
from ..validation.field import Errors
from ..validation.schema import Shapes, shape_errors
from ..workloads import TemplatePaths
from .catalogue import Catalogue
from .entries import Member, Object
from .labelled import ByLabels
from .labels_added import POD_NAME, without_added

OWN_GROUPS = frozenset(["", "apps", "autoscaling", "batch", "extensions", "policy"])
"""API groups of Kubernetes itself without a dot; all others of its own end in .k8s.io."""


class Resident(NamedTuple):
    """A pod that is in the cluster already."""

    namespace: str
    labels: Mapping[str, str]
    value: Object


class View(Catalogue):
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
        super().__init__(
            documents,
            snapshot,
            newest_gates() if gates is None else gates,
            {} if template_paths is None else template_paths,
            namespace,
            Shapes() if shapes is None else shapes,
        )
        self.rollouts = rollouts
        self.survival = survival

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

    def may_run_already(self, member: Member) -> bool:
        """Whether the cluster may have pods of the member."""
        if member.ref.is_pod:
            return self.in_cluster("Pod", member.namespace, member.ref.name)
        selector = pod_selector(member.entry.spec.get("selector"))
        return bool(self.residents.selected(member.namespace, EVERYTHING if selector is None else selector))

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
