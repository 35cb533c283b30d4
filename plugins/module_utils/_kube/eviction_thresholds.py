# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""How far a threshold of the kubelet is from what it observes. Private to this collection.

Kubernetes `pkg/kubelet/eviction` helpers.go makeSignalObservations, parseThresholdStatement, evictionMessage and
api/types.go GetThresholdQuantity (1.28 - 1.37); `pkg/kubelet/server/stats/summary.go` adjustForHugePages (1.37).
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Any, NamedTuple, Optional

from .errors import Problem
from .quantity import BINARY_SI, DECIMAL_SI, Quantity, QuantityError, parse

Object = Mapping[str, Any]

MEMORY_AVAILABLE = "memory.available"
_EXPECTED = "a quantity such as 100Mi, or a percentage such as 10%"
_FILE_SYSTEMS = {"nodefs": ("fs",), "imagefs": ("runtime", "imageFs"), "containerfs": ("runtime", "containerFs")}


class Observed(NamedTuple):
    """What the kubelet sees of a signal: how much is left, and of how much; the latter may be unknown."""

    available: Quantity
    capacity: Optional[Quantity]

    def without(self, hugepages: int) -> Observed:
        """The same memory when huge pages are not counted as available (gate HugepageAwareEviction)."""
        reserved = Quantity(hugepages, format_=BINARY_SI)
        return Observed(
            _rest(self.available, reserved), None if self.capacity is None else _rest(self.capacity, reserved)
        )


class Threshold(NamedTuple):
    """A threshold as an amount, beside what is observed."""

    quantity: Quantity
    available: Quantity

    @property
    def text(self) -> str:
        """The sentence in the status of a pod that is evicted for it."""
        return f"Threshold quantity: {self.quantity.canonical()}, available: {self.available.canonical()}. "

    def told(self) -> dict[str, Any]:
        return {
            "quantity": self.quantity.canonical(),
            "available": self.available.canonical(),
            "met": self.available < self.quantity,
        }


def observed_in(summary: object, signal: str) -> Optional[Observed]:
    """What the kubelet's summary tells of the signal, or None."""
    node = _mapping(_mapping(summary).get("node"))
    place, dummy, kind = signal.partition(".")
    if place == "pid":
        limit = _mapping(node.get("rlimit"))
        most, running = _number(limit.get("maxpid")), _number(limit.get("curproc"))
        return None if most is None or running is None else _observed(most - running, most, DECIMAL_SI)
    if place in ("memory", "allocatableMemory"):
        memory = _mapping((node if place == "memory" else _pods_of(node)).get("memory"))
        available, working = _number(memory.get("availableBytes")), _number(memory.get("workingSetBytes"))
        return None if available is None or working is None else _observed(available, available + working, BINARY_SI)
    found = node
    for name in _FILE_SYSTEMS.get(place, ("",)):
        found = _mapping(found.get(name))
    inodes = kind == "inodesFree"
    left = _number(found.get("inodesFree" if inodes else "availableBytes"))
    whole = _number(found.get("inodes" if inodes else "capacityBytes"))
    return None if left is None or whole is None else _observed(left, whole, DECIMAL_SI if inodes else BINARY_SI)


def stated(value: object, problems: list[Problem]) -> Optional[Observed]:
    """The observation in the option `observed`; None where there is none, or where it has mistakes."""
    if value is None:
        return None
    found: dict[str, Optional[Quantity]] = {}
    for name in ("available", "capacity"):
        amount = _mapping(value).get(name)
        try:
            found[name] = None if amount is None else parse(amount)
        except QuantityError as error:
            problems.append(Problem(f"observed.{name}", f'"{amount}": {error}', "a quantity such as 100Mi"))
    available = found.get("available")
    return None if available is None else Observed(available, found.get("capacity"))


def threshold_of(text: str, observed: Optional[Observed], problems: list[Problem]) -> Optional[Threshold]:
    """The kubelet's threshold, a quantity or a percentage of the capacity; None after a mistake."""
    if observed is None:
        problems.append(
            Problem("threshold", f'"{text}" without an observation', "observed, or stats_summary with its node")
        )
        return None
    if not text.endswith("%"):
        try:
            return Threshold(parse(text), observed.available)
        except QuantityError as error:
            problems.append(Problem("threshold", f'"{text}": {error}', _EXPECTED))
            return None
    try:
        percentage = _float32(_float32(float(text[:-1])) / 100)
    except (OverflowError, ValueError):
        percentage = -1.0
    if not 0 <= percentage <= 1:
        problems.append(Problem("threshold", f'"{text}" is no percentage', _EXPECTED))
        return None
    if observed.capacity is None:
        problems.append(Problem("observed.capacity", "not set", f"the capacity of which {text} are taken"))
        return None
    amount = int(float(observed.capacity.value()) * percentage)
    return Threshold(Quantity(amount, format_=BINARY_SI), observed.available)


def _observed(available: int, capacity: int, format_: str) -> Observed:
    return Observed(Quantity(available, format_=format_), Quantity(capacity, format_=format_))


def _rest(amount: Quantity, taken: Quantity) -> Quantity:
    left = amount - taken
    return left if left.sign() > 0 else Quantity(0, format_=BINARY_SI)


def _pods_of(node: Object) -> Object:
    """The cgroup of all pods, which the summary lists among the system's containers."""
    listed = node.get("systemContainers")
    entries = listed if isinstance(listed, list) else []
    return next((entry for entry in map(_mapping, entries) if entry.get("name") == "pods"), {})


def _mapping(value: object) -> Object:
    return value if isinstance(value, Mapping) else {}


def _number(value: object) -> Optional[int]:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _float32(value: float) -> float:
    """Percentages are kept in 32 bits."""
    return float(struct.unpack("f", struct.pack("f", value))[0])
