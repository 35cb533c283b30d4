# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Workloads that together want more than a ResourceQuota of their namespace allows. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import BLOCKED, Finding
from ...quantity import ZERO, Quantity
from ..check import Check
from ..entries import Member
from ..quotas import Quota, counts, object_counts, quotas, times, usage
from ..view import View

RULE = "quota-exceeded"
FIX = "raise the quota, or run fewer and smaller pods in the namespace"
FIX_OF_OBJECTS = "raise the quota, or leave objects out"
_COUNTED_LATER = frozenset(["CronJob", "PodTemplate"])


def _run(view: View) -> Iterator[Finding]:
    by_namespace = quotas(view)
    members: dict[str, list[Member]] = {}
    for member in view.members if by_namespace else ():
        if member.namespace in by_namespace and member.ref.kind not in _COUNTED_LATER:
            members.setdefault(member.namespace, []).append(member)
    for namespace, found in by_namespace.items():
        for quota in found:
            yield from _of_pods(view, quota, members.get(namespace, []))
        unscoped = [quota for quota in found if not quota.scopes]
        yield from _of_objects(view, namespace, unscoped)


def _of_pods(view: View, quota: Quota, members: list[Member]) -> Iterator[Finding]:
    """One finding for each amount that is passed, at the workload that passes it.

    What the cluster says is used counts where none of it can be by pods of the input.
    """
    is_new = view.gives("Pod") and not any(view.may_run_already(member) for member in members)
    used = quota.used if is_new else {}
    sums = dict(used)
    told: set[str] = set()
    for member in members:
        spec, replicas = view.admitted(member), member.replicas or 0
        if not replicas or not counts(quota, spec, view.gates):
            continue
        for name, amount in usage(spec, view.gates).items():
            if name in quota.hard and name not in told:
                own = times(amount, replicas)
                sums[name] = sums.get(name, ZERO) + own
                if sums[name] > quota.hard[name]:
                    told.add(name)
                    yield _finding(quota, name, member, own, sums[name], used.get(name, ZERO))


def _of_objects(view: View, namespace: str, found: list[Quota]) -> Iterator[Finding]:
    objects = object_counts(view, namespace) if found else {}
    for quota in found:
        for name, (count, last) in objects.items():
            if name in quota.hard and count > quota.hard[name].value() and name != "count/pods":
                message = f"the quota {quota.name} allows {name} {_hard(quota, name)}, and the input has {count}"
                yield Finding.certain(RULE, BLOCKED, last.subject, message, FIX_OF_OBJECTS)


def _finding(quota: Quota, name: str, member: Member, own: Quantity, sum_: Quantity, used: Quantity) -> Finding:
    others = f"{used.canonical()} are used, " if used else ""
    message = (
        f"the quota {quota.name} allows {name} {_hard(quota, name)}; {others}{member.title} adds {own.canonical()}, "
        f"which makes {sum_.canonical()} with those before it"
    )
    return Finding.certain(RULE, BLOCKED, member.subject, message, FIX, member.field("containers"))


def _hard(quota: Quota, name: str) -> str:
    return quota.hard[name].canonical()


CHECK = Check(RULE, _run)
