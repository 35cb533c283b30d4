# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""A whole cluster as it answers at one moment. Private to this collection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Optional

from ._etcd.members import Member, Members, Status, ailment, by_id, by_peer_url, leader_of
from ._etcd.urls import client_url, peer_url
from ._etcd_client import Answer, Credentials, Endpoint, NoAnswerError, RefusedError, ask_all

OPTIONS: Mapping[str, Any] = {
    "members": {
        "type": "list",
        "elements": "dict",
        "required": True,
        "options": {"name": {"type": "str", "required": True}, "address": {"type": "str", "required": True}},
    },
    "own": {"type": "str", "default": ""},
    "ca": {"type": "path", "default": "/etc/etcd/pki/ca.crt"},
    "certificate": {"type": "path", "default": "/etc/etcd/pki/health.crt"},
    "key": {"type": "path", "default": "/etc/etcd/pki/health.key", "no_log": False},
}


class Told(NamedTuple):
    """A member with its own answer."""

    member: Member
    answer: Answer

    @property
    def status(self) -> Optional[Status]:
        return self.answer.status

    @property
    def ailment(self) -> str:
        return ailment(self.answer.status, self.answer.error)


class Cluster(NamedTuple):
    """The members and their answers. `members` is None when nobody told who they are, and `reasons` says why."""

    members: Optional[Members]
    told: tuple[Told, ...]
    reasons: tuple[str, ...]

    @property
    def leader(self) -> str:
        return leader_of([one.status for one in self.told])

    @property
    def ill(self) -> list[str]:
        """A sentence for each member that is not in health."""
        return [f"{label(one.member)}: {one.ailment}" for one in self.told if one.ailment]

    def own(self, url: str) -> Optional[Told]:
        member = by_peer_url([one.member for one in self.told], url)
        return next((one for one in self.told if one.member == member), None)


def label(member: Member) -> str:
    """How a member is called in texts: its name, or its peer URL until it has one."""
    return member.name or ", ".join(member.peer_urls)


def credentials(params: Mapping[str, Any]) -> Credentials:
    return Credentials(params["ca"], params["certificate"], params["key"])


def own_peer_url(params: Mapping[str, Any]) -> str:
    """The peer URL of the host on which the module runs; empty when it is no member by the inventory."""
    address = next((member["address"] for member in params["members"] if member["name"] == params["own"]), "")
    return peer_url(address) if address else ""


def read(params: Mapping[str, Any], seconds: float = 3.0) -> Cluster:
    """Asks every member of the inventory, and those besides that the cluster knows."""
    access = credentials(params)
    known = [Endpoint(client_url(member["address"]), access, seconds) for member in params["members"]]
    answers = dict(zip([endpoint.url for endpoint in known], ask_all(known)))
    members, reasons = _members(known, answers)
    if members is None:
        return Cluster(None, (), tuple(reasons))
    urls = {member.id: _url(member, answers) for member in members.members}
    further = [Endpoint(url, access, seconds) for url in urls.values() if url and url not in answers]
    answers.update(zip([endpoint.url for endpoint in further], ask_all(further)))
    never = Answer(None, "it has never started")
    told = tuple(Told(member, answers.get(urls[member.id], never)) for member in members.members)
    return Cluster(members, told, tuple(reasons))


def _members(endpoints: Sequence[Endpoint], answers: Mapping[str, Answer]) -> tuple[Optional[Members], list[str]]:
    """Who the members are, by one that has a leader if there is such a one: another may have been left behind."""
    reasons = [answers[endpoint.url].error for endpoint in endpoints if answers[endpoint.url].error]
    answering = [endpoint for endpoint in endpoints if answers[endpoint.url].status]
    for endpoint in sorted(answering, key=lambda one: not getattr(answers[one.url].status, "leader", "")):
        try:
            return endpoint.members(), reasons
        except (NoAnswerError, RefusedError) as error:  # noqa: PERF203 - each endpoint is a request
            reasons.append(str(error))
    return None, reasons


def _url(member: Member, answers: Mapping[str, Answer]) -> str:
    """The client URL to ask a member by: one that was asked, else its first; empty when it never told one."""
    return next((url for url in member.client_urls if url in answers), next(iter(member.client_urls), ""))


def facts(cluster: Cluster) -> dict[str, Any]:
    """The cluster as plain values."""
    members = cluster.members
    voters = [one for one in cluster.told if not one.member.learner]
    leading = by_id([one.member for one in cluster.told], cluster.leader)
    return {
        "answering": members is not None,
        "cluster_id": members.cluster_id if members else "",
        "members": [_fact(one, cluster.leader) for one in cluster.told],
        "leader": label(leading) if leading else "",
        "quorum": {
            "voters": len(voters),
            "needed": members.quorum if members else 0,
            "healthy": sum(not one.ailment for one in voters),
        },
        "healthy": members is not None and bool(cluster.leader) and not cluster.ill,
        "ill": cluster.ill,
        "unanswered": list(cluster.reasons),
    }


def _fact(one: Told, leader: str) -> dict[str, Any]:
    status = one.status
    state: dict[str, Any] = {}
    if status:
        state = {key: value for key, value in status._asdict().items() if key not in ("id", "cluster_id", "learner")}
        state["errors"] = list(status.errors)
        state["leader"] = bool(leader) and status.id == leader
    return {
        **one.member._asdict(),
        "peer_urls": list(one.member.peer_urls),
        "client_urls": list(one.member.client_urls),
        "healthy": not one.ailment,
        "ailment": one.ailment,
        "status": state,
    }
