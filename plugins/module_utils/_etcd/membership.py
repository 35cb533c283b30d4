# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What it takes to bring a host into a cluster, or a member out of it. Private to this collection."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple, Optional

from .._kube.errors import InputError, Problem
from .members import Member, Members, by_id, by_peer_url
from .quorum import ADD, REMOVE, Voters, refusal
from .versions import Version, add_problem

START = "start"


class Step(NamedTuple):
    """One change of the cluster: `remove` and `promote` name an identity, `add` and `start` a peer URL."""

    verb: str
    what: str


class View(NamedTuple):
    """The members, the identities of those in health, of those that answer at all, and the oldest release that runs."""

    members: Members
    healthy: Collection[str]
    answering: Collection[str]
    oldest: Optional[Version] = None

    @property
    def voters(self) -> Voters:
        voters = self.members.voters
        return Voters(len(voters), sum(member.id in self.healthy for member in voters))

    def without(self, member: Member) -> View:
        left = tuple(one for one in self.members.members if one.id != member.id)
        return self._replace(members=self.members._replace(members=left))


def joining(view: View, name: str, url: str, has_data: bool) -> list[Step]:
    """The steps until the host with this name and peer URL is a voting member, in their order.

    The dead are removed before the new is added (etcd's op-guide/runtime-configuration.md), and the new one has no vote
    until it is in sync. An InputError names what speaks against it, before anything is done.
    """
    own = by_peer_url(view.members.members, url)
    if own is not None and (has_data or not own.client_urls):
        return resumed(own, url, has_data)
    steps = []
    for old in earlier(view.members.members, name, url):
        problem = removal_problem(view, old, has_data)
        if problem:
            raise InputError([problem])
        steps.append(Step(REMOVE, old.id))
        view = view.without(old)
    problems = add_problems(view, name)
    if problems:
        raise InputError(problems)
    return [*steps, Step(ADD, url), Step(START, url), Step("promote", url)]


def resumed(own: Member, url: str, has_data: bool) -> list[Step]:
    """What is left of a join that the cluster knows of already."""
    steps = [] if has_data and own.client_urls else [Step(START, url)]
    return [*steps, Step("promote", url)] if own.learner else steps


def earlier(members: Sequence[Member], name: str, url: str) -> list[Member]:
    """Who this host was before: the same peer URL with its data lost, or the same name at another address."""
    return [member for member in members if url in member.peer_urls or (member.name == name and name)]


def removal_problem(view: View, old: Member, has_data: bool) -> Optional[Problem]:
    if old.id in view.answering:
        where = ", ".join(old.peer_urls)
        return Problem(
            old.name,
            f"member {old.id} at {where} answers, and would be replaced",
            "it stopped, or another name for this host",
        )
    if has_data:
        found = f"the host has a data directory, and member {old.id} of the same name is at {', '.join(old.peer_urls)}"
        return Problem(old.name, found, "the peer URL that the cluster knows, or the data directory moved aside")
    if old.learner:
        return None
    return refusal(view.voters, REMOVE, old.name, healthy=False)


def add_problems(view: View, name: str) -> list[Problem]:
    learners = [member for member in view.members.members if member.learner]
    down = [
        member.name or ", ".join(member.peer_urls) for member in view.members.voters if member.id not in view.healthy
    ]
    problems = [refusal(view.voters, ADD, name)]
    if view.oldest:
        problems.append(add_problem(view.oldest, down))
    if learners:
        who = ", ".join(member.name or ", ".join(member.peer_urls) for member in learners)
        problems.append(
            Problem(f"add {name}", f"{who} is still a learner", "one at a time: promote or remove it first")
        )
    return [problem for problem in problems if problem]


def leaving(view: View, wanted: str) -> list[Step]:
    """The steps until nobody with this name, exact peer URL or identity is a member; none when nobody is."""
    found = named(view.members.members, wanted)
    if len(found) > 1:
        ids = ", ".join(member.id for member in found)
        raise InputError([Problem("member", f"{wanted} is the name of {ids}", "an identity or a peer URL")])
    for member in found:
        problem = None if member.learner else refusal(view.voters, REMOVE, wanted, member.id in view.healthy)
        if problem:
            raise InputError([problem])
    return [Step(REMOVE, member.id) for member in found]


def named(members: Sequence[Member], wanted: str) -> list[Member]:
    """Whole names, URLs and identities only: m1 is not m10, 10.0.0.1 is not 10.0.0.11."""
    exact = by_id(members, wanted) or by_peer_url(members, wanted)
    return [exact] if exact else [member for member in members if member.name == wanted]


def initial_cluster(members: Sequence[Member], name: str, url: str) -> str:
    """The list for `--initial-cluster` of a member that joins: as many URLs as the cluster has, the new "
    "one's by its name.

    etcd compares the URLs alone (server/etcdserver/api/membership, ValidateClusterAndAssignIDs).
    """
    pairs = [
        (name if peer == url else member.name or member.id, peer) for member in members for peer in member.peer_urls
    ]
    return ",".join(f"{who}={peer}" for who, peer in sorted(pairs))
