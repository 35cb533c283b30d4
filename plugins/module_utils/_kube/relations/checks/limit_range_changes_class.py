# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pods that get another QoS class by a LimitRange than their manifest reads. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator

from ...defaulting import default_pod_spec
from ...findings import STYLE, Finding
from ...qos import qos_class
from ..check import Check
from ..view import View

RULE = "limit-range-changes-class"
FIX = "state in the containers what they are to get"


def _run(view: View) -> Iterator[Finding]:
    if not view.limit_ranges:
        return
    for member in view.members:
        ranges = view.limit_ranges.get(member.namespace, ())
        if not any(each.requests or each.limits for each in ranges):
            continue
        read = qos_class(default_pod_spec(member.spec, view.gates), view.gates)
        created = qos_class(view.admitted(member), view.gates)
        if read != created:
            names = ", ".join(each.name for each in ranges)
            message = f"the pods are {created} by the defaults of {names}, and would be {read} without"
            yield Finding.certain(RULE, STYLE, member.subject, message, FIX, member.field("containers"))


CHECK = Check(RULE, _run)
