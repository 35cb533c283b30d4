# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""PodTopologySpread scores: ScheduleAnyway constraints, or the cluster's defaults (podtopologyspread/scoring.go)."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, log
from operator import add

from ...objects import HOSTNAME, SpreadConstraint
from ..ask import Ask
from ..scorer import MOST, Answer, Scorer, Scores
from ..spreading import constraints_of, counted_nodes, needs_all_labels
from ..topology import NODE_ITSELF

IGNORED = -1


def score(ask: Ask, numbers: Sequence[int]) -> Answer:
    """Matching pods per domain, weighed by the number of domains; a node without one of the labels is left out."""
    constraints = [entry for entry in constraints_of(ask) if not entry.hard]
    if not constraints:
        return None
    cluster = ask.cluster
    labelled = cluster.everyone
    for constraint in constraints if needs_all_labels(ask) else ():
        labelled &= cluster.having(constraint.topology_key)
    everywhere = all(labelled >> number & 1 for number in numbers) if labelled != cluster.everyone else True
    scored = numbers if everywhere else [number for number in numbers if labelled >> number & 1]
    totals = [0.5] * len(scored)
    for constraint in constraints:
        totals = list(map(add, totals, _parts(ask, constraint, labelled, scored)))
    found = list(map(floor, totals))
    if everywhere:
        return found
    by_number = dict(zip(scored, found))
    return [by_number.get(number, IGNORED) for number in numbers]


def _parts(ask: Ask, constraint: SpreadConstraint, labelled: int, scored: Sequence[int]) -> list[float]:
    """What one constraint adds to each node: pods of the domain by the logarithm of how many domains there are.

    Pods of a host are all that are on the node itself.
    """
    selector = constraint.selector or None
    cluster, namespace = ask.cluster, ask.shape.namespace
    column = cluster.values(constraint.topology_key)
    base = float(constraint.max_skew - 1)
    if constraint.topology_key == HOSTNAME:
        counts = cluster.spread_tally(namespace, selector, NODE_ITSELF, cluster.everyone).counts
        weight, names = log(len(scored) + 2), cluster.names
        if not counts and cluster.having(HOSTNAME) == cluster.everyone:
            return [base] * len(scored)
        count = counts.get
        return [0.0 if column[number] is None else count(names[number], 0) * weight + base for number in scored]
    values = {column[number] for number in scored}
    weight = log(len(values) + 2)
    counted = counted_nodes(ask, constraint, labelled)
    counts = cluster.spread_tally(namespace, selector, constraint.topology_key, counted).counts
    worth = {value: 0.0 if value is None else counts.get(value, 0) * weight + base for value in values}
    return [worth[column[number]] for number in scored]


def normalize(scores: Scores) -> Scores:
    """The fewer the better; nodes that were left out get 0."""
    counted = [found for found in scores if found != IGNORED]
    lowest, highest = min(counted, default=0), max(counted, default=0)
    if not highest:
        return [0 if found == IGNORED else MOST for found in scores]
    return [0 if found == IGNORED else MOST * (highest + lowest - found) // highest for found in scores]


SCORER = Scorer("PodTopologySpread", 2, score, normalize)
