# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""How reports name objects and places."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ansible_collections.quorum.kube.plugins.module_utils._kube.findings import SEVERITIES

Entry = Mapping[str, Any]
Key = tuple[str, str, str]
Identity = tuple[str, ...]


def title(subject: Entry) -> str:
    """The object as people name it: `Deployment shop/web`."""
    namespace, name = subject.get("namespace"), subject.get("name") or "(no name)"
    kind = subject.get("kind") or "(no kind)"
    return f"{kind} {namespace}/{name}" if namespace else f"{kind} {name}"


def line_of(finding: Entry) -> int | None:
    """The line of the finding's field where it is known, else that of its object."""
    lines = finding.get("lines")
    line = lines["line"] if lines else finding["object"]["source"]["line"]
    return line if line is None else int(line)


def place(finding: Entry) -> str:
    """`file:line`, as editors and terminals open it."""
    line = line_of(finding)
    file = finding["object"]["source"]["file"] or "(no file)"
    return file if line is None else f"{file}:{line}"


def key(entry: Entry) -> Key:
    """What tells one object from another."""
    return str(entry["kind"]), str(entry.get("namespace") or ""), str(entry["name"])


def identity(entry: Entry) -> Identity:
    """What tells an object from another of the same name in another place of the input."""
    source = entry["source"]
    return *key(entry), str(source["file"]), str(source["document"]), str(source["line"])


def counted(count: int, noun: str) -> str:
    """`1 error`, `2 errors`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}{'es' if noun.endswith('s') else 's'}"


def tally(summary: Entry) -> str:
    """`2 errors, 1 note, 1 waived`; `nothing to mend` only where nothing was found."""
    parts = [counted(summary[f"{name}s"], name) for name in SEVERITIES if summary[f"{name}s"]]
    if summary["waived"]:
        parts.append(f"{summary['waived']} waived")
    return ", ".join(parts) or "nothing to mend"


def told_cases(summary: Entry) -> str:
    """How the tests beside the policy's rules came out; empty where none were run."""
    tested = summary.get("policy_test")
    if not tested:
        return ""
    whole = f"{counted(tested['cases'], 'case')} of {counted(tested['rules'], 'rule')}"
    return (
        f"{whole}, {tested['unexpected']} otherwise than expected"
        if tested["unexpected"]
        else f"{whole}, all as expected"
    )


def is_waived(finding: Entry) -> bool:
    """Whether a waiver that still runs covers the finding."""
    waived = finding.get("waived")
    return waived is not None and not waived["expired"]


def is_wrong(result: Entry) -> bool:
    """Whether an error stands, or something could not be read."""
    return bool(result["summary"]["errors"] or result.get("unreadable"))


def verdict(result: Entry) -> str:
    """What became of the input; errors beside objects that were applied are those of applying or of the rollout."""
    wrong = is_wrong(result)
    if result.get("applied") is None:
        return "refused" if wrong else "accepted"
    if result.get("state") == "absent":
        return "not removed" if wrong else "removed"
    return "applied, and it does not run" if wrong else "applied"
