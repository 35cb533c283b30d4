# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The objects of an input as relations see them. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple, Optional

from ..findings import Subject
from ..objects import mapping, string_map, text
from ..releases import Gates
from ..scheduling.pod import Shape
from ..scheduling.replicas import NEW_REVISION, REVISION_LABELS
from ..scopes import CLUSTER_WIDE
from ..validation.trap import Pod
from ..workloads import PodTemplateRef, group_of

Object = Mapping[str, Any]
Identity = tuple[str, str, str, str]


class Entry(NamedTuple):
    """An object of the input, what it is, and where it was read."""

    value: Object
    kind: str
    group: str
    namespace: str
    """Empty for kinds that are in none."""
    name: str
    source: Mapping[str, Any]

    @property
    def identity(self) -> Identity:
        """What the API server tells it by."""
        return self.group, self.kind, self.namespace, self.name

    @property
    def subject(self) -> Subject:
        """The object as findings name it."""
        return Subject.of(self.value, self.source)._replace(namespace=self.namespace)

    @property
    def spec(self) -> Object:
        return mapping(self.value.get("spec"))

    @property
    def title(self) -> str:
        return f"{self.kind} {self.name}"


def entry_of(value: Object, source: Mapping[str, Any], namespace: str) -> Entry:
    """The entry of an object; `namespace` is for one that names none."""
    kind, metadata = text(value.get("kind")), mapping(value.get("metadata"))
    place = "" if kind in CLUSTER_WIDE else text(metadata.get("namespace")) or namespace
    return Entry(value, kind, group_of(value), place, text(metadata.get("name")), source)


class Member:
    """The pods of one template of the input: all of a workload's, or a pod alone."""

    def __init__(self, entry: Entry, ref: PodTemplateRef, gates: Gates) -> None:
        self.entry = entry
        self.ref = ref
        self.gates = gates
        self.namespace = ref.namespace
        self.spec = ref.spec

    @cached_property
    def labels(self) -> dict[str, str]:
        """The pods' labels, with those that the controller adds; their value stands for one not known yet."""
        own = string_map(self.ref.metadata.get("labels"))
        added = REVISION_LABELS.get(self.ref.kind)
        return {**own, **dict.fromkeys(added, NEW_REVISION)} if added else own

    @cached_property
    def shape(self) -> Shape:
        """The pods as the scheduler sees them, but for what admission adds."""
        return Shape(self.namespace, self.labels, self.spec, self.gates)

    @cached_property
    def as_pod(self) -> Pod:
        """The pods as the rules of validation see them."""
        return Pod(self.spec, self.labels, self.ref.spec_path, self.ref.is_pod, self.gates)

    @cached_property
    def has_ports(self) -> bool:
        """Whether a container states a port at all."""
        spec = self.spec
        parts = [*(spec.get("containers") or ()), *(spec.get("initContainers") or ())]
        return any(isinstance(part, dict) and bool(part.get("ports")) for part in parts)

    def owns(self, pods: Iterable[str]) -> bool:
        """Whether one of the names is that of a pod of this StatefulSet."""
        return self.ref.kind == "StatefulSet" and any(name.rpartition("-")[0] == self.ref.name for name in pods)

    @property
    def is_ordered(self) -> bool:
        """Whether each of its pods is created when those before it are ready."""
        policy = text(self.entry.spec.get("podManagementPolicy")) or "OrderedReady"
        return self.ref.kind == "StatefulSet" and policy == "OrderedReady"

    @property
    def replicas(self) -> Optional[int]:
        """How many of them run at once; None where that depends on the nodes."""
        return self.ref.replicas

    @property
    def subject(self) -> Subject:
        return self.entry.subject

    @property
    def title(self) -> str:
        """What people call the workload."""
        return f"{self.ref.kind} {self.ref.name}"

    def field(self, path: str) -> str:
        """The path of a field of the pod specification within the object."""
        return f"{self.ref.spec_path}.{path}" if self.ref.spec_path else path

    def containers(self) -> Iterator[tuple[str, Object]]:
        """Every container with its path in the object, init containers first."""
        for role in ("initContainers", "containers"):
            for index, container in enumerate(self.spec.get(role) or ()):
                if isinstance(container, dict):
                    yield self.field(f"{role}[{index}]"), container
