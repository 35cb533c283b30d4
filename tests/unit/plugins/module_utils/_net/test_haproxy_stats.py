# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What haproxy tells of its servers."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._net.haproxy_stats import Server, servers

HEAD = "# pxname,svname,scur,status,lastchg,check_status,check_code,last_chk,addr,"
FRONTEND = "kube_api,FRONTEND,1,OPEN,,,,,,"
READY = "kube_api,master-1,3,UP,42,L7OK,200,HTTP status check returned code <3C>200<3E>,172.19.170.183:6443,"
REFUSED = 'kube_api,master-2,0,DOWN,7,* L4CON,,"Connection refused, at step 1",172.19.170.184:6443,'
UNKNOWN = "kube_api,master-3,0,UP,0,INI,,,172.19.170.185:6443,"
UNCHECKED = "kube_api_unready,master-1,0,no check,42,,,,172.19.170.183:6443,"
BACKEND = "kube_api,BACKEND,3,UP,42,,,,,"


def test_servers_are_told_with_their_last_check_and_proxies_are_left_out():
    text = "\n".join([HEAD, FRONTEND, READY, REFUSED, BACKEND, UNCHECKED, "", ""])

    ready = "L7OK HTTP status check returned code <3C>200<3E>"
    assert [
        Server("kube_api", "master-1", "172.19.170.183:6443", "UP", ready, 200, 42, 3),
        Server(
            "kube_api", "master-2", "172.19.170.184:6443", "DOWN", "L4CON Connection refused, at step 1", None, 7, 0
        ),
        Server("kube_api_unready", "master-1", "172.19.170.183:6443", "no check", "", None, 42, 0),
    ] == servers(text)


@pytest.mark.parametrize(
    ("line", "up", "judged"),
    [
        pytest.param(READY, True, True, id="a server that answers"),
        pytest.param(REFUSED, False, True, id="a server that refuses"),
        pytest.param(UNKNOWN, True, False, id="a server before its first check"),
        pytest.param(UNCHECKED, True, True, id="a server without a check"),
        pytest.param(READY.replace("UP", "UP 1/3"), True, True, id="a server on its way down"),
    ],
)
def test_a_server_is_up_while_it_takes_traffic_and_judged_after_a_check(line, up, judged):
    (server,) = servers(f"{HEAD}\n{line}\n")

    assert (up, judged) == (server.up, server.judged)
