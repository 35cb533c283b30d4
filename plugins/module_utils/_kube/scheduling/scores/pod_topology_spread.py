# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""PodTopologySpread scores: ScheduleAnyway constraints, or the cluster's defaults (podtopologyspread/scoring.go)."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, log
from typing import Any

from ...objects import HOSTNAME, SpreadConstraint
from ..ask import Ask
from ..scorer import MOST, Answer, Scorer, Scores
from ..spreading import constraints_of, counted_nodes, needs_all_labels
from ..topology import NODE_ITSELF

IGNORED = -1
NO_DOMAIN = -1
Part = tuple[Sequence[Any], dict[Any, float]]
"""The domain of each node, and what each domain is worth."""


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
    parts = [_part(ask, constraint, labelled, scored) for constraint in constraints]
    found = _added(parts, scored)
    if everywhere:
        return found
    by_number = dict(zip(scored, found))
    return [by_number.get(number, IGNORED) for number in numbers]


def _part(ask: Ask, constraint: SpreadConstraint, labelled: int, scored: Sequence[int]) -> Part:
    """What one constraint adds to each node: pods of the domain by the logarithm of how many domains there are.

    Pods of a host are all that are on the node itself.
    """
    selector = constraint.selector or None
    cluster, namespace, key = ask.cluster, ask.shape.namespace, constraint.topology_key
    column: Sequence[Any] = cluster.values(key)
    base = float(constraint.max_skew - 1)
    if key == HOSTNAME:
        weight = log(len(scored) + 2)
        hosts = cluster.spread_tally(namespace, selector, NODE_ITSELF, cluster.everyone).by_node
        if cluster.having(HOSTNAME) != cluster.everyone:
            hosts = [count if name is not None else NO_DOMAIN for count, name in zip(hosts, column)]
        present = {hosts[number] for number in scored}
        return hosts, {count: 0.0 if count == NO_DOMAIN else count * weight + base for count in present}
    values = {column[number] for number in scored}
    weight = log(len(values) + 2)
    counted = counted_nodes(ask, constraint, labelled)
    counts = cluster.spread_tally(namespace, selector, key, counted).counts
    return column, {value: 0.0 if value is None else counts.get(value, 0) * weight + base for value in values}


def _added(parts: list[Part], scored: Sequence[int]) -> Scores:
    """The rounded sums; they are worked out for each pair of domains, not for each node, where that is less."""
    (column, worth), *others = parts
    if not others:
        sums = {value: floor(part + 0.5) for value, part in worth.items()}
        return [sums[column[number]] for number in scored]
    (second, more), *rest = others
    if not rest and len(worth) * len(more) < len(scored):
        rows = {
            value: {other: floor(part + added + 0.5) for other, added in more.items()} for value, part in worth.items()
        }
        return [rows[column[number]][second[number]] for number in scored]
    return [floor(sum(part[values[number]] for values, part in parts) + 0.5) for number in scored]


def normalize(scores: Scores) -> Scores:
    """The fewer the better; nodes that were left out get 0."""
    counted = [found for found in scores if found != IGNORED]
    lowest, highest = min(counted, default=0), max(counted, default=0)
    if not highest:
        return [0 if found == IGNORED else MOST for found in scores]
    return [0 if found == IGNORED else MOST * (highest + lowest - found) // highest for found in scores]


SCORER = Scorer("PodTopologySpread", 2, score, normalize)
