# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the engine tells of an input: validity, classes and schedule, in the contract's lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ...module_utils._judging import Input
from ...module_utils._kube.limit_ranges import is_limit_range
from ...module_utils._kube.objects import HOSTNAME, mapping, text
from ...module_utils._kube.qos_report import told_documents
from ...module_utils._kube.relations.catalogue import PATCH
from ...module_utils._kube.scheduling.schedule_report import Question, is_around_pods, told_schedule
from ...module_utils._kube.validation.report import Report
from ...module_utils._kube.validation.schema import Shapes
from ...module_utils._kube.workloads import is_workload
from ...module_utils._manifests import Document, Documents
from ..reports.standing import eviction
from .priorities import with_priorities
from .reading import ABSENT, Request
from .served_elsewhere import ServedElsewhere

WHOLE_GROUPS: Mapping[str, frozenset[str]] = {
    "v1": frozenset(
        [
            "Binding",
            "ComponentStatus",
            "ConfigMap",
            "Endpoints",
            "Event",
            "LimitRange",
            "Namespace",
            "Node",
            "PersistentVolume",
            "PersistentVolumeClaim",
            "Pod",
            "PodTemplate",
            "ReplicationController",
            "ResourceQuota",
            "Secret",
            "Service",
            "ServiceAccount",
        ]
    ),
    "apps/v1": frozenset(["ControllerRevision", "DaemonSet", "Deployment", "ReplicaSet", "StatefulSet"]),
    "batch/v1": frozenset(["CronJob", "Job"]),
}
"""Every kind of the groups that no custom resource can add one to (KK staging/src/k8s.io/api core, apps, batch v1)."""

SCHEDULE = ("results", "survival", "rollouts")


def told_by_engine(request: Request, losses: Iterable[int], shapes: Shapes) -> dict[str, Any]:
    """Every list of the contract that the engine fills; `losses` are numbers of nodes whose loss is looked at as well.

    Of objects that are to be removed only whether they can be read counts.
    """
    manifests = request.manifests
    unreadable = [*(request.cluster.unreadable if request.cluster else ()), *manifests.documents.unreadable]
    told: dict[str, Any] = {name: [] for name in ("objects", "pods", *SCHEDULE)}
    if request.state != ABSENT:
        objects = list(_objects(request, shapes))
        told["objects"] = [entry for _document, entry in objects]
        request = _without(request, {id(each) for each, _entry in objects if not is_judged(each, manifests)})
        classes = _classes(request, shapes)
        told["pods"] = with_priorities(classes["pods"], request.manifests, request.cluster)
        unreadable += _more_unreadable(classes["unreadable"], unreadable, told["objects"])
        told.update(_schedule(request, losses))
    return {
        **told,
        "unreadable": unreadable,
        "nodes": _node_names(request),
        "eviction": eviction(told),
        "skipped_kinds": _skipped(request),
        "release": str(manifests.gates.release),
    }


def is_judged(document: Document, manifests: Input) -> bool:
    """Whether the API server's rules for the object are known, be it that there is no such kind."""
    value = document.value
    if is_workload(value, manifests.template_paths) or value.get("kind") == "Node":
        return True
    kind, version = text(value.get("kind")), text(value.get("apiVersion"))
    return version in WHOLE_GROUPS and kind not in WHOLE_GROUPS[version] and not kind.endswith("List")


def _objects(request: Request, shapes: Shapes) -> Iterator[tuple[Document, dict[str, Any]]]:
    """Every object of a judged kind, and those of other kinds that are refused whatever their kind."""
    manifests = request.manifests
    report = Report(manifests.gates, manifests.template_paths, manifests.namespace, shapes)
    elsewhere = ServedElsewhere(request)
    for document in manifests.documents.documents:
        if is_judged(document, manifests):
            yield document, report.told(document)
        elif PATCH not in document.value:
            told = report.told_other(document, elsewhere.serves)
            if not told["valid"]:
                yield document, told


def _without(request: Request, refused: Container[int]) -> Request:
    """The request without some objects, by their ids: nothing is made of what cannot be created."""
    manifests = request.manifests
    kept = [each for each in manifests.documents.documents if id(each) not in refused]
    return request._replace(manifests=manifests._replace(documents=manifests.documents._replace(documents=kept)))


def _classes(request: Request, shapes: Shapes) -> dict[str, Any]:
    """The classes, with the LimitRanges of the cluster, which change them as well."""
    documents, manifests = request.manifests.documents, request.manifests
    found = request.cluster.snapshot.of("LimitRange") if request.cluster else ()
    known = [Document(each, "the cluster", 1, None) for each in found if is_limit_range(each)]
    read = Documents([*known, *documents.documents], [], {})
    return told_documents(read, manifests.gates, manifests.template_paths, manifests.namespace, request.node, shapes)


def _schedule(request: Request, losses: Iterable[int]) -> dict[str, Any]:
    """What the scheduler would say, where a cluster was given."""
    if request.cluster is None:
        return {}
    question = _question(request)
    told = told_schedule(question)
    survival = list(told["survival"])
    nodes = len(request.cluster.snapshot.of("Node"))
    done = question.survive if question.survive_key == HOSTNAME else None
    for count in sorted(set(losses) - {done}):
        if count < nodes:
            more = question._replace(survive=count, survive_key=HOSTNAME, rollout=False, scores=False)
            survival += told_schedule(more)["survival"]
    return {"results": told["results"], "survival": survival, "rollouts": told["rollouts"]}


def _question(request: Request) -> Question:
    params, manifests, cluster = request.params, request.manifests, request.cluster
    if cluster is None:
        raise ValueError("a schedule needs a cluster")
    return Question(
        manifests=manifests.documents,
        snapshot=cluster.snapshot.copy(),
        gates=manifests.gates,
        template_paths=manifests.template_paths,
        namespace=manifests.namespace,
        profiles=cluster.profiles,
        in_turn=params["mode"] == "sequence",
        scores=params["scores"],
        survive=params["survive"],
        survive_key=params["survive_key"],
        rollout=params["rollout"],
    )


def _more_unreadable(
    found: Iterable[Mapping[str, Any]], known: Sequence[Mapping[str, Any]], objects: Iterable[Mapping[str, Any]]
) -> list[Mapping[str, Any]]:
    """Objects with fields of the wrong type that are not told as invalid already."""
    told = {_place(each["source"]) for each in objects} | {_place(each) for each in known}
    return [each for each in found if _place(each) not in told]


def _place(entry: Mapping[str, Any]) -> tuple[Any, ...]:
    return entry["file"], entry["document"], entry["line"]


def _node_names(request: Request) -> list[str]:
    nodes = request.cluster.snapshot.of("Node") if request.cluster else ()
    return sorted(text(mapping(node.get("metadata")).get("name")) for node in nodes)


def _skipped(request: Request) -> dict[str, int]:
    """How many objects there are of kinds that nothing is said of; they are applied all the same."""
    documents, manifests = request.manifests.documents.documents, request.manifests
    kinds = (
        text(each.value.get("kind"))
        for each in documents
        if not is_judged(each, manifests) and not is_around_pods(each.value)
    )
    return dict(sorted(Counter(kinds).items()))
