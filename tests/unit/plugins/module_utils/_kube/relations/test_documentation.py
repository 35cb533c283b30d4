# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every rule has its section in docs/relations.md, and the example there is one: the rule finds it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from ansible_collections.quorum.kube.plugins.module_utils._kube.relations.judge import CHECKS, judge
from ansible_collections.quorum.kube.plugins.module_utils._kube.relations.view import View
from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import newest_gates
from ansible_collections.quorum.kube.plugins.module_utils._kube.scheduling.schedule_report import (
    Question,
    told_schedule,
)
from ansible_collections.quorum.kube.plugins.module_utils._kube.scheduling.snapshot import Snapshot

PAGE = next(
    folder / "docs" / "relations.md" for folder in Path(__file__).resolve().parents if (folder / "galaxy.yml").is_file()
)
RULES = [check.rule for check in CHECKS]
SIMULATED = ("loss-not-survived", "rollout-stuck")


class Document(NamedTuple):
    value: dict[str, Any]
    source: dict[str, Any]


class Documents(NamedTuple):
    documents: list[Document]
    unreadable: list[dict[str, Any]]
    skipped: dict[str, int]


def sections() -> dict[str, str]:
    """The text of each section by its heading."""
    parts = PAGE.read_text(encoding="utf-8").split("\n## ")[1:]
    return {part.partition("\n")[0]: part for part in parts}


def example(section: str) -> tuple[list[Document], Snapshot | None]:
    """The objects of a section's example: those of the input, and the cluster after its comment."""
    (text,) = re.findall(r"```yaml\n(.*?)```", section, re.DOTALL)
    own, _comment, cluster = text.partition("# In the cluster\n")
    documents = [
        Document(value, {"file": "example.yml", "document": number, "line": None})
        for number, value in enumerate((each for each in yaml.safe_load_all(own) if each), start=1)
    ]
    return documents, Snapshot(yaml.safe_load_all(cluster)) if cluster else None


def told(documents: list[Document], snapshot: Snapshot) -> dict[str, Any]:
    question = Question(
        manifests=Documents(documents, [], {}),
        snapshot=snapshot,
        gates=newest_gates(),
        template_paths={},
        namespace="default",
        profiles=None,
        survive=1,
        rollout=True,
    )
    return told_schedule(question)


def test_the_sections_are_the_rules_in_their_order() -> None:
    assert RULES == list(sections())


@pytest.mark.parametrize("rule", RULES)
def test_a_section_tells_why_and_what_to_do(rule: str) -> None:
    section = sections().get(rule, "")
    assert ["**Why.**", "**Fix.**"] == re.findall(r"^\*\*\w+\.\*\*", section, re.MULTILINE)


@pytest.mark.parametrize("rule", RULES)
def test_the_example_of_a_section_is_found_by_its_rule(rule: str) -> None:
    section = sections().get(rule, "")
    assert section, f"docs/relations.md has no section {rule}"
    documents, snapshot = example(section)
    view = View(documents, snapshot)
    if rule in SIMULATED:
        assert snapshot is not None
        schedule = told(documents, snapshot)
        view = View(documents, snapshot, rollouts=schedule["rollouts"], survival=schedule["survival"])
    assert rule in [finding.rule for finding in judge(view)]
