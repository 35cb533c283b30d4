# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tolerations of taints that no node has. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import DEAD, Finding
from ...objects import Taint, Toleration
from ..check import Check
from ..view import View

RULE = "toleration-without-taint"
FIX = "correct the toleration, or leave it out"
KEPT_BY_KUBERNETES = (
    "CriticalAddonsOnly",
    "node-role.kubernetes.io/",
    "node.cloudprovider.kubernetes.io/",
    "node.kubernetes.io/",
)
"""What keys begin with that come and go with a node's condition, that kubeadm sets, or that are a convention."""


def _run(view: View) -> Iterator[Finding]:
    """A note only, since nodes with the taint may join later."""
    cluster = view.cluster
    if cluster is None:
        return
    known = list(dict.fromkeys(taint for taints in cluster.tainted for taint in taints))
    comparisons = view.gates.enabled("TaintTolerationComparisonOperators")
    for member in view.having("tolerations"):
        for index, toleration in enumerate(member.shape.tolerations):
            if not toleration.key or toleration.key.startswith(KEPT_BY_KUBERNETES):
                continue
            if not any(toleration.tolerates(taint, comparisons) for taint in known):
                message = f"no node has a taint that it tolerates{_near(toleration, known)}"
                field = member.field(f"tolerations[{index}]")
                yield Finding.certain(RULE, DEAD, member.subject, message, FIX, field, note=True)


def _near(toleration: Toleration, known: list[Taint]) -> str:
    """The taint of the same key, whose value or effect is another."""
    for taint in known:
        if taint.key == toleration.key:
            value = f"={taint.value}" if taint.value else ""
            return f"; there is {taint.key}{value}:{taint.effect}"
    return ""


CHECK = Check(RULE, _run)
