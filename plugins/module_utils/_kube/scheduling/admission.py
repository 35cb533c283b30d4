# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What mutating admission adds to a pod on its way to the scheduler. Private to this collection.

KK plugin/pkg/admission/{priority,runtimeclass,defaulttolerationseconds}; limit ranges are `../limit_ranges.py`. A
RuntimeClass or PriorityClass is taken from the snapshot, and one that the pod names but nobody gave is told as missing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..defaulting import default_pod_spec
from ..errors import InputError, Problem
from ..limit_ranges import LimitRange, limit_range
from ..objects import mapping, mappings, string_map, text, whole
from ..quantity import QuantityError, parse
from ..releases import Gates
from ..validation.field import Errors
from ..validation.schema import shape_errors
from .snapshot import Document, Snapshot, place_of

Spec = Mapping[str, Any]

BUILT_IN_PRIORITIES = {"system-cluster-critical": 2_000_000_000, "system-node-critical": 2_000_001_000}
LOST_NODE_TAINTS = ("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable")
LOST_NODE_SECONDS = 300


class Admission:
    """Defaults and admission as one step, with the objects that it reads; wrong ones raise one `InputError`."""

    def __init__(self, snapshot: Snapshot, gates: Gates) -> None:
        self._gates = gates
        self._snapshot = snapshot
        self._priorities = snapshot.by_name("PriorityClass")
        self._runtimes = snapshot.by_name("RuntimeClass")
        problems: list[Problem] = []
        _check_overheads(self._runtimes, problems)
        self._limits = _limit_ranges(snapshot, problems)
        if problems:
            raise InputError(problems)

    def admit(self, spec: Spec, namespace: str) -> tuple[dict[str, Any], list[str]]:
        """The specification as the scheduler will see it, and the objects that were named but not given."""
        missing: list[str] = []
        admitted = dict(spec)
        self._with_runtime(admitted, missing)
        self._with_priority(admitted, missing)
        admitted["tolerations"] = [*mappings(admitted.get("tolerations")), *_lost_node_tolerations(admitted)]
        ranges = self._limits.get(namespace, ())
        return default_pod_spec(admitted, self._gates, limit_ranges=ranges), missing

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


def _check_overheads(runtimes: Mapping[str, Document], problems: list[Problem]) -> None:
    """Adds a problem for every amount of an overhead that is none."""
    for runtime, document in runtimes.items():
        for resource, amount in mapping(mapping(document.get("overhead")).get("podFixed")).items():
            wrong = _mistake(resource, amount)
            if wrong:
                place = f"RuntimeClass {runtime}: overhead.podFixed[{resource}]"
                problems.append(Problem(place, wrong, "the name of a resource and a quantity such as 250m"))


def _mistake(resource: object, amount: object) -> str:
    """Why this is no amount of a resource; empty where it is one."""
    if not isinstance(resource, str):
        return "the name is no text"
    try:
        parse(amount)
    except QuantityError as error:
        return str(error)
    return ""


def _limit_ranges(snapshot: Snapshot, problems: list[Problem]) -> dict[str, list[LimitRange]]:
    """The LimitRanges by namespace; those of the wrong types are problems."""
    found: dict[str, list[LimitRange]] = {}
    for document in snapshot.of("LimitRange"):
        errors = Errors()
        shape_errors(document, "LimitRange", errors)
        namespace, name = place_of(document)
        place = f"LimitRange {namespace}/{name}"
        problems += [Problem(place, error.text, "a limit range that the API server takes") for error in errors]
        if not errors:
            found.setdefault(namespace, []).append(limit_range(document))
    return found


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
