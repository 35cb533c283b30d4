# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What each way around the balancer puts on each kind of host."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.errors import InputError
from ansible_collections.quorum.kube.plugins.module_utils._net.external_lb import plan

LB = "172.19.170.200"
NAME = "api.k8s.example.com"
OWN = {"name": "master-1", "address": "172.19.170.183", "port": 6443}
LOOPBACK = "127.0.64.43"


def settings(method="local_proxy", **changes):
    backends = [{**OWN, "name": f"master-{number}", "address": f"172.19.170.{182 + number}"} for number in (1, 2, 3)]
    given = {
        "method": method,
        "name": NAME,
        "address": LB,
        "port": 6443,
        "backends": backends,
        "proxy_address": LOOPBACK,
        "shared_port": 8443,
    }
    return {**given, **changes}


def expected(**changes):
    nothing = {"own": {}, "proxy": None, "pieces": [], "forwards": [], "name_address": LB, "probe_host": NAME}
    return {**nothing, **changes}


def forward(target, addresses, routed, family="ip"):
    return {"family": family, "addresses": addresses, "port": 6443, "target": target, "routed": routed}


PLANS = {
    "local_proxy on a master: haproxy beside the API server, reached by a forward": (
        settings(),
        "master-1",
        expected(
            own=OWN,
            proxy={"address": LOOPBACK, "port": 8443},
            pieces=["forward"],
            forwards=[forward(f"{LOOPBACK}:8443", [LOOPBACK, LB], routed=False)],
            name_address=LOOPBACK,
        ),
    ),
    "local_proxy on a worker: haproxy has the port itself": (
        settings(),
        "node-1",
        expected(proxy={"address": LOOPBACK, "port": 6443}, name_address=LOOPBACK),
    ),
    "local_proxy on a master with another endpoint port": (
        settings(port=9443),
        "master-1",
        expected(own=OWN, proxy={"address": LOOPBACK, "port": 9443}, name_address=LOOPBACK),
    ),
    "local_proxy with an IPv6 balancer: only the name is forwarded, from IPv4 loopback": (
        settings(address="fd77::200"),
        "master-1",
        expected(
            own=OWN,
            proxy={"address": LOOPBACK, "port": 8443},
            pieces=["forward"],
            forwards=[forward(f"{LOOPBACK}:8443", [LOOPBACK], routed=False)],
            name_address=LOOPBACK,
        ),
    ),
    "local_address on a master": (
        settings("local_address"),
        "master-1",
        expected(
            own=OWN,
            proxy={"address": LB, "port": 8443},
            pieces=["address", "forward"],
            forwards=[forward(f"{LB}:8443", [LB], routed=True)],
        ),
    ),
    "local_address on a master, IPv6": (
        settings("local_address", address="fd77::200"),
        "master-1",
        expected(
            own=OWN,
            proxy={"address": "fd77::200", "port": 8443},
            pieces=["address", "forward"],
            forwards=[forward("[fd77::200]:8443", ["fd77::200"], routed=True, family="ip6")],
            name_address="fd77::200",
        ),
    ),
    "local_address on a worker": (settings("local_address"), "node-1", expected()),
    "redirect on a master": (settings("redirect"), "master-1", expected(own=OWN, pieces=["redirect"])),
    "redirect on a worker": (settings("redirect"), "node-1", expected()),
    "redirect without a name": (
        settings("redirect", name=""),
        "master-1",
        expected(own=OWN, pieces=["redirect"], name_address="", probe_host=LB),
    ),
    "hosts_name on a master": (settings("hosts_name"), "master-1", expected(own=OWN, name_address=OWN["address"])),
    "hosts_name on a worker": (settings("hosts_name"), "node-1", expected()),
}


@pytest.mark.parametrize(("given", "host", "wanted"), PLANS.values(), ids=PLANS.keys())
def test_each_method_puts_its_pieces_on_each_kind_of_host(given, host, wanted):
    assert wanted == plan(given, host)


@pytest.mark.parametrize(
    ("ready", "address"),
    [
        (["master-1", "master-2"], OWN["address"]),
        (["master-2"], LB),
        ([], OWN["address"]),
        (None, OWN["address"]),
    ],
    ids=["itself up", "only another one up, as before joining", "nobody up, as before the first one", "nobody asked"],
)
def test_hosts_name_maps_a_master_to_itself_unless_only_others_answer(ready, address):
    assert address == plan(settings("hosts_name"), "master-1", ready)["name_address"]


def test_a_host_is_no_backend_because_its_name_begins_alike():
    backends = [{"name": "master-10", "address": "172.19.170.192", "port": 6443}]

    assert {} == plan(settings("redirect", backends=backends), "master-1")["own"]


def test_every_mistake_is_told_at_once():
    wrong = settings(
        "keepalived",
        address="slb.example.com",
        port=0,
        backends=[{"name": "master-1", "address": "master-1"}],
        proxy_address="127.0.0.1",
        shared_port=6443,
    )

    with pytest.raises(InputError) as caught:
        plan(wrong, "master-1")

    assert [
        "method: 'keepalived' (expected one of hosts_name, local_address, local_proxy, redirect)",
        "address: 'slb.example.com' (expected an IP address)",
        "port: 0 (expected a port from 1 to 65535)",
        "backends[0].address: 'master-1' (expected an IP address)",
        (
            "proxy_address: '127.0.0.1' (expected an address of 127.0.0.0/8 other than 127.0.0.1, "
            "which reaches this host's API server alone)"
        ),
        "shared_port: 6443 (expected a port that neither the balancer nor an API server uses)",
    ] == [str(problem) for problem in caught.value.problems]


@pytest.mark.parametrize("method", ["local_proxy", "hosts_name"])
def test_methods_that_map_the_name_need_one(method):
    with pytest.raises(InputError, match="name: nothing"):
        plan(settings(method, name=""), "master-1")


def test_a_backend_at_the_balancers_address_would_loop():
    with pytest.raises(InputError, match="would send to the balancer and loop"):
        plan(settings(backends=[{"name": "master-1", "address": LB}]), "master-1")
