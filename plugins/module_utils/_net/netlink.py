# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Interfaces and their addresses from the kernel's own messages. Private to this collection.

Layouts and numbers: Linux include/uapi/linux/netlink.h, rtnetlink.h, if_link.h, if_addr.h and if.h.
"""

from __future__ import annotations

import ipaddress
import struct
from collections.abc import Iterator
from typing import Any

DUMP_LINKS = 18
DUMP_ADDRESSES = 22

_HEADER = struct.Struct("=IHHII")
_LINK = struct.Struct("=BxHiII")
_ADDRESS = struct.Struct("=BBBBI")
_ATTRIBUTE = struct.Struct("=HH")

_DONE, _ERROR = 3, 2
_NEW_LINK, _NEW_ADDRESS = 16, 20
_REQUEST_DUMP = 0x301
_UP, _LOOPBACK, _RUNNING = 0x1, 0x8, 0x40
_NESTED_BITS = 0x3FFF
_SECONDARY = 0x1
_FAMILIES = {2: "ipv4", 10: "ipv6"}


def dump_request(kind: int) -> bytes:
    """The message that asks for all links, or for all addresses."""
    body = bytes(_LINK.size if kind == DUMP_LINKS else _ADDRESS.size)
    return _HEADER.pack(_HEADER.size + len(body), kind, _REQUEST_DUMP, 1, 0) + body


def is_last(data: bytes) -> bool:
    """Whether the kernel's answer ends in this part."""
    return any(kind in (_DONE, _ERROR) for kind, payload in _messages(data))


def interfaces(links: bytes, addresses: bytes) -> list[dict[str, Any]]:
    """All interfaces in the kernel's order, each with its addresses in the order in which they were added."""
    found = {}
    for kind, payload in _messages(links):
        if kind == _NEW_LINK:
            index, interface = _link(payload)
            found[index] = interface
    for kind, payload in _messages(addresses):
        if kind == _NEW_ADDRESS and payload[0] in _FAMILIES:
            index, address = _address(payload)
            if index in found:
                found[index]["addresses"].append(address)
    return list(found.values())


def _link(payload: bytes) -> tuple[int, dict[str, Any]]:
    flags = _LINK.unpack_from(payload)[3]
    index = _LINK.unpack_from(payload)[2]
    attributes = dict(_attributes(payload[_LINK.size :]))
    information = dict(_attributes(attributes.get(18, b"")))
    return index, {
        "name": _text(attributes[3]),
        "index": index,
        "mac": ":".join(f"{byte:02x}" for byte in attributes.get(1, b"")),
        "mtu": int(struct.unpack("=I", attributes[4])[0]),
        "kind": _text(information.get(1, b"")),
        "up": bool(flags & _UP),
        "running": bool(flags & _RUNNING),
        "loopback": bool(flags & _LOOPBACK),
        "addresses": [],
    }


def _address(payload: bytes) -> tuple[int, dict[str, Any]]:
    family, prefix, flags, _scope, index = _ADDRESS.unpack_from(payload)
    attributes = dict(_attributes(payload[_ADDRESS.size :]))
    packed = attributes.get(2, attributes.get(1, b""))
    return index, {
        "address": str(ipaddress.ip_address(packed)),
        "prefix": prefix,
        "family": _FAMILIES[family],
        "secondary": bool(flags & _SECONDARY),
    }


def _messages(data: bytes) -> Iterator[tuple[int, bytes]]:
    place = 0
    while place + _HEADER.size <= len(data):
        length, kind = _HEADER.unpack_from(data, place)[:2]
        if length < _HEADER.size:
            return
        yield kind, data[place + _HEADER.size : place + length]
        place += _aligned(length)


def _attributes(data: bytes) -> Iterator[tuple[int, bytes]]:
    place = 0
    while place + _ATTRIBUTE.size <= len(data):
        length, kind = _ATTRIBUTE.unpack_from(data, place)
        if length < _ATTRIBUTE.size:
            return
        yield kind & _NESTED_BITS, data[place + _ATTRIBUTE.size : place + length]
        place += _aligned(length)


def _aligned(length: int) -> int:
    return (length + 3) & ~3


def _text(value: bytes) -> str:
    return value.rstrip(b"\0").decode(errors="replace")
