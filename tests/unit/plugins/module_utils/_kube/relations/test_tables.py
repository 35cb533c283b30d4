# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""One table for each check: inputs, and everything that the check finds in them.

`input` are the objects that are judged, `cluster` those of a snapshot, `rollouts` and `survival` what `schedule_info`
tells. What is expected of a finding is said whole; its object is told as `Kind namespace/name`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from ansible_collections.quorum.kube.plugins.module_utils._kube.findings import Finding
from ansible_collections.quorum.kube.plugins.module_utils._kube.relations import checks as folder_of_checks
from ansible_collections.quorum.kube.plugins.module_utils._kube.relations.judge import CHECKS, NAMES
from ansible_collections.quorum.kube.plugins.module_utils._kube.relations.view import View
from ansible_collections.quorum.kube.plugins.module_utils._kube.scheduling.snapshot import Snapshot

TABLES = Path(__file__).parent / "tables"
BY_RULE = {check.rule: check for check in CHECKS}


class Document(NamedTuple):
    value: dict[str, Any]
    source: dict[str, Any]


def loaded() -> dict[str, list[dict[str, Any]]]:
    """The tables by rule."""
    return {path.stem: yaml.safe_load(path.read_text(encoding="utf-8")) for path in sorted(TABLES.glob("*.yml"))}


BY_TABLE = loaded()


def cases() -> Iterator[Any]:
    for rule, table in BY_TABLE.items():
        for case in table:
            yield pytest.param(rule, case, id=f"{rule}: {case['case']}")


def view_of(case: dict[str, Any]) -> View:
    documents = [
        Document(value, {"file": "input.yml", "document": number, "line": None})
        for number, value in enumerate(case["input"], start=1)
    ]
    snapshot = Snapshot(case["cluster"]) if "cluster" in case else None
    return View(documents, snapshot, rollouts=case.get("rollouts"), survival=case.get("survival", ()))


def told(finding: Finding) -> dict[str, str]:
    subject = finding.object
    return {
        "severity": finding.severity,
        "certainty": finding.certainty,
        "object": f"{subject.kind} {subject.namespace}/{subject.name}",
        "field": finding.field,
        "message": finding.message,
        "fix": finding.fix,
    }


@pytest.mark.parametrize(("rule", "case"), list(cases()))
def test_a_check_finds_what_its_table_says(rule: str, case: dict[str, Any]) -> None:
    assert case["expected"] == [told(finding) for finding in BY_RULE[rule].run(view_of(case))]


@pytest.mark.parametrize("rule", list(BY_RULE))
def test_a_check_has_a_table_with_a_right_and_a_wrong_input(rule: str) -> None:
    assert {True, False} == {bool(case["expected"]) for case in BY_TABLE[rule]}


def test_every_file_with_a_check_is_listed_in_the_order_of_the_alphabet() -> None:
    folder = Path(next(iter(folder_of_checks.__path__)))
    assert sorted(path.stem for path in folder.glob("*.py")) == list(NAMES)


def test_a_file_is_named_like_its_rule() -> None:
    assert [name.replace("_", "-") for name in NAMES] == [check.rule for check in CHECKS]
