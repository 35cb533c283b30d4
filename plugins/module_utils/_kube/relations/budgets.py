# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""PodDisruptionBudgets, and how many evictions they leave. Private to this collection.

KK pkg/controller/disruption/disruption.go getExpectedPodCount (1.28 - 1.37): shares of either field round up.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..scheduling.paces import share_of
from ..scheduling.terms import pod_selector
from ..selectors import Selector
from .autoscalers import bounds_of, by_target, place_of_member
from .entries import Entry, Member, Object
from .view import View

GROUP, KIND = "policy", "PodDisruptionBudget"
SCALED = frozenset(["Deployment", "ReplicaSet", "ReplicationController", "StatefulSet"])
"""Kinds whose wanted number of pods a budget finds out."""


class Protected(NamedTuple):
    """The workloads of the input that a budget of the input is about, and their wanted pods at least and at most."""

    entry: Entry
    members: tuple[Member, ...]
    fewest: int
    most: int


def budgets(view: View) -> dict[tuple[str, str], Selector]:
    """The selector of each budget of input and cluster by namespace and name."""
    return {place: pod_selector(_spec(value).get("selector")) for place, value in view.objects(KIND, GROUP).items()}


def protected(view: View) -> Iterator[Protected]:
    """The budgets of the input over workloads whose number of pods is known and not zero."""
    scaled = by_target(view)
    for entry in view.of(KIND):
        if entry.group != GROUP:
            continue
        members = view.selected(entry.namespace, pod_selector(entry.spec.get("selector")))
        if not members or any(member.ref.kind not in SCALED for member in members):
            continue
        bounds = [bounds_of(member, scaled.get(place_of_member(member))) for member in members]
        fewest, most = (sum(numbers) for numbers in zip(*bounds))
        if most:
            yield Protected(entry, members, fewest, most)


def disruptions(spec: Object, wanted: int) -> int:
    """How many of the wanted pods may be evicted at once when all are healthy."""
    if spec.get("maxUnavailable") is not None:
        return min(share_of(wanted, spec["maxUnavailable"], up=True), wanted)
    return max(0, wanted - share_of(wanted, spec.get("minAvailable", 0), up=True))


def _spec(value: Object) -> Object:
    spec = value.get("spec")
    return spec if isinstance(spec, dict) else {}
