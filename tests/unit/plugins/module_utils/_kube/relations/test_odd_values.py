# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Values that nobody means to write, anywhere in the inputs of the tables: every check answers all the same."""

from __future__ import annotations

import copy
import random
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from ansible_collections.quorum.kube.plugins.module_utils._kube.relations.judge import judge
from ansible_collections.quorum.kube.plugins.module_utils._kube.relations.view import View
from ansible_collections.quorum.kube.plugins.module_utils._kube.scheduling.snapshot import Snapshot
from ansible_collections.quorum.kube.tests.kubernetes.odd_values import spoil

TABLES = Path(__file__).parent / "tables"
ROUNDS = 15


class Document(NamedTuple):
    value: dict[str, Any]
    source: dict[str, Any]


@pytest.mark.parametrize("rule", sorted(path.stem for path in TABLES.glob("*.yml")))
def test_odd_values_are_judged_by_every_check(rule: str) -> None:
    cases = yaml.safe_load((TABLES / f"{rule}.yml").read_text(encoding="utf-8"))
    for seed in range(ROUNDS):
        source = random.Random(f"{rule} {seed}")
        case = copy.deepcopy(source.choice(cases))
        spoil(source.choice(case["input"]), source)
        if case.get("cluster") and source.random() < 0.3:
            spoil(source.choice(case["cluster"]), source)
        documents = [Document(value, {"file": "f", "document": 1, "line": None}) for value in case["input"]]
        snapshot = Snapshot(case["cluster"]) if "cluster" in case else None
        try:
            found = judge(View(documents, snapshot))
        except Exception as error:
            raise AssertionError(f"seed {seed} of {rule}: {case['case']}") from error
        assert all(finding.message and finding.fix for finding in found)
