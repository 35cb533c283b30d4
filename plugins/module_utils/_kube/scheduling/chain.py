# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The filters in kube-scheduler's order, and what they say of a pod together. Private to this collection."""

from __future__ import annotations

from typing import NamedTuple, Optional

from .ask import Ask
from .bits import Bits
from .checks.dynamic_resources import CHECK as DYNAMIC_RESOURCES
from .checks.inter_pod_affinity import CHECK as INTER_POD_AFFINITY
from .checks.node_affinity import CHECK as NODE_AFFINITY
from .checks.node_declared_features import CHECK as NODE_DECLARED_FEATURES
from .checks.node_name import CHECK as NODE_NAME
from .checks.node_ports import CHECK as NODE_PORTS
from .checks.node_resources_fit import CHECK as NODE_RESOURCES_FIT
from .checks.node_unschedulable import CHECK as NODE_UNSCHEDULABLE
from .checks.node_volume_limits import CHECK as NODE_VOLUME_LIMITS
from .checks.pod_topology_spread import CHECK as POD_TOPOLOGY_SPREAD
from .checks.taint_toleration import CHECK as TAINT_TOLERATION
from .checks.volume_binding import CHECK as VOLUME_BINDING
from .checks.volume_restrictions import CHECK as VOLUME_RESTRICTIONS
from .checks.volume_zone import CHECK as VOLUME_ZONE
from .verdict import Check, Refusal

CHECKS: tuple[Check, ...] = (
    NODE_NAME,
    NODE_UNSCHEDULABLE,
    TAINT_TOLERATION,
    NODE_AFFINITY,
    NODE_PORTS,
    NODE_RESOURCES_FIT,
    VOLUME_RESTRICTIONS,
    NODE_VOLUME_LIMITS,
    VOLUME_BINDING,
    VOLUME_ZONE,
    POD_TOPOLOGY_SPREAD,
    INTER_POD_AFFINITY,
    DYNAMIC_RESOURCES,
    NODE_DECLARED_FEATURES,
)
"""KK scheduler/apis/config/v1/default_plugins.go at 1.37; 1.36 and older ask NodeUnschedulable before NodeName."""

LEFT_OUT = "node(s) didn't satisfy plugin(s) [{plugins}]"
LEFT_OUT_1_30 = "node is filtered out by the prefilter result"
NO_COMMON_NODE = "node(s) didn't satisfy plugin(s) [{plugins}] simultaneously"


class Found(NamedTuple):
    """One reason for which a check refuses nodes that no earlier check has refused."""

    plugin: str
    refusal: Refusal


class Answer(NamedTuple):
    """Where a pod may go: `feasible` nodes, why not elsewhere, or that it is `rejected` before any node is looked at.

    `left_out` are the nodes outside a PreFilter's list, `left_out_reason` what the release says of them, if anything.
    """

    feasible: Bits
    found: tuple[Found, ...] = ()
    rejected: str = ""
    left_out: Bits = 0
    left_out_reason: str = ""
    unknown: Bits = 0
    missing: tuple[str, ...] = ()

    @property
    def curable(self) -> Bits:
        """The nodes on which removing pods could help: every reason of theirs is curable."""
        nodes = final = 0
        for _plugin, refusal in self.found:
            nodes |= refusal.curable
            final |= refusal.nodes & ~refusal.curable
        return nodes & ~final


def judge(ask: Ask, nodes: Optional[Bits] = None) -> Answer:
    """What all checks say of the pod; each node has the reasons of the first check that refuses it."""
    remaining = ask.cluster.everyone if nodes is None else nodes
    opened = _open(ask, remaining)
    if opened.rejected:
        return opened
    found: list[Found] = []
    unknown = 0
    missing: list[str] = []
    remaining &= ~opened.left_out
    for check in ask.profile.checks(CHECKS):
        if not remaining:
            break
        verdict = check.judge(ask, remaining)
        found += (Found(check.name, refusal) for refusal in verdict.refusals)
        remaining &= ~verdict.refused
        unknown |= verdict.unknown
        missing += verdict.missing
    unknown &= remaining
    return opened._replace(
        feasible=remaining & ~unknown,
        found=tuple(found),
        unknown=unknown,
        missing=tuple(dict.fromkeys(missing)) if unknown else (),
    )


def refusals_on(ask: Ask, number: int) -> list[str]:
    """The reasons of the first check that refuses the node; the pod as a whole isn't asked about again."""
    for check in ask.profile.checks(CHECKS):
        verdict = check.judge(ask, 1 << number)
        if verdict.refusals:
            return [refusal.reason for refusal in verdict.refusals]
    return []


def _open(ask: Ask, nodes: Bits) -> Answer:
    """Asks each check once about the pod as a whole (KK framework RunPreFilterPlugins)."""
    listed = nodes
    plugins = []
    for check in ask.profile.checks(CHECKS):
        opening = check.before(ask) if check.before else None
        if opening is None:
            continue
        if opening.rejected:
            return Answer(0, rejected=opening.rejected)
        if opening.only is not None:
            plugins.append(check.name)
            listed &= opening.only
            if len(plugins) > 1 and not listed:
                return Answer(0, rejected=NO_COMMON_NODE.format(plugins=" ".join(sorted(plugins))))
    return Answer(0, left_out=nodes & ~listed, left_out_reason=_left_out_reason(ask, plugins) if plugins else "")


def _left_out_reason(ask: Ask, plugins: list[str]) -> str:
    gates = ask.gates
    if gates.has("absent values are named by the prefilter"):
        return LEFT_OUT.format(plugins=" ".join(sorted(plugins)))
    mentioned = gates.has("nodes left out are mentioned") and not gates.has("nodes left out go unmentioned")
    return LEFT_OUT_1_30 if mentioned else ""
