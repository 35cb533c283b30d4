# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The files that reports are written into."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from ...module_utils._kube.errors import InputError, Problem
from ..reports import render
from .reading import Request, WantedReport

FILE = "the path of a file that can be written"
ANOTHER = "a file that nothing else is read from or written to"


def prepare(request: Request) -> None:
    """Makes the folders of the reports; a place that cannot be written is told before anything else happens.

    A report never takes the place of what the gate reads, nor of another report.
    """
    taken = set(_read(request))
    problems = []
    for index, report in enumerate(request.reports):
        problem = _problem(f"report[{index}]", report, taken)
        if problem is None:
            taken.add(os.path.realpath(report.path))
        else:
            problems.append(problem)
    if problems:
        raise InputError(problems)


def write(report: WantedReport, result: Mapping[str, Any]) -> str:
    """Writes the report, and returns why it could not be written; empty if it was.

    Names of files may hold bytes that are no text; they are shown by their numbers.
    """
    text = render(report.format, result)
    try:
        with open(report.path, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(text)
    except OSError as error:
        return f"{report.path}: {error.strerror or error}"
    return ""


def _problem(place: str, report: WantedReport, taken: Collection[str]) -> Problem | None:
    folder = os.path.dirname(report.path) or "."
    try:
        os.makedirs(folder, exist_ok=True)
        file = os.path.realpath(report.path)
    except (OSError, ValueError) as error:
        return Problem(place, f"{folder}: {getattr(error, 'strerror', None) or error}", "a folder that can be made")
    if os.path.isdir(file) or not os.access(file if os.path.exists(file) else folder, os.W_OK):
        return Problem(place, f"{report.path} cannot be written", FILE)
    if file in taken:
        return Problem(place, f"{report.path} is there for something else", ANOTHER)
    return None


def _read(request: Request) -> Iterator[str]:
    """The files that the gate reads."""
    documents, params = request.manifests.documents, request.params
    paths = {document.file for document in documents.documents}
    paths |= {str(entry["file"]) for entry in documents.unreadable}
    paths |= {each for each in (params["policy"], params["scheduler_config"]) if isinstance(each, str)}
    for path in (*paths, *params["snapshot"]):
        yield os.path.realpath(os.path.expanduser(path))
