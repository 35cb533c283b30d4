# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Who is known by which names at which addresses, and the hosts(5) lines that say so. Private to this collection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Optional

from .._kube.errors import InputError, Problem
from .names import NAME_RULE, is_host_name, parse_address


class Entry(NamedTuple):
    """A host or an endpoint: its names, the canonical one first, and its addresses in canonical form."""

    key: str
    names: tuple[str, ...]
    addresses: tuple[str, ...]
    shared: bool = False

    def lines(self) -> list[str]:
        """One line an address, so that both families have the same names (hosts(5): canonical name first)."""
        return [" ".join((address, *self.names)) for address in self.addresses]


def parse_entries(items: Sequence[Mapping[str, Any]], domain: Optional[str]) -> tuple[Entry, ...]:
    """The entries in the order given, one a name; everything that is wrong with them is refused at once."""
    problems: list[Problem] = []
    if domain and not is_host_name(domain):
        problems.append(Problem("domain", repr(domain), NAME_RULE))
    entries: dict[str, Entry] = {}
    for index, item in enumerate(items):
        entry = _entry(item, domain, f"entries[{index}]", problems)
        known = entries.setdefault(entry.key, entry)
        if known != entry:
            problems.append(
                Problem(f"entries[{index}]", f"{entry.key!r} again, with other names or addresses", "one entry a host")
            )
    problems += _clashes(list(entries.values()))
    if problems:
        raise InputError(problems)
    return tuple(entries.values())


def with_hostname(entries: Sequence[Entry], own: str, hostname: str) -> tuple[Entry, ...]:
    """The entries in which the host `own` is also known by the name that its own system has.

    A name that another entry has is left alone.
    """
    names = [name for name in (hostname.lower(), hostname.lower().partition(".")[0]) if is_host_name(name)]
    taken = {name for entry in entries if entry.key != own for name in entry.names}
    extra = [name for name in names if name not in taken and name != "localhost"]
    return tuple(
        entry._replace(names=_unique((*entry.names, *extra))) if entry.key == own else entry for entry in entries
    )


def _entry(item: Mapping[str, Any], domain: Optional[str], place: str, problems: list[Problem]) -> Entry:
    name = str(item["name"])
    endpoint = item.get("type") == "endpoint"
    aliases = tuple(str(alias) for alias in item.get("aliases") or ())
    for where, found in ((f"{place}.name", name), *((f"{place}.aliases", alias) for alias in aliases)):
        if found == "localhost" or not is_host_name(found):
            problems.append(Problem(where, repr(found), f"{NAME_RULE}, not ending in a number, not localhost"))
    addresses = [str(address) for address in item.get("addresses") or ()]
    if not addresses:
        problems.append(Problem(f"{place}.addresses", f"no address for {name!r}", "at least one IPv4 or IPv6 address"))
    parsed = [_address(address, f"{place}.addresses", problems) for address in addresses]
    return Entry(name, _names(name, domain, endpoint, aliases), _unique(parsed), endpoint)


def _names(name: str, domain: Optional[str], endpoint: bool, aliases: Sequence[str]) -> tuple[str, ...]:
    if endpoint or not domain:
        return _unique((name, *aliases))
    short = name[: -len(domain) - 1] if name.endswith(f".{domain}") else name
    canonical = name if "." in name else f"{name}.{domain}"
    return _unique((canonical, short, *aliases))


def _address(text: str, place: str, problems: list[Problem]) -> str:
    address = parse_address(text)
    if address is None or address.is_unspecified or address.is_multicast:
        problems.append(Problem(place, repr(text), "the IPv4 or IPv6 address of one host, without a zone"))
    return text if address is None else str(address)


def _clashes(entries: Sequence[Entry]) -> list[Problem]:
    """Names that two entries claim, and addresses that two hosts claim."""
    names: dict[str, str] = {}
    addresses: dict[str, str] = {}
    claims = [(entry, "name", name, names) for entry in entries for name in entry.names]
    claims += [
        (entry, "address", address, addresses) for entry in entries if not entry.shared for address in entry.addresses
    ]
    return [
        Problem(f"entries: {entry.key}", f"the {kind} {claim}, which {taken[claim]} has too", f"a {kind} of its own")
        for entry, kind, claim, taken in claims
        if taken.setdefault(claim, entry.key) != entry.key
    ]


def _unique(items: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(items))
