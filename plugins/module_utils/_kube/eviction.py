# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""In which order the kubelet evicts pods when its node runs short, and why. Private to this collection.

Kubernetes `pkg/kubelet/eviction/helpers.go` rankMemoryPressure, rankDiskPressureFunc, rankPIDPressure and
buildSignalToRankFunc (1.28 - 1.37). The quality of service class is no key of it. Equal pods stay in the order given,
where the kubelet's own order is unspecified.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Optional

from .quantity import BINARY_SI, DECIMAL_SI, Quantity, parse
from .releases import Gates
from .requests import aggregate, is_pod_level_set, pod_level
from .resource_names import EPHEMERAL_STORAGE, MEMORY
from .resources import REQUESTS
from .usage import LOGS, ROOTFS, VOLUMES, Usage

Object = Mapping[str, Any]

MEMORY_SIGNALS = ("memory.available", "allocatableMemory.available")
PID_SIGNALS = ("pid.available",)
DISK_SIGNALS = ("nodefs.available", "imagefs.available", "containerfs.available")
INODE_SIGNALS = ("nodefs.inodesFree", "imagefs.inodesFree", "containerfs.inodesFree")
SIGNALS = (*MEMORY_SIGNALS, *DISK_SIGNALS, *INODE_SIGNALS, *PID_SIGNALS)

CRITICAL_PRIORITY = 2_000_000_000
_SYSTEM_PRIORITIES = {"system-cluster-critical": 2_000_000_000, "system-node-critical": 2_000_001_000}

_EVERYWHERE = (ROOTFS, LOGS, VOLUMES)


class Layout(NamedTuple):
    """How a node's disks are divided: images and containers apart from the rest, or only the images."""

    dedicated_image_fs: bool = False
    split_image_fs: bool = False

    def measured(self, signal: str) -> tuple[str, ...]:
        """What of a pod's usage a disk signal measures."""
        if not self.dedicated_image_fs:
            return _EVERYWHERE
        of_images = signal.startswith("imagefs") or (signal.startswith("containerfs") and not self.split_image_fs)
        if self.split_image_fs:
            return () if of_images else _EVERYWHERE
        return (ROOTFS,) if of_images else (LOGS, VOLUMES)


class Candidate(NamedTuple):
    """A running pod: its defaulted specification and what it uses, None where the kubelet has no numbers."""

    namespace: str
    name: str
    spec: Object
    metadata: Object
    usage: Optional[Usage]
    summary: Optional[Object] = None
    """The pod's entry in the kubelet's summary, where the usage comes from one."""


class Place(NamedTuple):
    """A pod's place in the order with its reason."""

    candidate: Candidate
    reason: str


class _Rank(NamedTuple):
    key: tuple[int, ...]
    reason: str


def ranked(candidates: Iterable[Candidate], signal: str, layout: Layout, gates: Gates) -> list[Place]:
    """The pods that a met threshold of the signal may evict, first evicted first; critical ones never are."""
    ranks = [(_rank(each, signal, layout, gates), each) for each in candidates if not is_critical(each)]
    ranks.sort(key=lambda entry: entry[0].key)
    return [Place(candidate, rank.reason) for rank, candidate in ranks]


def starved_resource(signal: str) -> str:
    """The resource that a signal tells to be short (signalToResource)."""
    for signals, resource in (
        (MEMORY_SIGNALS, MEMORY),
        (PID_SIGNALS, "pids"),
        (INODE_SIGNALS, "inodes"),
        (DISK_SIGNALS, EPHEMERAL_STORAGE),
    ):
        if signal in signals:
            return resource
    return ""


def threshold_order(signals: Sequence[str]) -> list[str]:
    """In which order thresholds that are met together are handled: memory first, the rest is unspecified (as given)."""
    return sorted(signals, key=lambda signal: signal not in MEMORY_SIGNALS)


def is_critical(candidate: Candidate) -> bool:
    """Whether the kubelet never evicts the pod: static ones, mirrors, and the highest priorities (IsCriticalPod)."""
    annotations = candidate.metadata.get("annotations") or {}
    source = annotations.get("kubernetes.io/config.source", "api")
    return source != "api" or "kubernetes.io/config.mirror" in annotations or priority(candidate) >= CRITICAL_PRIORITY


def priority(candidate: Candidate) -> int:
    """The pod's priority; that of the system's own classes is known without their objects."""
    value = candidate.spec.get("priority")
    if value is None:
        return _SYSTEM_PRIORITIES.get(str(candidate.spec.get("priorityClassName")), 0)
    return int(value)


def request(spec: Object, name: str, gates: Gates) -> int:
    """What the ranking takes as the pod's request: only the pod level where it is set (GetResourceRequestQuantity)."""
    if is_pod_level_set(spec, gates):
        found = pod_level(spec, REQUESTS, gates).get(name)
    else:
        found = aggregate(spec, REQUESTS).get(name)
    if not found:
        return 0
    return (found + parse((spec.get("overhead") or {}).get(name))).value()


def _rank(candidate: Candidate, signal: str, layout: Layout, gates: Gates) -> _Rank:
    rank = priority(candidate)
    if candidate.usage is None:
        unknown = (rank, 0, 0) if signal in PID_SIGNALS else (0, rank, 0)
        return _Rank(unknown, f"the kubelet knows nothing of its usage; priority {rank}")
    usage = candidate.usage
    if signal in PID_SIGNALS:
        return _Rank((rank, 1, -usage.processes), f"priority {rank}; {usage.processes} processes")
    if signal in INODE_SIGNALS:
        return _inode_rank(candidate, usage, layout.measured(signal), gates)
    if signal in MEMORY_SIGNALS:
        used, asked = usage.memory, request(candidate.spec, MEMORY, gates)
    else:
        used = sum(usage.disk.get(place, 0) for place in layout.measured(signal))
        asked = request(candidate.spec, EPHEMERAL_STORAGE, gates)
    over = used - asked
    told = f"uses {_bytes(used)} and requests {_bytes(asked)}, {_bytes(abs(over))} {'over' if over > 0 else 'within'}"
    return _Rank((1 if over > 0 else 2, rank, -over), f"{told}; priority {rank}")


def _inode_rank(candidate: Candidate, usage: Usage, measured: tuple[str, ...], gates: Gates) -> _Rank:
    """Inodes have no request, so any use exceeds it; the last key takes bytes of storage from them, as upstream."""
    rank = priority(candidate)
    used = sum(usage.inodes.get(place, 0) for place in measured)
    over = used - request(candidate.spec, EPHEMERAL_STORAGE, gates)
    reason = f"uses {Quantity(used, format_=DECIMAL_SI).canonical()} inodes; priority {rank}"
    return _Rank((1 if used > 0 else 2, rank, -over), reason)


def _bytes(number: int) -> str:
    return Quantity(number, format_=BINARY_SI).canonical()
