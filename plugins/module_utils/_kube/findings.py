# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the gate has against an object, in one shape whoever finds it. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, Optional

ERROR, WARNING, NOTE = "error", "warning", "note"
SEVERITIES = (ERROR, WARNING, NOTE)
"""The worst first."""

# How certain the harm is: on no node ever, not with the objects as they are, until something small changes,
# a rule without effect, or a matter of taste.
IMPOSSIBLE, BLOCKED, FRAGILE, DEAD, STYLE = "impossible", "blocked", "fragile", "dead", "style"

SEVERITY_OF: Mapping[str, str] = MappingProxyType(
    {IMPOSSIBLE: ERROR, BLOCKED: ERROR, FRAGILE: WARNING, DEAD: WARNING, STYLE: NOTE}
)


class Subject(NamedTuple):
    """The object that a finding is about, and where it was read; a line is None where there was no text."""

    kind: str
    api_version: str
    namespace: str
    name: str
    file: str = ""
    document: int = 1
    line: Optional[int] = None

    @classmethod
    def of(cls, value: Mapping[str, Any], source: Mapping[str, Any], namespace: str = "") -> Subject:
        """The subject of an API object; `namespace` is for one that names none, and stays empty for cluster kinds."""
        metadata = value.get("metadata")
        metadata = metadata if isinstance(metadata, Mapping) else {}
        return cls(
            kind=str(value.get("kind") or ""),
            api_version=str(value.get("apiVersion") or ""),
            namespace=str(metadata.get("namespace") or namespace),
            name=str(metadata.get("name") or metadata.get("generateName") or ""),
            file=str(source.get("file") or ""),
            document=source.get("document") or 1,
            line=source.get("line"),
        )

    def as_dict(self) -> dict[str, Any]:
        """The contract's mapping of an object."""
        return {
            "kind": self.kind,
            "api_version": self.api_version,
            "namespace": self.namespace,
            "name": self.name,
            "source": {"file": self.file, "document": self.document, "line": self.line},
        }


class Waiver(NamedTuple):
    """Why a finding does not count, and until which day (`YYYY-MM-DD`, that day included)."""

    reason: str
    until: str
    expired: bool = False


class Finding(NamedTuple):
    """One thing that is wrong, where, and what helps; the severity follows the certainty where there is one."""

    rule: str
    severity: str
    object: Subject
    message: str
    fix: str = ""
    field: str = ""
    certainty: str = ""
    waived: Optional[Waiver] = None

    @classmethod
    def certain(
        cls, rule: str, certainty: str, subject: Subject, message: str, fix: str, field: str = "", *, note: bool = False
    ) -> Finding:
        """A finding of a certainty; a `note` is what depends on objects that were not given."""
        severity = NOTE if note else SEVERITY_OF[certainty]
        return cls(rule, severity, subject, message, fix, field, certainty)

    @property
    def stands(self) -> bool:
        """Whether it keeps the input from being applied: an error that nobody has waived."""
        return self.severity == ERROR and self.waived is None

    def as_dict(self) -> dict[str, Any]:
        """The contract's mapping."""
        return {
            "rule": self.rule,
            "severity": self.severity,
            "certainty": self.certainty,
            "object": self.object.as_dict(),
            "field": self.field,
            "message": self.message,
            "fix": self.fix,
            "waived": None if self.waived is None else self.waived._asdict(),
        }


def worst_first(findings: Iterable[Finding]) -> list[Finding]:
    """The findings by severity, then by where their object stands, then by rule and field; equal ones once."""
    order = {severity: index for index, severity in enumerate(SEVERITIES)}
    unique = dict.fromkeys(findings)
    return sorted(
        unique,
        key=lambda each: (order[each.severity], each.object.file, each.object.document, each.rule, each.field),
    )
