# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Requests of running pods whose resources are being resized. Private to this collection.

component-helpers `resource/helpers.go` with UseStatusResources: until 1.36 each container counts the largest of what is
specified, allocated and actuated; from 1.37 on these three are added up apart and the totals are compared. Amounts are
in thousandths.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Optional

from .releases import Gates
from .resource_names import is_pod_level
from .resources import (
    REQUESTS,
    Object,
    combined,
    containers,
    init_containers,
    is_sidecar,
    maximize,
    millis,
    resources_of,
)

Amounts = dict[str, int]
Reader = Callable[[Object, Optional[Object]], Mapping[str, Any]]

_TELLING = ("allocatedResources", "resources")
_STATUSES = ("containerStatuses", "initContainerStatuses")
_POD_LEVEL_GATE = "InPlacePodLevelResourcesVerticalScaling"


def tells(status: Optional[Object]) -> bool:
    """Whether a pod's status says anything that changes what the pod counts for."""
    if not status:
        return False
    if status.get("allocatedResources") is not None or status.get("resources") is not None or is_infeasible(status):
        return True
    return any(name in entry for entry in _container_statuses(status) for name in _TELLING)


def relevant(status: Object) -> dict[str, Any]:
    """What of a pod's status changes what the pod counts for; nothing where nothing does."""
    if not tells(status):
        return {}
    pending = [each for each in status.get("conditions") or () if each.get("type") == "PodResizePending"]
    of_pod = {name: status[name] for name in _TELLING if name in status}
    of_containers = {
        kind: [{name: entry[name] for name in ("name", *_TELLING) if name in entry} for entry in status.get(kind) or ()]
        for kind in _STATUSES
    }
    return {**of_pod, **of_containers, "conditions": pending}


def is_infeasible(status: Object) -> bool:
    """Whether the kubelet has found the pending resize impossible: the specification doesn't count then."""
    for condition in status.get("conditions") or ():
        if condition.get("type") == "PodResizePending":
            return bool(condition.get("reason") == "Infeasible")
    return False


def container_requests(spec: Object, status: Object, gates: Gates, fill: Mapping[str, int]) -> Amounts:
    """The containers' requests together; `fill` stands in for what a container requests nothing of."""
    if not gates.has("resize compares totals"):
        return _total(spec, status, fill, _largest_reader(is_infeasible(status)), every_init=False)
    infeasible = is_infeasible(status)
    allocated, actuated = status.get("allocatedResources"), (status.get("resources") or {}).get(REQUESTS)
    if gates.enabled(_POD_LEVEL_GATE) and allocated is not None and actuated is not None:
        totals, other = millis(allocated), millis(actuated)
    else:
        totals = _total(spec, status, fill, _allocated_reader(infeasible), every_init=True)
        other = _total(spec, status, fill, _actuated_reader(infeasible), every_init=True)
    maximize(totals, other)
    if not infeasible:
        maximize(totals, _total(spec, {}, fill, _specified, every_init=True))
    return totals


def pod_level_requests(stated: Object, status: Optional[Object], gates: Gates) -> Amounts:
    """The pod level's requests; `stated` are those of the specification that the pod level supports."""
    if not status or status.get("resources") is None or not gates.enabled(_POD_LEVEL_GATE):
        return millis(stated)
    totals: Amounts = {} if is_infeasible(status) else millis(stated)
    maximize(totals, millis(resources_of(status, REQUESTS)))
    maximize(totals, millis(status.get("allocatedResources")))
    if gates.has("resize compares totals"):
        return {name: amount for name, amount in totals.items() if is_pod_level(name, gates)}
    return {name: totals.get(name, 0) for name in stated}


def _total(spec: Object, status: Object, fill: Mapping[str, int], read: Reader, *, every_init: bool) -> Amounts:
    found = {entry.get("name"): entry for entry in reversed(list(_container_statuses(status)))}

    def amounts(container: Object, told: bool = True) -> Amounts:
        requests = millis(read(container, found.get(container.get("name")) if told else None))
        return {**fill, **requests} if fill else requests

    return combined(
        (amounts(container) for container in containers(spec)),
        (
            (amounts(container, every_init or is_sidecar(container)), is_sidecar(container))
            for container in init_containers(spec)
        ),
    )


def _container_statuses(status: Object) -> Iterator[Object]:
    for kind in _STATUSES:
        yield from status.get(kind) or ()


def _specified(container: Object, _status: Optional[Object]) -> Object:
    return resources_of(container, REQUESTS)


def _allocated_reader(infeasible: bool) -> Reader:
    def read(container: Object, status: Optional[Object]) -> Object:
        if status is not None and status.get("allocatedResources") is not None:
            return dict(status["allocatedResources"])
        return {} if infeasible else resources_of(container, REQUESTS)

    return read


def _actuated_reader(infeasible: bool) -> Reader:
    allocated = _allocated_reader(infeasible)

    def read(container: Object, status: Optional[Object]) -> Object:
        requests = (status.get("resources") or {}).get(REQUESTS) if status is not None else None
        return requests if requests is not None else allocated(container, status)

    return read


def _largest_reader(infeasible: bool) -> Reader:
    def read(container: Object, status: Optional[Object]) -> Object:
        if status is None or status.get("resources") is None:
            return resources_of(container, REQUESTS)
        largest: dict[str, Any] = {} if infeasible else dict(resources_of(container, REQUESTS))
        for told in (resources_of(status, REQUESTS), status.get("allocatedResources") or {}):
            for name, value in told.items():
                if name not in largest or millis({name: value})[name] > millis({name: largest[name]})[name]:
                    largest[name] = value
        return largest

    return read
