# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Findings as one aligned table for people."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from .findings import ACCEPTABLE, ERROR, Finding

HEADINGS = ("", "host", "variable", "found", "expected", "how to mend")
WIDTHS = (7, 24, 28, 40, 36, 44)
_GAP = "  "


def table(findings: Sequence[Finding]) -> str:
    """A heading, one block of lines a finding, and a last line that counts; long cells continue below themselves."""
    if not findings:
        return summary(findings)
    rows = [
        (finding.severity, finding.host, finding.variable, finding.found, finding.expected, finding.mend)
        for finding in findings
    ]
    widths = [min(limit, max(len(row[column]) for row in [HEADINGS, *rows])) for column, limit in enumerate(WIDTHS)]
    lines = [*_lines(HEADINGS, widths), _GAP.join("-" * width for width in widths)]
    for row in rows:
        lines += _lines(row, widths)
    return "\n".join([*lines, "", summary(findings), *_way_out(findings)])


def summary(findings: Sequence[Finding]) -> str:
    """How many errors and warnings there are, in one line."""
    errors = sum(finding.severity == ERROR for finding in findings)
    warnings = len(findings) - errors
    if not findings:
        return "preflight: nothing to mend"
    counted = [_counted(errors, "error"), _counted(warnings, "warning")]
    end = "no host has been changed" if errors else "the run can go on"
    return f"preflight: {' and '.join(text for text in counted if text)}; {end}"


def _counted(count: int, noun: str) -> str:
    return "" if count == 0 else f"{count} {noun}{'s' if count > 1 else ''}"


def _way_out(findings: Sequence[Finding]) -> list[str]:
    names = sorted({finding.check for finding in findings if finding.severity == ERROR and finding.check in ACCEPTABLE})
    return [f"To go on in spite of it, set kube_preflight_accept: [{', '.join(names)}]"] if names else []


def _lines(row: Sequence[str], widths: Sequence[int]) -> list[str]:
    cells = [
        textwrap.wrap(cell, width, break_on_hyphens=False) or [""] for cell, width in zip(row, widths, strict=True)
    ]
    height = max(len(cell) for cell in cells)
    padded = [cell + [""] * (height - len(cell)) for cell in cells]
    return [
        _GAP.join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip()
        for line in zip(*padded, strict=True)
    ]
