# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""NodeResourcesBalancedAllocation: cpu and memory should fill up alike (noderesources/balanced_allocation.go)."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from ...resource_names import CPU, EPHEMERAL_STORAGE, MEMORY
from ..ask import Ask
from ..scorer import MOST, Answer, Scorer, Scores


def score(ask: Ask, numbers: Sequence[int]) -> Answer:
    """A pod that requests none of the resources isn't scored."""
    if not any(ask.shape.requests.get(resource) for resource, _weight in ask.profile.balanced):
        return None
    return _scores(ask, numbers)


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
        before, after = [], []
        for total, free, own in columns:
            offer = total[number]
            if offer:
                used = offer - free[number]
                before.append(used / offer if used < offer else 1.0)
                used += own
                after.append(used / offer if used < offer else 1.0)
        score = _balance(after)
        found.append(HALF + (HALF + score - _balance(before)) // 2 if improvement else score)
    return found


def _balance(fractions: list[float]) -> int:
    """100 where all resources are used alike, less the more they differ (balancedResourceScore)."""
    if len(fractions) == 2:
        return int((1 - abs((fractions[0] - fractions[1]) / 2)) * MOST)
    if len(fractions) < 2:
        return MOST
    mean = sum(fractions) / len(fractions)
    return int((1 - sqrt(sum((fraction - mean) * (fraction - mean) for fraction in fractions) / len(fractions))) * MOST)


HALF = MOST // 2
SCORER = Scorer("NodeResourcesBalancedAllocation", 1, score, is_local=True)
