# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""StatefulSets and Deployments whose changes reach no pod. Private to this collection.

KK pkg/controller/statefulset/stateful_set_control.go: pods below the partition keep the old revision. A paused
Deployment starts no rollout (pkg/controller/deployment/sync.go).
"""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import DEAD, STYLE, Finding
from ...objects import mapping, whole
from ..check import Check
from ..view import View

RULE = "update-held-back"


def _run(view: View) -> Iterator[Finding]:
    for member in view.members:
        if member.ref.kind == "StatefulSet" and member.replicas:
            strategy = mapping(member.entry.spec.get("updateStrategy"))
            partition = whole(mapping(strategy.get("rollingUpdate")).get("partition"))
            if partition >= member.replicas:
                field = "spec.updateStrategy.rollingUpdate.partition"
                message = f"the partition {partition} holds back all {member.replicas} pods: no change reaches one"
                fix = f"set it below {member.replicas}, 0 for all pods"
                yield Finding.certain(RULE, DEAD, member.subject, message, fix, field)
        elif member.ref.kind == "Deployment" and member.entry.spec.get("paused") is True:
            message = "the Deployment is paused: no change reaches a pod until it is resumed"
            yield Finding.certain(RULE, STYLE, member.subject, message, "leave spec.paused out", "spec.paused")


CHECK = Check(RULE, _run)
