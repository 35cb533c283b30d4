# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The options with which a schedule is asked for, and the answer to them. Private to this collection."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ._judging import REQUIRED_ONE_OF as MANIFESTS_REQUIRED
from ._judging import read_input
from ._kube.scheduling.schedule_report import Question, is_around_pods, told_schedule
from ._snapshot import SNAPSHOT_ARGUMENT_SPEC, SNAPSHOT_REQUIRED_ONE_OF, read_snapshot

SCHEDULE_ARGUMENT_SPEC: dict[str, dict[str, Any]] = {
    **SNAPSHOT_ARGUMENT_SPEC,
    "mode": {"type": "str", "choices": ["each", "sequence"], "default": "each"},
    "scores": {"type": "bool", "default": False},
    "survive": {"type": "int"},
    "survive_key": {"type": "str", "default": "kubernetes.io/hostname", "no_log": False},
    "rollout": {"type": "bool", "default": False},
}
REQUIRED_ONE_OF = [*MANIFESTS_REQUIRED, *SNAPSHOT_REQUIRED_ONE_OF]


def schedule(params: Mapping[str, Any]) -> dict[str, Any]:
    """What a module with these parameters returns; `warnings` where a part of a cluster could not be read."""
    cluster = read_snapshot(params)
    found = read_input(params, is_around_pods)
    question = Question(
        manifests=found.documents._replace(unreadable=[*cluster.unreadable, *found.documents.unreadable]),
        snapshot=cluster.snapshot,
        gates=found.gates,
        template_paths=found.template_paths,
        namespace=found.namespace,
        profiles=cluster.profiles,
        in_turn=params["mode"] == "sequence",
        scores=params["scores"],
        survive=params["survive"],
        survive_key=params["survive_key"],
        rollout=params["rollout"],
    )
    told = told_schedule(question)
    return {**told, "warnings": cluster.warnings} if cluster.warnings else told
