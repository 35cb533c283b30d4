# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""InterPodAffinity: required (anti-)affinity to placed pods, and theirs to this one (KK plugins/interpodaffinity)."""

from __future__ import annotations

from ...objects import PodTerm
from ...selectors import selects
from ..ask import Ask
from ..bits import Bits
from ..tallies import anchors
from ..verdict import PASS, Check, Refusal, Verdict

REASON_AFFINITY = "node(s) didn't match pod affinity rules"
REASON_ANTI_AFFINITY = "node(s) didn't match pod anti-affinity rules"
REASON_EXISTING = "node(s) didn't satisfy existing pods anti-affinity rules"


def judge(ask: Ask, nodes: Bits) -> Verdict:
    """Affinity first, then anti-affinity, then that of placed pods; only the first failure of a node is told."""
    missing = _missing_namespaces(ask)
    far = nodes & ~_near(ask) if ask.shape.affinity and not missing else 0
    nodes &= ~far
    close = 0
    for term in ask.shape.anti_affinity:
        close |= ask.cluster.tally([term], term.topology_key).occupied
    close &= nodes
    nodes &= ~close
    unwelcome = 0
    for _term, tally in ask.cluster.refusing.selecting(ask.shape):
        unwelcome |= tally.occupied
    unwelcome &= nodes
    if not (far or close or unwelcome or missing):
        return PASS
    refusals = (
        Refusal(REASON_AFFINITY, far),
        Refusal(REASON_ANTI_AFFINITY, close, close),
        Refusal(REASON_EXISTING, unwelcome, unwelcome),
    )
    unknown = nodes & ~unwelcome if missing else 0
    return Verdict(tuple(refusal for refusal in refusals if refusal.nodes), unknown, missing)


def _missing_namespaces(ask: Ask) -> tuple[str, ...]:
    """The namespaces whose labels decide whether a required term meets a pod, and weren't given."""
    cluster, shape = ask.cluster, ask.shape
    found: dict[str, None] = {}
    for term in (*shape.affinity, *shape.anti_affinity):
        if term.namespace_selector:
            for namespace in {shape.namespace, *cluster.population.namespaces}:
                if cluster.undecided(term, namespace) and _meets(ask, term, namespace):
                    found[namespace] = None
    if cluster.refusing.undecided(shape):
        found[shape.namespace] = None
    return tuple(f"Namespace {name}" for name in sorted(found))


def _meets(ask: Ask, term: PodTerm, namespace: str) -> bool:
    """Whether the term would select a placed pod of the namespace, or the pod itself."""
    if namespace == ask.shape.namespace and selects(term.selector, ask.shape.labels):
        return True
    placed = ask.cluster.population.with_labels(anchors(term.selector))
    return any(pod.namespace == namespace and selects(term.selector, pod.shape.labels) for pod, _number in placed)


def _near(ask: Ask) -> Bits:
    """The nodes that satisfy the pod's affinity.

    A placed pod counts only if it matches all terms, then for the domain of each. Where none counts anywhere, a pod
    that matches its own terms may be the first wherever all the topology keys exist (satisfiesSelfAffinityCheck).
    """
    cluster, terms = ask.cluster, ask.shape.affinity
    labelled = near = cluster.everyone
    counted = False
    for term in terms:
        tally = cluster.tally(terms, term.topology_key)
        labelled &= cluster.having(term.topology_key)
        near &= tally.occupied
        counted = counted or bool(tally.counts)
    if counted or not all(_matches_itself(ask, term) for term in terms):
        return near & labelled
    return labelled


def _matches_itself(ask: Ask, term: PodTerm) -> bool:
    shape = ask.shape
    return ask.cluster.scope(term).holds(shape.namespace) and selects(term.selector, shape.labels)


CHECK = Check("InterPodAffinity", judge)
