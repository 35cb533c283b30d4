# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Who is VRRP's master, heard on the cables between the lab's hosts and this machine."""

from __future__ import annotations

import ctypes
import ipaddress
import socket
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations, product

from ansible_collections.quorum.kube.plugins.module_utils._net.vrrp import PROTOCOL
from ansible_collections.quorum.kube.plugins.modules.vrrp_info import ETHERTYPES, PROTOCOL_OFFSETS, advert

EVERYTHING = 0x0003
ATTACH_FILTER = 26
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Adverts:
    """When each host was master: from its first advertisement to its last before it fell silent."""

    def __init__(self, network: Network, interval: float) -> None:
        self.network = network
        self.silence = 3 * interval
        self.spans: dict[str, list[list[float]]] = {}

    def listen(self, over: threading.Event) -> None:
        version = self.network.version
        # The kernel's packet filter (linux/filter.h): 128 bytes of what is IP of this version and has VRRP's number.
        steps = (
            (0x28, 0, 0, 0xFFFFF000),
            (0x15, 0, 3, ETHERTYPES[version]),
            (0x30, 0, 0, PROTOCOL_OFFSETS[version]),
            (0x15, 0, 1, PROTOCOL),
            (0x06, 0, 0, 128),
            (0x06, 0, 0, 0),
        )
        code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
        # A bridge hands on what comes in before others see it, unless they ask for everything.
        with socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(EVERYTHING)) as wire:
            wire.setsockopt(socket.SOL_SOCKET, ATTACH_FILTER, struct.pack("HP", len(steps), ctypes.addressof(code)))
            wire.settimeout(0.1)
            while not over.is_set():
                try:
                    found = advert(wire.recv(128), version)
                except TimeoutError:
                    continue
                # A priority of 0 is a master's goodbye.
                if found and found.priority and ipaddress.ip_address(found.source) in self.network:
                    self.note(found.source, time.monotonic())

    def note(self, source: str, now: float) -> None:
        spans = self.spans.setdefault(source, [])
        if not spans or now - spans[-1][1] > self.silence:
            spans.append([now, now])
        spans[-1][1] = now

    def masters(self, since: float) -> set[str]:
        """The hosts that were masters then or have been since."""
        return {source for source, spans in self.spans.items() if spans and spans[-1][1] >= since}

    def overlap(self) -> float:
        """How long two hosts were masters at once, at the longest."""
        pairs = combinations(self.spans.values(), 2)
        found = (min(one[1], other[1]) - max(one[0], other[0]) for spans in pairs for one, other in product(*spans))
        return max((0.0, *found))

    @contextmanager
    def heard(self) -> Iterator[None]:
        """Listens while the block runs."""
        over = threading.Event()
        thread = threading.Thread(target=self.listen, args=(over,))
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()
