# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""From a snapshot to a cluster with its pods in place. Private to this collection."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from .. import resize
from ..defaulting import default_pod_spec
from ..errors import InputError, Problem
from ..objects import mapping, string_map, text
from ..releases import Gates
from ..validation.field import Errors
from ..validation.schema import shape_errors
from .cluster import Cluster
from .node import node_of
from .pod import Pod, Shape, is_over, pod_of
from .snapshot import Document, Snapshot, place_of

_UNREADABLE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


def cluster_of(snapshot: Snapshot, gates: Gates) -> Cluster:
    """The nodes of the snapshot with every pod that has one of them and is not over.

    Raises `InputError` where there is no node, a node has no name or one that another has, or a pod can't be read.
    """
    problems: list[Problem] = []
    documents = snapshot.of("Node")
    if not documents:
        problems.append(Problem("snapshot", "it holds no Node", "at least one object of kind Node"))
    nodes = [node_of(document) for document in documents]
    seen: set[str] = set()
    for position, node in enumerate(nodes):
        if not node.name or node.name in seen:
            found = f"the name {node.name} twice" if node.name else "no name"
            problems.append(Problem(f"snapshot: Node {position + 1}", found, "a name of its own in metadata.name"))
        seen.add(node.name)
    with _without_collections():
        pods = list(_placed(snapshot, _Shapes(gates), problems))
        if problems:
            raise InputError(problems)
        return Cluster(nodes, pods, snapshot, gates)


@contextmanager
def _without_collections() -> Iterator[None]:
    """Nothing of what an index allocates is garbage: looking for cycles in it costs as much as the index itself."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class _Shapes:
    """The shapes of pods that have a node; those that differ in name and node alone share one.

    The node is no part of it: who creates such a pod anew names none.
    """

    def __init__(self, gates: Gates) -> None:
        self._gates = gates
        self._known: dict[str, Shape] = {}

    def of(self, document: Document) -> Shape:
        metadata, status = mapping(document.get("metadata")), mapping(document.get("status"))
        spec = {name: value for name, value in mapping(document.get("spec")).items() if name != "nodeName"}
        told = resize.relevant(status) if self._gates.enabled("InPlacePodVerticalScaling") else {}
        namespace, labels = place_of(document)[0], string_map(metadata.get("labels"))
        key = repr((namespace, labels, spec, told))
        shape = self._known.get(key)
        if shape is None:
            shape = Shape(namespace, labels, default_pod_spec(spec, self._gates), self._gates, told)
            _requests = shape.requests  # read here, where an amount that is no quantity can still be told
            self._known[key] = shape
        return shape


def _placed(snapshot: Snapshot, shapes: _Shapes, problems: list[Problem]) -> Iterator[Pod]:
    for document in snapshot.of("Pod"):
        spec = mapping(document.get("spec"))
        if not text(spec.get("nodeName")) or is_over(document):
            continue
        try:
            yield pod_of(document, shapes.of(document))
        except _UNREADABLE as error:
            place = "snapshot: Pod {}/{}".format(*place_of(document))
            errors = Errors()
            shape_errors(document, "Pod", errors)
            found = "; ".join(each.text for each in errors) or str(error)
            problems.append(Problem(place, found, "a pod as the API server returns it"))
