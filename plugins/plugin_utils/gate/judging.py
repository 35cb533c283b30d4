# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every judge of the collection over one input, in one order: the engine, the relations, the policy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ...module_utils._judging import Input
from ...module_utils._kube.findings import Finding, worst_first
from ...module_utils._kube.limit_ranges import is_limit_range
from ...module_utils._kube.objects import mapping, text
from ...module_utils._kube.qos import CLASSES
from ...module_utils._kube.qos_report import told_documents
from ...module_utils._kube.scheduling.schedule_report import Question, is_around_pods, told_schedule
from ...module_utils._kube.validation.report import Report
from ...module_utils._kube.validation.schema import Shapes
from ...module_utils._kube.workloads import is_workload
from ...module_utils._manifests import Document, Documents
from . import verdicts
from .reading import Request


class Judgement(NamedTuple):
    """The gate's whole result, and its findings as values."""

    result: dict[str, Any]
    findings: Sequence[Finding]


def judge(request: Request) -> Judgement:
    """What every judge says of the input; of objects that are to be removed only whether they can be read counts."""
    told = _told(request)
    findings = worst_first(_findings(told))
    return Judgement(_result(request, told, findings), findings)


def with_findings(judgement: Judgement, more: Iterable[Finding]) -> Judgement:
    """The same judgement with what was found later, counted anew."""
    findings = worst_first([*judgement.findings, *more])
    told = {"findings": [each.as_dict() for each in findings]}
    summary = {**judgement.result["summary"], **_counts(findings)}
    return Judgement({**judgement.result, **told, "summary": summary}, findings)


def _told(request: Request) -> dict[str, Any]:
    """The contract's lists of each part of the engine."""
    manifests, shapes = request.manifests, Shapes()
    unreadable = [*(request.cluster.unreadable if request.cluster else ()), *manifests.documents.unreadable]
    told: dict[str, Any] = {"objects": [], "pods": [], "results": [], "survival": [], "rollouts": []}
    if request.state != "absent":
        report = Report(manifests.gates, manifests.template_paths, manifests.namespace, shapes)
        told["objects"] = [report.told(each) for each in manifests.documents.documents if _is_judged(each, manifests)]
        classes = told_documents(
            _with_limit_ranges(request),
            manifests.gates,
            manifests.template_paths,
            manifests.namespace,
            request.node,
            shapes,
        )
        told["pods"] = classes["pods"]
        unreadable += _more_unreadable(classes["unreadable"], unreadable, told["objects"])
        told.update(_schedule(request))
    return {**told, "unreadable": unreadable}


def _schedule(request: Request) -> dict[str, Any]:
    """What the scheduler would say, where a cluster was given."""
    if request.cluster is None:
        return {}
    params, manifests = request.params, request.manifests
    question = Question(
        manifests=manifests.documents,
        snapshot=request.cluster.snapshot,
        gates=manifests.gates,
        template_paths=manifests.template_paths,
        namespace=manifests.namespace,
        profiles=request.cluster.profiles,
        in_turn=params["mode"] == "sequence",
        scores=params["scores"],
        survive=params["survive"],
        survive_key=params["survive_key"],
        rollout=params["rollout"],
    )
    told = told_schedule(question)
    return {name: told[name] for name in ("results", "survival", "rollouts")}


def _findings(told: Mapping[str, Any]) -> Iterable[Finding]:
    yield from verdicts.of_unreadable(told["unreadable"])
    yield from verdicts.of_objects(told["objects"])
    yield from verdicts.of_pods(told["pods"])
    yield from verdicts.of_schedule(told["results"])
    yield from verdicts.of_plans(told)


def _result(request: Request, told: Mapping[str, Any], findings: Sequence[Finding]) -> dict[str, Any]:
    classes = Counter(pod["qos_class"] for pod in told["pods"])
    answers = Counter("waiting" if each["waiting"] else each["schedulable"] for each in told["results"])
    return {
        **told,
        "nodes": _node_names(request),
        "eviction": [],
        "skipped_kinds": _skipped(request),
        "findings": [each.as_dict() for each in findings],
        "summary": {
            **_counts(findings),
            "pods": len(told["pods"]),
            "classes": {name: classes[name] for name in CLASSES},
            "schedulable": {name: answers[name] for name in ("yes", "no", "unknown", "waiting")},
        },
        "release": str(request.manifests.gates.release),
        "applied": None,
    }


def _counts(findings: Sequence[Finding]) -> dict[str, int]:
    standing = Counter(each.severity for each in findings if each.waived is None)
    return {
        "errors": standing["error"],
        "warnings": standing["warning"],
        "notes": standing["note"],
        "waived": sum(each.waived is not None for each in findings),
    }


def _is_judged(document: Document, manifests: Input) -> bool:
    return is_workload(document.value, manifests.template_paths) or document.value.get("kind") == "Node"


def _with_limit_ranges(request: Request) -> Documents:
    """The input beside the LimitRanges of the cluster, which change the classes of pods as well."""
    documents = request.manifests.documents
    found = request.cluster.snapshot.of("LimitRange") if request.cluster else ()
    known = [Document(each, "the cluster", 1, None) for each in found if is_limit_range(each)]
    return documents._replace(documents=[*known, *documents.documents], unreadable=[])


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
        if not _is_judged(each, manifests) and not is_around_pods(each.value)
    )
    return dict(sorted(Counter(kinds).items()))
