# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sets of nodes as Python integers: node number i is bit i. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import compress, count, islice

Bits = int

_FLAGS = bytes.maketrans(b"01", b"\0\1")


def bits_of(numbers: Iterable[int]) -> Bits:
    """The set of the given node numbers; many numbers cost one pass over the largest."""
    present = list(numbers)
    if len(present) < 16:
        result = 0
        for number in present:
            result |= 1 << number
        return result
    octets = bytearray((max(present) >> 3) + 1)
    for number in present:
        octets[number >> 3] |= 1 << (number & 7)
    return int.from_bytes(octets, "little")


def numbers_of(bits: Bits) -> Iterator[int]:
    """The node numbers of a set, smallest first."""
    text = bin(bits)[:1:-1]
    number = text.find("1")
    while number >= 0:
        yield number
        number = text.find("1", number + 1)


def first_of(bits: Bits, start: int, most: int) -> list[int]:
    """Up to `most` node numbers of a set, from `start` on."""
    shifted = bits >> start
    return list(islice(compress(count(start), bin(shifted)[:1:-1].encode().translate(_FLAGS)), most))


def names_of(bits: Bits, names: Sequence[str]) -> list[str]:
    """The names of the nodes in a set, in node order."""
    return list(compress(names, bin(bits)[:1:-1].encode().translate(_FLAGS)))


def count_of(bits: Bits) -> int:
    """How many nodes are in a set."""
    return bin(bits).count("1")
