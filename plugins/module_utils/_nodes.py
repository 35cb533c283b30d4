# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the nodes of a running cluster as declared: one list, then one patch for each node that differs.

Private to this collection.
"""

from __future__ import annotations

import difflib
import json
import time
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, Optional

from . import _live
from ._kube.errors import InputError, Problem
from ._kube.node_declarations import Declared
from ._kube.node_ownership import Conflict, Plan, patched, plan
from ._kube.objects import mapping, mappings, text

try:
    import urllib3
    from kubernetes.client import ApiException
except ImportError:
    pass

MERGE_PATCH = "application/merge-patch+json"
ATTEMPTS = 10
_CONFLICT, _NOT_FOUND = 409, 404
_LATER = frozenset([429, 500, 502, 503, 504])
_LONGEST_PAUSE = 2.0
_POLL = 1.0


class Wish(NamedTuple):
    """What is declared of one node; the address tells a node that goes by another name."""

    name: str
    declared: Declared
    address: str = ""


class Terms(NamedTuple):
    """How the wishes are met."""

    record_key: str
    take: bool = False
    check_mode: bool = False
    workers: int = 8


class Outcome(NamedTuple):
    """A node as it is now, or in check mode as it would be, and what made it so."""

    name: str
    node: Mapping[str, Any]
    changed: bool
    conflicts: tuple[Conflict, ...]
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    problem: Optional[Problem] = None


class Nodes:
    """The nodes of a cluster that kubernetes.core's client speaks with."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._resource = client.resource("Node", "v1")

    def read(self, names: Sequence[str]) -> dict[str, Mapping[str, Any]]:
        """The node of that name where only one is asked for and there is one, else all nodes of the cluster."""
        if len(names) == 1:
            try:
                return {names[0]: self.get(names[0])}
            except ApiException as error:
                if error.status != _NOT_FOUND:
                    raise
        listed = _live.objects_of(self._client, "v1", "Node")
        return {text(mapping(node.get("metadata")).get("name")): node for node in listed}

    def read_until_joined(self, wishes: Sequence[Wish], seconds: float) -> dict[str, Mapping[str, Any]]:
        """The same, as soon as all of them are there, one turns out to be a wrong name, or the time is over."""
        end = time.monotonic() + seconds
        while True:
            found = self.read([wish.name for wish in wishes])
            wrong, unjoined = missing(wishes, found)
            if wrong or not unjoined or time.monotonic() >= end:
                return found
            time.sleep(_POLL)

    def get(self, name: str) -> dict[str, Any]:
        return dict(self._resource.get(name=name).to_dict())

    def patch(self, name: str, body: Mapping[str, Any]) -> dict[str, Any]:
        return dict(self._resource.patch(name=name, body=body, content_type=MERGE_PATCH).to_dict())

    def settle_all(self, found: Mapping[str, Mapping[str, Any]], wishes: Iterable[Wish], terms: Terms) -> list[Outcome]:
        """Meets every wish whose node is among those found; refusals of single nodes are told in their outcomes."""
        with ThreadPoolExecutor(terms.workers) as pool:
            return list(pool.map(lambda wish: self._settle(found[wish.name], wish, terms), wishes))

    def _settle(self, node: Mapping[str, Any], wish: Wish, terms: Terms) -> Outcome:
        first = current = plan(node, wish.declared, terms.record_key, terms.take)
        if current.patch is None or terms.check_mode:
            return _outcome(wish, patched(node, current.patch), current, current.patch is not None)
        reason = ""
        for attempt in range(ATTEMPTS):
            if attempt:
                time.sleep(min(_LONGEST_PAUSE, 0.05 * 2**attempt))
            try:
                if attempt:
                    node = self.get(wish.name)
                    current = plan(node, wish.declared, terms.record_key, terms.take)
                if current.patch is None:  # someone else was as quick, or the answer to our own patch was lost
                    return _outcome(wish, node, first, bool(reason))
                return self._proved(self.patch(wish.name, current.patch), wish, current, terms)
            except ApiException as error:
                if error.status == _CONFLICT:
                    continue
                reason = f"{error.status} {error.reason}{_said(error)}"
                if error.status not in _LATER:
                    break
            except urllib3.exceptions.HTTPError as error:
                reason = str(error)
            except InputError as error:
                return _refused(wish, node, first, error.problems[0])
        expected = "a node that takes the patch"
        found = reason or f"it was changed by others {ATTEMPTS} times while it was being patched"
        return _refused(wish, node, first, Problem(f"node {wish.name}", found, expected))

    @staticmethod
    def _proved(node: Mapping[str, Any], wish: Wish, done: Plan, terms: Terms) -> Outcome:
        """The outcome of an accepted patch, once the server's answer holds what was asked for."""
        left = plan(node, wish.declared, terms.record_key, terms.take)
        outcome = _outcome(wish, node, done, True)
        if left.patch is None:
            return outcome
        found = f"the API server took the patch and answers without {', '.join(left.after or left.before)}"
        return outcome._replace(
            problem=Problem(f"node {wish.name}", found, "a node that keeps it; look for an admission webhook")
        )


def missing(wishes: Sequence[Wish], found: Mapping[str, Mapping[str, Any]]) -> tuple[list[Problem], list[Problem]]:
    """The wishes without a node: those whose node goes by another name, and those whose node has not joined yet."""
    wrong, unjoined = [], []
    wanted = {wish.name for wish in wishes}
    free = {name: node for name, node in found.items() if name not in wanted}
    addresses = {
        text(entry.get("address")): name
        for name, node in free.items()
        for entry in mappings(mapping(node.get("status")).get("addresses"))
    }
    for wish in wishes:
        if wish.name in found:
            continue
        place = f"node {wish.name}"
        other = addresses.get(wish.address, "") if wish.address else ""
        alike = [name for name in free if _stem(name) == _stem(wish.name)]
        if other:
            wrong.append(Problem(place, f"no such node; {wish.address} is the node {other}", f"the name {other}"))
        elif len(alike) == 1:
            wrong.append(Problem(place, f"no such node, but {alike[0]}", f"the name {alike[0]}"))
        else:
            near = difflib.get_close_matches(wish.name, free, n=3, cutoff=0.8)
            hint = f"; near it are {', '.join(near)}" if near else ""
            unjoined.append(
                Problem(place, f"it has not joined the cluster{hint}", "a node that kubectl get nodes shows")
            )
    return wrong, unjoined


def _stem(name: str) -> str:
    """What is left of a name without its domain, its case and its choice of separators."""
    return name.partition(".")[0].lower().replace("_", "-")


def _outcome(wish: Wish, node: Mapping[str, Any], made: Plan, changed: bool) -> Outcome:
    lines = (made.before, made.after) if changed else ((), ())
    return Outcome(wish.name, node, changed, made.conflicts, *lines)


def _refused(wish: Wish, node: Mapping[str, Any], made: Plan, problem: Problem) -> Outcome:
    return Outcome(wish.name, node, False, made.conflicts, problem=problem)


def _said(error: Any) -> str:
    """The sentence in the API server's Status, when it sent one."""
    try:
        message = mapping(json.loads(error.body)).get("message")
    except (TypeError, ValueError):
        return ""
    return f": {message}" if message else ""
