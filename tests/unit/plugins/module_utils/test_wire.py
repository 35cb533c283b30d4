# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Ports of this machine's own loopback; what needs raw sockets is tried on real hosts by the scenario preflight."""

from __future__ import annotations

import socket

from ansible_collections.quorum.kube.plugins.module_utils._wire import connected, neighbours_of


def test_ports_answer_open_or_refused():
    with socket.socket() as waiting, socket.socket() as free:
        for one in (waiting, free):
            one.bind(("127.0.0.1", 0))
        waiting.listen()
        targets = [{"address": "127.0.0.1", "port": one.getsockname()[1]} for one in (waiting, free)]

        found = connected(targets, 1.0)

    assert [{**targets[0], "result": "open"}, {**targets[1], "result": "refused"}] == found


def test_an_own_address_and_a_far_one_are_not_asked_for():
    interface = {
        "name": "eth0",
        "index": 2,
        "mac": "0a:1b:2c:3d:4e:5f",
        "up": True,
        "loopback": False,
        "addresses": [{"address": "10.77.0.11", "prefix": 24}],
    }

    assert [
        {"address": "10.77.0.11", "interface": "eth0", "own": True, "macs": []},
        {"address": "192.0.2.1", "interface": "", "own": False, "macs": []},
    ] == neighbours_of(["10.77.0.11", "192.0.2.1"], [interface])
