# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The objects of an input and of its cluster, found by kind and name. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Optional

from ..documents import Located
from ..qos_report import mistakes_of
from ..releases import Gates
from ..scheduling.snapshot import Snapshot, place_of
from ..scopes import CLUSTER_WIDE
from ..validation.schema import Shapes
from ..workloads import TemplatePaths, is_workload, pods_of
from .entries import Entry, Identity, Member, Object, entry_of

PATCH = "$patch"


class Catalogue:
    """Everything that was given, indexed once; objects of the input stand in for those of the cluster."""

    def __init__(
        self,
        documents: Iterable[Located],
        snapshot: Optional[Snapshot],
        gates: Gates,
        template_paths: TemplatePaths,
        namespace: str,
        shapes: Shapes,
    ) -> None:
        self.gates = gates
        self.snapshot = snapshot
        self.entries: list[Entry] = []
        self.members: list[Member] = []
        self._by_kind: dict[str, list[Entry]] = {}
        self._having: dict[tuple[str, ...], list[Member]] = {}
        for document in documents:
            if PATCH not in document.value:
                self._take(entry_of(document.value, document.source, namespace), template_paths, shapes)

    def _take(self, entry: Entry, paths: TemplatePaths, shapes: Shapes) -> None:
        self.entries.append(entry)
        self._by_kind.setdefault(entry.kind, []).append(entry)
        if not is_workload(entry.value, paths):
            return
        for ref in pods_of(entry.value, paths, entry.namespace):
            if mistakes_of(ref, shapes):
                continue
            self.members.append(Member(entry, ref, self.gates))

    def of(self, kind: str) -> Sequence[Entry]:
        """The input's objects of a kind."""
        return self._by_kind.get(kind, ())

    def having(self, *fields: str) -> Iterator[Member]:
        """The members whose pod specification has one of the fields."""
        found = self._having.get(fields)
        if found is None:
            found = self._having[fields] = [
                member for member in self.members if not member.spec.keys().isdisjoint(fields)
            ]
        yield from found

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

    def in_cluster(self, kind: str, namespace: str, name: str) -> bool:
        """Whether the cluster has the object already."""
        return (namespace, name) in self._places(kind)

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
