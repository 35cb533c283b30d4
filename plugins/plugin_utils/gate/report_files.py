# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The files that reports are written into."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from ...module_utils._kube.errors import InputError, Mistakes, Problem
from ..reports import FORMATS, render

FORMAT_OF_SUFFIX = {".html": "html", ".json": "json", ".sarif": "sarif", ".txt": "text", ".xml": "junit"}
FILE = "the path of a file that can be written"
FOLDER = "a folder that can be made"
ANOTHER = "a file that nothing else is read from or written to"


class WantedReport(NamedTuple):
    """A report to be written: its format, its file, and the option that wants it."""

    format: str
    path: str
    place: str


def wanted_reports(entries: Sequence[Any], read: Iterable[str], mistakes: Mistakes) -> tuple[WantedReport, ...]:
    """Formats and paths; an entry that is only a path has the format of its suffix. Nothing is made yet.

    A report never takes the place of what the gate reads, nor of another report.
    """
    taken = {os.path.realpath(os.path.expanduser(path)) for path in set(read)} if entries else set()
    found = []
    for index, entry in enumerate(entries):
        wanted = _wanted(f"report[{index}]", entry)
        problem = wanted if isinstance(wanted, Problem) else _problem(wanted, taken)
        if problem is not None:
            mistakes.problems.append(problem)
        elif isinstance(wanted, WantedReport):
            taken.add(os.path.realpath(wanted.path))
            found.append(wanted)
    return tuple(found)


def _wanted(place: str, entry: Any) -> WantedReport | Problem:
    named = {"path": entry} if isinstance(entry, str) else entry if isinstance(entry, Mapping) else {}
    path = os.path.expanduser(named["path"]) if isinstance(named.get("path"), str) else ""
    suffix = os.path.splitext(path)[1].lower()
    wanted = named.get("format") or FORMAT_OF_SUFFIX.get(suffix)
    unknown = [name for name in named if name not in ("format", "path")]
    if not path:
        return Problem(place, f"{entry!r}", "a path, or a mapping with format and path")
    if unknown:
        return Problem(f"{place}.{unknown[0]}", "no such option", "format and path")
    if not isinstance(wanted, str) or wanted not in FORMATS:
        expected = f"format: {', '.join(FORMATS)}; or a path that ends in {', '.join(FORMAT_OF_SUFFIX)}"
        return Problem(place, f"{named.get('format') or path!r} is no format", expected)
    return WantedReport(wanted, path, place)


def prepare(reports: Iterable[WantedReport]) -> None:
    """Makes the folders of the reports; those that cannot be made raise one `InputError`."""
    mistakes = Mistakes()
    for report in reports:
        mistakes.of(partial(_make_folder, report), None)
    mistakes.tell()


def _make_folder(report: WantedReport) -> None:
    try:
        os.makedirs(os.path.dirname(report.path) or ".", exist_ok=True)
    except OSError as error:
        raise InputError([_no_folder(report, error)]) from None


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


def _problem(report: WantedReport, taken: Collection[str]) -> Problem | None:
    try:
        file, folder = os.path.realpath(report.path), _nearest(os.path.dirname(os.path.abspath(report.path)))
    except (OSError, ValueError) as error:
        return _no_folder(report, error)
    if not os.path.isdir(folder):
        return Problem(report.place, f"{folder} is no folder", FOLDER)
    if os.path.isdir(file) or not os.access(file if os.path.exists(file) else folder, os.W_OK):
        return Problem(report.place, f"{report.path} cannot be written", FILE)
    if file in taken:
        return Problem(report.place, f"{report.path} is there for something else", ANOTHER)
    return None


def _nearest(folder: str) -> str:
    """The folder itself, or the one that exists above it."""
    while not os.path.exists(folder) and os.path.dirname(folder) != folder:
        folder = os.path.dirname(folder)
    return folder


def _no_folder(report: WantedReport, error: Exception) -> Problem:
    folder = os.path.dirname(report.path) or "."
    return Problem(report.place, f"{folder}: {getattr(error, 'strerror', None) or error}", FOLDER)
