# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Rules that keep pods apart by a label which no node has. Private to this collection.

Required affinity and hard spread by such a label leave no node, which the verdict on the pod itself tells; what is left
here has no effect (KK plugins/interpodaffinity and plugins/podtopologyspread).
"""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import DEAD, Finding
from ...objects import text
from ...validation.trap import listed, pod_terms
from ..check import Check
from ..entries import Member
from ..near import close_name
from ..view import View

RULE = "topology-key-without-node"
FIX = "make topologyKey a label of the nodes"


def _run(view: View) -> Iterator[Finding]:
    cluster = view.cluster
    if cluster is None:
        return
    labels = sorted({label for node in cluster.nodes for label in node.labels})
    for member in view.having("affinity", "topologySpreadConstraints"):
        for field, key in _keys(member):
            if key and not cluster.having(key):
                near = close_name(key, labels, alike=0.8)
                hint = f"; there is {near}" if near else ""
                message = f"no node has the label {key}: the rule has no effect{hint}"
                yield Finding.certain(RULE, DEAD, member.subject, message, FIX, field)


def _keys(member: Member) -> Iterator[tuple[str, str]]:
    """The keys without which a pod is scheduled all the same, with their places."""
    for path, term, kind, required in pod_terms(member.as_pod):
        if kind == "podAntiAffinity" or not required:
            yield f"{path}.topologyKey", text(term.get("topologyKey"))
    for index, constraint in enumerate(listed(member.spec, "topologySpreadConstraints")):
        if constraint.get("whenUnsatisfiable") == "ScheduleAnyway":
            yield member.field(f"topologySpreadConstraints[{index}].topologyKey"), text(constraint.get("topologyKey"))


CHECK = Check(RULE, _run)
