# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""A pod's quality of service class, and why it is that one. Private to this collection.

- BestEffort: nothing requests or limits cpu or memory.
- Guaranteed: everything has a limit for both cpu and memory, and requests equal to them.
- Burstable: all else.

Init containers count, sidecars or not; a zero counts as absent; nothing but cpu and memory counts. Up to 1.36 the sums
over the pod are compared, from 1.37 on each container by itself, which is the same for every pod that passes validation
(Kubernetes `pkg/apis/core/v1/helper/qos/qos.go`, 1.28 - 1.37).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from .quantity import parse
from .releases import Gates
from .requests import is_pod_level_set
from .resource_names import CPU, MEMORY
from .resources import (
    LIMITS,
    REQUESTS,
    containers,
    every_container,
    in_millis,
    init_containers,
    is_sidecar,
    resources_of,
)

Object = Mapping[str, Any]

GUARANTEED, BURSTABLE, BEST_EFFORT = "Guaranteed", "Burstable", "BestEffort"
CLASSES = (GUARANTEED, BURSTABLE, BEST_EFFORT)
COUNTED = (CPU, MEMORY)

_SHOWN_REASONS = 4


class Holder(NamedTuple):
    """A part of a pod specification that has resources: what people call it, its path there, and the part itself."""

    title: str
    path: str
    value: Object


def qos_class(spec: Object, gates: Gates) -> str:
    """The class of a defaulted pod specification."""
    parts = (spec,) if decides_pod_level(spec, gates) else tuple(every_container(spec))
    blocks = [(resources_of(part, REQUESTS), resources_of(part, LIMITS)) for part in parts]
    if not gates.has("qos compares each container"):
        return _class_of_sums(blocks)
    classes = {_class_of(requests, limits) for requests, limits in blocks}
    if len(classes) > 1:
        return BURSTABLE
    return classes.pop() if classes else BEST_EFFORT


def decides_pod_level(spec: Object, gates: Gates) -> bool:
    """Whether `spec.resources` decides the class alone: from 1.37 on only where it names what it supports."""
    if spec.get("resources") is None or not gates.enabled("PodLevelResources"):
        return False
    return not gates.enabled("PodLevelResourcesFixKubeletQOSClass") or is_pod_level_set(spec, gates)


def holders(spec: Object, pod_level: bool) -> Iterator[Holder]:
    """What decides the class: the pod level, or every init and regular container."""
    if pod_level:
        yield Holder("the pod level", "", spec)
        return
    for index, container in enumerate(init_containers(spec)):
        title = "sidecar" if is_sidecar(container) else "init container"
        yield Holder(f'{title} "{container.get("name")}"', f"initContainers[{index}].", container)
    for index, container in enumerate(containers(spec)):
        yield Holder(f'container "{container.get("name")}"', f"containers[{index}].", container)


def reason(spec: Object, gates: Gates, found: str) -> str:
    """Why the defaulted specification is of the class found, in terms of its own containers or pod level."""
    pod_level = decides_pod_level(spec, gates)
    if found == GUARANTEED:
        where = "at the pod level" if pod_level else "in every container"
        return f"cpu and memory have limits {where}, and the requests equal them"
    if found == BEST_EFFORT:
        if not pod_level:
            return "no container requests or limits cpu or memory"
        return "spec.resources is set, which silences the containers, and requests or limits neither cpu nor memory"
    gaps = [f"{holder.title} {gap}" for holder in holders(spec, pod_level) for gap in _gaps(holder.value)]
    more = f"; {len(gaps) - _SHOWN_REASONS} more" if len(gaps) > _SHOWN_REASONS else ""
    return "; ".join(gaps[:_SHOWN_REASONS]) + more


def _gaps(value: Object) -> Iterator[str]:
    """What keeps a part of the specification from being guaranteed."""
    requests, limits = resources_of(value, REQUESTS), resources_of(value, LIMITS)
    for name in COUNTED:
        request, limit = _positive(requests, name), _positive(limits, name)
        if not limit:
            yield f"has no {name} limit" if request else f"neither requests nor limits {name}"
        elif request != limit:
            asked = parse(requests[name]).canonical() if name in requests else "none"
            yield f"has a {name} request ({asked}) that isn't its limit ({parse(limits[name]).canonical()})"


def _class_of(requests: Object, limits: Object) -> str:
    """The class of one block of requirements (1.37, requirementsQOS)."""
    if not requests and not limits:
        return BEST_EFFORT
    amounts = []
    for name in COUNTED:
        request = in_millis(requests[name]) if name in requests else 0
        limit = in_millis(limits[name]) if name in limits else 0
        if request != limit:
            return BURSTABLE
        amounts.append(request)
    if not all(amounts):
        return BURSTABLE if any(amounts) else BEST_EFFORT
    return GUARANTEED


def _class_of_sums(blocks: list[tuple[Object, Object]]) -> str:
    """The class by the sums of all positive amounts (until 1.36, ComputePodQOS)."""
    requests = {name: sum(_positive(block[0], name) for block in blocks) for name in COUNTED}
    limits = {name: sum(_positive(block[1], name) for block in blocks) for name in COUNTED}
    if not any(requests.values()) and not any(limits.values()):
        return BEST_EFFORT
    complete = all(_positive(block[1], name) for block in blocks for name in COUNTED)
    return GUARANTEED if complete and requests == limits else BURSTABLE


def _positive(amounts: Object, name: str) -> int:
    return max(0, in_millis(amounts[name])) if name in amounts else 0
