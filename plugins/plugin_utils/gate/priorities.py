# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The priority of each pod, by the classes of the input and of its cluster."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ...module_utils._judging import Input
from ...module_utils._kube.objects import integer, text, whole
from ...module_utils._kube.scheduling.admission import Admission
from ...module_utils._kube.scheduling.snapshot import Snapshot
from ...module_utils._kube.workloads import pods_of
from ...module_utils._snapshot import ClusterInput

CLASS = "PriorityClass"


def with_priorities(
    pods: Iterable[Mapping[str, Any]], manifests: Input, cluster: ClusterInput | None
) -> list[dict[str, Any]]:
    """The entries of `pods[]` with the `priority` that admission gives; 0 where the class is not known."""
    documents = manifests.documents.documents
    classes = [each.value for each in documents if text(each.value.get("kind")) == CLASS]
    admission = Admission(Snapshot([*(cluster.snapshot.of(CLASS) if cluster else ()), *classes]), manifests.gates)
    known: dict[tuple[Any, ...], int] = {}
    found: dict[tuple[Any, ...], int] = {}
    for document in documents:
        for ref in pods_of(document.value, manifests.template_paths, manifests.namespace):
            stated = _stated(ref.spec)
            key = tuple(stated.items())
            if key not in known:
                known[key] = whole(admission.admit(stated, ref.namespace)[0].get("priority"))
            found[_place(document.source, ref.path)] = known[key]
    return [{**pod, "priority": found.get(_place(pod["source"], pod["template"]), 0)} for pod in pods]


def _stated(spec: Mapping[str, Any]) -> dict[str, Any]:
    """What a pod says of its priority; a value of a wrong type says nothing, and validation refuses it."""
    name, priority = spec.get("priorityClassName"), spec.get("priority")
    stated: dict[str, Any] = {"priorityClassName": name} if isinstance(name, str) else {}
    return stated if integer(priority) is None else {**stated, "priority": whole(priority)}


def _place(source: Mapping[str, Any], template: str) -> tuple[Any, ...]:
    return source["file"], source["document"], source["line"], template
