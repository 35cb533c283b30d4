# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Kinds that something else than kube-apiserver serves: custom resources, and API servers behind it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from ...module_utils._kube.objects import mapping, mappings, text
from ...module_utils._kube.scheduling.snapshot import Document
from .reading import Request

DEFINITION, SERVICE = "CustomResourceDefinition", "APIService"


class ServedElsewhere:
    """What input and cluster tell of that; an object that the cluster has is served by it."""

    def __init__(self, request: Request) -> None:
        self._own = [each.value for each in request.manifests.documents.documents]
        self._cluster = request.cluster.snapshot if request.cluster else None

    def serves(self, version: str, kind: str) -> bool:
        """Whether this kind is known to be served in this version."""
        known = self._cluster.of(kind) if self._cluster else ()
        return (
            (version, kind) in self._defined
            or version in self._delegated
            or any(text(each.get("apiVersion")) == version for each in known)
        )

    @cached_property
    def _defined(self) -> set[tuple[str, str]]:
        return {found for value in self._of(DEFINITION) for found in _served(mapping(value.get("spec")))}

    @cached_property
    def _delegated(self) -> set[str]:
        specs = (mapping(value.get("spec")) for value in self._of(SERVICE))
        return {f"{text(spec.get('group'))}/{text(spec.get('version'))}" for spec in specs}

    def _of(self, kind: str) -> Iterable[Document]:
        own = (value for value in self._own if text(value.get("kind")) == kind)
        return [*own, *(self._cluster.of(kind) if self._cluster else ())]


def _served(spec: Document) -> Iterator[tuple[str, str]]:
    """The versions that a definition of custom resources serves, each with its kind."""
    group, kind = text(spec.get("group")), text(mapping(spec.get("names")).get("kind"))
    for each in mappings(spec.get("versions")):
        if each.get("served") is not False:
            yield f"{group}/{text(each.get('name'))}", kind
