# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Labels, annotations and taints that kube-apiserver would refuse, and names that two nodes would share."""

from __future__ import annotations

from ...module_utils._kube.node_declarations import Declarations
from ...module_utils._kube.releases import newest_gates
from ..findings import INVENTORY, Finding
from ..nodes import Mistake, declared_of
from .view import Found, View


def declarations(view: View) -> Found:
    """Judged by the rules of kube-apiserver itself. A mistake that many hosts share is told once."""
    rules = Declarations(newest_gates())
    mistakes: list[Mistake] = []
    for member in view.site.members:
        declared_of(rules, member.name, member.settings, mistakes)
    holders: dict[tuple[str, str, str], list[str]] = {}
    for mistake in mistakes:
        holders.setdefault((mistake.variable, mistake.found, mistake.expected), []).append(mistake.host)
    for (variable, found, expected), hosts in holders.items():
        everywhere = len(hosts) == len(view.site.members) > 1
        more = f" (as on {len(hosts) - 1} more)" if len(hosts) > 1 and not everywhere else ""
        where = INVENTORY if everywhere else hosts[0]
        yield Finding("node-labels", where, variable, found + more, expected, f"correct {variable}")


def node_names(view: View) -> Found:
    """Each node has a name of its own."""
    first: dict[str, str] = {}
    for member in view.site.members:
        name = member.settings["kube_node_name"] or member.name
        other = first.setdefault(name, member.name)
        if other != member.name:
            yield Finding(
                "node-labels",
                member.name,
                "kube_node_name",
                f"{name}, which is the node of {other}",
                "a name of its own for each node",
                "correct kube_node_name of one of the two",
            )
