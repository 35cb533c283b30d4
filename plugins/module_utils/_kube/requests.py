# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a pod asks of a node: containers, sidecars, start, pod level and overhead. Private to this collection.

component-helpers `resource/helpers.go` PodRequests and PodLimits (0.28 - 0.37). Specifications are expected to be
defaulted (`defaulting.py`); what is no quantity raises `QuantityError`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Optional

from . import resize
from .quantity import Quantity, parse
from .releases import Gates
from .resource_names import CPU, is_pod_level
from .resources import (
    LIMITS,
    REQUESTS,
    Object,
    add,
    combined,
    containers,
    in_units,
    init_containers,
    is_sidecar,
    millis,
    quantities,
    resources_of,
)


def pod_requests(spec: Object, gates: Gates) -> dict[str, Quantity]:
    """The total requests of a pod specification, overhead included."""
    totals = aggregate(spec, REQUESTS)
    totals.update(pod_level(spec, REQUESTS, gates))
    add(totals, quantities(spec.get("overhead")))
    return totals


def pod_limits(spec: Object, gates: Gates) -> dict[str, Quantity]:
    """The total limits of a pod specification; overhead is added where there is a limit that is not zero."""
    totals = aggregate(spec, LIMITS)
    totals.update(pod_level(spec, LIMITS, gates))
    add(totals, {name: amount for name, amount in quantities(spec.get("overhead")).items() if totals.get(name)})
    return totals


def aggregate(spec: Object, kind: str) -> dict[str, Quantity]:
    """The containers' requests or limits together: after the start, or at its highest moment where that is more."""
    return combined(
        (quantities(resources_of(container, kind)) for container in containers(spec)),
        ((quantities(resources_of(container, kind)), is_sidecar(container)) for container in init_containers(spec)),
    )


def pod_level(spec: Object, kind: str, gates: Gates) -> dict[str, Quantity]:
    """What `spec.resources` says of the resources that it supports."""
    if not spec.get("resources") or not gates.enabled("PodLevelResources"):
        return {}
    return {name: parse(value) for name, value in resources_of(spec, kind).items() if is_pod_level(name, gates)}


def is_pod_level_set(spec: Object, gates: Gates) -> bool:
    """Whether `spec.resources` names a resource that the pod level supports, in any amount (IsPodLevelResourcesSet)."""
    if not spec.get("resources") or not gates.enabled("PodLevelResources"):
        return False
    return any(is_pod_level(name, gates) for kind in (REQUESTS, LIMITS) for name in resources_of(spec, kind))


def effective_requests(
    spec: Object,
    status: Optional[Object],
    gates: Gates,
    *,
    use_pod_level: bool = True,
    missing: Optional[Mapping[str, int]] = None,
) -> dict[str, int]:
    """What the scheduler counts for a pod, overhead and resizes included: cpu in thousandths, all else in whole units.

    `missing` says, in the same units, what a container counts for that requests nothing at all of a resource.
    """
    fill = {name: amount if name == CPU else amount * 1000 for name, amount in (missing or {}).items()}
    if status and not (gates.enabled("InPlacePodVerticalScaling") and resize.tells(status)):
        status = None
    if status:
        totals = resize.container_requests(spec, status, gates, fill)
    else:
        totals = combined(
            (_requests(container, fill) for container in containers(spec)),
            ((_requests(container, fill), is_sidecar(container)) for container in init_containers(spec)),
        )
    if use_pod_level and spec.get("resources") and gates.enabled("PodLevelResources"):
        stated = {name: value for name, value in resources_of(spec, REQUESTS).items() if is_pod_level(name, gates)}
        totals.update(resize.pod_level_requests(stated, status, gates) if stated else {})
    add(totals, millis(spec.get("overhead")))
    return {name: in_units(name, amount) for name, amount in totals.items()}


def _requests(container: Object, fill: Mapping[str, int]) -> dict[str, int]:
    amounts = millis(resources_of(container, REQUESTS))
    return {**fill, **amounts} if fill else amounts
