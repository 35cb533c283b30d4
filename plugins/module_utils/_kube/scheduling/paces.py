# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""How fast the strategy of a workload lets its pods be replaced. Private to this collection.

KK pkg/controller/deployment/util, statefulset/stateful_set_control.go and daemon/util (1.28 - 1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Optional

from ..objects import integer, mapping, text, whole
from ..releases import Gates
from ..selectors import go_integer
from ..workloads import PodTemplateRef


class Pace(NamedTuple):
    """How many pods a rollout may have more than wanted, and how many fewer may be ready."""

    surge: int
    unavailable: int


def pace_of(ref: PodTemplateRef) -> Pace:
    """A Deployment's strategy in pods: surge rounds up, unavailable down, and both zero makes one unavailable."""
    wanted = ref.replicas or 0
    strategy = mapping(mapping(ref.owner.get("spec")).get("strategy"))
    if strategy.get("type") == "Recreate":
        return Pace(0, wanted)
    rolling = mapping(strategy.get("rollingUpdate"))
    surge = share_of(wanted, rolling.get("maxSurge", "25%"), up=True)
    unavailable = share_of(wanted, rolling.get("maxUnavailable", "25%"), up=False)
    return Pace(surge, unavailable if surge or unavailable else 1)


def pace_of_daemons(ref: PodTemplateRef, nodes: int) -> Optional[Pace]:
    """A DaemonSet's strategy on so many nodes: both round up; None where pods are replaced as they are deleted."""
    strategy = _update_strategy(ref)
    if strategy.get("type") == "OnDelete":
        return None
    rolling = mapping(strategy.get("rollingUpdate"))
    surge = share_of(nodes, rolling.get("maxSurge", 0), up=True)
    unavailable = share_of(nodes, rolling.get("maxUnavailable", 1), up=True)
    return Pace(surge, unavailable if surge or unavailable else 1)


def pace_of_ordinals(ref: PodTemplateRef, gates: Gates) -> Optional[Pace]:
    """A StatefulSet's strategy: one at a time, or as many as the gate lets it say; None as with daemons."""
    strategy, wanted = _update_strategy(ref), ref.replicas or 0
    if strategy.get("type") == "OnDelete":
        return None
    if strategy.get("type") == "Recreate" and gates.enabled("StatefulSetRecreateStrategy"):
        return Pace(0, wanted)
    if not gates.enabled("MaxUnavailableStatefulSet"):
        return Pace(0, 1)
    stated = mapping(strategy.get("rollingUpdate")).get("maxUnavailable", 1)
    return Pace(0, max(1, share_of(wanted, stated, up=False)))


def first_updated(ref: PodTemplateRef) -> int:
    """How many pods of a StatefulSet keep their revision: those whose number is below the partition."""
    return whole(mapping(_update_strategy(ref).get("rollingUpdate")).get("partition"))


def share_of(wanted: int, value: object, *, up: bool) -> int:
    """A number of pods that is stated as such or in hundredths of those wanted (GetScaledValueFromIntOrPercent)."""
    number = integer(value)
    if number is not None:
        return number
    hundredths = wanted * (go_integer(text(value).rstrip("%")) or 0)
    return -(-hundredths // 100) if up else hundredths // 100


def _update_strategy(ref: PodTemplateRef) -> Mapping[str, Any]:
    return mapping(mapping(ref.owner.get("spec")).get("updateStrategy"))
