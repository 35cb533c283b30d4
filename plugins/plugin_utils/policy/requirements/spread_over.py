# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""`spread_over`: whether the replicas are kept apart by the values of a node label."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ansible_collections.quorum.kube.plugins.module_utils._kube.selectors import (
    SelectorError,
    label_selector,
    selects,
)

from ..reader import Reader, within
from .requirement import Breach, Workload

KEYS = ("key", "preferred")


class SpreadOver(NamedTuple):
    """Workloads with several replicas have a rule of their own that keeps them apart by the label.

    A topology spread constraint or a pod anti-affinity term that selects the pod itself; a preferred one counts only
    where the policy says so. Workloads of one replica and DaemonSets have nothing to keep apart.
    """

    key: str
    preferred: bool
    losses: frozenset[int] = frozenset()

    def breaches(self, workload: Workload) -> Iterator[Breach]:
        """One, at the place where the constraint would stand."""
        if workload.replicas is None or workload.replicas < 2 or self._is_spread(workload):
            return
        yield Breach(
            f"{workload.replicas} replicas may all run in one {self.key}",
            f"add a topologySpreadConstraint with topologyKey {self.key}, whenUnsatisfiable "
            f"{'ScheduleAnyway' if self.preferred else 'DoNotSchedule'} and the workload's own labels",
            f"{workload.spec_path}.topologySpreadConstraints",
        )

    def _is_spread(self, workload: Workload) -> bool:
        return any(
            rule.get("topologyKey") == self.key and _selects(rule.get("labelSelector"), workload.labels)
            for rule in self._rules(workload.spec)
        )

    def _rules(self, spec: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
        for constraint in _mappings(spec.get("topologySpreadConstraints")):
            if self.preferred or constraint.get("whenUnsatisfiable") == "DoNotSchedule":
                yield constraint
        affinity = _mapping(_mapping(spec.get("affinity")).get("podAntiAffinity"))
        yield from _mappings(affinity.get("requiredDuringSchedulingIgnoredDuringExecution"))
        if self.preferred:
            for term in _mappings(affinity.get("preferredDuringSchedulingIgnoredDuringExecution")):
                yield _mapping(term.get("podAffinityTerm"))


def _selects(selector: Any, labels: Mapping[str, Any]) -> bool:
    """Whether a label selector selects the labels; an absent one selects nothing (API reference, LabelSelector)."""
    if not isinstance(selector, Mapping):
        return False
    try:
        return selects(label_selector(selector), {str(key): str(value) for key, value in labels.items()})
    except SelectorError:
        return False


def read(reader: Reader, value: Any, place: str) -> SpreadOver | None:
    """A label, or a mapping of `key` and `preferred`."""
    if not isinstance(value, Mapping):
        key = reader.text(value, place)
        return SpreadOver(key, False) if key else None
    reader.mapping(value, place, KEYS)
    key = reader.text(value.get("key"), within(place, "key"))
    preferred = value.get("preferred", False)
    if not isinstance(preferred, bool):
        reader.mistake(within(place, "preferred"), f"{preferred!r} found", "true or false")
    return SpreadOver(key, preferred is True) if key else None


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _mappings(value: Any) -> Sequence[Mapping[str, Any]]:
    return [each for each in value if isinstance(each, Mapping)] if isinstance(value, list) else []
