# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Workloads that want a port which a DaemonSet holds on all their nodes. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import BLOCKED, Finding
from ...objects import HostPort
from ...scheduling.ask import Ask
from ...scheduling.bits import Bits
from ...scheduling.cluster import Cluster
from ...scheduling.configuration import Profile
from ..check import Check
from ..entries import Member
from ..view import View

RULE = "host-port-conflict"
FIX = "give one of them another host port, or nodes of its own"
_DAEMONS_COMPARED = 8
_SELECTIONS = ("affinity", "nodeName", "nodeSelector")


def _run(view: View) -> Iterator[Finding]:
    """One finding for each workload and the first DaemonSet that is in its way, with all ports that they share."""
    found: dict[tuple[int, int], tuple[Member, Member, list[str]]] = {}
    for users in _users(view).values():
        daemons: list[tuple[Member, HostPort]] = []
        for user in sorted(users, key=lambda user: not _is_daemon(user[0])):
            member, port = user
            holder = next((daemon for daemon, held in daemons if _meet(view, member, daemon, port, held)), None)
            if holder is not None:
                shared = found.setdefault((id(member), id(holder)), (member, holder, []))[2]
                shared.append(f"{port.number}/{port.protocol}")
            elif _is_daemon(member) and len(daemons) < _DAEMONS_COMPARED:
                daemons.append(user)
    for member, holder, ports in found.values():
        nodes = "nodes" if _is_daemon(member) else "every node"
        message = f"{holder.title} holds {', '.join(ports)} of {nodes} on which {member.title} would run"
        yield Finding.certain(RULE, BLOCKED, member.subject, message, FIX, member.field("containers"))


def _users(view: View) -> dict[tuple[str, int], list[tuple[Member, HostPort]]]:
    """Who wants a host port, by protocol and number; an object that the input has twice counts once."""
    found: dict[tuple[str, int], list[tuple[Member, HostPort]]] = {}
    for member in view.members:
        if member.has_ports and view.identities[member.entry.identity] is member.entry and member.replicas != 0:
            for port in member.shape.ports:
                found.setdefault((port.protocol, port.number), []).append((member, port))
    return {place: users for place, users in found.items() if len(users) > 1}


def _is_daemon(member: Member) -> bool:
    return member.ref.kind == "DaemonSet"


def _meet(view: View, member: Member, daemon: Member, port: HostPort, held: HostPort) -> bool:
    """Whether two DaemonSets share a node, or another workload finds none without the DaemonSet."""
    if member is daemon or not (port.anywhere or held.anywhere or port.address == held.address):
        return False
    if view.cluster is None:
        return all(_is_unselective(each) for each in (member, daemon)) and _tolerates_no_more(member, daemon)
    own, theirs = _nodes(view.cluster, member), _nodes(view.cluster, daemon)
    return bool(own & theirs) if _is_daemon(member) else bool(own) and not own & ~theirs


def _nodes(cluster: Cluster, member: Member) -> Bits:
    ask = Ask(member.shape, cluster, Profile())
    return ask.selected & ~ask.repelled


def _is_unselective(member: Member) -> bool:
    return not any(member.spec.get(name) for name in _SELECTIONS)


def _tolerates_no_more(member: Member, daemon: Member) -> bool:
    """Whether the DaemonSet is wherever the member may be; of two DaemonSets both are on nodes without taints."""
    return _is_daemon(member) or set(member.shape.tolerations) <= set(daemon.shape.tolerations)


CHECK = Check(RULE, _run)
