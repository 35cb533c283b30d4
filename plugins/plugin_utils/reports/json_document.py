# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The whole result as JSON, versioned. `docs/report-1.schema.json` is its schema."""

from __future__ import annotations

import json
from collections.abc import Mapping
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


def applied(value: Any) -> list[dict[str, Any]] | None:
    """The objects that were applied, each with its name and whether it changed; no content, for it may be secret."""
    if value is None:
        return None
    return [_named(entry) for entry in _results(value)]


def _results(value: Any) -> list[Mapping[str, Any]]:
    """The results of kubernetes.core, one an object, however deep they are nested."""
    if isinstance(value, (list, tuple)):
        return [found for entry in value for found in _results(entry)]
    if not isinstance(value, Mapping):
        return []
    result = value.get("result")
    inner = result.get("results") if isinstance(result, Mapping) else value.get("results")
    return _results(inner) if inner is not None else [value]


def _named(entry: Mapping[str, Any]) -> dict[str, Any]:
    value = entry.get("result") if isinstance(entry.get("result"), Mapping) else entry
    metadata = value.get("metadata") if isinstance(value.get("metadata"), Mapping) else value
    return {
        "kind": str(value.get("kind") or ""),
        "namespace": str(metadata.get("namespace") or ""),
        "name": str(metadata.get("name") or ""),
        "changed": bool(entry.get("changed")),
    }
