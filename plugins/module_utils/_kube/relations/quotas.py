# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""ResourceQuotas: which pods they count, what each counts for, and what they demand. Private to this collection.

KK pkg/quota/v1/evaluator/core/pods.go and pkg/apis/core/v1/helper (1.28 - 1.37).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ..objects import items, mapping, mappings, text
from ..qos import BEST_EFFORT, qos_class
from ..quantity import ZERO, Quantity, QuantityError, parse
from ..releases import Gates
from ..requests import is_pod_level_set, pod_limits, pod_requests
from ..resources import LIMITS, REQUESTS, every_container, quantities, resources_of
from .entries import Object
from .view import View

COMPUTE = frozenset(["cpu", "memory", "requests.cpu", "requests.memory", "limits.cpu", "limits.memory"])
_PLAIN = ("cpu", "memory", "ephemeral-storage", "hugepages-")
"""What the names of requests begin with that quotas know without `requests.` as well."""


class Quota(NamedTuple):
    """A quota: what is allowed altogether, and the scopes within which pods count."""

    name: str
    namespace: str
    hard: Mapping[str, Quantity]
    scopes: tuple[tuple[str, str, tuple[str, ...]], ...]
    """Each a name, an operator and values; all of them hold for a pod that counts."""
    used: Mapping[str, Quantity]
    """What the cluster says is used, by pods of the input that run already as well."""


def quotas(view: View) -> dict[str, list[Quota]]:
    """The quotas of input and cluster by namespace."""
    found: dict[str, list[Quota]] = {}
    for (namespace, name), value in view.objects("ResourceQuota").items():
        spec = mapping(value.get("spec"))
        used = _amounts(mapping(value.get("status")).get("used"))
        quota = Quota(name, namespace, _amounts(spec.get("hard")), tuple(_scopes(spec)), used)
        found.setdefault(namespace, []).append(quota)
    return found


def counts(quota: Quota, spec: Object, gates: Gates) -> bool:
    """Whether the quota is about a pod with this finished specification."""
    return all(_in_scope(scope, spec, gates) for scope in quota.scopes)


def usage(spec: Object, gates: Gates) -> dict[str, Quantity]:
    """What one pod counts for, under every name that a quota may use."""
    found = {"pods": parse("1"), "count/pods": parse("1")}
    for name, amount in pod_requests(spec, gates).items():
        found[f"requests.{name}"] = amount
        if name.startswith(_PLAIN):
            found[name] = amount
    for name, amount in pod_limits(spec, gates).items():
        found[f"limits.{name}"] = amount
    return found


def unstated(quota: Quota, spec: Object, gates: Gates) -> Iterator[tuple[str, str]]:
    """What the quota limits and a container does not state, with the container's name: such a pod is refused."""
    if is_pod_level_set(spec, gates):
        return
    for name in sorted(COMPUTE.intersection(quota.hard)):
        kind, dot, resource = name.partition(".")
        stated = (LIMITS if kind == LIMITS else REQUESTS, resource if dot else kind)
        for container in every_container(spec):
            if stated[1] not in resources_of(container, stated[0]):
                yield name, text(container.get("name"))


def _amounts(value: object) -> dict[str, Quantity]:
    try:
        return quantities(mapping(value))
    except QuantityError:
        return {}


def _scopes(spec: Object) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    for name in items(spec.get("scopes")):
        yield text(name), "Exists", ()
    for each in mappings(mapping(spec.get("scopeSelector")).get("matchExpressions")):
        values = tuple(text(value) for value in items(each.get("values")))
        yield text(each.get("scopeName")), text(each.get("operator")), values


def _in_scope(scope: tuple[str, str, tuple[str, ...]], spec: Object, gates: Gates) -> bool:
    name, operator, values = scope
    if name in ("Terminating", "NotTerminating"):
        return (spec.get("activeDeadlineSeconds") is not None) == (name == "Terminating")
    if name in ("BestEffort", "NotBestEffort"):
        return (qos_class(spec, gates) == BEST_EFFORT) == (name == "BestEffort")
    if name == "PriorityClass":
        found = text(spec.get("priorityClassName"))
        holds = bool(found) if operator in ("Exists", "DoesNotExist") else found in values
        return holds != (operator in ("NotIn", "DoesNotExist"))
    return name == "CrossNamespacePodAffinity" and _names_namespaces(spec)


def _names_namespaces(spec: Object) -> bool:
    for side in ("podAffinity", "podAntiAffinity"):
        for terms in mapping(mapping(spec.get("affinity")).get(side)).values():
            for entry in mappings(terms):
                term = mapping(entry.get("podAffinityTerm")) or entry
                if term.get("namespaces") or term.get("namespaceSelector") is not None:
                    return True
    return False


def times(amount: Quantity, count: int) -> Quantity:
    """The amount so many times."""
    product = ZERO
    while count > 0:
        if count & 1:
            product += amount
        amount, count = amount + amount, count >> 1
    return product
