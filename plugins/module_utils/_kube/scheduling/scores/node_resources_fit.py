# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""NodeResourcesFit scores by what is left, or taken, of cpu and memory (KK plugins/noderesources)."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor

from ...resource_names import CPU, EPHEMERAL_STORAGE, MEMORY
from ..ask import Ask
from ..configuration import LEAST, MOST_ALLOCATED
from ..scorer import MOST, Answer, Scorer, Scores, broken_line


def score(ask: Ask, numbers: Sequence[int]) -> Answer:
    return _scores(ask, numbers)


def _scores(ask: Ask, numbers: Sequence[int]) -> Scores:
    if ask.profile.strategy.is_default:
        return _least_of_cpu_and_memory(ask, numbers)
    return [_score(ask, number) for number in numbers]


def _least_of_cpu_and_memory(ask: Ask, numbers: Sequence[int]) -> Scores:
    """LeastAllocated with the default resources; a resource of which the node has none is left out."""
    cluster, own = ask.cluster, ask.shape.assumed_alone
    cpu, memory = cluster.total(CPU).amounts, cluster.total(MEMORY).amounts
    used_cpu, used_memory = cluster.assumed(CPU), cluster.assumed(MEMORY)
    own_cpu, own_memory = own.get(CPU, 0), own.get(MEMORY, 0)
    found = []
    for number in numbers:
        count = total = 0
        for offer, used in (
            (cpu[number], used_cpu[number] + own_cpu),
            (memory[number], used_memory[number] + own_memory),
        ):
            if offer:
                count += 1
                if used <= offer:
                    total += (offer - used) * MOST // offer
        found.append(total // count if count else 0)
    return found


def _score(ask: Ask, number: int) -> int:
    """Any strategy over any resources; a scalar resource counts only if the pod wants it."""
    strategy = ask.profile.strategy
    total = weights = 0
    for resource, weight in strategy.resources:
        offer, used, own = _amounts(ask, resource, number)
        if not offer or (not own and resource not in (CPU, MEMORY, EPHEMERAL_STORAGE)):
            continue
        found = _rate(ask, used + own, offer)
        if strategy.kind in (LEAST, MOST_ALLOCATED) or found > 0:
            total += found * weight
            weights += weight
    if not weights:
        return 0
    return total // weights if strategy.kind in (LEAST, MOST_ALLOCATED) else floor(total / weights + 0.5)


def _amounts(ask: Ask, resource: str, number: int) -> tuple[int, int, int]:
    """What the node offers, what its pods take, and what this pod takes."""
    cluster = ask.cluster
    offer = cluster.total(resource).amounts[number]
    if resource in (CPU, MEMORY):
        used = cluster.assumed(resource)[number]
    else:
        used = offer - cluster.free(resource).amounts[number]
    return offer, used, ask.shape.assumed_alone.get(resource, 0)


def _rate(ask: Ask, used: int, offer: int) -> int:
    kind = ask.profile.strategy.kind
    if kind == LEAST:
        return (offer - used) * MOST // offer if used <= offer else 0
    if kind == MOST_ALLOCATED:
        return min(used, offer) * MOST // offer
    return broken_line(ask.profile.strategy.shape, used * MOST // offer if used <= offer else MOST)


SCORER = Scorer("NodeResourcesFit", 1, score, is_local=True)
