# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""NodeVolumeLimits: how many volumes a CSI driver may attach to a node (KK plugins/nodevolumelimits/csi.go)."""

from __future__ import annotations

from typing import Optional

from ..ask import Ask
from ..bits import Bits, numbers_of
from ..verdict import PASS, Check, Refusal, Verdict
from ..volumes import csi_volumes

REASON = "node(s) exceed max volume count"
REASON_DRIVER = "{driver} CSI driver is not installed on the node"


def judge(ask: Ask, nodes: Bits) -> Verdict:
    """A driver that wants to be on the node but isn't comes before the counts, with VolumeLimitScaling only."""
    wanted = csi_volumes(ask.cluster, ask.shape)
    if not wanted:
        return PASS
    without: dict[str, Bits] = {}
    exceeded = 0
    limits = ask.cluster.storage.limits
    required = _required_drivers(ask, wanted)
    for number in numbers_of(nodes):
        limit = limits.get(ask.cluster.names[number])
        lacking = next((driver for driver in required if limit is None or driver not in limit), None)
        if lacking is not None:
            without[lacking] = without.get(lacking, 0) | 1 << number
        elif limit and _exceeds(ask, number, wanted, limit):
            exceeded |= 1 << number
    refusals = [Refusal(REASON_DRIVER.format(driver=driver), found, found) for driver, found in without.items()]
    refusals += [Refusal(REASON, exceeded, exceeded)] if exceeded else []
    return Verdict(tuple(refusals))


def _required_drivers(ask: Ask, wanted: dict[str, str]) -> list[str]:
    if not ask.gates.enabled("VolumeLimitScaling"):
        return []
    drivers = ask.cluster.storage.drivers
    return [
        driver
        for driver in dict.fromkeys(wanted.values())
        if drivers.get(driver, {}).get("preventPodSchedulingIfMissing") is True
    ]


def _exceeds(ask: Ask, number: int, wanted: dict[str, str], limit: dict[str, Optional[int]]) -> bool:
    """Volumes of pods on the node count once, and attachments that none of them explains count too."""
    cluster = ask.cluster
    attached: dict[str, str] = {}
    for pod in cluster.pods_on(number):
        attached.update(csi_volumes(cluster, pod.shape))
    attached.update(cluster.storage.attachments.get(cluster.names[number], {}))
    users = list(attached.values())
    placed = {volume for pod in cluster.pods_on(number) for volume in csi_volumes(cluster, pod.shape)}
    fresh = [driver for volume, driver in wanted.items() if volume not in placed]
    for driver in set(fresh):
        most = limit.get(driver)
        if most is not None and users.count(driver) + fresh.count(driver) > most:
            return True
    return False


CHECK = Check("NodeVolumeLimits", judge)
