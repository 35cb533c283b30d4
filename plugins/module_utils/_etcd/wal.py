# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whose data a data directory holds, from its write-ahead log. Private to this collection.

A WAL file is a row of frames: eight bytes little-endian, whose low 56 bits are the length of the record behind them and
whose top byte tells the padding, then a protobuf record {1: type, 2: crc, 3: data}. The record of type 1 holds
{1: node, 2: cluster} (etcd v3.6, server/storage/wal/encoder.go and api/etcdserverpb).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import NamedTuple, Optional, Union

_METADATA = 1
_PADDED = 0x80
_VARINT, _BYTES = 0, 2


class Owner(NamedTuple):
    """The member and the cluster that wrote the log, in hexadecimal as etcd tells them."""

    member: str
    cluster: str


def owner(start: bytes) -> Optional[Owner]:
    """Who wrote a log whose first bytes these are; None when they do not tell."""
    try:
        for record in records(start):
            found = dict(fields(record))
            if found.get(1) == _METADATA:
                data = found.get(3, b"")
                numbers = dict(fields(data if isinstance(data, bytes) else b""))
                return Owner(*(f"{int(numbers.get(key, 0)):x}" for key in (1, 2)))
    except (IndexError, ValueError, struct.error):
        return None
    return None


def records(text: bytes) -> Iterator[bytes]:
    place = 0
    while place + 8 <= len(text):
        (head,) = struct.unpack_from("<Q", text, place)
        if not head:
            return
        length = head & 0x00FFFFFFFFFFFFFF
        padding = (head >> 56) & 0x7 if head >> 56 & _PADDED else 0
        yield text[place + 8 : place + 8 + length]
        place += 8 + length + padding


def fields(text: bytes) -> Iterator[tuple[int, Union[int, bytes]]]:
    place = 0
    while place < len(text):
        key, place = _varint(text, place)
        number, kind = key >> 3, key & 7
        value, place = _varint(text, place)
        if kind == _BYTES:
            yield number, text[place : place + value]
            place += value
        elif kind == _VARINT:
            yield number, value
        else:
            raise ValueError(f"a field of wire type {kind}")


def _varint(text: bytes, place: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = text[place]
        value |= (byte & 0x7F) << shift
        place += 1
        shift += 7
        if not byte & 0x80:
            return value, place
