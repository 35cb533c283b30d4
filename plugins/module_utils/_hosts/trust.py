# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Who logs in to whom. Private to this collection."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Optional

from .._kube.errors import InputError, Problem
from .names import NAME_RULE, is_host_name, parse_address

_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*\Z")


class Peer(NamedTuple):
    """A host as the others see it; `port` is None when its own sshd says which."""

    name: str
    aliases: tuple[str, ...]
    addresses: tuple[str, ...]
    port: Optional[int]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((self.name, *self.aliases)))


class Trust(NamedTuple):
    """The hosts in their order, the host that asks, who may log in to it, and whom it logs in to."""

    cluster: str
    hosts: tuple[Peer, ...]
    own: str
    sources: tuple[Peer, ...]
    targets: tuple[Peer, ...]

    def comment(self, name: str) -> str:
        """What a key of ours is called, so that its lines can be told from those of others."""
        return f"quorum.kube/{self.cluster}/{name}"


def parse_trust(
    cluster: str, hosts: Sequence[Mapping[str, Any]], mesh: str, pairs: Sequence[Mapping[str, Any]], own: str
) -> Trust:
    """The logins of a mesh; everything that is wrong with it is refused at once."""
    problems: list[Problem] = []
    if not _WORD.match(cluster):
        problems.append(Problem("cluster", repr(cluster), "letters, digits, '.', '_' and '-', beginning with no sign"))
    peers = tuple(_peer(item, f"hosts[{index}]", problems) for index, item in enumerate(hosts))
    names = [peer.name for peer in peers]
    known = set(names)
    problems += [
        Problem("hosts", f"{name!r} more than once", "each host once")
        for name, count in Counter(names).items()
        if count > 1
    ]
    if own not in known:
        problems.append(Problem("own", repr(own), "a name in hosts"))
    if mesh == "pairs":
        problems += [
            Problem(f"pairs[{index}].{end}", repr(pair[end]), "a name in hosts")
            for index, pair in enumerate(pairs)
            for end in ("source", "target")
            if pair[end] not in known
        ]
    if problems:
        raise InputError(problems)
    chosen = {(str(pair["source"]), str(pair["target"])) for pair in pairs}

    def logs_in(source: str, target: str) -> bool:
        if mesh == "pairs":
            return (source, target) in chosen
        return mesh == "full" or source == names[0]

    others = [peer for peer in peers if peer.name != own]
    sources = tuple(peer for peer in others if logs_in(peer.name, own))
    targets = tuple(peer for peer in others if logs_in(own, peer.name))
    return Trust(cluster, peers, own, sources, targets)


def _peer(item: Mapping[str, Any], place: str, problems: list[Problem]) -> Peer:
    name = str(item["name"])
    aliases = tuple(str(alias) for alias in item.get("aliases") or ())
    for where, found in ((f"{place}.name", name), *((f"{place}.aliases", alias) for alias in aliases)):
        if not is_host_name(found):
            problems.append(Problem(where, repr(found), f"{NAME_RULE}, not ending in a number"))
    addresses: list[str] = []
    for text in item.get("addresses") or ():
        address = parse_address(str(text))
        addresses.append(str(address or text))
        if address is None:
            problems.append(Problem(f"{place}.addresses", repr(text), "an IPv4 or IPv6 address without a zone"))
    if not addresses:
        problems.append(Problem(f"{place}.addresses", f"no address for {name!r}", "at least one"))
    port = item.get("port")
    if port is not None and not 1 <= port <= 65535:
        problems.append(Problem(f"{place}.port", repr(port), "a port from 1 to 65535"))
    return Peer(name, aliases, tuple(dict.fromkeys(addresses)), port)
