# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Labels, annotations and taints that kube-apiserver would refuse, and names that two nodes would share."""

from __future__ import annotations

from ...module_utils._kube.node_declarations import Declarations
from ...module_utils._kube.releases import newest_gates
from ..findings import Finding, told_once
from ..nodes import Mistake, declared_of
from .view import Found, View


def declarations(view: View) -> Found:
    """Judged by the rules of kube-apiserver itself. A mistake that many hosts share is told once."""
    rules = Declarations(newest_gates())
    mistakes: list[Mistake] = []
    for member in view.site.members:
        declared_of(rules, member.name, member.settings, mistakes)
    findings = [
        Finding(
            "node-labels",
            mistake.host,
            mistake.variable,
            mistake.found,
            mistake.expected,
            f"correct {mistake.variable}",
        )
        for mistake in mistakes
    ]
    yield from told_once(findings, len(view.site.members))


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
