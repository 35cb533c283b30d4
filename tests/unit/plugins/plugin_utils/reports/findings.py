# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Results of the gate made by hand, as small as a test of a report needs them."""

from __future__ import annotations

from typing import Any

SUMMARY = {
    "errors": 0,
    "warnings": 0,
    "notes": 0,
    "waived": 0,
    "pods": 0,
    "classes": {"Guaranteed": 0, "Burstable": 0, "BestEffort": 0},
    "schedulable": {"yes": 0, "no": 0, "unknown": 0, "waiting": 0},
}


def finding(rule: str = "trap", severity: str = "warning", **changes: Any) -> dict[str, Any]:
    """A finding of a Deployment in `web.yml`; `line`, `file`, `name` and `kind` change its object."""
    source = {"file": changes.pop("file", "web.yml"), "document": 1, "line": changes.pop("line", 4)}
    names = {"kind": changes.pop("kind", "Deployment"), "name": changes.pop("name", "web")}
    told = {
        "rule": rule,
        "severity": severity,
        "certainty": "fragile",
        "object": {**names, "api_version": "apps/v1", "namespace": "shop", "source": source},
        "field": "spec.replicas",
        "message": "one is none",
        "fix": "set it to 2",
        "waived": None,
    }
    return {**told, **changes}


def waived(expired: bool = False) -> dict[str, Any]:
    """A waiver."""
    return {"reason": "until the move", "until": "2027-01-31", "expired": expired}


def result(*findings: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """A result with these findings and nothing else."""
    running = [each for each in findings if each["waived"] and not each["waived"]["expired"]]
    counts = {
        f"{name}s": sum(each["severity"] == name and each not in running for each in findings)
        for name in ("error", "warning", "note")
    }
    lists = {name: [] for name in ("objects", "pods", "results", "survival", "rollouts", "nodes", "unreadable")}
    told = {
        **lists,
        "eviction": [],
        "skipped_kinds": {},
        "findings": list(findings),
        "summary": {**SUMMARY, **counts, "waived": len(running)},
        "release": "1.37",
        "applied": None,
    }
    return {**told, **changes}
