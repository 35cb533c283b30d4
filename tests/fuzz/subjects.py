# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the fuzzer asks: subjects that draw an input from a seed and raise where the answer is none."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple, Optional

from ansible_collections.quorum.kube.plugins.module_utils._kube.cgroups import Node
from ansible_collections.quorum.kube.plugins.module_utils._kube.qos_report import told_documents
from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import Gates, gates_of
from ansible_collections.quorum.kube.plugins.module_utils._kube.validation.report import Report
from ansible_collections.quorum.kube.plugins.module_utils._manifests import Document, Documents
from ansible_collections.quorum.kube.tests.kubernetes.generators import Generator
from ansible_collections.quorum.kube.tests.kubernetes.odd_values import spoil
from ansible_collections.quorum.kube.tests.unit.plugins.module_utils._kube.odd_manifests import (
    ask_for_classes,
    ask_for_eviction,
)
from ansible_collections.quorum.kube.tests.unit.plugins.module_utils._kube.scheduling.odd_schedules import (
    ask_for_a_schedule,
)

RELEASES = ("1.28", "1.33", "1.36", "1.37")


class Subject(NamedTuple):
    """`ask` says whether the input of a seed was refused. Where an object alone is the input, `judge` asks about it."""

    name: str
    ask: Callable[[int], bool]
    draw: Optional[Callable[[int], dict[str, Any]]] = None
    judge: Optional[Callable[[dict[str, Any], int], bool]] = None


def spoilt_object(seed: int) -> dict[str, Any]:
    """A pod, a workload or a node that people could have written, with one to three odd values in it."""
    draw = Generator(seed)
    source = random.Random(seed)
    value: dict[str, Any] = source.choice((draw.pod, draw.workload, draw.node))()
    spoil(value, source)
    return value


def judge_object(value: dict[str, Any], seed: int) -> bool:
    """What affinity_info and pod_qos_info say of it."""
    document, (gates, report) = Document(value, "", 1, None), _of_release(RELEASES[seed % len(RELEASES)])
    told = report.told(document)
    json.dumps(told, default=str)
    if value.get("kind") != "Node":
        told_documents(Documents([document], [], {}), gates, {}, "default", Node())
    return not told["valid"]


@cache
def _of_release(release: str) -> tuple[Gates, Report]:
    gates = gates_of(release, None)
    return gates, Report(gates, {}, "default")


SUBJECTS = (
    Subject("validity", lambda seed: judge_object(spoilt_object(seed), seed), spoilt_object, judge_object),
    Subject("classes", ask_for_classes),
    Subject("schedules", ask_for_a_schedule),
    Subject("eviction", ask_for_eviction),
)
_TURNS = (0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3)
"""Of twenty seeds in turn: eight are asked for validity, six for classes, five for schedules, one for eviction."""


def subject_of(seed: int) -> Subject:
    return SUBJECTS[_TURNS[seed % len(_TURNS)]]
