# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the kubelet writes into the control groups of a pod and its containers. Private to this collection.

Kubernetes `pkg/kubelet/cm/helpers_linux.go` ResourceConfigForPod, `pkg/kubelet/cm/cpumanager/policy_static.go` and
`pkg/kubelet/kuberuntime/kuberuntime_container_linux.go` (1.28 - 1.37) with the kubelet's default configuration: quotas
of CPU are enforced in periods of 100 ms. What stays unlimited is `max` in version 2 and -1 in version 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Optional, Union

from .qos import BEST_EFFORT, BURSTABLE, GUARANTEED
from .quantity import Quantity, QuantityError, parse
from .releases import Gates
from .requests import is_pod_level_set, pod_limits, pod_requests
from .resource_names import CPU, HUGEPAGES, MEMORY, is_hugepages
from .resources import LIMITS, REQUESTS, every_container, quantities, resources_of

Object = Mapping[str, Any]
Values = dict[str, Union[int, str]]

PERIOD = 100_000
_SMALLEST_QUOTA = 1_000
_SHARES_PER_CPU, _FEWEST_SHARES, _MOST_SHARES = 1024, 2, 262_144
_PAGE = 4096
_THROTTLING = 9, 10
_HUGE_UNITS = ("B", "KB", "MB", "GB", "TB", "PB")


class Node(NamedTuple):
    """What values depend on of the node: its bytes of memory and, where the kubelet allows limited swap, of swap."""

    memory: Optional[int] = None
    swap: Optional[int] = None


def pod_cgroup(spec: Object, qos: str, gates: Gates) -> dict[str, Values]:
    """The values of the pod's own group by version of the control groups."""
    requests, limits = pod_requests(spec, gates), pod_limits(spec, gates)
    cpu = _milli(requests.get(CPU)) if qos != BEST_EFFORT else 0
    quota = _milli(limits.get(CPU)) if _is_limited(spec, qos, CPU, gates) else 0
    memory = _bytes(limits.get(MEMORY)) if _is_limited(spec, qos, MEMORY, gates) else 0
    values = _values(cpu, quota, memory)
    _add_hugepages(values, requests)
    if _reserves_memory(gates) and requests.get(MEMORY):
        values["v2"]["memory.min"] = _bytes(requests[MEMORY])
    return values


def container_cgroup(
    container: Object, spec: Object, qos: str, gates: Gates, node: Node, *, critical: bool = False
) -> dict[str, Values]:
    """The values of a container's group by version; what its own limits leave open, those of the pod level fill."""
    requests, limits = quantities(resources_of(container, REQUESTS)), quantities(resources_of(container, LIMITS))
    pod_level = quantities(resources_of(spec, LIMITS)) if is_pod_level_set(spec, gates) else {}
    cpu_limit = limits.get(CPU) or pod_level.get(CPU)
    memory_limit = limits.get(MEMORY) or pod_level.get(MEMORY)
    asked = requests.get(CPU, cpu_limit)
    values = _values(_milli(asked), _milli(cpu_limit), _bytes(memory_limit))
    _add_hugepages(values, {**pod_level, **limits})
    unified = values["v2"]
    if _reserves_memory(gates):
        _add_memory_qos(unified, _bytes(requests.get(MEMORY)), _bytes(limits.get(MEMORY)))
    if gates.enabled("NodeSwap"):
        swaps = qos == BURSTABLE and not critical
        unified["memory.swap.max"] = (
            _swap(_bytes(requests.get(MEMORY)), _bytes(limits.get(MEMORY)), node) if swaps else 0
        )
    return values


def exclusive_cpus(container: Object, spec: Object, qos: str, gates: Gates) -> int:
    """How many CPUs the CPU manager's static policy gives the container alone: whole ones, in Guaranteed pods."""
    if qos != GUARANTEED:
        return 0
    requests, limits = quantities(resources_of(container, REQUESTS)), quantities(resources_of(container, LIMITS))
    if is_pod_level_set(spec, gates):
        if not gates.enabled("PodLevelResourceManagers"):
            return 0
        if any(not requests.get(name) or requests[name] != limits.get(name) for name in (CPU, MEMORY)):
            return 0
    cpu = requests.get(CPU)
    return cpu.value() if cpu is not None and cpu.value() * 1000 == cpu.milli_value() else 0


def cpu_shares(milli: int) -> int:
    """The weight of a request among its neighbours (MilliCPUToShares)."""
    return max(_FEWEST_SHARES, min(_MOST_SHARES, milli * _SHARES_PER_CPU // 1000))


def cpu_weight(shares: int) -> int:
    """The same in version 2, on the kubelet's straight line from [2, 262144] to [1, 10000] (getCPUWeight)."""
    return 1 + (shares - 2) * 9999 // 262142


def cpu_quota(milli: int) -> int:
    """The microseconds of each period that a limit allows; none without a limit (MilliCPUToQuota)."""
    return max(milli * PERIOD // 1000, _SMALLEST_QUOTA) if milli else 0


def _values(cpu: int, cpu_limit: int, memory_limit: int) -> dict[str, Values]:
    shares, quota = cpu_shares(cpu), cpu_quota(cpu_limit)
    return {
        "v1": {
            "cpu.shares": shares,
            "cpu.cfs_period_us": PERIOD,
            "cpu.cfs_quota_us": quota or -1,
            "memory.limit_in_bytes": memory_limit or -1,
        },
        "v2": {
            "cpu.weight": cpu_weight(shares),
            "cpu.max": f"{quota or 'max'} {PERIOD}",
            "memory.max": memory_limit or "max",
        },
    }


def _is_limited(spec: Object, qos: str, name: str, gates: Gates) -> bool:
    """Whether the pod's group gets a limit: a Burstable pod's only where every container, or the pod level, has one."""
    if qos != BURSTABLE:
        return qos == GUARANTEED
    if is_pod_level_set(spec, gates) and parse(resources_of(spec, LIMITS).get(name)):
        return True
    return all(parse(resources_of(container, LIMITS).get(name)) for container in every_container(spec))


def _add_hugepages(values: dict[str, Values], amounts: Mapping[str, Quantity]) -> None:
    for name, amount in amounts.items():
        size = _page_size(name) if is_hugepages(name) else None
        if size:
            values["v1"][f"hugetlb.{size}.limit_in_bytes"] = amount.value()
            values["v2"][f"hugetlb.{size}.max"] = amount.value()


def _page_size(name: str) -> Optional[str]:
    """The page size as the kernel names it: hugepages-2Mi are 2MB (HugePageUnitSizeFromByteSize)."""
    try:
        size = parse(name[len(HUGEPAGES) :]).value()
    except QuantityError:
        return None
    unit = 0
    while size >= 1024 and unit < len(_HUGE_UNITS) - 1:
        size, unit = size // 1024, unit + 1
    return f"{size}{_HUGE_UNITS[unit]}" if size > 0 else None


def _reserves_memory(gates: Gates) -> bool:
    """Whether memory QoS writes anything but zeros: until 1.36 with its gate, from 1.37 on not by default."""
    return gates.enabled("MemoryQoS") and not gates.has("memory qos needs a policy")


def _add_memory_qos(values: Values, request: int, limit: int) -> None:
    """memory.min, and memory.high, from which on the kernel throttles (KEP-2570 with its default factor 0.9).

    The latter depends on the node's allocatable memory where there is no limit, and is left out then.
    """
    if request:
        values["memory.min"] = request
    if limit and request != limit:
        factor, divisor = _THROTTLING
        high = (request * divisor + (limit - request) * factor) // divisor // _PAGE * _PAGE
        if high > request:
            values["memory.high"] = high


def _swap(request: int, limit: int, node: Node) -> int:
    """The swap of a container that requests less memory than its limit, in proportion to its request (KEP-2400)."""
    if not node.swap or not node.memory or request > node.memory or request == limit:
        return 0
    return int(request / node.memory * node.swap)


def _milli(amount: Optional[Quantity]) -> int:
    return amount.milli_value() if amount is not None else 0


def _bytes(amount: Optional[Quantity]) -> int:
    return amount.value() if amount is not None else 0
