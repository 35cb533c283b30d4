# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""InterPodAffinity scores: preferred terms of the pod and of placed pods, and their required affinity."""

from __future__ import annotations

from collections.abc import Sequence

from ..ask import Ask
from ..scorer import MOST, Answer, Scorer, Scores
from ..tallies import Tally


def score(ask: Ask, numbers: Sequence[int]) -> Answer:
    """Worth per domain, added up over the topology keys of each node; None where no term meets a pod."""
    worth: dict[str, dict[str, int]] = {}
    shape, cluster, profile = ask.shape, ask.cluster, ask.profile
    for sign, terms in ((1, shape.preferred_affinity), (-1, shape.preferred_anti_affinity)):
        for preferred in terms:
            tally = cluster.tally([preferred.term], preferred.term.topology_key)
            _add(worth, preferred.term.topology_key, tally, sign * preferred.weight)
    has_own = bool(shape.preferred_affinity or shape.preferred_anti_affinity)
    if has_own or not profile.ignores_preferences_of_others:
        for weighted, tally in cluster.drawing.selecting(shape):
            weight = profile.hard_pod_affinity_weight if weighted.hard else weighted.weight
            _add(worth, weighted.term.topology_key, tally, weight)
    if not worth:
        return None
    columns = [(cluster.values(key), values) for key, values in worth.items()]
    return [sum(values.get(column[number] or "", 0) for column, values in columns) for number in numbers]


def _add(worth: dict[str, dict[str, int]], key: str, tally: Tally, weight: int) -> None:
    if weight and tally.counts:
        values = worth.setdefault(key, {})
        for value, count in tally.counts.items():
            values[value] = values.get(value, 0) + weight * count


def normalize(scores: Scores) -> Scores:
    """From the lowest, which gets 0, to the highest, which gets 100; all 0 where they are equal."""
    lowest, highest = min(scores), max(scores)
    if lowest == highest:
        return [0] * len(scores)
    return [int(float(MOST) * (float(found - lowest) / float(highest - lowest))) for found in scores]


SCORER = Scorer("InterPodAffinity", 2, score, normalize)
