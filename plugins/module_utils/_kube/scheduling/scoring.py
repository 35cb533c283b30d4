# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The scores of all plugins together. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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


def scores_of(ask: Ask, numbers: Sequence[int]) -> Iterator[tuple[str, Scores]]:
    """What each plugin gives the nodes, normalised and weighted; a plugin that has nothing to say is left out."""
    for scorer in SCORERS:
        weight = ask.profile.weight_of(scorer)
        scores = scorer.score(ask, numbers) if weight else None
        if scores is not None:
            if scorer.normalize is not None:
                scores = scorer.normalize(scores)
            yield scorer.name, [weight * score for score in scores] if weight != 1 else scores


def scores_by_node(ask: Ask, numbers: Sequence[int]) -> dict[str, dict[str, int]]:
    """The weighted score of each plugin for every node."""
    found: dict[str, dict[str, int]] = {ask.cluster.names[number]: {} for number in numbers}
    for plugin, scores in scores_of(ask, numbers):
        for number, score in zip(numbers, scores):
            found[ask.cluster.names[number]][plugin] = score
    return found


def best_of(ask: Ask, numbers: Sequence[int]) -> int:
    """The node with the highest total; the first of several, where the scheduler takes any."""
    totals = [0] * len(numbers)
    for _plugin, scores in scores_of(ask, numbers):
        totals = [total + score for total, score in zip(totals, scores)]
    return numbers[totals.index(max(totals))]
