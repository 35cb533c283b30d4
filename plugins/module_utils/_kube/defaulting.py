# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the API server fills into a pod before anything looks at it. Private to this collection.

Kubernetes `pkg/apis/core/v1/defaults.go`, `pkg/api/pod/util.go` DefaultPodLevelResources and
`pkg/registry/core/pod/strategy.go` (1.28 - 1.37), as far as quality of service, placement, eviction and their
validation depend on it. Only what changes is copied.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any

from .limit_ranges import LimitRange, with_defaults
from .quantity import parse
from .releases import Gates
from .requests import aggregate
from .resource_names import is_hugepages, is_overcommit_allowed, is_pod_level
from .resources import LIMITS, REQUESTS, every_container, resources_of

Spec = Mapping[str, Any]

_ROLES = ("initContainers", "containers")
_POD_SPEC = {
    "restartPolicy": "Always",
    "schedulerName": "default-scheduler",
    "terminationGracePeriodSeconds": 30,
    "dnsPolicy": "ClusterFirst",
}


def default_pod_spec(
    spec: Spec, gates: Gates, *, template: bool = False, limit_ranges: Sequence[LimitRange] = ()
) -> dict[str, Any]:
    """The specification as it is stored: fields of gates that are off dropped, then defaults in upstream's order.

    In a `template` only what holds for every pod specification is filled in; requests from limits, host ports and the
    pod level come when the pod itself is created, and so do the defaults of a namespace's `limit_ranges`. The types of
    the fields are expected to be right.
    """
    result = _without_disabled(spec, gates)
    for name, value in _POD_SPEC.items():
        if result.get(name) in (None, ""):
            result[name] = value
    _each_container(result, _with_protocols)
    late = gates.enabled("PodLevelResourcesFixDefaulting")
    if not template:
        _each_container(result, _with_requests_from_limits)
        if result.get("hostNetwork"):
            _each_container(result, _with_host_ports)
        if not late:
            _default_pod_level(result, gates)
    _each_container(result, _with_rounded_resources)
    for name, rounded in (("overhead", _rounded), ("resources", _rounded_requirements)):
        if result.get(name):
            result[name] = rounded(result[name])
    if limit_ranges and not template:
        _each_container(result, lambda container: with_defaults(container, limit_ranges))
    if late and not template:
        _default_pod_level(result, gates)
    return result


def _without_disabled(spec: Spec, gates: Gates) -> dict[str, Any]:
    """The specification without nulls and fields whose gate is off (strategy.go, dropDisabledFields)."""
    result = {name: value for name, value in spec.items() if value is not None}
    if "resources" in result and not gates.enabled("PodLevelResources"):
        del result["resources"]
    for name in _ROLES:
        if None in result.get(name, ()):
            result[name] = [container or {} for container in result[name]]
    if "initContainers" in result and not gates.enabled("SidecarContainers"):
        result["initContainers"] = [
            {name: value for name, value in container.items() if name != "restartPolicy"}
            for container in result["initContainers"]
        ]
    return dict(without_image_volumes(result, gates))


def without_image_volumes(spec: Spec, gates: Gates) -> Spec:
    """Without the volumes of images, and what mounts them, while they are off (util.go, dropImageVolumes)."""
    if gates.enabled("ImageVolume") or not gates.has("image volumes are known"):
        return spec
    volumes = spec.get("volumes") or ()
    dropped = {volume.get("name") for volume in volumes if (volume or {}).get("image") is not None}
    if not dropped:
        return spec
    result = {**spec, "volumes": [volume for volume in volumes if (volume or {}).get("image") is None]}
    for role in (*_ROLES, "ephemeralContainers"):
        if result.get(role):
            result[role] = [_without_mounts(container or {}, dropped) for container in result[role]]
    return result


def _without_mounts(container: Spec, names: Container[object]) -> Spec:
    mounts = container.get("volumeMounts") or ()
    kept = [mount for mount in mounts if (mount or {}).get("name") not in names]
    return container if len(kept) == len(mounts) else {**container, "volumeMounts": kept}


def _each_container(spec: dict[str, Any], change: Callable[[Spec], Spec]) -> None:
    for name in _ROLES:
        before = spec.get(name)
        if before:
            after = [change(container) for container in before]
            if any(new is not old for new, old in zip(after, before)):
                spec[name] = after


def _with_protocols(container: Spec) -> Spec:
    return _with_ports(container, lambda port: {} if port.get("protocol") else {"protocol": "TCP"})


def _with_host_ports(container: Spec) -> Spec:
    return _with_ports(container, lambda port: {} if port.get("hostPort") else {"hostPort": port.get("containerPort")})


def _with_ports(container: Spec, missing: Callable[[Spec], Spec]) -> Spec:
    ports = [port or {} for port in container.get("ports") or ()]
    changes = [missing(port) for port in ports]
    if not any(changes):
        return container
    return {**container, "ports": [{**port, **change} for port, change in zip(ports, changes)]}


def _with_requests_from_limits(container: Spec) -> Spec:
    """Every limit without a request is the request as well; an explicit zero is a request (SetDefaults_Pod)."""
    limits = resources_of(container, LIMITS)
    requests = resources_of(container, REQUESTS)
    missing = {name: value for name, value in limits.items() if name not in requests}
    if not missing:
        return container
    return {**container, "resources": {**container["resources"], REQUESTS: {**requests, **missing}}}


def _with_rounded_resources(container: Spec) -> Spec:
    resources = container.get("resources")
    rounded = _rounded_requirements(resources) if resources else resources
    return container if rounded is resources else {**container, "resources": rounded}


def _rounded_requirements(resources: Spec) -> Spec:
    changes = {}
    for kind in (REQUESTS, LIMITS):
        amounts = resources.get(kind)
        if amounts:
            rounded = _rounded(amounts)
            if rounded is not amounts:
                changes[kind] = rounded
    return {**resources, **changes} if changes else resources


def _rounded(amounts: Spec) -> Spec:
    """The resource list rounded up to thousandths (SetDefaults_ResourceList)."""
    changes = {}
    for name, value in amounts.items():
        quantity = parse(value)
        rounded = quantity.rounded_to_milli()
        if rounded is not quantity:
            changes[name] = rounded.canonical()
    return {**amounts, **changes} if changes else amounts


def _default_pod_level(spec: dict[str, Any], gates: Gates) -> None:
    """Fills the pod level's requests and limits from the containers', where the pod level says anything at all."""
    stated = spec.get("resources") or {}
    requests, limits = dict(stated.get(REQUESTS) or {}), dict(stated.get(LIMITS) or {})
    if not requests and not limits:
        return
    for name, amount in aggregate(spec, LIMITS).items():
        if is_hugepages(name) and is_pod_level(name, gates) and name not in requests:
            limits.setdefault(name, amount.canonical())
    fixed = gates.enabled("PodLevelResourcesFixDefaulting")
    if fixed or limits:
        _default_pod_level_requests(spec, requests, limits, gates)
    if fixed:
        _default_pod_level_limits(spec, requests, limits, gates)
    changed = {REQUESTS: requests, LIMITS: limits}
    spec["resources"] = {**stated, **{kind: amounts for kind, amounts in changed.items() if amounts}}


def _default_pod_level_requests(spec: Spec, requests: dict[str, Any], limits: Mapping[str, Any], gates: Gates) -> None:
    for name, amount in aggregate(spec, REQUESTS).items():
        if is_pod_level(name, gates) and is_overcommit_allowed(name):
            requests.setdefault(name, amount.canonical())
    for name, value in limits.items():
        if is_pod_level(name, gates):
            requests.setdefault(name, value)


def _default_pod_level_limits(spec: Spec, requests: Mapping[str, Any], limits: dict[str, Any], gates: Gates) -> None:
    """Only where every container has a limit, and then at least the request (1.37, defaultPodLevelLimits)."""
    wanted = [name for name in requests if name not in limits and is_pod_level(name, gates)]
    wanted = [name for name in wanted if all(name in resources_of(each, LIMITS) for each in every_container(spec))]
    if not wanted:
        return
    aggregated = aggregate(spec, LIMITS)
    for name in wanted:
        amount = aggregated.get(name)
        if amount is not None:
            limits[name] = max(amount, parse(requests[name])).canonical()
