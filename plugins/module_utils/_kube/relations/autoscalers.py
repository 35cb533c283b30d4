# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which workloads are scaled, and between which bounds. Private to this collection.

Defaults: Kubernetes `pkg/apis/autoscaling/v2/defaults.go` (1.28 - 1.37).
"""

from __future__ import annotations

from typing import NamedTuple, Optional

from ..objects import mapping, text, whole
from .entries import Entry, Member, Object
from .view import View

GROUP, KIND = "autoscaling", "HorizontalPodAutoscaler"


class Autoscaler(NamedTuple):
    """A HorizontalPodAutoscaler of the input: its bounds, and the kind, namespace and name of what it scales."""

    entry: Entry
    minimum: int
    maximum: int
    target: tuple[str, str, str]


def autoscalers(view: View) -> list[Autoscaler]:
    """The autoscalers of the input, in order."""
    return [_autoscaler(entry) for entry in view.of(KIND) if entry.group == GROUP]


def targets(view: View) -> dict[tuple[str, str, str], list[str]]:
    """The names of the autoscalers of input and cluster by what they scale."""
    found: dict[tuple[str, str, str], list[str]] = {}
    for (namespace, name), value in view.objects(KIND, GROUP).items():
        found.setdefault(_target(mapping(value.get("spec")), namespace), []).append(name)
    return found


def by_target(view: View) -> dict[tuple[str, str, str], Autoscaler]:
    """The autoscalers by what they scale."""
    return {each.target: each for each in autoscalers(view)}


def scaled_by_others(view: View) -> frozenset[tuple[str, str]]:
    """Namespace and name of what other kinds of autoscalers scale, between bounds that are not known."""
    found = set()
    for entry in view.entries:
        if "." in entry.group:
            name = text(mapping(entry.spec.get("scaleTargetRef")).get("name"))
            found.add((entry.namespace, name))
    return frozenset(found)


def place_of_member(member: Member) -> tuple[str, str, str]:
    """What an autoscaler names the workload by."""
    return member.ref.kind, member.namespace, member.ref.name


def bounds_of(member: Member, autoscaler: Optional[Autoscaler]) -> tuple[int, int]:
    """How many pods of the member there are at least and at most."""
    wanted = member.replicas or 0
    if autoscaler is None:
        return wanted, wanted
    return min(wanted, autoscaler.minimum) if wanted else autoscaler.minimum, max(wanted, autoscaler.maximum)


def _autoscaler(entry: Entry) -> Autoscaler:
    low, high = whole(entry.spec.get("minReplicas"), 1), whole(entry.spec.get("maxReplicas"))
    return Autoscaler(entry, low, high, _target(entry.spec, entry.namespace))


def _target(spec: Object, namespace: str) -> tuple[str, str, str]:
    target = mapping(spec.get("scaleTargetRef"))
    return text(target.get("kind")), namespace, text(target.get("name"))
