# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the HTML page knows, small enough for thousands of pods.

Every text stands once in one list and is told by its number; pods with the same verdict on every node share a row of
the matrix, rows are told as runs of equal cells, and nodes on which everything is the same share a column.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .placement import NOT_TOLD, UNKNOWN, PodRow, pod_rows
from .standing import Standing, by_node, standings
from .subjects import Entry, Identity, identity, is_waived, key, line_of, told_cases

VERSION = 1
SEVERITIES = ("error", "warning", "note")
CLASSES = ("BestEffort", "Burstable", "Guaranteed")
ANSWERS = ("yes", "no", "unknown", "waiting", "")
MOST_COLUMNS = 400
MOST_ROWS = 5_000
MOST_FINDINGS = 5_000
MOST_LOSSES = 200
MOST_TEXT = 500_000
"""Characters of manifests that are shown; findings beyond them come without lines."""


class Texts:
    """Every text once, with its number; every object as well."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._objects: dict[Identity, int] = {}

    def subject(self, identity: Identity) -> int:
        """The number of an object, by which findings and pods are brought together."""
        return self._objects.setdefault(identity, len(self._objects))

    def number(self, text: object) -> int:
        """The number of a text."""
        return self._numbers.setdefault(str(text if text is not None else ""), len(self._numbers))

    @property
    def all(self) -> list[str]:
        """The texts in the order of their numbers."""
        return list(self._numbers)


def page_data(result: Entry) -> dict[str, Any]:
    """The whole page as values that JSON can hold."""
    texts = Texts()
    rows = pod_rows(result)
    shown = rows[:MOST_ROWS]
    names = sorted({*result.get("nodes", ()), *(name for row in shown for name in row.cells)})
    columns = _columns(shown, names)
    findings = result["findings"]
    ranked = standings(result)[:MOST_ROWS]
    data = {
        "version": VERSION,
        "release": str(result.get("release") or ""),
        "summary": result["summary"],
        "cases": told_cases(result["summary"]),
        "nodes": [[texts.number(name) for name in names] for names in columns],
        "known_nodes": len(names),
        "matrix": _matrix(texts, shown, columns),
        "pods": [_pod(texts, row) for row in shown],
        "standings": [_standing(texts, entry) for entry in ranked],
        "placed": [
            [texts.number(node), [[number, texts.number(pod)] for number, pod in pods]]
            for node, pods in by_node(result, ranked).items()
        ],
        "findings": _findings(texts, findings[:MOST_FINDINGS]),
        "survival": _survival(texts, result.get("survival", ())),
        "losses": len(result.get("survival", ())),
        "rollouts": [_rollout(texts, entry) for entry in result.get("rollouts", ())],
        "skipped": [[texts.number(kind), count] for kind, count in (result.get("skipped_kinds") or {}).items()],
        "left_out": {"pods": len(rows) - len(shown), "findings": max(0, len(findings) - MOST_FINDINGS)},
    }
    return {**data, "texts": texts.all}


def _columns(rows: Sequence[PodRow], names: Sequence[str]) -> list[list[str]]:
    """The nodes, those on which every pod has the same verdict together when there are more than a page can show."""
    if len(names) <= MOST_COLUMNS // 10:
        return [[name] for name in names]
    patterns = {id(row.cells): row.cells for row in rows}.values()
    together: dict[tuple[object, ...], list[str]] = {}
    for name in names:
        together.setdefault(tuple(cells.get(name) for cells in patterns), []).append(name)
    return list(together.values())[:MOST_COLUMNS]


def _matrix(texts: Texts, rows: Sequence[PodRow], columns: Sequence[Sequence[str]]) -> dict[str, Any]:
    """The different rows as runs of `[cell, count]`, which row each pod has, and what the cells mean."""
    cells: dict[tuple[str, str], int] = {}
    patterns: dict[tuple[int, ...], int] = {}
    known: dict[int, int] = {}
    numbers = []
    for row in rows:
        if id(row.cells) not in known:
            pattern = tuple(
                cells.setdefault(
                    row.cells.get(names[0], UNKNOWN if row.cells or row.answer == "unknown" else NOT_TOLD), len(cells)
                )
                for names in columns
            )
            known[id(row.cells)] = patterns.setdefault(pattern, len(patterns))
        numbers.append(known[id(row.cells)])
    return {
        "cells": [[texts.number(kind), texts.number(text)] for kind, text in cells],
        "patterns": [_runs(pattern) for pattern in patterns],
        "rows": numbers,
    }


def _runs(pattern: Sequence[int]) -> list[int]:
    runs: list[int] = []
    for cell in pattern:
        if runs and runs[-2] == cell:
            runs[-1] += 1
        else:
            runs += [cell, 1]
    return runs


def _pod(texts: Texts, row: PodRow) -> list[Any]:
    texts_of = (row.kind, row.namespace, row.name, row.reason, row.cpu, row.memory, row.message, row.missing, row.help)
    return [
        texts.subject(row.identity),
        *(texts.number(text) for text in texts_of),
        CLASSES.index(row.qos_class) if row.qos_class in CLASSES else -1,
        ANSWERS.index(row.answer),
        row.count,
        row.feasible,
    ]


def _standing(texts: Texts, entry: Standing) -> list[Any]:
    names = [texts.number(text) for text in (entry.kind, entry.namespace, entry.name, entry.reason, entry.why)]
    return [
        texts.subject(entry.identity),
        *names,
        CLASSES.index(entry.qos_class),
        entry.requested,
        entry.most,
        entry.score,
        int(entry.is_critical),
    ]


def _findings(texts: Texts, findings: Sequence[Entry]) -> list[list[Any]]:
    shown = 0
    told = []
    for finding in findings:
        lines = finding.get("lines")
        text = lines["text"] if lines and shown <= MOST_TEXT else ()
        shown += sum(map(len, text))
        told.append(
            [
                texts.subject(identity(finding["object"])),
                SEVERITIES.index(finding["severity"]),
                *(texts.number(part) for part in _parts(finding)),
                line_of(finding) or 0,
                lines["first"] if lines and text else 0,
                [texts.number(line) for line in text],
                _waived(texts, finding),
            ]
        )
    return told


def _parts(finding: Entry) -> tuple[str, ...]:
    subject = finding["object"]
    message = finding["message"].removeprefix(f"{finding['field']}: ")
    named = (finding["rule"], *key(subject), finding["field"], message, finding["fix"], finding["certainty"])
    return (*named, subject["source"]["file"])


def _waived(texts: Texts, finding: Entry) -> list[Any]:
    waived = finding["waived"]
    return [texts.number(waived["reason"]), waived["until"], int(is_waived(finding))] if waived else []


def _survival(texts: Texts, survival: Sequence[Entry]) -> list[list[Any]]:
    """The losses, those first that are not survived."""
    ordered = sorted(survival, key=lambda entry: entry["survives"])
    return [
        [
            texts.number(", ".join(entry["lost"])),
            entry["displaced"],
            [
                [texts.number(part) for part in (*key(pod), pod["pod"], pod["message"])]
                for pod in entry["unplaced"][:50]
            ],
            len(entry["unplaced"]),
        ]
        for entry in ordered[:MOST_LOSSES]
    ]


def _rollout(texts: Texts, entry: Entry) -> list[Any]:
    names = [texts.number(part) for part in (*key(entry), entry.get("message") or "", entry.get("stuck") or "")]
    return [*names, int(entry["finishes"]), entry["updated"], entry["wanted"], entry["surge"], entry["unavailable"]]
