# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is wrong with the members that the inventory declares. Private to this collection."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Optional

from .._kube.errors import Problem
from .flags import unfit
from .versions import parse_version, run_problems

_NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?")
MOST = 7  # more members make writes slower and survive what seldom happens (etcd v3.6 documentation, faq.md)


def problems(
    members: Sequence[Mapping[str, Any]],
    own: str,
    version: str,
    even_members: bool = False,
    extra_flags: Optional[Mapping[str, Any]] = None,
) -> list[Problem]:
    """Every mistake at once; nothing when a cluster can be made of these members."""
    names = [str(member["name"]) for member in members]
    addresses = [str(member["address"]) for member in members]
    found = [
        Problem("etcd_members", f"{label} {text} {count} times", "each member once, at an address of its own")
        for label, texts in (("the name", names), ("the address", addresses))
        for text, count in Counter(texts).items()
        if count > 1
    ]
    found += [
        Problem("etcd_members", f"the name {name!r}", "letters, digits, '-', '_' and '.'")
        for name in sorted(set(names))
        if not _NAME.fullmatch(name)
    ]
    if own not in names:
        found.append(
            Problem("etcd_node_name", repr(own), f"one of etcd_members ({', '.join(names) or 'which is empty'})")
        )
    return found + _size(len(set(names)), even_members) + run_problems(version) + _flags(version, extra_flags or {})


def site_members(site: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The members of a site, in the order of its group."""
    hosts = {host["name"]: host for host in site["hosts"]}
    return [
        {
            "name": name,
            "address": hosts[name]["address"],
            "addresses": list(hosts[name]["addresses"]),
            "names": sorted({name, hosts[name]["short_name"], hosts[name]["fqdn"]}),
        }
        for name in site["etcd"]
    ]


def _size(count: int, even_members: bool) -> list[Problem]:
    if count > MOST:
        return [Problem("etcd_members", f"{count} members", f"at most {MOST}")]
    if count and count % 2 == 0 and not even_members:
        survives = (count - 1) // 2
        expected = f"an odd number: {count} members survive the loss of {survives}, as {count - 1} do"
        return [Problem("etcd_members", f"{count} members", expected)]
    return []


def _flags(version: str, extra: Mapping[str, Any]) -> list[Problem]:
    known = parse_version(version)
    return unfit(extra, known.line) if known else []
