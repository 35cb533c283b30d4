# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Waiting sockets, from tables as the kernel prints them on a little-endian host."""

from __future__ import annotations

import sys

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._net.listeners import Listener, listeners

HEAD = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode"
TCP = f"""{HEAD}
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4711 1 0 100 0 0 10 0
   1: 00000000:0016 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 492 1 0 100 0 0 10 0
   2: 0B004D0A:0016 16004D0A:C350 01 00000000:00000000 00:00000000 00000000     0        0 493 1 0 100 0 0 10 0
   3: short
"""
TCP6 = f"""{HEAD}
   0: 00000000000000000000000000000000:20FB 00000000000000000000000000000000:0000 0A 0:0 00:0 0 0 0 77 1
   1: 000077FD000000000000000011000000:192B 00000000000000000000000000000000:0000 0A 0:0 00:0 0 0 0 78 1
"""
UDP = f"""{HEAD}
   1: 0100007F:0143 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 50 2 0 0
   2: 0B004D0A:8000 16004D0A:0035 01 00000000:00000000 00:00000000 00000000     0        0 51 2 0 0
"""


@pytest.mark.skipif(sys.byteorder != "little", reason="the recorded tables are of a little-endian host")
@pytest.mark.parametrize(
    ("protocol", "table", "expected"),
    [
        pytest.param(
            "tcp",
            TCP,
            [Listener("tcp", "127.0.0.1", 8080, 4711), Listener("tcp", "0.0.0.0", 22, 492)],
            id="connections are no listeners",
        ),
        pytest.param(
            "tcp",
            TCP6,
            [Listener("tcp", "::", 8443, 77), Listener("tcp", "fd77::11", 6443, 78)],
            id="IPv6",
        ),
        pytest.param("udp", UDP, [Listener("udp", "127.0.0.1", 323, 50)], id="a socket with a peer serves nobody else"),
        pytest.param("tcp", "", [], id="no table"),
    ],
)
def test_waiting_sockets_are_told_l2(protocol, table, expected):
    assert expected == listeners(protocol, table)
