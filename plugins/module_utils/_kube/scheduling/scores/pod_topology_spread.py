# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""PodTopologySpread scores: ScheduleAnyway constraints, or the cluster's defaults (podtopologyspread/scoring.go)."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, log
from typing import Optional

from ...objects import HOSTNAME, SpreadConstraint
from ..ask import Ask
from ..scorer import MOST, Scorer, Scores
from ..spreading import constraints_of, counted_nodes, needs_all_labels
from ..topology import NODE_ITSELF

IGNORED = -1


def score(ask: Ask, numbers: Sequence[int]) -> Optional[Scores]:
    """Matching pods per domain, weighed by the number of domains; a node without one of the labels is left out."""
    constraints = [entry for entry in constraints_of(ask) if not entry.hard]
    if not constraints:
        return None
    cluster = ask.cluster
    labelled = cluster.everyone
    for constraint in constraints if needs_all_labels(ask) else ():
        labelled &= cluster.having(constraint.topology_key)
    scored = [number for number in numbers if labelled >> number & 1]
    totals = dict.fromkeys(scored, 0.0)
    for constraint in constraints:
        column = cluster.values(constraint.topology_key)
        is_host = constraint.topology_key == HOSTNAME
        domains = len(scored) if is_host else len({column[number] for number in scored})
        weight = log(domains + 2)
        counts = _counts(ask, constraint, labelled)
        for number in scored:
            value = column[number]
            if value is not None:
                count = counts.get(cluster.names[number] if is_host else value, 0)
                totals[number] += count * weight + (constraint.max_skew - 1)
    return [floor(totals[number] + 0.5) if number in totals else IGNORED for number in numbers]


def _counts(ask: Ask, constraint: SpreadConstraint, labelled: int) -> dict[str, int]:
    """Pods by domain; those of a host are all that are on the node itself."""
    selector = constraint.selector or None
    cluster, namespace = ask.cluster, ask.shape.namespace
    if constraint.topology_key == HOSTNAME:
        return cluster.spread_tally(namespace, selector, NODE_ITSELF, cluster.everyone).counts
    counted = counted_nodes(ask, constraint, labelled)
    return cluster.spread_tally(namespace, selector, constraint.topology_key, counted).counts


def normalize(scores: Scores) -> Scores:
    """The fewer the better; nodes that were left out get 0."""
    counted = [found for found in scores if found != IGNORED]
    lowest, highest = min(counted, default=0), max(counted, default=0)
    if not highest:
        return [0 if found == IGNORED else MOST for found in scores]
    return [0 if found == IGNORED else MOST * (highest + lowest - found) // highest for found in scores]


SCORER = Scorer("PodTopologySpread", 2, score, normalize)
