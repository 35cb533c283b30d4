# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What mutating admission adds to a pod on its way to the scheduler. Private to this collection.

KK plugin/pkg/admission/{limitranger,priority,runtimeclass,defaulttolerationseconds}; a LimitRange, RuntimeClass or
PriorityClass is taken from the snapshot, and one that the pod names but nobody gave is told as missing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..defaulting import default_pod_spec
from ..objects import mapping, mappings, string_map, text, whole
from ..releases import Gates
from .snapshot import Document, Snapshot, place_of

Spec = Mapping[str, Any]

BUILT_IN_PRIORITIES = {"system-cluster-critical": 2_000_000_000, "system-node-critical": 2_000_001_000}
LOST_NODE_TAINTS = ("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable")
LOST_NODE_SECONDS = 300


class Admission:
    """Defaults and admission as one step, with the objects that it reads."""

    def __init__(self, snapshot: Snapshot, gates: Gates) -> None:
        self._gates = gates
        self._snapshot = snapshot
        self._priorities = snapshot.by_name("PriorityClass")
        self._runtimes = snapshot.by_name("RuntimeClass")
        self._limits: dict[str, list[Document]] = {}
        for document in snapshot.of("LimitRange"):
            self._limits.setdefault(place_of(document)[0], []).append(document)

    def admit(self, spec: Spec, namespace: str) -> tuple[dict[str, Any], list[str]]:
        """The specification as the scheduler will see it, and the objects that were named but not given."""
        missing: list[str] = []
        admitted = self._with_limits(dict(spec), namespace)
        self._with_runtime(admitted, missing)
        self._with_priority(admitted, missing)
        admitted["tolerations"] = [*mappings(admitted.get("tolerations")), *_lost_node_tolerations(admitted)]
        return default_pod_spec(admitted, self._gates), missing

    def _with_limits(self, spec: dict[str, Any], namespace: str) -> dict[str, Any]:
        """Container defaults of the namespace's LimitRanges, one range after another."""
        for document in self._limits.get(namespace, ()):
            for limit in mappings(mapping(document.get("spec")).get("limits")):
                if limit.get("type") == "Container":
                    for part in ("initContainers", "containers"):
                        if spec.get(part):
                            spec[part] = [_limited(mapping(container), limit) for container in spec[part]]
        return spec

    def _with_runtime(self, spec: dict[str, Any], missing: list[str]) -> None:
        name = text(spec.get("runtimeClassName"))
        if not name:
            return
        runtime = self._runtimes.get(name)
        if runtime is None:
            missing.append(f"RuntimeClass {name}")
            return
        overhead = mapping(mapping(runtime.get("overhead")).get("podFixed"))
        if overhead:
            spec.setdefault("overhead", dict(overhead))
        scheduling = mapping(runtime.get("scheduling"))
        spec["nodeSelector"] = {**string_map(scheduling.get("nodeSelector")), **string_map(spec.get("nodeSelector"))}
        present = list(mappings(spec.get("tolerations")))
        added = [entry for entry in mappings(scheduling.get("tolerations")) if entry not in present]
        spec["tolerations"] = present + added

    def _with_priority(self, spec: dict[str, Any], missing: list[str]) -> None:
        name = text(spec.get("priorityClassName"))
        if name in BUILT_IN_PRIORITIES:
            spec.setdefault("priority", BUILT_IN_PRIORITIES[name])
            return
        found = self._priorities.get(name) if name else self._global_default()
        if found is not None:
            spec.setdefault("priority", whole(found.get("value")))
            if found.get("preemptionPolicy"):
                spec.setdefault("preemptionPolicy", found["preemptionPolicy"])
        elif name and spec.get("priority") is None:
            missing.append(f"PriorityClass {name}")

    def _global_default(self) -> Document | None:
        """The global default class with the smallest value, which is the one that counts."""
        marked = [document for document in self._priorities.values() if document.get("globalDefault") is True]
        return min(marked, key=lambda document: whole(document.get("value")), default=None)


def _limited(container: Spec, limit: Mapping[str, Any]) -> dict[str, Any]:
    """A container with the missing limits and requests of a LimitRange entry, whose own defaults come first."""
    limits = {**mapping(limit.get("max")), **mapping(limit.get("default"))}
    requests = {**mapping(limit.get("min")), **limits, **mapping(limit.get("defaultRequest"))}
    resources = mapping(container.get("resources"))
    own_limits, own_requests = mapping(resources.get("limits")), mapping(resources.get("requests"))
    filled = {"limits": {**limits, **own_limits}, "requests": {**requests, **own_limits, **own_requests}}
    return {**container, "resources": {**resources, **{kind: amounts for kind, amounts in filled.items() if amounts}}}


def _lost_node_tolerations(spec: Spec) -> list[dict[str, Any]]:
    """Five minutes on a node that is not ready or unreachable, unless the pod says something of it itself."""
    own = [
        toleration
        for toleration in mappings(spec.get("tolerations"))
        if toleration.get("effect") in (None, "", "NoExecute")
    ]
    return [
        {"key": key, "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": LOST_NODE_SECONDS}
        for key in LOST_NODE_TAINTS
        if not any(toleration.get("key") in (None, "", key) for toleration in own)
    ]
