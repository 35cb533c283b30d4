# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Workloads and objects that together want more than a ResourceQuota allows. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import BLOCKED, FRAGILE, STYLE, Finding
from ...quantity import ZERO, Quantity
from ..check import Check
from ..quota_objects import Demand, demands
from ..quota_shares import Share, Shares
from ..quotas import Quota, quotas, times
from ..view import View

RULE = "quota-exceeded"
FIX = "raise the quota, or run fewer and smaller pods in the namespace"
FIX_OF_OBJECTS = "raise the quota, or leave objects out"
FIX_OF_RUNS = "raise the quota, or lower parallelism to what it leaves room for"
FIX_OF_MAXIMUM = "lower maxReplicas, or raise the quota"
COUNTED_AS_PODS = frozenset(["count/pods"])


def _run(view: View) -> Iterator[Finding]:
    by_namespace = quotas(view)
    if not by_namespace:
        return
    shares, objects = Shares(view), demands(view, by_namespace)
    for namespace, found in by_namespace.items():
        for quota in found:
            yield from _of_pods(quota, list(shares.of(quota)), dict(shares.used(quota)))
        for quota in found:
            if not quota.scopes:
                yield from _of_objects(quota, objects[namespace])


def _of_pods(quota: Quota, shares: list[Share], sums: dict[str, Quantity]) -> Iterator[Finding]:
    """One finding for each amount that is passed, at the workload that passes it, and what runs add to it."""
    used, told = dict(sums), set()
    for share in shares:
        for name, amount in share.of_one.items() if share.is_steady and share.fewest else ():
            own = times(amount, share.fewest)
            sums[name] = sums.get(name, ZERO) + own
            if sums[name] > quota.hard[name] and name not in told:
                told.add(name)
                yield _passed(quota, name, share, own, sums[name], used.get(name, ZERO))
    for share in shares:
        for name, amount in share.of_one.items():
            if name not in told:
                yield from _later(quota, name, share, amount, sums.get(name, ZERO))


def _later(quota: Quota, name: str, share: Share, amount: Quantity, steady: Quantity) -> Iterator[Finding]:
    """What is passed only when a Job runs, or when an autoscaler has gone to its maximum."""
    member, scaler, hard = share.member, share.autoscaler, quota.hard[name]
    if not share.is_steady and share.fewest and steady + times(amount, share.fewest) > hard:
        wanted = f"{_allows(quota, name)}; the other workloads want {steady.canonical()}, which leaves no room for"
        if steady + amount > hard:
            message = f"{wanted} one pod of {member.title} with {amount.canonical()}"
            yield Finding.certain(RULE, BLOCKED, member.subject, message, FIX, member.field("containers"))
        else:
            message = f"{wanted} {share.fewest} pods of {member.title} at once: some start when others are done"
            yield Finding.certain(RULE, STYLE, member.subject, message, FIX_OF_RUNS, member.field("containers"))
    elif scaler is not None and steady + times(amount, share.most - share.fewest) > hard:
        whole = (steady + times(amount, share.most - share.fewest)).canonical()
        message = f"{_allows(quota, name)}, and with {share.most} pods of {member.title} {whole} are wanted"
        subject = scaler.entry.subject
        yield Finding.certain(RULE, FRAGILE, subject, message, FIX_OF_MAXIMUM, "spec.maxReplicas")


def _of_objects(quota: Quota, found: list[Demand]) -> Iterator[Finding]:
    """One finding for each name whose number is passed, at the object that passes it.

    What the cluster says is used counts where it is known of all of them whether they are there already.
    """
    for name in quota.hard:
        involved = [each for each in found if name in each.amounts and name not in COUNTED_AS_PODS]
        is_known = all(each.is_new is not None for each in involved)
        used = quota.used.get(name, ZERO) if is_known else ZERO
        sum_ = used
        for each in involved:
            if is_known and not each.is_new:
                continue
            sum_ += each.amounts[name]
            if sum_ > quota.hard[name]:
                message = _adds(quota, name, each.entry.title, each.amounts[name], sum_, used)
                yield Finding.certain(RULE, BLOCKED, each.entry.subject, message, FIX_OF_OBJECTS)
                break


def _passed(quota: Quota, name: str, share: Share, own: Quantity, sum_: Quantity, used: Quantity) -> Finding:
    member = share.member
    message = _adds(quota, name, member.title, own, sum_, used)
    return Finding.certain(RULE, BLOCKED, member.subject, message, FIX, member.field("containers"))


def _adds(quota: Quota, name: str, title: str, own: Quantity, sum_: Quantity, used: Quantity) -> str:
    others = f"{used.canonical()} are used, " if used else ""
    return (
        f"{_allows(quota, name)}; {others}{title} adds {own.canonical()}, "
        f"which makes {sum_.canonical()} with those before it"
    )


def _allows(quota: Quota, name: str) -> str:
    return f"the quota {quota.name} allows {name} {quota.hard[name].canonical()}"


CHECK = Check(RULE, _run)
