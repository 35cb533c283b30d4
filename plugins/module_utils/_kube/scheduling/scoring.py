# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The scores of all plugins together. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import add

from .ask import Ask
from .scorer import Scorer, Scores
from .scores.dynamic_resources import SCORER as DYNAMIC_RESOURCES
from .scores.image_locality import SCORER as IMAGE_LOCALITY
from .scores.inter_pod_affinity import SCORER as INTER_POD_AFFINITY
from .scores.node_affinity import SCORER as NODE_AFFINITY
from .scores.node_resources_balanced_allocation import SCORER as NODE_RESOURCES_BALANCED_ALLOCATION
from .scores.node_resources_fit import SCORER as NODE_RESOURCES_FIT
from .scores.pod_topology_spread import SCORER as POD_TOPOLOGY_SPREAD
from .scores.taint_toleration import SCORER as TAINT_TOLERATION
from .scores.volume_binding import SCORER as VOLUME_BINDING

SCORERS: tuple[Scorer, ...] = (
    TAINT_TOLERATION,
    NODE_AFFINITY,
    NODE_RESOURCES_FIT,
    VOLUME_BINDING,
    POD_TOPOLOGY_SPREAD,
    INTER_POD_AFFINITY,
    DYNAMIC_RESOURCES,
    NODE_RESOURCES_BALANCED_ALLOCATION,
    IMAGE_LOCALITY,
)


def scores_by_node(ask: Ask, numbers: Sequence[int]) -> dict[str, dict[str, int]]:
    """What each plugin gives every node, normalised and weighted; a plugin that has nothing to say is left out."""
    found: dict[str, dict[str, int]] = {ask.cluster.names[number]: {} for number in numbers}
    for scorer in _scorers(ask) if numbers else ():
        answer = scorer.score(ask, numbers)
        if answer is not None:
            scores = [answer] * len(numbers) if isinstance(answer, int) else answer
            weight = ask.profile.weight_of(scorer)
            for number, score in zip(numbers, scorer.normalize(scores) if scorer.normalize else scores):
                found[ask.cluster.names[number]][scorer.name] = weight * score
    return found


def best_of(ask: Ask, numbers: Sequence[int]) -> int:
    """The node with the highest total; the first of several, where the scheduler takes any."""
    totals: Scores = ask.by_state("local", numbers, _local)
    for scorer in _scorers(ask):
        scores = None if scorer.is_local else scorer.score(ask, numbers)
        if scores is None or isinstance(scores, int):
            continue
        weight = ask.profile.weight_of(scorer)
        distinct = list(set(scores))
        normal = scorer.normalize(distinct) if scorer.normalize else distinct
        worth = {score: weight * found for score, found in zip(distinct, normal)}
        if len(worth) > 1:
            totals = list(map(add, totals, map(worth.__getitem__, scores)))
    return numbers[totals.index(max(totals))]


def _local(ask: Ask, numbers: Sequence[int]) -> Scores:
    """The weighted sum of what depends on each node's own state alone."""
    totals = [0] * len(numbers)
    for scorer in _scorers(ask):
        scores = scorer.score(ask, numbers) if scorer.is_local else None
        if scores is not None and not isinstance(scores, int):
            weight = ask.profile.weight_of(scorer)
            totals = [total + weight * score for total, score in zip(totals, scores)]
    return totals


def _scorers(ask: Ask) -> Iterator[Scorer]:
    return (scorer for scorer in SCORERS if ask.profile.weight_of(scorer))
