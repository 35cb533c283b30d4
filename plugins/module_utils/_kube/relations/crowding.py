# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What keeps the pods of one workload apart, and for how many of them there is room. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Optional

from ..objects import HOSTNAME, PodTerm
from ..scheduling.ask import Ask
from ..scheduling.configuration import Profile
from ..scheduling.replicas import HASH, OLD_REVISION
from ..scheduling.terms import REQUIRED
from ..selectors import selects
from .entries import Member
from .view import View


class Separation(NamedTuple):
    """A rule by which at most one of a workload's pods is in each domain of a node label."""

    field: str
    reason: str
    key: str
    domains: Optional[int]
    """In how many domains there is a node for the pods; None where that is not known."""
    between_revisions: bool
    """Whether pods of the old and of the new revision are kept apart as well."""

    @property
    def place(self) -> str:
        """What each pod needs one of."""
        return "node" if self.key == HOSTNAME else f"value of {self.key}"

    def places(self, count: int) -> str:
        """So many of them."""
        plural = "nodes" if self.key == HOSTNAME else f"values of {self.key}"
        return f"1 {self.place}" if count == 1 else f"{count} {plural}"


def separations(view: View, member: Member) -> Iterator[Separation]:
    """The rules that keep the pods of a member apart: required anti-affinity to themselves, and host ports."""
    if member.ref.kind == "DaemonSet":
        return
    shape = member.shape
    for index, term in enumerate(shape.anti_affinity):
        if selects(term.selector, member.labels) and _reaches_itself(view, member, term):
            old = {**member.labels, HASH: OLD_REVISION} if HASH in member.labels else member.labels
            yield Separation(
                member.field(f"affinity.podAntiAffinity.{REQUIRED}[{index}]"),
                "required anti-affinity to one another",
                term.topology_key,
                domains_of(view, member, term.topology_key),
                selects(term.selector, old),
            )
    for port in member.shape.ports[:1] if member.has_ports else ():
        domains = domains_of(view, member, HOSTNAME)
        yield Separation(member.field("containers"), f"the host port {port.number}", HOSTNAME, domains, True)


def _reaches_itself(view: View, member: Member, term: PodTerm) -> bool:
    return member.namespace in view.reached(term)


def domains_of(view: View, member: Member, key: str) -> Optional[int]:
    """How many domains have a node that the member's rules and the nodes' taints leave to it."""
    cluster = view.cluster
    if cluster is None:
        return _pinned(member, key)
    ask = Ask(member.shape, cluster, Profile())
    return view.domain_count(key, ask.selected & ~ask.repelled & ~cluster.cordoned)


def _pinned(member: Member, key: str) -> Optional[int]:
    """How many values of the label the member's own rules name, where they name all."""
    if key in member.shape.node_selector:
        return 1
    values: set[str] = set()
    for term in member.shape.required_nodes or ():
        named = [each.values for each in term.expressions if each.key == key and each.operator == "In"]
        if key == HOSTNAME:
            named += [each.values for each in term.fields if each.operator == "In"]
        if not named:
            return None
        values.update(named[0])
    return len(values) or None
