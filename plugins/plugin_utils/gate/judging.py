# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every judge of the collection over one input, in one order: the engine, the relations, the policy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import chain
from typing import Any, NamedTuple

from ...module_utils._kube.findings import ERROR, Finding, Subject, worst_first
from ...module_utils._kube.qos import CLASSES
from ...module_utils._kube.relations.judge import judge as judge_relations
from ...module_utils._kube.relations.view import View
from ...module_utils._kube.validation.schema import Shapes
from ...module_utils._live import ACCESS_ARGUMENT_SPEC
from ...module_utils._manifests import Document
from ..policy import CaseResult, Policy, counted, run_cases
from ..policy import judge as judge_policy
from . import verdicts
from .engine import told_by_engine
from .reading import ABSENT, GATED, Request, read_request
from .target import NEEDS_CLUSTER

Entry = Mapping[str, Any]


class Judgement(NamedTuple):
    """The gate's whole result, and its findings as values."""

    result: dict[str, Any]
    findings: Sequence[Finding]

    @property
    def stands(self) -> bool:
        """Whether an error stands against the input."""
        return bool(self.result["summary"]["errors"])

    def with_findings(self, more: Iterable[Finding]) -> Judgement:
        """The same judgement with what was found later, counted anew."""
        findings = worst_first(chain(self.findings, more))
        summary = {**self.result["summary"], **counted(findings)}
        told = {"findings": [each.as_dict() for each in findings], "summary": summary}
        return Judgement({**self.result, **told}, findings)


def judge(request: Request, today: date) -> Judgement:
    """What every judge says of the input."""
    policy = request.policy
    told, documents = _judged(request, policy)
    findings = told.pop("findings")
    summary = _summary(told)
    if request.state != ABSENT:
        manifests = request.manifests
        told_so_far = {**told, "findings": findings}
        findings = judge_policy(policy, told_so_far, documents, today, manifests.namespace, manifests.template_paths)
        if request.params["policy_test"]:
            cases = _cases(request, policy, today)
            findings = [*findings, *_of_cases(cases, request)]
            summary["policy_test"] = {
                "cases": len(cases),
                "rules": len(policy.rules),
                "unexpected": sum(not case.passed for case in cases),
            }
    result = {**told, "findings": [], "summary": summary, "applied": None, "hanging": []}
    return Judgement(result, ()).with_findings(findings)


def _judged(request: Request, policy: Policy) -> tuple[dict[str, Any], Sequence[Document]]:
    """Everything but the policy."""
    shapes = Shapes()
    told = told_by_engine(request, policy.losses, shapes)
    told["findings"] = [*_of_engine(told), *_of_relations(request, told, shapes)]
    return told, request.manifests.documents.documents


def _of_engine(told: Entry) -> Iterator[Finding]:
    yield from verdicts.of_unreadable(told["unreadable"])
    yield from verdicts.of_objects(told["objects"])
    yield from verdicts.of_schedule(told["results"])


def _of_relations(request: Request, told: Entry, shapes: Shapes) -> Iterable[Finding]:
    if request.state == ABSENT:
        return ()
    manifests = request.manifests
    view = View(
        documents=manifests.documents.documents,
        snapshot=request.cluster.snapshot if request.cluster else None,
        gates=manifests.gates,
        template_paths=manifests.template_paths,
        namespace=manifests.namespace,
        shapes=shapes,
        rollouts=told["rollouts"] if request.params["rollout"] and request.cluster else None,
        survival=told["survival"],
    )
    return judge_relations(view)


def _cases(request: Request, policy: Policy, today: date) -> list[CaseResult]:
    """What came of each case of `policy_test`, judged by the options of the request."""
    reached = dict.fromkeys(ACCESS_ARGUMENT_SPEC)
    alone: dict[str, Any] = {
        **reached,
        "src": [],
        "snapshot": [],
        "live": False,
        "state": GATED,
        "policy": None,
        "policy_test": False,
        "report": [],
    }

    def gate(objects: Sequence[Entry], cluster: Sequence[Entry]) -> tuple[Entry, Sequence[Document]]:
        given = {"definition": list(objects), "cluster_objects": list(cluster)}
        params = {**request.params, **alone, **given, **({} if cluster else dict.fromkeys(NEEDS_CLUSTER))}
        return _judged(read_request(params), policy)

    manifests = request.manifests
    return run_cases(policy, gate, today, manifests.namespace, manifests.template_paths)


def _of_cases(cases: Iterable[CaseResult], request: Request) -> Iterator[Finding]:
    """A case that comes out otherwise is an error: the rules do not do what they are there for."""
    file = request.params["policy"] if isinstance(request.params["policy"], str) else "policy"
    for case in cases:
        if not case.passed:
            subject = Subject("Policy", "", "", case.name, file)
            fix = "Correct the rules, or what the case expects."
            yield Finding("policy-test", ERROR, subject, f"the case {case.name}: {case.message}", fix, "policy_test")


def _summary(told: Entry) -> dict[str, Any]:
    classes = Counter(pod["qos_class"] for pod in told["pods"])
    answers = Counter("waiting" if each["waiting"] else each["schedulable"] for each in told["results"])
    return {
        "pods": len(told["pods"]),
        "classes": {name: classes[name] for name in CLASSES},
        "schedulable": {name: answers[name] for name in ("yes", "no", "unknown", "waiting")},
    }
