# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Affinity, spread and toleration fields of a pod specification, read once. Private to this collection."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Optional

from ..objects import (
    NodeTerm,
    PodTerm,
    PreferredNodes,
    PreferredPods,
    SpreadConstraint,
    Toleration,
    items,
    mapping,
    mappings,
    text,
    whole,
)
from ..selectors import NODE_OPERATORS, NOTHING, Requirement, Selector, SelectorError, label_selector, requirement

_UNREADABLE = (SelectorError, AttributeError, TypeError)
REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution"


def pod_selector(value: object) -> Selector:
    """A LabelSelector; one that the API would refuse selects nothing."""
    try:
        found = label_selector(value)
    except _UNREADABLE:
        return NOTHING
    is_text = all(isinstance(entry, str) for each in found or () for entry in (each.key, *each.values))
    return found if is_text else NOTHING


def node_term(value: object) -> NodeTerm:
    """A NodeSelectorTerm; one that upstream cannot parse is marked (CH nodeaffinity.go newNodeSelectorTerm)."""
    term = mapping(value)
    try:
        expressions = tuple(requirement(entry, NODE_OPERATORS) for entry in mappings(term.get("matchExpressions")))
        fields = tuple(requirement(entry, ("In", "NotIn")) for entry in mappings(term.get("matchFields")))
    except _UNREADABLE:
        return NodeTerm((), (), valid=False)
    valid = all(field.key == "metadata.name" and len(field.values) == 1 for field in fields)
    return NodeTerm(expressions, fields, valid)


def node_terms(value: object) -> tuple[NodeTerm, ...]:
    """The terms of a NodeSelector, any of which is enough."""
    return tuple(node_term(term) for term in mappings(mapping(value).get("nodeSelectorTerms")))


def required_node_terms(spec: Mapping[str, Any]) -> Optional[tuple[NodeTerm, ...]]:
    """The pod's required node affinity, or None where it has none."""
    selector = mapping(mapping(spec.get("affinity")).get("nodeAffinity")).get(REQUIRED)
    return None if selector is None else node_terms(selector)


def preferred_nodes(spec: Mapping[str, Any]) -> tuple[PreferredNodes, ...]:
    """The pod's preferred node affinity without what never scores: weight 0 and empty preferences."""
    affinity = mapping(mapping(spec.get("affinity")).get("nodeAffinity"))
    return preferred_node_terms(affinity.get(PREFERRED))


def preferred_node_terms(value: object) -> tuple[PreferredNodes, ...]:
    found = (
        PreferredNodes(whole(entry.get("weight")), node_term(entry.get("preference"))) for entry in mappings(value)
    )
    return tuple(entry for entry in found if entry.weight and (entry.term.expressions or entry.term.fields))


def pod_terms(
    spec: Mapping[str, Any], side: str, namespace: str, labels: Mapping[str, str], merge_keys: bool
) -> tuple[PodTerm, ...]:
    """The required terms of `podAffinity` or `podAntiAffinity`."""
    affinity = mapping(mapping(spec.get("affinity")).get(side))
    return tuple(_pod_term(term, namespace, labels, merge_keys) for term in mappings(affinity.get(REQUIRED)))


def preferred_pods(
    spec: Mapping[str, Any], side: str, namespace: str, labels: Mapping[str, str], merge_keys: bool
) -> tuple[PreferredPods, ...]:
    """The preferred terms of `podAffinity` or `podAntiAffinity`."""
    affinity = mapping(mapping(spec.get("affinity")).get(side))
    return tuple(
        PreferredPods(
            whole(entry.get("weight")), _pod_term(mapping(entry.get("podAffinityTerm")), namespace, labels, merge_keys)
        )
        for entry in mappings(affinity.get(PREFERRED))
    )


def _pod_term(term: Mapping[str, Any], namespace: str, labels: Mapping[str, str], merge_keys: bool) -> PodTerm:
    """A term with its owner's namespace where it names none, and with matchLabelKeys merged as the API server does
    (KK pkg/registry/core/pod/strategy.go applyMatchLabelKeysAndMismatchLabelKeys)."""
    selector = pod_selector(term.get("labelSelector"))
    if merge_keys and selector is not None:
        selector += _merged(term.get("matchLabelKeys"), "In", labels)
        selector += _merged(term.get("mismatchLabelKeys"), "NotIn", labels)
    namespaces = frozenset(text(name) for name in items(term.get("namespaces")))
    namespace_selector = pod_selector(term.get("namespaceSelector"))
    if not namespaces and term.get("namespaceSelector") is None:
        namespaces = frozenset([namespace])
    return PodTerm(text(term.get("topologyKey")), selector, namespaces, namespace_selector)


def _merged(keys: object, operator: str, labels: Mapping[str, str]) -> tuple[Requirement, ...]:
    return tuple(
        Requirement(key, operator, (labels[key],)) for key in items(keys) if isinstance(key, str) and key in labels
    )


def spread_constraints(
    constraints: object, labels: Mapping[str, str], merge_keys: bool, inclusion_policies: bool
) -> tuple[SpreadConstraint, ...]:
    """topologySpreadConstraints with their defaults (KK plugins/podtopologyspread/common.go)."""
    found = []
    for constraint in mappings(constraints):
        selector = pod_selector(constraint.get("labelSelector"))
        if merge_keys and selector is not None:
            selector += _merged(constraint.get("matchLabelKeys"), "In", labels)
        found.append(
            SpreadConstraint(
                topology_key=text(constraint.get("topologyKey")),
                max_skew=whole(constraint.get("maxSkew")),
                min_domains=whole(constraint.get("minDomains"), 1),
                hard=constraint.get("whenUnsatisfiable") == "DoNotSchedule",
                selector=selector,
                honor_affinity=not (inclusion_policies and constraint.get("nodeAffinityPolicy") == "Ignore"),
                honor_taints=inclusion_policies and constraint.get("nodeTaintsPolicy") == "Honor",
            )
        )
    return tuple(found)


def tolerations(value: object) -> tuple[Toleration, ...]:
    """A pod's tolerations."""
    return tuple(
        Toleration(
            text(entry.get("key")), text(entry.get("operator")), text(entry.get("value")), text(entry.get("effect"))
        )
        for entry in mappings(value)
    )
