# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sockets that wait for clients, from the tables of /proc/net. Private to this collection."""

from __future__ import annotations

import ipaddress
import sys
from typing import NamedTuple

_LISTEN = "0A"
_UNCONNECTED = "07"


class Listener(NamedTuple):
    """An address and port on which somebody waits; the inode leads to the process that holds the socket."""

    protocol: str
    address: str
    port: int
    inode: int


def listeners(protocol: str, table: str) -> list[Listener]:
    """The waiting sockets of one table: TCP in the state LISTEN, UDP without a peer.

    Layout: Linux Documentation/networking/proc_net_tcp.rst.
    """
    wanted = _LISTEN if protocol == "tcp" else _UNCONNECTED
    found = []
    for line in table.splitlines()[1:]:
        fields = line.split()
        if len(fields) > 9 and fields[3] == wanted:
            address, port = fields[1].split(":")
            found.append(Listener(protocol, _address(address), int(port, 16), int(fields[9])))
    return found


def _address(text: str) -> str:
    """An address that the kernel prints as 32-bit words in the byte order of the host."""
    words = [text[start : start + 8] for start in range(0, len(text), 8)]
    return str(ipaddress.ip_address(b"".join(int(word, 16).to_bytes(4, sys.byteorder) for word in words)))
