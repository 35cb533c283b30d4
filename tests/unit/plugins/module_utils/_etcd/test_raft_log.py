# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a start replays, from the bytes of a log."""

from __future__ import annotations

import struct

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._etcd.raft_log import newest_snapshot, v2_entries


def varint(number):
    text = b""
    while number > 0x7F:
        text += bytes([number & 0x7F | 0x80])
        number >>= 7
    return text + bytes([number])


def field(number, value):
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def frame(record):
    padding = -len(record) % 8
    head = len(record) | ((0x80 | padding) << 56 if padding else 0)
    return struct.pack("<Q", head) + record + b"\0" * padding


def entry(index, data, kind=0):
    return frame(field(1, 2) + field(2, 77) + field(3, field(1, kind) + field(2, 2) + field(3, index) + field(4, data)))


V2 = field(1, 9) + field(2, b"PUT") + field(3, b"/0/members/8347644df64d6e3b/attributes")
V3 = field(1, 9) + field(4, field(1, b"/registry/k1") + field(2, b"PUT"))
RANGE = field(1, 9) + field(3, b"/registry")


def test_requests_of_the_v2_store_behind_the_snapshot_are_found():
    log = entry(4, V2) + entry(5, V3) + entry(6, V2) + entry(7, RANGE) + entry(8, V2)

    assert [6, 8] == list(v2_entries(log, behind=4))


@pytest.mark.parametrize(
    "log",
    [
        pytest.param(entry(5, V2, kind=1), id="a change of members"),
        pytest.param(entry(5, b""), id="the empty entry of an election"),
        pytest.param(frame(field(1, 4) + field(3, field(1, 5))), id="a snapshot's record"),
        pytest.param(entry(5, b"\xff\xff"), id="bytes of no message"),
        pytest.param(entry(5, V2)[:24], id="a torn end"),
        pytest.param(b"", id="nothing"),
    ],
)
def test_nothing_else_is_taken_for_one(log):
    assert [] == list(v2_entries(log, behind=0))


def test_the_newest_snapshot_is_the_one_with_the_highest_index():
    names = ["0000000000000003-00000000000000ff.snap", "0000000000000002-0000000000002710.snap", "db", "x.snap.broken"]

    assert (10000, 0) == (newest_snapshot(names), newest_snapshot(["db"]))
