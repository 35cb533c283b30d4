# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The result as text for a terminal: what is wrong first, then every pod in one line, then what it comes to."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ansible_collections.quorum.kube.plugins.module_utils._kube.findings import SEVERITIES

from .subjects import (
    Entry,
    Identity,
    counted,
    identity,
    is_waived,
    is_wrong,
    line_of,
    tally,
    title,
    told_cases,
    verdict,
)

_CODES = {"error": "31;1", "warning": "33", "note": "36", "waived": "2", "good": "32", "dim": "2", "bold": "1"}
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")
Cell = tuple[str, str]
"""A text and its style."""
NARROWEST = 60
NARROWEST_CELL = 16
MOST_NODES = 10
"""Of so many nodes the pod that is evicted first is told."""
MOST_PODS = 100
"""Up to so many pods, all are told of; of more only those that do not fit or are not valid."""


def render(result: Mapping[str, Any], colour: bool = False, width: int = 100) -> str:
    """Lines of about the width; colours only where they are asked for, for the text may go to a file."""
    page = _Page(colour, max(width, NARROWEST))
    sections = [
        [*page.findings(result["findings"])],
        [*page.pods(result)],
        [*page.eviction(result)],
        [*page.totals(result)],
    ]
    return "\n\n".join("\n".join(lines) for lines in sections if lines) + "\n"


class _Page:
    def __init__(self, colour: bool, width: int) -> None:
        self._colour = colour
        self._width = width

    def findings(self, findings: Sequence[Entry]) -> Iterator[str]:
        """Every finding below its object, the objects in the order of their worst finding."""
        objects: dict[Identity, list[Entry]] = {}
        for finding in sorted(findings, key=_severity):
            objects.setdefault(identity(finding["object"]), []).append(finding)
        for number, found in enumerate(objects.values()):
            if number:
                yield ""
            subject = found[0]["object"]
            yield from self._side_by_side("", (_clean(title(subject)), "bold"), _clean(subject["source"]["file"]))
            lines = [line_of(finding) for finding in found]
            gutter = max(len(str(line or "")) for line in lines)
            for finding, line in zip(found, lines, strict=True):
                yield from self._finding(finding, str(line or "").rjust(gutter))

    def _finding(self, finding: Entry, line: str) -> Iterator[str]:
        severity = "waived" if is_waived(finding) else finding["severity"]
        head = f"  {self._paint('dim', line)}  {self._paint(severity, severity.ljust(7))}  "
        indent = " " * (len(line) + 13)
        rule, *field = self._side_by_side(indent, (finding["rule"], "bold"), _clean(finding["field"]))
        yield head + rule.removeprefix(indent)
        yield from field
        yield from self._wrapped(finding["message"].removeprefix(f"{finding['field']}: "), indent)
        if finding["fix"]:
            yield from self._wrapped(finding["fix"], indent, "fix: ")
        waived = finding["waived"]
        if waived:
            ended = "waived until" if is_waived(finding) else "its waiver ended on"
            yield from self._wrapped(f"{ended} {waived['until']}: {waived['reason']}", indent)

    def pods(self, result: Entry) -> Iterator[str]:
        """A table with a line for each object that makes pods."""
        valid = {identity(entry): entry["valid"] for entry in result.get("objects", ())}
        placed: dict[Identity, list[Entry]] = {}
        for entry in result.get("results", ()):
            placed.setdefault(identity(entry), []).append(entry)
        nodes = len(result.get("nodes", ()))
        rows = []
        for pod in result.get("pods", ()):
            state = _state(placed.get(identity(pod), ()), nodes)
            is_valid = valid.get(identity(pod), True)
            rows.append(
                [
                    (_clean(title(pod)), ""),
                    (pod["qos_class"], ""),
                    ("yes", "good") if is_valid else ("no", "error"),
                    state,
                ]
            )
        shown = rows if len(rows) <= MOST_PODS else [row for row in rows if {row[2][1], row[3][1]} != {"good"}]
        if shown:
            yield from self._table(["pods of", "class", "valid", "runs on"], shown)
        if len(shown) < len(rows):
            yield f"{len(rows) - len(shown)} more are valid and fit"

    def eviction(self, result: Entry) -> Iterator[str]:
        """A table with the pod of each node that goes first when memory runs short."""
        nodes = [entry for entry in result.get("eviction") or () if entry["order"]]
        rows = [
            [(_clean(text), "") for text in (entry["node"], f"{first['namespace']}/{first['name']}", first["reason"])]
            for entry in nodes[:MOST_NODES]
            for first in entry["order"][:1]
        ]
        if rows:
            yield from self._table(["node", "evicted first", "because it"], rows)
        if len(nodes) > MOST_NODES:
            yield f"{len(nodes) - MOST_NODES} more nodes are in the JSON report"

    def totals(self, result: Entry) -> Iterator[str]:
        """How many findings and pod templates there are, and whether the input may be applied."""
        summary = result["summary"]
        cases = told_cases(summary)
        if cases:
            yield cases
        classes = ", ".join(f"{count} {name}" for name, count in summary["classes"].items() if count)
        if summary["pods"] or not cases:
            yield f"{counted(summary['pods'], 'pod template')}{': ' + classes if classes else ''}"
        wrong = is_wrong(result)
        yield self._paint("error" if wrong else "good", f"gate: {verdict(result)}") + f" ({tally(summary)})"

    def _side_by_side(self, indent: str, first: Cell, second: str) -> Iterator[str]:
        """Two texts in a line, or in two lines where they are too long for one."""
        text, style = first
        apart = len(indent) + len(text) + 2 + len(second) > self._width
        beside = self._paint("dim", f"  {second}") if second and not apart else ""
        yield indent + self._paint(style, text) + beside
        if second and apart:
            yield f"{indent}  {self._paint('dim', second)}"

    def _table(self, headings: Sequence[str], rows: Sequence[Sequence[Cell]]) -> Iterator[str]:
        texts = [headings, *([text for text, _style in row] for row in rows)]
        widths = self._fitted([max(len(text[column]) for text in texts) for column in range(len(headings))])
        for row in ([(heading, "dim") for heading in headings], *rows):
            shown = [(_shortened(text, size), style, size) for (text, style), size in zip(row, widths, strict=True)]
            cells = [self._paint(style, text) + " " * (size - len(text)) for text, style, size in shown]
            yield "  ".join(cells).rstrip()

    def _fitted(self, widths: Sequence[int]) -> list[int]:
        """The widths, the widest narrowed until a row has room in a line."""
        fitted = list(widths)
        while sum(fitted) + 2 * (len(fitted) - 1) > self._width and max(fitted) > NARROWEST_CELL:
            fitted[fitted.index(max(fitted))] -= 1
        return fitted

    def _wrapped(self, text: str, indent: str, label: str = "") -> Iterable[str]:
        cleaned, width = _clean(text), self._width - len(indent) - len(label)
        fits = 0 < len(cleaned) <= width and cleaned.isprintable() and not cleaned.endswith(" ")
        lines = [cleaned] if fits else textwrap.wrap(cleaned, width, break_long_words=False, break_on_hyphens=False)
        for number, line in enumerate(lines):
            yield f"{indent}{label if number == 0 else ' ' * len(label)}{line}"

    def _paint(self, style: str, text: str) -> str:
        return f"\x1b[{_CODES[style]}m{text}\x1b[0m" if self._colour and style and text else text


def _severity(finding: Entry) -> tuple[bool, int]:
    return is_waived(finding), SEVERITIES.index(finding["severity"])


def _state(results: Sequence[Entry], nodes: int) -> tuple[str, str]:
    """Where the pods of an object can run, and how that is painted."""
    if not results:
        return "-", "dim"
    if any(entry["schedulable"] == "no" and not entry.get("waiting") for entry in results):
        return "no node", "error"
    if any(entry.get("waiting") for entry in results):
        return "waits at a gate", "warning"
    if any(entry["schedulable"] == "unknown" for entry in results):
        return "unknown", "warning"
    if results[0]["kind"] == "DaemonSet":
        return _of_nodes(len(results), nodes), "good"
    return _of_nodes(min(int(entry.get("feasible_count", len(entry["feasible"]))) for entry in results), nodes), "good"


def _of_nodes(count: int, nodes: int) -> str:
    return f"{count} of {nodes} nodes" if nodes else counted(count, "node")


def _shortened(text: str, size: int) -> str:
    """A long text without its middle: names differ at their ends."""
    if len(text) <= size:
        return text
    end = (size - 1) // 2
    return f"{text[: size - 1 - end]}…{text[len(text) - end :]}"


def _clean(text: str) -> str:
    """Text that cannot move the cursor or colour the terminal: control characters are shown by their numbers."""
    return _CONTROL.sub(lambda match: f"\\x{ord(match.group()):02x}", text)
