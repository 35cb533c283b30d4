# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The gate's result over real manifests, put together from the engine's own functions, for tests of what reads it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ansible_collections.quorum.kube.plugins.module_utils._kube.cgroups import Node
from ansible_collections.quorum.kube.plugins.module_utils._kube.findings import (
    ERROR,
    NOTE,
    SEVERITY_OF,
    Finding,
    Subject,
    worst_first,
)
from ansible_collections.quorum.kube.plugins.module_utils._kube.qos_report import told_documents
from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import gates_of
from ansible_collections.quorum.kube.plugins.module_utils._kube.scheduling.schedule_report import (
    Question,
    told_schedule,
)
from ansible_collections.quorum.kube.plugins.module_utils._kube.scheduling.snapshot import Snapshot
from ansible_collections.quorum.kube.plugins.module_utils._kube.validation.report import Report
from ansible_collections.quorum.kube.plugins.module_utils._kube.workloads import is_workload
from ansible_collections.quorum.kube.plugins.module_utils._manifests import Document, load

CHECKOUT = Path(__file__).resolve().parents[4]
NODES = CHECKOUT / "examples" / "gate" / "nodes.yml"
MANIFESTS = CHECKOUT / "examples" / "manifests"
MEMORY = 8 * 1024**3


class Gated(NamedTuple):
    """A result and the documents that it is about."""

    result: dict[str, Any]
    documents: list[Document]


def gated(
    src: Sequence[str] = (),
    definition: Any = None,
    cluster: Sequence[Any] | None = None,
    survive: int | None = None,
    rollout: bool = False,
    in_turn: bool = False,
) -> Gated:
    """The manifests judged against the objects of a cluster; without any, against the five hosts of the guides."""
    gates = gates_of(None, None)
    found = load(src, definition)
    judged = found._replace(documents=[each for each in found.documents if is_workload(each.value)])
    nodes = cluster if cluster is not None else [each.value for each in load([str(NODES)]).documents]
    snapshot = Snapshot(list(nodes))
    schedule = told_schedule(
        Question(judged, snapshot, gates, {}, "default", None, in_turn, survive=survive, rollout=rollout)
    )
    report = Report(gates, {}, "default")
    qos = told_documents(judged, gates, {}, "default", Node(MEMORY, None))
    result = {
        "objects": [report.told(each) for each in judged.documents],
        "pods": qos["pods"],
        "results": schedule["results"],
        "survival": schedule["survival"],
        "rollouts": schedule["rollouts"],
        "nodes": sorted(str(node["metadata"]["name"]) for node in snapshot.of("Node")),
        "unreadable": qos["unreadable"],
        "skipped_kinds": {},
        "release": "1.37",
        "applied": None,
    }
    findings = worst_first(_findings(result))
    result["findings"] = [finding.as_dict() for finding in findings]
    result["summary"] = _summary(result, qos["summary"])
    return Gated(result, found.documents)


def _summary(result: dict[str, Any], classes: dict[str, int]) -> dict[str, Any]:
    severities = [finding["severity"] for finding in result["findings"]]
    answers = [entry["schedulable"] for entry in result["results"]]
    return {
        "errors": severities.count("error"),
        "warnings": severities.count("warning"),
        "notes": severities.count("note"),
        "waived": 0,
        "pods": len(result["pods"]),
        "classes": classes,
        "schedulable": {name: answers.count(name) for name in ("yes", "no", "unknown")},
    }


def _findings(result: dict[str, Any]) -> list[Finding]:
    found = []
    for entry in result["objects"]:
        subject = _subject(entry)
        found += [Finding("invalid", ERROR, subject, each["text"], "", each["field"]) for each in entry["errors"]]
        for trap in entry["warnings"]:
            certainty = trap["severity"].removesuffix(" rule")
            severity = SEVERITY_OF.get(certainty, NOTE)
            found.append(Finding("trap", severity, subject, trap["message"], "", trap["field"], certainty))
    for entry in result["results"]:
        subject = _subject(entry)
        if entry["schedulable"] == "no":
            fix = entry["suggestions"][0]["text"] if entry["suggestions"] else ""
            found.append(Finding("unschedulable", ERROR, subject, entry["message"] or entry["waiting"], fix))
        elif entry["schedulable"] == "unknown":
            missing = f"depends on {', '.join(entry['missing'])}"
            found.append(Finding("unknown", NOTE, subject, missing, "add it to the input or the snapshot"))
    for entry in result["unreadable"]:
        subject = Subject("", "", "", "", entry["file"], entry["document"], entry["line"])
        found.append(Finding("unreadable", ERROR, subject, entry["message"]))
    return found


def _subject(entry: dict[str, Any]) -> Subject:
    named = [entry[name] for name in ("kind", "api_version", "namespace", "name")]
    return Subject(*named, **entry["source"])
