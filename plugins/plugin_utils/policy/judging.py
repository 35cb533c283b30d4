# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""A policy against what the gate found: its own findings, the severities of a site, and the waivers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from fnmatch import fnmatchcase
from types import MappingProxyType
from typing import Any, NamedTuple

from ansible_collections.quorum.kube.plugins.module_utils._kube.documents import Located
from ansible_collections.quorum.kube.plugins.module_utils._kube.findings import (
    NOTE,
    SEVERITIES,
    Finding,
    Subject,
    Waiver,
    worst_first,
)
from ansible_collections.quorum.kube.plugins.module_utils._kube.scopes import CLUSTER_WIDE
from ansible_collections.quorum.kube.plugins.module_utils._kube.workloads import PodTemplateRef, TemplatePaths, pods_of

from .model import Policy, Rule
from .requirements.requirement import Losses, Stuck, Workload
from .rules import UNBENDING
from .waivers import Waivers

try:
    from jmespath.exceptions import JMESPathError
except ImportError:
    JMESPathError = ValueError

Entry = Mapping[str, Any]
Place = tuple[str, str, str, str, int, int | None]
_NO_PATHS: TemplatePaths = MappingProxyType({})
UNASKED = "cannot tell whether the rule holds here: match: {expression}: {error}"
COPE = "Let match cope with what is absent: a || ''."


class Opinion(NamedTuple):
    """What a rule has against a workload; `open` where that could not be decided."""

    finding: Finding
    open: bool


def judge(
    policy: Policy,
    result: Entry,
    documents: Sequence[Located],
    today: date,
    namespace: str = "default",
    template_paths: TemplatePaths = _NO_PATHS,
) -> list[Finding]:
    """All findings, worst first: those of the result and those of the policy, with its severities and all waivers."""
    found = [_finding(entry) for entry in result.get("findings", ())]
    found += [each.finding for each in opinions(policy, result, documents, namespace, template_paths)]
    waivers = Waivers(today, policy.longest_waiver_days)
    for document in documents:
        waivers.add(document.value, _subject(document, namespace))
    settled = [_with_severity(policy, finding) for finding in found]
    return worst_first(waivers.applied(settled))


def opinions(
    policy: Policy,
    result: Entry,
    documents: Sequence[Located],
    namespace: str = "default",
    template_paths: TemplatePaths = _NO_PATHS,
) -> Iterator[Opinion]:
    """What the policy's own rules say, workload by workload."""
    view = _View(result)
    for document in documents if policy.rules else ():
        for ref in pods_of(document.value, template_paths, namespace):
            subject = _subject(document, namespace)
            yield from _of_workload(policy.rules, view.workload(ref, subject), subject)


def _subject(document: Located, namespace: str) -> Subject:
    own = "" if document.value.get("kind") in CLUSTER_WIDE else namespace
    return Subject.of(document.value, document.source, own)


def counted(findings: Iterable[Finding]) -> dict[str, int]:
    """How many there are of each severity; those with a waiver that still runs count as waived only."""
    counts = dict.fromkeys((*SEVERITIES, "waived"), 0)
    for finding in findings:
        counts["waived" if finding.waived and not finding.waived.expired else finding.severity] += 1
    return {"errors": counts["error"], "warnings": counts["warning"], "notes": counts[NOTE], "waived": counts["waived"]}


class _View:
    """What the gate told, by the object that it is about."""

    def __init__(self, result: Entry) -> None:
        self._pods = {(_place(entry), entry["template"]): entry for entry in result.get("pods", ())}
        self._objects = {_place(entry): entry for entry in result.get("objects", ())}
        self._results: dict[tuple[Place, str], list[Entry]] = {}
        for entry in result.get("results", ()):
            self._results.setdefault((_place(entry), entry["template"]), []).append(entry)
        self._survival = _losses(result.get("survival", ()))

    def workload(self, ref: PodTemplateRef, subject: Subject) -> Workload:
        """A pod template with all of it."""
        place = (ref.kind, ref.namespace, ref.name, subject.file, subject.document, subject.line)
        pod = self._pods.get((place, ref.path))
        metadata = ref.owner.get("metadata")
        value = {
            **ref.owner,
            "metadata": {**(metadata if isinstance(metadata, Mapping) else {}), "namespace": ref.namespace},
            "pod": {"metadata": ref.metadata, "spec": ref.spec},
            "qos": pod["qos_class"] if pod else None,
            "replicas": ref.replicas,
        }
        labels = ref.metadata.get("labels")
        return Workload(
            value=value,
            key=(ref.kind, ref.namespace, ref.name),
            spec=ref.spec,
            spec_path=ref.spec_path,
            labels=labels if isinstance(labels, Mapping) else {},
            replicas=ref.replicas,
            pod=pod,
            judged=self._objects.get(place),
            results=self._results.get((place, ref.path), ()),
            survival=self._survival,
        )


def _losses(survival: Iterable[Entry]) -> dict[int, Losses]:
    """The simulated losses by how many nodes they take; one of a zone counts as one of all its nodes."""
    totals: Counter[int] = Counter()
    stuck: dict[int, dict[tuple[str, str, str], list[Stuck]]] = {}
    for loss in survival:
        nodes = loss["lost_nodes"]
        totals[len(nodes)] += 1
        pods: dict[tuple[str, str, str], list[Entry]] = {}
        for pod in loss["unplaced"]:
            pods.setdefault((pod["kind"], pod["namespace"], pod["name"]), []).append(pod)
        for key, found in pods.items():
            stuck.setdefault(len(nodes), {}).setdefault(key, []).append(Stuck(nodes, found))
    return {count: Losses(total, stuck.get(count, {})) for count, total in totals.items()}


def _of_workload(rules: Sequence[Rule], workload: Workload, subject: Subject) -> Iterator[Opinion]:
    for rule in rules:
        try:
            holds = rule.match is None or rule.match.search(workload.value)
        except (JMESPathError, TypeError) as error:
            message = UNASKED.format(expression=rule.match.expression, error=str(error).rstrip("."))
            yield Opinion(Finding(rule.id, rule.severity, subject, message, COPE), True)
            continue
        for requirement in rule.requirements if holds else ():
            for breach in requirement.breaches(workload):
                severity = NOTE if breach.open else rule.severity
                message = f"{breach.message} ({rule.reason})" if rule.reason else breach.message
                yield Opinion(Finding(rule.id, severity, subject, message, breach.fix, breach.field), breach.open)


def _with_severity(policy: Policy, finding: Finding) -> Finding:
    """The finding as severe as the last pattern says that names its rule."""
    if finding.rule in UNBENDING:
        return finding
    chosen = [severity for pattern, severity in policy.severities.items() if fnmatchcase(finding.rule, pattern)]
    return finding._replace(severity=chosen[-1]) if chosen else finding


def _finding(entry: Finding | Entry) -> Finding:
    if isinstance(entry, Finding):
        return entry
    named = {name: entry["object"][name] for name in ("kind", "api_version", "namespace", "name")}
    waived = Waiver(**entry["waived"]) if entry["waived"] else None
    rest = {name: entry[name] for name in ("rule", "severity", "message", "fix", "field", "certainty")}
    return Finding(object=Subject(**named, **entry["object"]["source"]), waived=waived, **rest)


def _place(entry: Entry) -> Place:
    source = entry["source"]
    named = (str(entry["kind"]), str(entry["namespace"]), str(entry["name"]))
    return (*named, str(source["file"]), int(source["document"]), source["line"])
