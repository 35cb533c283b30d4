# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""For each filter that refuses some nodes, the change of the pod that would satisfy it. Private to this collection."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Callable, NamedTuple

from ..objects import NO_EXECUTE, NO_SCHEDULE, Taint, mapping, mappings, whole
from ..resource_names import EPHEMERAL_STORAGE, MEMORY
from .ask import Ask
from .bits import Bits, numbers_of
from .checks.inter_pod_affinity import REASON_AFFINITY, REASON_ANTI_AFFINITY
from .checks.inter_pod_affinity import judge as judge_affinity
from .checks.node_unschedulable import CORDON
from .details import amount_text
from .node import amounts

Spec = Mapping[str, Any]
REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution"


def _unchanged(spec: Spec) -> Spec:
    return spec


class Change(NamedTuple):
    """One change of one field; `object_name` is empty for the pod itself."""

    text: str
    field: str
    before: Any
    after: Any
    apply: Callable[[Spec], Spec] = _unchanged
    object_name: str = ""
    uncordoned: Bits = 0


def changes_for(ask: Ask, nodes: Bits, refusing: list[str]) -> tuple[Change, ...]:
    """The changes that satisfy all the filters on one of the nodes; none where one is beyond the pod."""
    found: list[Change] = []
    for name in refusing:
        make = _MAKERS.get(name)
        changes = make(ask, nodes) if make else []
        if not changes:
            return ()
        found += changes
    return tuple(found)


def _uncordon(ask: Ask, nodes: Bits) -> list[Change]:
    number = next(numbers_of(nodes))
    name = ask.cluster.names[number]
    if ask.tolerates(CORDON):
        return []
    text = f"uncordon {name}"
    return [Change(text, "spec.unschedulable", True, False, object_name=f"Node {name}", uncordoned=1 << number)]


def _tolerate(ask: Ask, nodes: Bits) -> list[Change]:
    """Tolerations for every hard taint of the first of the nodes that isn't tolerated."""
    node = ask.cluster.nodes[next(numbers_of(nodes))]
    hard = [taint for taint in node.taints if taint.effect in (NO_SCHEDULE, NO_EXECUTE) and not ask.tolerates(taint)]
    return [
        Change(
            f"tolerate {taint.key}{'=' if taint.value else ''}{taint.value}:{taint.effect}",
            "tolerations",
            None,
            _toleration(taint),
            lambda spec, taint=taint: {  # type: ignore[misc]
                **spec,
                "tolerations": [*mappings(spec.get("tolerations")), _toleration(taint)],
            },
        )
        for taint in hard
    ]


def _toleration(taint: Taint) -> dict[str, str]:
    kind = {"operator": "Equal", "value": taint.value} if taint.value else {"operator": "Exists"}
    return {"key": taint.key, **kind, "effect": taint.effect}


def _widen_nodes(ask: Ask, nodes: Bits) -> list[Change]:
    """Without the nodeSelector pairs that the first node lacks, and the required affinity that it doesn't meet."""
    number = next(numbers_of(nodes))
    labels = ask.cluster.nodes[number].labels
    changes = [
        Change(
            f"drop the nodeSelector {key}={value}",
            f"nodeSelector[{key}]",
            value,
            None,
            lambda spec, key=key: {  # type: ignore[misc]
                **spec,
                "nodeSelector": {name: kept for name, kept in mapping(spec.get("nodeSelector")).items() if name != key},
            },
        )
        for key, value in ask.shape.node_selector.items()
        if labels.get(key) != value
    ]
    terms = ask.shape.required_nodes
    if terms is not None and not ask.cluster.in_any_term(terms) >> number & 1:
        changes.append(_without_required("nodeAffinity", "drop the required node affinity", ask.shape.spec))
    return changes


def _without_required(side: str, text: str, spec: Spec) -> Change:
    before = mapping(mapping(spec.get("affinity")).get(side)).get(REQUIRED)

    def apply(spec: Spec) -> Spec:
        affinity = mapping(spec.get("affinity"))
        kept = {name: value for name, value in mapping(affinity.get(side)).items() if name != REQUIRED}
        return {**spec, "affinity": {**affinity, side: kept}}

    return Change(text, f"affinity.{side}.{REQUIRED}", before, None, apply)


def _free_ports(ask: Ask, nodes: Bits) -> list[Change]:
    """Without the host ports that are taken on the first of the nodes."""
    bit = 1 << next(numbers_of(nodes))
    taken = {(port.protocol, port.number) for port in ask.shape.ports if ask.cluster.users_of(port) & bit}
    changes = []
    for index, container in enumerate(mappings(ask.shape.spec.get("containers"))):
        for position, port in enumerate(mappings(container.get("ports"))):
            if (port.get("protocol") or "TCP", port.get("hostPort")) in taken:
                field = f"containers[{index}].ports[{position}].hostPort"
                text = f"drop the host port {port['hostPort']}"
                changes.append(Change(text, field, port["hostPort"], None, _without_port(index, position)))
    return changes


def _without_port(index: int, position: int) -> Callable[[Spec], Spec]:
    def apply(spec: Spec) -> Spec:
        containers = [dict(container) for container in mappings(spec.get("containers"))]
        ports = [dict(port) for port in mappings(containers[index].get("ports"))]
        del ports[position]["hostPort"]
        containers[index]["ports"] = ports
        return {**spec, "containers": containers}

    return apply


def _shrink(ask: Ask, nodes: Bits) -> list[Change]:
    """Requests lowered to what is left on the node where the least has to be given up."""
    best: list[Change] = []
    least = 1.0
    for number in numbers_of(nodes):
        if ask.cluster.slots.amounts[number] < 1:
            continue
        short = {
            resource: ask.cluster.free(resource).amounts[number]
            for resource, amount in ask.shape.requests.items()
            if amount > 0 and amount > ask.cluster.free(resource).amounts[number]
        }
        given_up = max((1 - left / ask.shape.requests[resource] for resource, left in short.items()), default=1.0)
        if given_up < least and all(left > 0 for left in short.values()):
            changes = [_lowered(ask, resource, left) for resource, left in short.items()]
            if all(changes):
                least, best = given_up, [change for change in changes if change]
    return best


def _lowered(ask: Ask, resource: str, left: int) -> Change | None:
    """The request of the container that asks the most, lowered so far that the pod asks for what is left."""
    asked = [
        (_units(resource, mapping(mapping(container.get("resources")).get("requests")).get(resource)), index)
        for index, container in enumerate(mappings(ask.shape.spec.get("containers")))
    ]
    largest, index = max(asked, default=(0, 0))
    target = largest - (ask.shape.requests[resource] - left)
    if resource in (MEMORY, EPHEMERAL_STORAGE) and target >= 1 << 20:
        target -= target % (1 << 20)
    if target <= 0:
        return None
    before, after = amount_text(resource, largest), amount_text(resource, target)

    def apply(spec: Spec) -> Spec:
        containers = [dict(container) for container in mappings(spec.get("containers"))]
        resources = mapping(containers[index].get("resources"))
        requests = {**mapping(resources.get("requests")), resource: after}
        containers[index]["resources"] = {**resources, "requests": requests}
        return {**spec, "containers": containers}

    short = amount_text(resource, ask.shape.requests[resource] - left)
    text = f"request {after} instead of {before} {resource} ({short} short)"
    return Change(text, f"containers[{index}].resources.requests[{resource}]", before, after, apply)


def _units(resource: str, value: object) -> int:
    return amounts({resource: value}).get(resource, 0) if value is not None else 0


def _soften_spread(ask: Ask, _nodes: Bits) -> list[Change]:
    """Every hard constraint as a preference."""
    return [
        Change(
            f"only prefer to spread over {constraint.get('topologyKey')} (maxSkew {whole(constraint.get('maxSkew'))})",
            f"topologySpreadConstraints[{index}].whenUnsatisfiable",
            "DoNotSchedule",
            "ScheduleAnyway",
            _softened(index),
        )
        for index, constraint in enumerate(mappings(ask.shape.spec.get("topologySpreadConstraints")))
        if constraint.get("whenUnsatisfiable") == "DoNotSchedule"
    ]


def _softened(index: int) -> Callable[[Spec], Spec]:
    def apply(spec: Spec) -> Spec:
        constraints = [dict(constraint) for constraint in mappings(spec.get("topologySpreadConstraints"))]
        constraints[index]["whenUnsatisfiable"] = "ScheduleAnyway"
        constraints[index].pop("minDomains", None)
        return {**spec, "topologySpreadConstraints": constraints}

    return apply


def _soften_affinity(ask: Ask, nodes: Bits) -> list[Change]:
    """Required terms as preferences, on the side that refuses; what placed pods require is beyond this pod."""
    changes = []
    for side, name in (("podAffinity", "pod affinity"), ("podAntiAffinity", "pod anti-affinity")):
        terms = mapping(mapping(ask.shape.spec.get("affinity")).get(side)).get(REQUIRED)
        if terms and not _holds(ask, side, nodes):
            changes.append(_preferred(side, f"only prefer the required {name}", terms))
    return changes


def _holds(ask: Ask, side: str, nodes: Bits) -> bool:
    reason = REASON_AFFINITY if side == "podAffinity" else REASON_ANTI_AFFINITY
    return not any(refusal.reason == reason for refusal in judge_affinity(ask, nodes).refusals)


def _preferred(side: str, text: str, terms: Any) -> Change:
    wished = [{"weight": 100, "podAffinityTerm": term} for term in terms]

    def apply(spec: Spec) -> Spec:
        affinity = mapping(spec.get("affinity"))
        kept = {name: value for name, value in mapping(affinity.get(side)).items() if name != REQUIRED}
        kept[PREFERRED] = [*mappings(kept.get(PREFERRED)), *wished]
        return {**spec, "affinity": {**affinity, side: kept}}

    return Change(text, f"affinity.{side}.{PREFERRED}", None, wished, apply)


_MAKERS: dict[str, Callable[[Ask, Bits], list[Change]]] = {
    "InterPodAffinity": _soften_affinity,
    "NodeAffinity": _widen_nodes,
    "NodePorts": _free_ports,
    "NodeResourcesFit": _shrink,
    "NodeUnschedulable": _uncordon,
    "PodTopologySpread": _soften_spread,
    "TaintToleration": _tolerate,
}
