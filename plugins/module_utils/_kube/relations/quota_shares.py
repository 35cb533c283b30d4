# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the pods of the input count for in a quota. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple, Optional

from ..objects import HOSTNAME
from ..quantity import Quantity
from ..selectors import EVERYTHING
from .autoscalers import Autoscaler, bounds_of, by_target, place_of_member, scaled_by_others
from .crowding import domains_of
from .entries import Member
from .quotas import Quota, counts, usage
from .view import View

RUNS = frozenset(["CronJob", "Job"])
"""Kinds whose pods go when they are done, so that one waits for another."""


class Share(NamedTuple):
    """A workload within a quota: what one pod counts for, and how many there are at the least and at most."""

    member: Member
    of_one: Mapping[str, Quantity]
    fewest: int
    most: int
    autoscaler: Optional[Autoscaler]

    @property
    def is_steady(self) -> bool:
        """Whether its pods stay."""
        return self.member.ref.kind not in RUNS


class Shares:
    """The shares of the input's workloads in quotas."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._scaled = by_target(view)
        self._others = scaled_by_others(view)

    def of(self, quota: Quota) -> Iterator[Share]:
        """Those that count in a quota, in the order of the input; of an object that is there twice, the last."""
        view = self._view
        for member in view.pods.selected(quota.namespace, EVERYTHING):
            is_last = not member.entry.name or view.identities[member.entry.identity] is member.entry
            if not is_last or member.ref.kind == "PodTemplate":
                continue
            spec = view.admitted(member)
            if counts(quota, spec, view.gates):
                of_one = {name: each for name, each in usage(spec, view.gates).items() if name in quota.hard}
                autoscaler = self._scaled.get(place_of_member(member))
                yield Share(member, of_one, *self.bounds(member), autoscaler)

    def bounds(self, member: Member) -> tuple[int, int]:
        """How many pods of the member there are at least and at most; none where another kind of autoscaler decides."""
        if (member.namespace, member.ref.name) in self._others:
            return 0, 0
        if member.replicas is None:
            nodes = domains_of(self._view, member, HOSTNAME) if self._view.cluster else 0
            return nodes or 0, nodes or 0
        return bounds_of(member, self._scaled.get(place_of_member(member)))

    def used(self, quota: Quota) -> Mapping[str, Quantity]:
        """What pods of others use, as far as the cluster tells it: nothing where some of the input may run there."""
        members = self._view.pods.selected(quota.namespace, EVERYTHING)
        is_new = self._view.gives("Pod") and not any(self._view.may_run_already(member) for member in members)
        return quota.used if is_new else {}
