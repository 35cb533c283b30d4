# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pods that leave out what a ResourceQuota of their namespace counts. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import IMPOSSIBLE, Finding
from ..check import Check
from ..quotas import counts, quotas, unstated
from ..view import View

RULE = "quota-needs-amounts"


def _run(view: View) -> Iterator[Finding]:
    by_namespace = quotas(view)
    for member in view.members if by_namespace else ():
        for quota in by_namespace.get(member.namespace, ()):
            spec = view.admitted(member)
            missing: dict[str, list[str]] = {}
            for name, container in unstated(quota, spec, view.gates) if counts(quota, spec, view.gates) else ():
                missing.setdefault(name, []).append(container)
            if missing:
                listed = "; ".join(f"{name} for {', '.join(containers)}" for name, containers in missing.items())
                message = f"the quota {quota.name} refuses its pods: they must specify {listed}"
                fix = "state them in the containers, or give the namespace a LimitRange with defaults"
                field, note = member.field("containers"), not view.knows_limits(member.namespace)
                yield Finding.certain(RULE, IMPOSSIBLE, member.subject, message, fix, field, note=note)


CHECK = Check(RULE, _run)
