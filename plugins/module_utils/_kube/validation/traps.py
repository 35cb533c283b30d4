# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is legal but a trap: accepted by kube-apiserver, and seldom what was meant. Private to this collection.

Each rule is one function over a pod specification; the tuple at the end is their order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..quantity import parse
from ..selectors import SelectorError, go_integer, label_selector, selects
from .contradictions import impossible_keys, impossible_names
from .field import printed
from .node_affinity import REQUIRED
from .trap import DEAD_RULE, FRAGILE, IMPOSSIBLE, Object, Pod, Trap, listed, node_terms, pod_terms

DEPRECATED_LABELS = {
    "app.kubernetes.io/created-by": "deprecated since v1.9",
    "beta.kubernetes.io/arch": 'deprecated since v1.14; use "kubernetes.io/arch" instead',
    "beta.kubernetes.io/instance-type": 'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead',
    "beta.kubernetes.io/os": 'deprecated since v1.14; use "kubernetes.io/os" instead',
    "failure-domain.beta.kubernetes.io/region": 'deprecated since v1.17; use "topology.kubernetes.io/region" instead',
    "failure-domain.beta.kubernetes.io/zone": 'deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
    "node-role.kubernetes.io/master": 'use "node-role.kubernetes.io/control-plane" instead',
    "scheduler.alpha.kubernetes.io/preferAvoidPods": "deprecated since v1.22; use Taints and Tolerations instead",
}
_ADDED_LATER = frozenset(["pod-template-hash", "controller-revision-hash", "pod-template-generation"])


def _empty_node_term(pod: Pod) -> Iterator[Trap]:
    for path, term, required in node_terms(pod):
        if not term.get("matchExpressions") and not term.get("matchFields"):
            alone = required and len(listed(pod.spec, "affinity", "nodeAffinity", REQUIRED, "nodeSelectorTerms")) == 1
            effect = "no node fits" if alone else "the term has no effect"
            severity = IMPOSSIBLE if alone else DEAD_RULE
            yield Trap(
                path,
                "empty-node-term",
                severity,
                term,
                f"a term without expressions and fields matches no node: {effect}",
            )


def _number_of_gt_and_lt(pod: Pod) -> Iterator[Trap]:
    for path, term, _required in node_terms(pod):
        for index, item in enumerate(listed(term, "matchExpressions")):
            values: Any = item.get("values") or ()
            if item.get("operator") in ("Gt", "Lt") and len(values) == 1 and go_integer(values[0] or "") is None:
                place = f"{path}.matchExpressions[{index}].values[0]"
                text = f"{item['operator']} compares integers of 64 bits: the whole term is dropped and matches no node"
                yield Trap(place, "number-of-gt-and-lt", DEAD_RULE, values[0], text)


def _contradiction(pod: Pod) -> Iterator[Trap]:
    selector = pod.spec.get("nodeSelector") or {}
    terms = [(path, term) for path, term, required in node_terms(pod) if required]
    bad = {}
    for path, term in terms:
        keys = impossible_keys(selector, listed(term, "matchExpressions"))
        if keys or impossible_names(listed(term, "matchFields")):
            bad[path] = keys or ["metadata.name"]
    every = len(bad) == len(terms)
    for path, keys in bad.items():
        wanted = "nodeSelector and the term ask" if set(keys) & set(selector) else "the term asks"
        effect = "no node can fit" if every else "the term can never match"
        text = f"{wanted} for values of {', '.join(keys)} that exclude each other: {effect}"
        yield Trap(path, "contradiction", IMPOSSIBLE if every else DEAD_RULE, keys, text)


def _deprecated_label(pod: Pod) -> Iterator[Trap]:
    for key in pod.spec.get("nodeSelector") or {}:
        if key in DEPRECATED_LABELS:
            yield Trap(f"{pod.path}.nodeSelector[{key}]", "deprecated-label", FRAGILE, key, DEPRECATED_LABELS[key])
    for path, term, _required in node_terms(pod):
        for index, item in enumerate(listed(term, "matchExpressions")):
            key = item.get("key") or ""
            if key in DEPRECATED_LABELS:
                place = f"{path}.matchExpressions[{index}].key"
                yield Trap(place, "deprecated-label", FRAGILE, key, f"{key} is {DEPRECATED_LABELS[key]}")
    for index, constraint in enumerate(listed(pod.spec, "topologySpreadConstraints")):
        key = constraint.get("topologyKey") or ""
        if key in DEPRECATED_LABELS:
            place = f"{pod.path}.topologySpreadConstraints[{index}].topologyKey"
            yield Trap(place, "deprecated-label", FRAGILE, key, f"{key} is {DEPRECATED_LABELS[key]}")


def _null_selector(pod: Pod) -> Iterator[Trap]:
    text = "a null labelSelector results in matching no pod"
    for index, constraint in enumerate(listed(pod.spec, "topologySpreadConstraints")):
        if constraint.get("labelSelector") is None:
            place = f"{pod.path}.topologySpreadConstraints[{index}].labelSelector"
            yield Trap(place, "null-selector", DEAD_RULE, None, text)
    for path, term, kind, required in pod_terms(pod):
        if term.get("labelSelector") is None:
            impossible = required and kind == "podAffinity"
            severity = IMPOSSIBLE if impossible else DEAD_RULE
            yield Trap(f"{path}.labelSelector", "null-selector", severity, None, text)


def _is_everything(selector: Any) -> bool:
    return selector is not None and not selector.get("matchLabels") and not selector.get("matchExpressions")


def _spread_over_everything(pod: Pod) -> Iterator[Trap]:
    text = "an empty labelSelector counts no existing pod in topology spread: the constraint has no effect"
    for index, constraint in enumerate(listed(pod.spec, "topologySpreadConstraints")):
        if _is_everything(constraint.get("labelSelector")) and not constraint.get("matchLabelKeys"):
            place = f"{pod.path}.topologySpreadConstraints[{index}].labelSelector"
            yield Trap(place, "spread-over-everything", DEAD_RULE, {}, text)


def _everything_repels(pod: Pod) -> Iterator[Trap]:
    text = "an empty labelSelector selects every pod of the namespaces: nothing of them may run in the same domain"
    for path, term, kind, required in pod_terms(pod):
        if kind == "podAntiAffinity" and required and _is_everything(term.get("labelSelector")):
            yield Trap(f"{path}.labelSelector", "everything-repels", FRAGILE, {}, text)


def _selects(selector: Object, labels: Object) -> bool:
    """Whether it selects the labels; one that cannot be read is told as an error elsewhere."""
    try:
        return selects(label_selector(selector), {key: value or "" for key, value in labels.items()})
    except SelectorError:
        return True


def _spread_misses_itself(pod: Pod) -> Iterator[Trap]:
    for index, constraint in enumerate(listed(pod.spec, "topologySpreadConstraints")):
        selector = constraint.get("labelSelector")
        if selector and not _is_everything(selector) and not _selects(selector, pod.labels):
            place = f"{pod.path}.topologySpreadConstraints[{index}].labelSelector"
            text = "the selector does not select the pod itself: its placements never change what it is judged by"
            yield Trap(place, "spread-misses-itself", DEAD_RULE, selector, text)


def _absent_label_key(pod: Pod) -> Iterator[Trap]:
    places = [(path, term) for path, term, _kind, _required in pod_terms(pod)]
    constraints = enumerate(listed(pod.spec, "topologySpreadConstraints"))
    places += [(f"{pod.path}.topologySpreadConstraints[{index}]", each) for index, each in constraints]
    for path, owner in places:
        for field in ("matchLabelKeys", "mismatchLabelKeys"):
            for index, key in enumerate(owner.get(field) or ()):
                if key and key not in pod.labels and key not in _ADDED_LATER and "job" not in key:
                    text = "the pod does not carry this label: the key is skipped"
                    yield Trap(f"{path}.{field}[{index}]", "absent-label-key", DEAD_RULE, key, text)


def _toleration(pod: Pod) -> Iterator[Trap]:
    for index, item in enumerate(listed(pod.spec, "tolerations")):
        path = f"{pod.path}.tolerations[{index}]"
        operator, key = item.get("operator") or "Equal", item.get("key") or ""
        if operator == "Exists" and not key and not item.get("effect"):
            text = (
                "tolerates every taint: cordoned, unreachable and full nodes too, and the pod is never evicted by one"
            )
            yield Trap(path, "tolerates-everything", FRAGILE, dict(item), text)
        elif operator == "Equal" and not item.get("operator") and not item.get("value"):
            text = 'without an operator only a taint with an empty value is tolerated: use "Exists" for every value'
            yield Trap(path, "toleration-of-empty-value", FRAGILE, dict(item), text)
        seconds = item.get("tolerationSeconds")
        if seconds is not None and seconds <= 0:
            text = "the pod is evicted at once, as if it did not tolerate the taint"
            yield Trap(f"{path}.tolerationSeconds", "toleration-without-time", DEAD_RULE, seconds, text)


def _node_name(pod: Pod) -> Iterator[Trap]:
    name = pod.spec.get("nodeName")
    if name:
        text = "the scheduler is bypassed: it checks neither resources nor affinity, spread, taints or volumes"
        yield Trap(f"{pod.path}.nodeName", "node-name", FRAGILE, name, text)


def _of_containers(pod: Pod) -> Iterator[Trap]:
    for role in ("initContainers", "containers"):
        for index, container in enumerate(pod.spec.get(role) or ()):
            path = f"{pod.path}.{role}[{index}]"
            if container and container.get("ports") and not pod.spec.get("hostNetwork"):
                yield from _host_ports(container["ports"], path)
            if container and container.get("resources"):
                yield from _fractions_of_a_byte(container["resources"], pod.is_pod, path)


def _host_ports(ports: Any, path: str) -> Iterator[Trap]:
    for index, port in enumerate(ports):
        number = (port or {}).get("hostPort")
        if number:
            text = "at most one such pod runs on a node: replicas and surge need as many nodes"
            yield Trap(f"{path}.ports[{index}].hostPort", "host-port", FRAGILE, number, text)


def _fractions_of_a_byte(stated: Object, is_pod: bool, path: str) -> Iterator[Trap]:
    """In a pod a limit is the request as well where there is none."""
    limits, requests = stated.get("limits") or {}, stated.get("requests") or {}
    for kind, amounts in (("limits", limits), ("requests", {**limits, **requests} if is_pod else requests)):
        for name in ("memory", "ephemeral-storage"):
            if name in amounts:
                yield from _fraction(amounts[name], f"{path}.resources.{kind}[{name}]")


def _fraction(value: Any, path: str) -> Iterator[Trap]:
    amount = parse(value).rounded_to_milli()
    if amount.milli_value() % 1000:
        text = f"fractional byte value {printed(amount.canonical())} is invalid, must be an integer"
        yield Trap(path, "fraction-of-a-byte", FRAGILE, value, text)


def _empty_pod_resources(pod: Pod) -> Iterator[Trap]:
    stated = pod.spec.get("resources")
    if stated is None or not pod.gates.enabled("PodLevelResources"):
        return
    if not stated.get("limits") and not stated.get("requests") and not pod.gates.has("qos compares each container"):
        text = "empty resources at the pod level silence those of the containers: the pod is BestEffort"
        yield Trap(f"{pod.path}.resources", "empty-pod-resources", FRAGILE, {}, text)


Rule = Callable[[Pod], Iterator[Trap]]

# Each rule after the fields without which it has nothing to say.
RULES: tuple[tuple[frozenset[str], Rule], ...] = (
    (frozenset(["affinity"]), _contradiction),
    (frozenset(["affinity"]), _empty_node_term),
    (frozenset(["affinity"]), _number_of_gt_and_lt),
    (frozenset(["affinity", "nodeSelector", "topologySpreadConstraints"]), _deprecated_label),
    (frozenset(["affinity", "topologySpreadConstraints"]), _null_selector),
    (frozenset(["affinity"]), _everything_repels),
    (frozenset(["topologySpreadConstraints"]), _spread_over_everything),
    (frozenset(["topologySpreadConstraints"]), _spread_misses_itself),
    (frozenset(["affinity", "topologySpreadConstraints"]), _absent_label_key),
    (frozenset(["tolerations"]), _toleration),
    (frozenset(["nodeName"]), _node_name),
    (frozenset(["containers", "initContainers"]), _of_containers),
    (frozenset(["resources"]), _empty_pod_resources),
)


def pod_traps(pod: Pod) -> list[Trap]:
    """The traps of a pod or template that kube-apiserver accepts."""
    present = pod.spec.keys()
    return [trap for fields, rule in RULES if not fields.isdisjoint(present) for trap in rule(pod)]
