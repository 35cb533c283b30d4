# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""A pod that names its node and selects nodes as well. Private to this collection.

The scheduler is passed by, and the kubelet of the named node refuses a pod whose nodeSelector or required node affinity
does not match (KK pkg/kubelet/lifecycle/predicate.go).
"""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import BLOCKED, IMPOSSIBLE, STYLE, Finding
from ...objects import HOSTNAME
from ...scheduling.ask import Ask
from ...scheduling.configuration import Profile
from ..check import Check
from ..entries import Member
from ..view import View

RULE = "node-name-beside-selection"
FIX = "leave spec.nodeName out and let the scheduler choose, or leave the selection out"


def _run(view: View) -> Iterator[Finding]:
    for member in view.having("nodeName"):
        if member.shape.node_name:
            for certainty, message in _said(view, member):
                field = member.field("nodeName")
                yield Finding.certain(RULE, certainty, member.subject, message, FIX, field)


def _said(view: View, member: Member) -> Iterator[tuple[str, str]]:
    shape, cluster = member.shape, view.cluster
    name = shape.node_name
    if cluster is not None:
        if name not in cluster.number:
            yield BLOCKED, f"there is no node {name}: the pod stays Pending until it is deleted"
        elif not Ask(shape, cluster, Profile()).selected >> cluster.number[name] & 1:
            yield IMPOSSIBLE, f"the node {name} is not one that its own selection matches: the kubelet refuses the pod"
    elif shape.node_selector.get(HOSTNAME, name) != name:
        other = shape.node_selector[HOSTNAME]
        yield IMPOSSIBLE, f"nodeName is {name} and the nodeSelector wants {other}: the kubelet refuses the pod"
    elif shape.node_selector or shape.required_nodes is not None:
        yield STYLE, f"the selection chooses nothing: the pod goes to {name}, or is refused there"


CHECK = Check(RULE, _run)
