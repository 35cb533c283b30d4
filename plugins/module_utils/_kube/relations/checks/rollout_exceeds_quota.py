# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""An update that starts a pod more than a ResourceQuota allows. Private to this collection.

With `maxUnavailable` 0 (25% of three replicas is none) no old pod goes before a new one is ready, and that one is
refused; KK pkg/controller/deployment/rolling.go, plugin/pkg/admission/resourcequota.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import BLOCKED, Finding
from ...quantity import ZERO, Quantity
from ...scheduling.paces import pace_of
from ..check import Check
from ..quota_shares import Share, Shares
from ..quotas import Quota, quotas, times
from ..view import View

RULE = "rollout-exceeds-quota"
FIX = "raise the quota by one pod, or set spec.strategy.rollingUpdate.maxUnavailable to 1"


def _run(view: View) -> Iterator[Finding]:
    by_namespace = quotas(view)
    if not by_namespace:
        return
    shares = Shares(view)
    for found in by_namespace.values():
        for quota in found:
            yield from _of(quota, list(shares.of(quota)), dict(shares.used(quota)))


def _of(quota: Quota, shares: list[Share], sums: dict[str, Quantity]) -> Iterator[Finding]:
    """What passes the quota already without an update is told by another rule."""
    for share in shares:
        for name, amount in share.of_one.items() if share.is_steady else ():
            sums[name] = sums.get(name, ZERO) + times(amount, share.fewest)
    for share in shares:
        ref = share.member.ref
        if ref.kind != "Deployment" or not share.fewest or pace_of(ref).unavailable:
            continue
        for name, amount in share.of_one.items():
            sum_, hard = sums[name], quota.hard[name]
            if sum_ <= hard < sum_ + amount:
                wanted = (sum_ + amount).canonical()
                message = (
                    f"with maxUnavailable 0 an update starts a pod before an old one goes: the quota {quota.name} "
                    f"allows {name} {hard.canonical()}, and {wanted} would be wanted: it never ends"
                )
                yield Finding.certain(RULE, BLOCKED, share.member.subject, message, FIX, "spec.strategy")
                break


CHECK = Check(RULE, _run)
