# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""VRRP: what an advertisement says, and a cluster's router number and priorities. Private to this collection."""

from __future__ import annotations

import hashlib
import ipaddress
import re
import struct
from collections.abc import Iterable
from typing import NamedTuple, Optional

PROTOCOL = 112
GROUPS = {4: "224.0.0.18", 6: "ff02::12"}

HIGHEST_PRIORITY = 254
SPACING = 6
SLOTS = 26


class Advert(NamedTuple):
    """One advertisement: who sent it for which virtual router, and the addresses that the router holds."""

    source: str
    vrid: int
    version: int
    priority: int
    addresses: tuple[str, ...]


def parse_advert(payload: bytes, source: str) -> Optional[Advert]:
    """The advertisement in the payload of an IP packet of protocol 112; None when it is none of VRRP 2 or 3.

    Layouts: RFC 3768 section 5.1 (version 2) and RFC 9568 section 5.1 (version 3, IPv4 and IPv6).
    """
    if len(payload) < 8:
        return None
    first, vrid, priority, count = struct.unpack_from("!BBBB", payload)
    version, kind = first >> 4, first & 0x0F
    if version not in (2, 3) or kind != 1 or vrid == 0:
        return None
    size = 16 if ":" in source else 4
    if version == 2 and size == 16:
        return None
    end = 8 + count * size
    if len(payload) < end:
        return None
    packed = [payload[start : start + size] for start in range(8, end, size)]
    return Advert(source, vrid, version, priority, tuple(str(ipaddress.ip_address(part)) for part in packed))


def ip4_payload(packet: bytes) -> tuple[str, bytes]:
    """The source address and the payload of an IPv4 packet, as a raw socket receives it (RFC 791 section 3.1)."""
    length = (packet[0] & 0x0F) * 4
    return str(ipaddress.IPv4Address(packet[12:16])), packet[length:]


def is_configured(text: str, vrid: int, address: str) -> bool:
    """Whether keepalived's configuration names the virtual router and the address, with or without a prefix length."""
    words = [word for line in text.splitlines() for word in re.split("[#!]", line)[0].split()]
    named = ("virtual_router_id", str(vrid)) in zip(words, words[1:])
    return named and address in {word.partition("/")[0] for word in words}


def default_vrid(cluster_name: str, address: str) -> int:
    """A virtual router number from 1 to 255 that depends on the cluster's name and the virtual address only.

    Two clusters on one network get the same number in one of 255 cases; preflight hears it, and the number can be set.
    """
    canonical = ipaddress.ip_address(address).compressed
    digest = hashlib.sha256(f"{cluster_name}\n{canonical}".encode()).digest()
    return int.from_bytes(digest[:8], "big") % 255 + 1


def priorities(names: Iterable[str]) -> dict[str, int]:
    """A priority from 104 to 254 for each name: distinct, and the same whatever the order of the names.

    The number at the end of a host's short name is its place (master-1 gets 254, master-2 gets 248 and so on); a host
    without one gets a place from the hash of its name. Of those that want one place, the first by hash has it, and the
    others take the next that nobody wants; so a host that comes or goes leaves alone all but those who want its place.
    Places lie 6 apart: with an advertisement every 0.2 s the next host waits 5 ms longer (Skew_Time, RFC 9568 section
    6.1), enough to hear the better one; the lowest still takes over within 0.12 s of the highest.
    """
    distinct = sorted(set(names), key=_digest)
    step, places = (SPACING, SLOTS) if len(distinct) <= SLOTS else (1, HIGHEST_PRIORITY)
    if len(distinct) > places:
        raise ValueError(f"{len(distinct)} hosts: VRRP has room for {places} distinct priorities")
    taken: dict[int, str] = {}
    for name in distinct:
        taken.setdefault(_wanted_place(name) % places, name)
    for name in distinct:
        place = _wanted_place(name) % places
        while taken.get(place, name) != name:
            place = (place + 1) % places
        taken[place] = name
    found = {name: HIGHEST_PRIORITY - place * step for place, name in taken.items()}
    return {name: found[name] for name in sorted(found)}


def _digest(name: str) -> bytes:
    return hashlib.sha256(name.encode()).digest()


def _wanted_place(name: str) -> int:
    number = re.search(r"(\d+)$", name.partition(".")[0])
    if number and int(number.group(1)) > 0:
        return int(number.group(1)) - 1
    return int.from_bytes(_digest(name)[:8], "big")
