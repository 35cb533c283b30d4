# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What `pod_qos_info` tells of one pod. Private to this collection."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Optional

from .cgroups import Node, container_cgroup, exclusive_cpus, pod_cgroup
from .defaulting import default_pod_spec
from .documents import Loaded
from .guarantee import to_guaranteed
from .limit_ranges import LimitRange, is_limit_range, limit_range, violations
from .objects import integer
from .oom import NODE_CRITICAL, oom_score_adj
from .qos import CLASSES, qos_class, reason
from .quantity import Quantity
from .releases import Gates
from .requests import pod_limits, pod_requests
from .resources import LIMITS, REQUESTS, containers, init_containers, is_sidecar, quantities, resources_of
from .validation.field import Errors
from .validation.schema import Shapes, shape_errors
from .workloads import WORKLOADS, PodTemplateRef, TemplatePaths, pods_of

Object = Mapping[str, Any]

_CRITICAL_PRIORITY = 2_000_000_000
_CRITICAL_CLASSES = (NODE_CRITICAL, "system-cluster-critical")


def told_documents(
    loaded: Loaded,
    gates: Gates,
    template_paths: TemplatePaths,
    namespace: str,
    node: Node,
    shapes: Optional[Shapes] = None,
) -> dict[str, Any]:
    """All pods of an input, how many there are of each class, and what could not be read or is of the wrong type.

    LimitRanges of the input give their namespace's pods what these lack, as they do when pods are created.
    """
    pods: list[dict[str, Any]] = []
    unreadable = list(loaded.unreadable)
    ranges = _limit_ranges(loaded, namespace, unreadable)
    for document in loaded.documents:
        refs = pods_of(document.value, template_paths, namespace)
        mistakes = [mistake for ref in refs for mistake in mistakes_of(ref, shapes)]
        if mistakes:
            unreadable.append({**document.source, "message": "; ".join(mistakes)})
            continue
        for ref in refs:
            told = told_pod(ref, gates, node, ranges.get(ref.namespace, ()))
            pods.append({**told, "source": document.source})
    unreadable.sort(key=lambda entry: (entry["file"], entry["document"]))
    counts = Counter(pod["qos_class"] for pod in pods)
    return {
        "pods": pods,
        "summary": {name: counts[name] for name in CLASSES},
        "skipped_kinds": loaded.skipped,
        "unreadable": unreadable,
        "failed": bool(unreadable),
    }


def _limit_ranges(
    loaded: Loaded, namespace: str, unreadable: list[dict[str, Any]]
) -> dict[str, tuple[LimitRange, ...]]:
    """The LimitRanges of an input by namespace; those of the wrong types are unreadable."""
    found: dict[str, tuple[LimitRange, ...]] = {}
    for document in loaded.documents:
        if is_limit_range(document.value):
            errors = Errors()
            shape_errors(document.value, "LimitRange", errors)
            if errors:
                unreadable.append({**document.source, "message": "; ".join(error.text for error in errors)})
                continue
            place = str((document.value.get("metadata") or {}).get("namespace") or namespace)
            found[place] = (*found.get(place, ()), limit_range(document.value))
    return found


def mistakes_of(ref: PodTemplateRef, shapes: Optional[Shapes] = None) -> list[str]:
    """What kube-apiserver's decoder would refuse in the object's types (HTTP 400), as field paths with their texts."""
    value, type_name = (ref.owner, ref.kind) if ref.kind in WORKLOADS else (ref.spec, "PodSpec")
    errors, _unknown = (shapes or Shapes()).of(value, type_name)
    return [error.text for error in errors]


def told_pod(ref: PodTemplateRef, gates: Gates, node: Node, limit_ranges: Sequence[LimitRange] = ()) -> dict[str, Any]:
    """The class, its reason, and what follows from it, in the contract's shape; amounts that are no quantity raise."""
    spec = default_pod_spec(ref.spec, gates, limit_ranges=limit_ranges)
    found = qos_class(spec, gates)
    return {
        "kind": ref.kind,
        "api_version": ref.api_version,
        "name": ref.name,
        "namespace": ref.namespace,
        "template": ref.path,
        "qos_class": found,
        "reason": reason(spec, gates, found),
        "limit_ranges": [each.name for each in limit_ranges],
        "forbidden": violations(spec, limit_ranges, gates),
        "requests": _texts(pod_requests(spec, gates)),
        "limits": _texts(pod_limits(spec, gates)),
        "cgroup": pod_cgroup(spec, found, gates),
        "containers": list(_containers(spec, found, gates, node)),
        "to_guaranteed": [
            {"field": f"{ref.spec_path}.{change.field}", "from": change.before, "to": change.after}
            for change in to_guaranteed(ref.spec, gates, limit_ranges)
        ],
    }


def _containers(spec: Object, qos: str, gates: Gates, node: Node) -> Iterator[dict[str, Any]]:
    for container in init_containers(spec):
        yield _container(container, "sidecar" if is_sidecar(container) else "init", spec, qos, gates, node)
    for container in containers(spec):
        yield _container(container, "container", spec, qos, gates, node)
    for container in spec.get("ephemeralContainers") or ():
        yield _container(container or {}, "ephemeral", spec, qos, gates, node)


def _container(container: Object, role: str, spec: Object, qos: str, gates: Gates, node: Node) -> dict[str, Any]:
    score = None
    if node.memory:
        score = oom_score_adj(container, spec, qos, node.memory, gates, sidecar=role == "sidecar")
    return {
        "name": container.get("name") or "",
        "role": role,
        "requests": _texts(quantities(resources_of(container, REQUESTS))),
        "limits": _texts(quantities(resources_of(container, LIMITS))),
        "oom_score_adj": score,
        "exclusive_cpus": exclusive_cpus(container, spec, qos, gates) if role != "ephemeral" else 0,
        "cgroup": container_cgroup(container, spec, qos, gates, node, critical=is_critical(spec)),
    }


def is_critical(spec: Object) -> bool:
    """Whether the kubelet holds the pod to be critical, by its priority or the class that will give it one."""
    priority = integer(spec.get("priority"))
    if priority is not None:
        return priority >= _CRITICAL_PRIORITY
    return spec.get("priorityClassName") in _CRITICAL_CLASSES


def _texts(amounts: Mapping[str, Quantity]) -> dict[str, str]:
    return {name: amount.canonical() for name, amount in amounts.items()}
