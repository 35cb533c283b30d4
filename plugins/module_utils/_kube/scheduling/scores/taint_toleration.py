# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""TaintToleration scores: the fewer PreferNoSchedule taints aren't tolerated, the better."""

from __future__ import annotations

from collections.abc import Sequence

from ...objects import PREFER_NO_SCHEDULE
from ..ask import Ask
from ..bits import numbers_of
from ..scorer import Answer, Scorer, lack_of_highest


def score(ask: Ask, numbers: Sequence[int]) -> Answer:
    """How many such taints each node has."""
    counts = ask.remembered("PreferNoSchedule", _counts)
    return [counts.get(number, 0) for number in numbers] if counts else 0


def _counts(ask: Ask) -> dict[int, int]:
    found: dict[int, int] = {}
    for taints, nodes in ask.cluster.tainted.items():
        count = sum(taint.effect == PREFER_NO_SCHEDULE and not ask.tolerates(taint) for taint in taints)
        if count:
            found.update(dict.fromkeys(numbers_of(nodes), count))
    return found


SCORER = Scorer("TaintToleration", 3, score, lack_of_highest)
