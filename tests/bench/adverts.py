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
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import combinations, product

EVERYTHING = 0x0003
ATTACH_FILTER = 26
# The kernel's packet filter (linux/filter.h): 128 bytes of what is IP and has VRRP's protocol number at byte 9.
FILTER = (
    (0x28, 0, 0, 0xFFFFF000),
    (0x15, 0, 3, 0x0800),
    (0x30, 0, 0, 9),
    (0x15, 0, 1, 112),
    (0x06, 0, 0, 128),
    (0x06, 0, 0, 0),
)


class Adverts:
    """When each host was master: from its first advertisement to its last before it fell silent."""

    def __init__(self, network: ipaddress.IPv4Network, interval: float) -> None:
        self.network = network
        self.silence = 3 * interval
        self.spans: dict[str, list[list[float]]] = {}

    def listen(self, over: threading.Event) -> None:
        steps = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in FILTER))
        # A bridge hands on what comes in before others see it, unless they ask for everything.
        with socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(EVERYTHING)) as wire:
            program = struct.pack("HP", len(FILTER), ctypes.addressof(steps))
            wire.setsockopt(socket.SOL_SOCKET, ATTACH_FILTER, program)
            wire.settimeout(0.1)
            while not over.is_set():
                try:
                    packet = wire.recv(128)
                except TimeoutError:
                    continue
                source = ipaddress.IPv4Address(packet[12:16])
                priority = packet[(packet[0] & 15) * 4 + 2]
                if source in self.network and priority:  # 0 is a master's goodbye
                    self.note(str(source), time.monotonic())

    def note(self, source: str, now: float) -> None:
        spans = self.spans.setdefault(source, [])
        if not spans or now - spans[-1][1] > self.silence:
            spans.append([now, now])
        spans[-1][1] = now

    def overlap(self) -> float:
        """How long two hosts were masters at once, at the longest."""
        pairs = combinations(self.spans.values(), 2)
        found = (min(one[1], other[1]) - max(one[0], other[0]) for spans in pairs for one, other in product(*spans))
        return max((0.0, *found))


@contextmanager
def heard(network: ipaddress.IPv4Network, interval: float) -> Iterator[Callable[[], float]]:
    """Listens while the block runs; the value tells how long two hosts were masters at once."""
    adverts = Adverts(network, interval)
    over = threading.Event()
    thread = threading.Thread(target=adverts.listen, args=(over,))
    thread.start()
    try:
        yield adverts.overlap
    finally:
        over.set()
        thread.join()
