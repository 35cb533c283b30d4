# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Objects of a cluster by kind, and which kinds have been given at all. Private to this collection."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from ..objects import items, mapping, text
from ..saved import KIND as SAVED
from ..saved import kinds_of

Document = Mapping[str, Any]


class Snapshot:
    """A cluster's objects as read from files, or the cluster itself.

    A kind of which nothing was given is not known to be empty: what depends on it stays unknown. With `complete`
    everything that exists has been given; a typed list (`PersistentVolumeList` with no items) says so for its kind, and
    a saved snapshot for all of its kinds.
    """

    def __init__(self, documents: Iterable[Document], complete: bool = False) -> None:
        self.release = ""
        """The release of the cluster's API server, where a saved or a running cluster tells it."""
        self._complete = complete
        self._objects: dict[str, list[Document]] = {}
        self._given: set[str] = set()
        for document in documents:
            self._take(document)

    def add(self, document: Document) -> None:
        """Adds an object that only comes into being; its kind doesn't count as given for that."""
        self._objects.setdefault(text(document.get("kind")), []).append(document)

    def _take(self, document: Document) -> None:
        kind = text(document.get("kind"))
        if kind == SAVED:
            self._given.update(kinds_of(document))
            self.release = text(document.get("release"))
            return
        if kind.endswith("List") and isinstance(document.get("items"), list):
            if kind != "List":
                self._given.add(kind[:-4])
            for item in items(document["items"]):
                if isinstance(item, dict):
                    self._take(item if "kind" in item else {**item, "kind": kind[:-4]})
            return
        self._given.add(kind)
        self._objects.setdefault(kind, []).append(document)

    def of(self, kind: str) -> list[Document]:
        """The objects of a kind."""
        return self._objects.get(kind, [])

    def gives(self, kind: str) -> bool:
        """Whether an object of this kind that is not here is known not to exist."""
        return self._complete or kind in self._given

    def by_name(self, kind: str) -> dict[str, Document]:
        """The objects of a cluster-wide kind by name."""
        return {text(mapping(document.get("metadata")).get("name")): document for document in self.of(kind)}

    def by_place(self, kind: str) -> dict[tuple[str, str], Document]:
        """The objects of a namespaced kind by namespace and name."""
        return {place_of(document): document for document in self.of(kind)}

    def copy(self) -> Snapshot:
        """The same cluster, to which objects can be added for one question."""
        same = Snapshot((), self._complete)
        same.release = self.release
        same._given = set(self._given)
        same._objects = {kind: list(found) for kind, found in self._objects.items()}
        return same

    def without(self, kind: str, gone: Callable[[Document], bool]) -> Snapshot:
        """The same cluster without some objects of a kind, which stays as well known as before."""
        rest = self.copy()
        rest._objects[kind] = [document for document in self.of(kind) if not gone(document)]
        return rest

    def __iter__(self) -> Iterator[Document]:
        return (document for documents in self._objects.values() for document in documents)


def place_of(document: Document) -> tuple[str, str]:
    """Namespace (`default` where it has none) and name of an object."""
    metadata = mapping(document.get("metadata"))
    return text(metadata.get("namespace")) or "default", text(metadata.get("name"))
