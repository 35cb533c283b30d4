# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""When a certificate is made anew. Private to this collection."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple, Optional

USAGES = ("server", "client")


class Wanted(NamedTuple):
    """What a certificate shall say. The order of names and addresses means nothing."""

    common_name: str
    organization: str
    names: frozenset[str]
    addresses: frozenset[str]
    usages: frozenset[str]


class Found(NamedTuple):
    """What a certificate on a host says, who signed it, and whether the key beside it is its own."""

    wanted: Wanted
    signed: bool
    key_fits: bool
    begins: datetime
    ends: datetime


def wanted(entry: Mapping[str, Any]) -> Wanted:
    return Wanted(
        entry["common_name"],
        entry.get("organization") or "",
        frozenset(name for name in entry.get("names") or () if name),
        frozenset(address for address in entry.get("addresses") or () if address),
        frozenset(entry["usages"]),
    )


def reasons(found: Optional[Found], want: Wanted, now: datetime, renew_days: int) -> list[str]:
    """Why the certificate is made anew; nothing when it serves on."""
    if found is None:
        return ["there is none"]
    why = []
    if not found.key_fits:
        why.append("the key beside it is another's")
    if not found.signed:
        why.append("the cluster's authority has not signed it")
    if found.ends <= now:
        why.append(f"it ended on {found.ends.date()}")
    elif found.ends - now < timedelta(days=renew_days):
        why.append(f"it ends on {found.ends.date()}, in less than {renew_days} days")
    return why + _differences(found.wanted, want)


def _differences(found: Wanted, want: Wanted) -> list[str]:
    why = []
    if (found.common_name, found.organization) != (want.common_name, want.organization):
        why.append(f"it is {found.common_name}'s, not {want.common_name}'s")
    for lacks, extra in (
        (want.names - found.names, found.names - want.names),
        (want.addresses - found.addresses, found.addresses - want.addresses),
        (want.usages - found.usages, found.usages - want.usages),
    ):
        why += [f"it lacks {_row(lacks)}"] if lacks else []
        why += [f"it has {_row(extra)}, which is not wanted any more"] if extra else []
    return why


def _row(texts: Iterable[str]) -> str:
    return ", ".join(sorted(texts))


def member_files(member: Mapping[str, Any], extra: Iterable[str], folder: str) -> list[dict[str, Any]]:
    """The certificates of a member.

    Both halves of a member's talk need both usages: the gateway of the server's port is a client of that port, and a
    peer is called as often as it calls (etcd v3.6 documentation, op-guide/security.md).
    """
    given = [member["address"], *member.get("addresses", ()), *member.get("names", ()), member["name"], *extra]
    addresses, names = split(given)
    local = ["127.0.0.1", "::1", *addresses]
    both = list(USAGES)
    return [
        _file(folder, "server", member["name"], ["localhost", *names], local, both, "etcd"),
        _file(folder, "peer", member["name"], names, addresses, both, "etcd"),
        _file(folder, "health", "etcd-health", [], [], ["client"], "root"),
        _file(folder, "backup", "etcd-backup", [], [], ["client"], "root"),
    ]


def split(texts: Iterable[str]) -> tuple[list[str], list[str]]:
    """Addresses in their usual form, and names; each once, in their order."""
    addresses: dict[str, None] = {}
    names: dict[str, None] = {}
    for text in texts:
        address = _address(text)
        if address:
            addresses[address] = None
        else:
            names[text] = None
    return list(addresses), list(names)


def _address(text: str) -> str:
    """The address in its usual form; empty when the text is a name."""
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        return ""


def _file(
    folder: str, stem: str, whom: str, names: list[str], addresses: list[str], usages: list[str], owner: str
) -> dict[str, Any]:
    return {
        "certificate": f"{folder}/{stem}.crt",
        "key": f"{folder}/{stem}.key",
        "owner": owner,
        "common_name": whom,
        "names": names,
        "addresses": addresses,
        "usages": usages,
    }
