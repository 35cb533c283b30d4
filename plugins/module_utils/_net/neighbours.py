# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Who answers for an address on the wire: ARP probes and neighbour solicitations. Private to this collection."""

from __future__ import annotations

import ipaddress
import struct
from typing import Optional

ETHERNET_ARP = 0x0806
SOLICITATION = 135
ADVERTISEMENT = 136

_ARP = struct.Struct("!HHBBH6s4s6s4s")
_ETHERNET = 14


def arp_probe(mac: str, address: str) -> bytes:
    """The frame that asks for an IPv4 address and claims none: the sender's is zero (RFC 5227 section 2.1.1)."""
    own = _packed(mac)
    target = ipaddress.IPv4Address(address).packed
    body = _ARP.pack(1, 0x0800, 6, 4, 1, own, bytes(4), bytes(6), target)
    return b"\xff" * 6 + own + struct.pack("!H", ETHERNET_ARP) + body


def arp_answer(frame: bytes) -> Optional[tuple[str, str]]:
    """The address and the MAC of an ARP answer; None when the frame is none."""
    if len(frame) < _ETHERNET + _ARP.size or struct.unpack_from("!H", frame, 12)[0] != ETHERNET_ARP:
        return None
    kind, network, dummy, dummy, operation, mac, address, dummy, dummy = _ARP.unpack_from(frame, _ETHERNET)
    if (kind, network, operation) != (1, 0x0800, 2):
        return None
    return str(ipaddress.IPv4Address(address)), _readable(mac)


def solicitation(mac: str, address: str) -> bytes:
    """The ICMPv6 message that asks for an IPv6 address (RFC 4861 section 4.3); the kernel fills in the checksum."""
    target = ipaddress.IPv6Address(address).packed
    return struct.pack("!BBHI", SOLICITATION, 0, 0, 0) + target + b"\x01\x01" + _packed(mac)


def solicited_group(address: str) -> str:
    """The multicast group in which the owner of an IPv6 address listens (RFC 4291 section 2.7.1)."""
    low = int(ipaddress.IPv6Address(address)) & 0xFFFFFF
    return str(ipaddress.IPv6Address(int(ipaddress.IPv6Address("ff02::1:ff00:0")) | low))


def advertisement(message: bytes) -> Optional[tuple[str, str]]:
    """The address and the MAC of a neighbour advertisement (RFC 4861 section 4.4); None when the message is none."""
    if len(message) < 32 or message[0] != ADVERTISEMENT:
        return None
    address = str(ipaddress.IPv6Address(message[8:24]))
    place = 24
    while place + 8 <= len(message):
        kind, length = message[place], message[place + 1]
        if kind == 2 and length == 1:
            return address, _readable(message[place + 2 : place + 8])
        if length == 0:
            return None
        place += length * 8
    return None


def _packed(mac: str) -> bytes:
    return bytes.fromhex(mac.replace(":", ""))


def _readable(mac: bytes) -> str:
    return ":".join(f"{byte:02x}" for byte in mac)
