# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Resource lists of pods: read, added up and compared. Private to this collection.

Amounts are either quantities, where their text matters, or integers in thousandths, where only their size
does; both are exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Optional, TypeVar

from .amount import MAX_INT64, ten_to
from .quantity import Quantity, parse
from .resource_names import CPU

Amount = TypeVar("Amount", int, Quantity)
Object = Mapping[str, Any]

REQUESTS, LIMITS = "requests", "limits"


def combined(
    regular: Iterable[Mapping[str, Amount]], initial: Iterable[tuple[Mapping[str, Amount], bool]]
) -> dict[str, Amount]:
    """The larger of what runs together and the highest moment of the start, for each resource.

    `initial` tells of each init container in order whether it is a sidecar: a sidecar stays for all that follow
    (component-helpers `resource/helpers.go` aggregateContainerResourcesByFn; KEP-753).
    """
    running: dict[str, Amount] = {}
    sidecars: dict[str, Amount] = {}
    peak: dict[str, Amount] = {}
    for amounts in regular:
        add(running, amounts)
    for amounts, sidecar in initial:
        if sidecar:
            add(running, amounts)
            add(sidecars, amounts)
            maximize(peak, sidecars)
        elif sidecars:
            moment = dict(amounts)
            add(moment, sidecars)
            maximize(peak, moment)
        else:
            maximize(peak, amounts)
    maximize(running, peak)
    return running


def add(totals: dict[str, Amount], amounts: Mapping[str, Amount]) -> None:
    """Adds each amount to its total."""
    for name, amount in amounts.items():
        totals[name] = totals[name] + amount if name in totals else amount


def maximize(totals: dict[str, Amount], amounts: Mapping[str, Amount]) -> None:
    """Raises each total to at least its amount."""
    for name, amount in amounts.items():
        if name not in totals or amount > totals[name]:
            totals[name] = amount


def quantities(resources: Optional[Object]) -> dict[str, Quantity]:
    """A resource list with its quantities parsed."""
    return {name: parse(value) for name, value in resources.items()} if resources else {}


def millis(resources: Optional[Object]) -> dict[str, int]:
    """A resource list in thousandths."""
    return {name: in_millis(value) for name, value in resources.items()} if resources else {}


def in_millis(value: object) -> int:
    """A quantity in thousandths, rounded away from zero as API defaulting does, and not cut to int64."""
    return _text_in_millis(value) if isinstance(value, str) else _in_millis(parse(value))


@lru_cache(maxsize=16384)
def _text_in_millis(text: str) -> int:
    return _in_millis(parse(text))


def _in_millis(quantity: Quantity) -> int:
    rounded = quantity.rounded_to_milli()
    return rounded.mantissa * ten_to(min(rounded.exponent + 3, 400))


def in_units(name: str, thousandths: int) -> int:
    """An amount as the scheduler counts it, rounded up: cpu in thousandths, all else whole; within int64."""
    return min(thousandths if name == CPU else -(-thousandths // 1000), MAX_INT64)


def resources_of(holder: Object, kind: str) -> Object:
    """The requests or limits of a container, a pod specification or a status; empty where there are none."""
    return (holder.get("resources") or {}).get(kind) or {}


def containers(spec: Object) -> Sequence[Object]:
    """The regular containers."""
    return _without_nulls(spec.get("containers") or ())


def init_containers(spec: Object) -> Sequence[Object]:
    """The init containers in order, sidecars among them."""
    return _without_nulls(spec.get("initContainers") or ())


def every_container(spec: Object) -> Iterator[Object]:
    """Init containers, then regular ones: the order in which upstream visits them."""
    yield from init_containers(spec)
    yield from containers(spec)


def _without_nulls(entries: Sequence[Any]) -> Sequence[Object]:
    return [entry or {} for entry in entries] if None in entries else entries


def is_sidecar(container: Object) -> bool:
    """Whether an init container keeps running beside the regular ones."""
    return container.get("restartPolicy") == "Always"
