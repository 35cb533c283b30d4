# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the engine says of an input, as findings: unreadable, refused by the API server, a trap, without a node."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ...module_utils._kube.findings import BLOCKED, DEAD, ERROR, FRAGILE, IMPOSSIBLE, NOTE, Finding, Subject
from ...module_utils._kube.relations.judge import TOLD_TRAPS

Entry = Mapping[str, Any]

_CERTAINTY_OF_TRAP = {"impossible": IMPOSSIBLE, "dead rule": DEAD, "fragile": FRAGILE}
_NEVER_CHANGES = frozenset(["NodeAffinity", "NodeName"])
_PREEMPTS = "preemption: found a potential placement"


def subject_of(entry: Entry) -> Subject:
    """The object that an entry of the engine's results is about."""
    source = entry.get("source") or {}
    return Subject(
        kind=entry.get("kind") or "",
        api_version=entry.get("api_version") or "",
        namespace=entry.get("namespace") or "",
        name=entry.get("name") or "",
        file=source.get("file") or "",
        document=source.get("document") or 1,
        line=source.get("line"),
    )


def of_unreadable(unreadable: Iterable[Entry]) -> Iterator[Finding]:
    """One error for each document that cannot be read."""
    for entry in unreadable:
        subject = subject_of({"source": entry})
        yield Finding("unreadable", ERROR, subject, entry["message"], "Mend the document; nothing is applied before.")


def of_objects(objects: Iterable[Entry]) -> Iterator[Finding]:
    """What the API server refuses, in its words, and what is legal but a trap, unless a relation tells it better."""
    for entry in objects:
        subject = subject_of(entry)
        for error in entry["errors"]:
            message = error["text"].removeprefix(f"{error['field']}: ")
            yield Finding("invalid", ERROR, subject, message, field=error["field"])
        for trap in entry["warnings"]:
            if trap["type"] in TOLD_TRAPS:
                continue
            certainty = _CERTAINTY_OF_TRAP[trap["severity"]]
            message = f"{trap['type']}: {trap['message']}"
            yield Finding.certain("trap", certainty, subject, message, "", trap["field"])


def of_schedule(results: Iterable[Entry]) -> Iterator[Finding]:
    """One finding for each workload that has pods without a node, that wait, or of which it is not known."""
    for group in _grouped(results).values():
        yield from _of_workload(group)


def _grouped(results: Iterable[Entry]) -> dict[tuple[Any, ...], list[Entry]]:
    """The pods of each template that are alike in their verdict."""
    groups: dict[tuple[Any, ...], list[Entry]] = {}
    for entry in results:
        verdict = entry["waiting"] or entry["schedulable"]
        if verdict != "yes":
            key = (entry["kind"], entry["api_version"], entry["namespace"], entry["name"], entry["template"], verdict)
            groups.setdefault(key, []).append(entry)
    return groups


def _of_workload(group: Sequence[Entry]) -> Iterator[Finding]:
    entry = group[0]
    subject, field = subject_of(entry), entry["template"]
    more = f" (and {len(group) - 1} more of its pods)" if len(group) > 1 else ""
    if entry["waiting"]:
        yield Finding("waiting", NOTE, subject, entry["waiting"] + more, field=field)
    elif entry["schedulable"] == "unknown":
        message = f"not known without {', '.join(entry['missing'])}{more}"
        yield Finding("unknown", NOTE, subject, message, "Add it to the snapshot, or ask the cluster.", field)
    elif _PREEMPTS in entry["message"]:
        yield Finding.certain("preempts", FRAGILE, subject, entry["message"] + more, _fix(entry), field)
    else:
        yield Finding.certain("unschedulable", _certainty(entry), subject, entry["message"] + more, _fix(entry), field)


def _certainty(entry: Entry) -> str:
    """Impossible where every node is refused for what the pod itself names; the rest may change with the cluster."""
    plugins = {detail["plugin"] for detail in entry["details"].values()}
    return IMPOSSIBLE if plugins and plugins <= _NEVER_CHANGES else BLOCKED


def _fix(entry: Entry) -> str:
    return "; or ".join(suggestion["text"] for suggestion in entry.get("suggestions", []))
