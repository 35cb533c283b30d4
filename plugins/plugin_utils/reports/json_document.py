# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The whole result as JSON, versioned. `docs/report-1.schema.json` is its schema."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

VERSION = 1
PARTS = (
    "summary",
    "findings",
    "objects",
    "pods",
    "results",
    "survival",
    "rollouts",
    "nodes",
    "eviction",
    "unreadable",
    "skipped_kinds",
    "state",
    "hanging",
)


def render(result: Mapping[str, Any]) -> str:
    """One JSON object with two spaces of indentation; what was applied is named without its content."""
    report = {
        "report": {"name": "quorum.kube", "version": VERSION},
        "release": result.get("release"),
        **{part: result[part] for part in PARTS if part in result},
        "applied": applied(result.get("applied")),
    }
    return json.dumps(report, indent=2, ensure_ascii=False, default=str) + "\n"


def applied(value: Sequence[Mapping[str, Any]] | None) -> list[dict[str, Any]] | None:
    """The objects that were applied, each with its name and what became of it; no content, for it may be secret."""
    if value is None:
        return None
    texts = ("kind", "namespace", "name", "method", "error")
    return [{**{name: str(each.get(name) or "") for name in texts}, "changed": bool(each["changed"])} for each in value]
