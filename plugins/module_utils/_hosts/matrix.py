# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Who can log in where, as a table for people. Private to this collection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

OK = "ok"


def login_matrix(results: Sequence[Mapping[str, Any]]) -> list[str]:
    """A line a source, a column a target; below them every login that fails, with its reason."""
    logins = {str(result["name"]): {str(k): str(v) for k, v in result["logins"].items()} for result in results}
    targets = list(dict.fromkeys(target for row in logins.values() for target in row))
    columns = list(dict.fromkeys([*logins, *targets]))
    columns = [column for column in columns if column in targets]
    width = max((len(name) for name in ("from / to", *logins)), default=0)
    lines = ["  ".join(("from / to".ljust(width), *columns))] if columns else []
    for source, row in logins.items():
        cells = [_cell(row.get(target)).ljust(len(target)) for target in columns]
        lines.append("  ".join((source.ljust(width), *cells)).rstrip())
    failed = [(source, target, text) for source, row in logins.items() for target, text in row.items() if text != OK]
    return [*lines, *(f"{source} -> {target}: {text}" for source, target, text in failed)]


def _cell(text: object) -> str:
    if text is None:
        return "-"
    return OK if text == OK else "FAIL"
