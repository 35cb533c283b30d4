# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Why exactly a node is refused: how much is missing, which taint, which expression. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Callable

from ..objects import HOSTNAME, NO_EXECUTE, NO_SCHEDULE, NodeTerm
from ..quantity import BINARY_SI, DECIMAL_SI, Quantity
from ..resource_names import CPU, EPHEMERAL_STORAGE, MEMORY
from .ask import Ask
from .bits import numbers_of
from .chain import Answer
from .checks.node_resources_fit import TOO_MANY_PODS


def details_by_node(ask: Ask, answer: Answer) -> dict[str, dict[str, Any]]:
    """For every refused node the filter that refuses it and what it lacks, in words of our own."""
    found: dict[str, dict[str, Any]] = {}
    names = ask.cluster.names
    for plugin, refusal in answer.found:
        tell = _TELLERS.get(plugin)
        for number in numbers_of(refusal.nodes):
            if names[number] not in found:
                lacks = list(tell(ask, number)) if tell else []
                found[names[number]] = {"plugin": plugin, "lacks": lacks}
    return found


def amount_text(resource: str, amount: int) -> str:
    """An amount in the scheduler's units as a quantity."""
    if resource == CPU:
        return Quantity(amount, -3, DECIMAL_SI).canonical()
    return Quantity(amount, 0, BINARY_SI if resource in (MEMORY, EPHEMERAL_STORAGE) else DECIMAL_SI).canonical()


def _fit(ask: Ask, number: int) -> Iterator[str]:
    if ask.cluster.slots.amounts[number] < 1:
        yield f"{TOO_MANY_PODS}: {len(list(ask.cluster.pods_on(number)))} are there"
    for resource, amount in ask.shape.requests.items():
        left = ask.cluster.free(resource).amounts[number]
        if 0 < amount and left < amount:
            offer = ask.cluster.total(resource).amounts[number]
            short, free, whole = (amount_text(resource, each) for each in (amount - left, max(left, 0), offer))
            yield f"{resource}: {short} short ({free} of {whole} free)"


def _taints(ask: Ask, number: int) -> Iterator[str]:
    for taint in ask.cluster.nodes[number].taints:
        if taint.effect in (NO_SCHEDULE, NO_EXECUTE) and not ask.tolerates(taint):
            yield f"taint {taint.key}{'=' if taint.value else ''}{taint.value}:{taint.effect}"


def _affinity(ask: Ask, number: int) -> Iterator[str]:
    labels = ask.cluster.nodes[number].labels
    for key, value in ask.shape.node_selector.items():
        if labels.get(key) != value:
            yield f"nodeSelector {key}={value} (the node has {_label(labels.get(key))})"
    terms = ask.shape.required_nodes
    if terms is not None and not ask.cluster.in_any_term(terms) >> number & 1:
        for index, term in enumerate(terms):
            yield f"nodeSelectorTerms[{index}]: {_unmet(ask, term, number)}"


def _unmet(ask: Ask, term: NodeTerm, number: int) -> str:
    if not term.valid or not (term.expressions or term.fields):
        return "matches no node"
    labels = ask.cluster.nodes[number].labels
    unmet = [
        f"{entry} (the node has {_label(labels.get(entry.key))})"
        for entry in term.expressions
        if not entry.matches(labels)
    ]
    name = {"metadata.name": ask.cluster.names[number]}
    unmet += [str(field) for field in term.fields if not field.matches(name)]
    return ", ".join(unmet)


def _label(value: object) -> str:
    return "none" if value is None else f'"{value}"'


def _ports(ask: Ask, number: int) -> Iterator[str]:
    for port in ask.shape.ports:
        if ask.cluster.users_of(port) >> number & 1:
            yield f"host port {port.address}{':' if port.address else ''}{port.number}/{port.protocol}"


def _spread(ask: Ask, number: int) -> Iterator[str]:
    labels = ask.cluster.nodes[number].labels
    for constraint in ask.shape.spread:
        if constraint.hard:
            value = labels.get(constraint.topology_key)
            yield f"maxSkew {constraint.max_skew} over {constraint.topology_key} (the node has {_label(value)})"


def _relations(ask: Ask, number: int) -> Iterator[str]:
    bit = 1 << number
    for term in ask.shape.affinity:
        if not ask.cluster.tally(ask.shape.affinity, term.topology_key).occupied & bit:
            yield f"no pod that its affinity selects in the same {_domain(term.topology_key)}"
    for term in ask.shape.anti_affinity:
        if ask.cluster.tally([term], term.topology_key).occupied & bit:
            yield f"a pod that its anti-affinity selects in the same {_domain(term.topology_key)}"
    for term, tally in ask.cluster.refusing.selecting(ask.shape):
        if tally.occupied & bit:
            yield f"a pod whose anti-affinity selects it in the same {_domain(term.topology_key)}"


def _domain(key: str) -> str:
    return "host" if key == HOSTNAME else key


_TELLERS: dict[str, Callable[[Ask, int], Iterator[str]]] = {
    "InterPodAffinity": _relations,
    "NodeAffinity": _affinity,
    "NodePorts": _ports,
    "NodeResourcesFit": _fit,
    "PodTopologySpread": _spread,
    "TaintToleration": _taints,
}
