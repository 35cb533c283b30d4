# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""PodTopologySpread: DoNotSchedule constraints keep the skew between domains (KK plugins/podtopologyspread)."""

from __future__ import annotations

from ...objects import SpreadConstraint
from ...selectors import selects
from ..ask import Ask
from ..bits import Bits
from ..spreading import constraints_of, counted_nodes
from ..tallies import SpreadTally
from ..verdict import PASS, Check, Refusal, Verdict

REASON = "node(s) didn't match pod topology spread constraints"
REASON_LABEL = "node(s) didn't match pod topology spread constraints (missing required label)"


def judge(ask: Ask, nodes: Bits) -> Verdict:
    """Constraints are tried in their order; the first that a node fails gives its reason."""
    constraints = [entry for entry in constraints_of(ask) if entry.hard]
    if not constraints:
        return PASS
    cluster = ask.cluster
    everywhere = cluster.everyone
    for constraint in constraints:
        everywhere &= cluster.having(constraint.topology_key)
    unlabelled = skewed = 0
    for constraint in constraints:
        lacking = nodes & ~cluster.having(constraint.topology_key)
        unlabelled |= lacking
        nodes &= ~lacking
        above = nodes & _above(ask, constraint, everywhere)
        skewed |= above
        nodes &= ~above
    refusals = (Refusal(REASON_LABEL, unlabelled), Refusal(REASON, skewed, skewed))
    return Verdict(tuple(refusal for refusal in refusals if refusal.nodes))


def _above(ask: Ask, constraint: SpreadConstraint, labelled: Bits) -> Bits:
    """The nodes whose domain would have too many matching pods: matchNum + self - minimum > maxSkew (filtering.go)."""
    shape, cluster = ask.shape, ask.cluster
    counted = counted_nodes(ask, constraint, labelled)
    # An empty selector selects the pod itself but no placed pod (common.go countPodsMatchSelector).
    selector = constraint.selector or None
    tally = cluster.spread_tally(shape.namespace, selector, constraint.topology_key, counted)
    own = 1 if selects(constraint.selector, shape.labels) else 0
    corrections = _corrections(ask, constraint, tally)
    if corrections:
        return _above_on_trial(ask, constraint, tally, own, corrections)
    minimum = tally.minimum() if len(tally.present) >= constraint.min_domains else 0
    return tally.above(constraint.max_skew + minimum - own)


def _corrections(ask: Ask, constraint: SpreadConstraint, tally: SpreadTally) -> dict[str, int]:
    """How far a trial's counts are below the true ones, by domain.

    Taking a pod away subtracts it even if it never counted: when it is terminating, or selected by an empty selector
    (updateWithPod). With 1.37.2 so preemption can look helpful where it isn't.
    """
    found: dict[str, int] = {}
    values = ask.cluster.values(constraint.topology_key)
    for pod, number in ask.cluster.removed:
        never_counted = pod.terminating or not constraint.selector
        if never_counted and tally.counts_on(number) and pod.namespace == ask.shape.namespace:
            value = values[number]
            if value is not None and selects(constraint.selector, pod.shape.labels):
                found[value] = found.get(value, 0) + 1
    return found


def _above_on_trial(
    ask: Ask, constraint: SpreadConstraint, tally: SpreadTally, own: int, corrections: dict[str, int]
) -> Bits:
    counts = {value: tally.counts.get(value, 0) - corrections.get(value, 0) for value in tally.present}
    minimum = min(counts.values(), default=0) if len(counts) >= constraint.min_domains else 0
    above = tally.above(constraint.max_skew + minimum - own)
    domains = ask.cluster.domains(constraint.topology_key)
    for value in corrections:
        above &= ~domains[value]
        if counts[value] + own - minimum > constraint.max_skew:
            above |= domains[value]
    return above


CHECK = Check("PodTopologySpread", judge)
