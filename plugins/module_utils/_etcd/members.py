# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The members of a cluster and their state, from the JSON of etcd's gateway. Private to this collection.

The gateway (etcd v3.6 documentation, dev-guide/api_grpc_gateway.md) writes 64-bit numbers as decimal strings and leaves
out fields that are zero, false or empty. Identities are told in hexadecimal, as etcdctl and etcd's log tell them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Optional


class Member(NamedTuple):
    """A member as the cluster knows it. `name` is empty until the member has started for the first time."""

    id: str
    name: str
    peer_urls: tuple[str, ...]
    client_urls: tuple[str, ...]
    learner: bool


class Members(NamedTuple):
    """All members by their identity's order, and the cluster that they make."""

    cluster_id: str
    members: tuple[Member, ...]

    @property
    def voters(self) -> tuple[Member, ...]:
        return tuple(member for member in self.members if not member.learner)

    @property
    def quorum(self) -> int:
        """How many voting members must agree (etcd v3.6 documentation, faq.md)."""
        return len(self.voters) // 2 + 1


class Status(NamedTuple):
    """What one member says of itself. `leader` is empty while it knows none."""

    id: str
    cluster_id: str
    version: str
    leader: str
    term: int
    log_index: int
    applied: int
    revision: int
    size: int
    in_use: int
    learner: bool
    errors: tuple[str, ...]

    @property
    def leading(self) -> bool:
        return self.leader == self.id != ""


def identity(number: Any) -> str:
    """The hexadecimal form of an identity; empty for none (0 is nobody)."""
    value = int(number or 0)
    return f"{value:x}" if value else ""


def members(answer: Mapping[str, Any]) -> Members:
    """The answer to /v3/cluster/member/list."""
    entries = [
        Member(
            id=identity(entry.get("ID")),
            name=str(entry.get("name", "")),
            peer_urls=tuple(entry.get("peerURLs", ())),
            client_urls=tuple(entry.get("clientURLs", ())),
            learner=bool(entry.get("isLearner", False)),
        )
        for entry in answer.get("members", ())
    ]
    return Members(
        cluster_id=identity(answer.get("header", {}).get("cluster_id")),
        members=tuple(sorted(entries, key=lambda member: (member.name, member.id))),
    )


def status(answer: Mapping[str, Any]) -> Status:
    """The answer to /v3/maintenance/status."""
    header = answer.get("header", {})
    return Status(
        id=identity(header.get("member_id")),
        cluster_id=identity(header.get("cluster_id")),
        version=str(answer.get("version", "")),
        leader=identity(answer.get("leader")),
        term=int(answer.get("raftTerm", 0)),
        log_index=int(answer.get("raftIndex", 0)),
        applied=int(answer.get("raftAppliedIndex", 0)),
        revision=int(header.get("revision", 0)),
        size=int(answer.get("dbSize", 0)),
        in_use=int(answer.get("dbSizeInUse", 0)),
        learner=bool(answer.get("isLearner", False)),
        errors=tuple(answer.get("errors", ())),
    )


def by_peer_url(found: Iterable[Member], url: str) -> Optional[Member]:
    """The member with exactly this peer URL. Names and parts of addresses tell nothing: 10.0.0.1 is not 10.0.0.11."""
    return next((member for member in found if url in member.peer_urls), None)


def by_id(found: Iterable[Member], wanted: str) -> Optional[Member]:
    return next((member for member in found if member.id == wanted), None)


def ailment(answer: Optional[Status], why: str = "") -> str:
    """Why a member that was asked for its status cannot be relied on; empty when it can.

    Alarms (NOSPACE, CORRUPT) appear among a member's errors; a learner is in health without a vote.
    """
    if answer is None:
        return why or "it does not answer"
    if not answer.leader:
        return "it knows no leader"
    if answer.errors:
        return "; ".join(answer.errors)
    return ""


def leader_of(answers: Sequence[Optional[Status]]) -> str:
    """The identity that members of the highest term call leader; empty when nobody knows one."""
    known = [answer for answer in answers if answer is not None and answer.leader]
    return max(known, key=lambda answer: answer.term).leader if known else ""


def behind(answers: Sequence[Optional[Status]], own: Status) -> int:
    """How many entries of the log the member has not applied that another has."""
    newest = max((answer.applied for answer in answers if answer is not None), default=own.applied)
    return max(0, newest - own.applied)
