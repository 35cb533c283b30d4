# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""NodeResourcesBalancedAllocation: cpu and memory should fill up alike (noderesources/balanced_allocation.go)."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Optional

from ...resource_names import CPU, EPHEMERAL_STORAGE, MEMORY
from ..ask import Ask
from ..scorer import MOST, Scorer, Scores


def score(ask: Ask, numbers: Sequence[int]) -> Optional[Scores]:
    """A pod that requests none of the resources isn't scored; answers are remembered until a node's pods change."""
    if not any(ask.shape.requests.get(resource) for resource, _weight in ask.profile.balanced):
        return None
    return ask.settled("NodeResourcesBalancedAllocation", numbers, _scores)


def _scores(ask: Ask, numbers: Sequence[int]) -> Scores:
    """From 1.36 on the improvement that the pod brings, before that the balance with the pod."""
    columns = []
    for resource, _weight in ask.profile.balanced:
        own = ask.shape.requests.get(resource, 0)
        if own or resource in (CPU, MEMORY, EPHEMERAL_STORAGE):
            columns.append((ask.cluster.total(resource).amounts, ask.cluster.free(resource).amounts, own))
    improvement = ask.gates.has("balanced allocation scores the improvement")
    found = []
    for number in numbers:
        amounts = [(total[number], total[number] - free[number], own) for total, free, own in columns if total[number]]
        after = _balance([(used + own) / total for total, used, own in amounts])
        if improvement:
            before = _balance([used / total for total, used, _own in amounts])
            after = MOST // 2 + (MOST // 2 + after - before) // 2
        found.append(after)
    return found


def _balance(fractions: list[float]) -> int:
    """100 where all resources are used alike, less the more they differ (balancedResourceScore)."""
    if len(fractions) == 2:
        first, second = fractions
        deviation = abs((min(first, 1.0) - min(second, 1.0)) / 2)
    elif len(fractions) > 2:
        cut = [min(fraction, 1.0) for fraction in fractions]
        mean = sum(cut) / len(cut)
        deviation = sqrt(sum((fraction - mean) * (fraction - mean) for fraction in cut) / len(cut))
    else:
        deviation = 0.0
    return int((1 - deviation) * MOST)


SCORER = Scorer("NodeResourcesBalancedAllocation", 1, score)
