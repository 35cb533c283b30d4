# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The findings as SARIF 2.1.0, which code hosts show beside the lines of a change.

OASIS, Static Analysis Results Interchange Format Version 2.1.0 plus Errata 01: 3.19 tool component, 3.27 result, 3.28
location, 3.30 region, 3.35 suppression.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from .documentation import HOME, page_of
from .subjects import Entry, is_waived, line_of, title

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_WORD = re.compile(r"[^a-z0-9]+")


def render(result: Mapping[str, Any]) -> str:
    """One run with a rule for each kind of finding and a result for each finding, waived ones suppressed."""
    findings = result["findings"]
    rules = sorted({finding["rule"] for finding in findings})
    numbers = {rule: index for index, rule in enumerate(rules)}
    unreadable = result.get("unreadable", ())
    run = {
        "tool": {
            "driver": {
                "name": "quorum.kube",
                "informationUri": HOME,
                "rules": [_rule(rule, [each for each in findings if each["rule"] == rule]) for rule in rules],
            }
        },
        "columnKind": "unicodeCodePoints",
        "invocations": [{"executionSuccessful": not unreadable}],
        "results": [_result(finding, numbers) for finding in findings],
        "properties": {"kubernetesRelease": str(result.get("release") or "")},
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2, ensure_ascii=False) + "\n"


def _rule(rule: str, findings: Sequence[Entry]) -> dict[str, Any]:
    words = [word for word in _WORD.split(rule) if word]
    return {
        "id": rule,
        "name": "".join(word.capitalize() for word in words),
        "helpUri": page_of(rule),
        "shortDescription": {"text": " ".join(words).capitalize() + "."},
        "defaultConfiguration": {"level": min(findings, key=_order)["severity"]},
    }


def _order(finding: Entry) -> int:
    return ("error", "warning", "note").index(finding["severity"])


def _result(finding: Entry, numbers: Mapping[str, int]) -> dict[str, Any]:
    message = f"{title(finding['object'])}: {finding['message']}"
    if finding["fix"]:
        message += f" Fix: {finding['fix']}"
    told: dict[str, Any] = {
        "ruleId": finding["rule"],
        "ruleIndex": numbers[finding["rule"]],
        "level": finding["severity"],
        "message": {"text": message},
        "locations": [_location(finding)],
        "partialFingerprints": {"finding/v1": _fingerprint(finding)},
        "properties": {"certainty": finding["certainty"], "field": finding["field"]},
    }
    waived = finding["waived"]
    if waived:
        status = "accepted" if is_waived(finding) else "rejected"
        text = f"{waived['reason']} (until {waived['until']})"
        told["suppressions"] = [{"kind": "inSource", "status": status, "justification": text}]
    return told


def _location(finding: Entry) -> dict[str, Any]:
    subject = finding["object"]
    logical = {"fullyQualifiedName": title(subject) + (f" {finding['field']}" if finding["field"] else "")}
    location: dict[str, Any] = {"logicalLocations": [{**logical, "name": subject["name"], "kind": "resource"}]}
    file, line = subject["source"]["file"], line_of(finding)
    if file and file != "definition":
        physical: dict[str, Any] = {"artifactLocation": {"uri": _uri(file)}}
        if line is not None:
            physical["region"] = {"startLine": line}
        location["physicalLocation"] = physical
    return location


def _uri(file: str) -> str:
    """A relative path as it is, an absolute one as a file URI (3.4.4, RFC 3986)."""
    path = PurePath(file)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix(), errors="surrogateescape")


def _fingerprint(finding: Entry) -> str:
    """What stays the same when lines move: the object, the rule and the field."""
    parts = (finding["rule"], title(finding["object"]), finding["object"]["source"]["file"], finding["field"])
    return hashlib.sha256("\n".join(parts).encode(errors="backslashreplace")).hexdigest()[:32]
