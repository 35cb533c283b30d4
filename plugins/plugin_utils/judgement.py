# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the gate's modules say, as text for a person: one line a pod, then everything that is wrong and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .summary import table

Entry = Mapping[str, Any]
NOTHING = "-"


def title(entry: Entry) -> str:
    """The object that holds a pod, as people name it."""
    return f"{entry['kind']} {entry['namespace']}/{entry['name']}" if entry.get("namespace") else _short(entry)


def _short(entry: Entry) -> str:
    return f"{entry['kind']} {entry['name']}"


def render(classes: Entry, validity: Entry, schedule: Entry) -> str:
    """Tables from the results of pod_qos_info, affinity_info and schedule_info; an empty one is left out."""
    pods = classes.get("pods", [])
    objects = {_key(entry): entry for entry in validity.get("objects", [])}
    placed = _by_object(schedule.get("results", []))
    rows = [
        [
            title(pod),
            pod["qos_class"],
            _valid(objects.get(_key(pod))),
            _fits(placed.get(_key(pod), [])),
        ]
        for pod in pods
    ]
    sections = [
        table(["pods of", "class", "valid", "fits"], rows) if rows else ["no pod was found"],
        _section("why that class", ((title(pod), [pod["reason"]]) for pod in pods)),
        _section("refused by the API server", _texts(objects.values(), "errors")),
        _section("legal, but a trap", _texts(objects.values(), "warnings")),
        _section(
            "does not fit", (_refusal(entry) for found in placed.values() for entry in found[:1] if _refused(entry))
        ),
        _section("could be told with more", (_missing(found[0]) for found in placed.values() if found[0]["missing"])),
        _section("unreadable", ((_place(entry), [entry["message"]]) for entry in classes.get("unreadable", []))),
    ]
    return "\n\n".join("\n".join(lines) for lines in sections if lines)


def render_eviction(eviction: Entry) -> str:
    """For each node its pods in the order of their eviction, from the result of node_eviction_info."""
    sections = [[f"when {eviction['signal']} runs short:"]]
    for node in eviction["nodes"]:
        pressure = f" ({', '.join(node['pressures'])} now)" if node["pressures"] else ""
        sections.append([f"{node['name']}{pressure}", *_ranks(node)])
    return "\n\n".join("\n".join(lines) for lines in sections)


def _ranks(node: Entry) -> list[str]:
    first = [["now", _pod(pod), pod["message"].strip()] for pod in node["over_limits"]]
    rows = [[str(rank), _pod(pod), pod["reason"]] for rank, pod in enumerate(node["order"], 1)]
    never = [["never", _pod(pod), "static, or of a critical priority"] for pod in node["never_evicted"]]
    found = [*first, *rows, *never]
    return table(["", "pod", "why"], found) if found else [f"  {node['silent'] or 'no pods'}"]


def _pod(entry: Entry) -> str:
    return f"{entry['namespace']}/{entry['name']}"


def _key(entry: Entry) -> tuple[str, ...]:
    return tuple(str(entry.get(part) or "") for part in ("kind", "namespace", "name"))


def _by_object(results: Iterable[Entry]) -> dict[tuple[str, ...], list[Entry]]:
    found: dict[tuple[str, ...], list[Entry]] = {}
    for entry in results:
        found.setdefault(_key(entry), []).append(entry)
    return found


def _valid(entry: Entry | None) -> str:
    if entry is None:
        return NOTHING
    return "yes" if entry["valid"] else f"no ({len(entry['errors'])})"


def _fits(results: Sequence[Entry]) -> str:
    if not results:
        return NOTHING
    if results[0]["waiting"]:
        return "waits"
    answers = {entry["schedulable"] for entry in results}
    if answers == {"yes"}:
        nodes = {node for entry in results for node in entry["feasible"]}
        return f"on {len(nodes)} of {len(nodes | {node for entry in results for node in entry['reasons']})} nodes"
    return "unknown" if "no" not in answers else "nowhere"


def _refused(entry: Entry) -> bool:
    return bool(entry["schedulable"] == "no" and (entry["message"] or entry["waiting"]))


def _refusal(entry: Entry) -> tuple[str, list[str]]:
    """The scheduler's sentence, then the reason of each node."""
    nodes = [f"{node}: {'; '.join(reasons)}" for node, reasons in sorted(entry["reasons"].items())]
    return title(entry), [entry["message"] or entry["waiting"], *nodes, *_suggested(entry)]


def _suggested(entry: Entry) -> list[str]:
    return [f"would fit: {suggestion['text']}" for suggestion in entry.get("suggestions", [])]


def _missing(entry: Entry) -> tuple[str, list[str]]:
    return title(entry), list(entry["missing"])


def _texts(objects: Iterable[Entry], part: str) -> Iterable[tuple[str, list[str]]]:
    return ((title(entry), [finding["text"] for finding in entry[part]]) for entry in objects if entry[part])


def _place(entry: Entry) -> str:
    return ":".join(str(entry[part]) for part in ("file", "line") if entry.get(part))


def _section(heading: str, entries: Iterable[tuple[str, Sequence[str]]]) -> list[str]:
    """A heading and, below each name, its lines; nothing without entries."""
    lines = [line for name, texts in entries for line in (f"  {name}", *(f"    {text}" for text in texts))]
    return [f"{heading}:", *lines] if lines else []
