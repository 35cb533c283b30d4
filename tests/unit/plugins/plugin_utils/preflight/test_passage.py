# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""R7: who must reach which port of whom, and what is told when a firewall is between them."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.plugin_utils.inventory import read
from ansible_collections.quorum.kube.plugins.plugin_utils.preflight import passage
from ansible_collections.quorum.kube.plugins.plugin_utils.preflight.view import View
from ansible_collections.quorum.kube.plugins.plugin_utils.site import parse

ADDRESSES = {"m1": "10.77.0.11", "m2": "10.77.0.12", "n1": "10.77.0.21"}
GROUPS = {"kube_control_plane": ["m1", "m2"], "kube_node": ["n1"]}


def site(groups=None, **settings):
    shared = {
        "kube_bootstrap": "none",
        "kube_cluster_name": "guide",
        "kube_ha_address": "10.77.0.100",
        "kube_ha_name": "api.k8s.lan",
        **settings,
    }
    hostvars = {name: {**shared, "ansible_host": text} for name, text in ADDRESSES.items()}
    return parse(read(hostvars, groups or GROUPS))[0]


def probe(name, *connections, address=None):
    held = [{"address": address or ADDRESSES[name], "prefix": 24}]
    connections = [{"address": ADDRESSES[to], "port": port, "result": result} for to, port, result in connections]
    return {"interfaces": [{"name": "eth0", "addresses": held}], "connections": connections}


@pytest.mark.parametrize(
    ("site", "expected"),
    [
        pytest.param(
            site(),
            [
                ("m1", 8443, "kube_ha_port", ("m2", "n1")),
                ("m2", 8443, "kube_ha_port", ("m1", "n1")),
                ("m1", 6443, "kube_control_plane", ("m2",)),
                ("m2", 6443, "kube_control_plane", ("m1",)),
            ],
            id="an endpoint of our own",
        ),
        pytest.param(
            site(groups={**GROUPS, "kube_load_balancer": ["n1"], "etcd": ["m2"]}),
            [
                ("n1", 6443, "kube_ha_port", ("m1", "m2")),
                ("m1", 6443, "kube_control_plane", ("n1",)),
                ("m2", 6443, "kube_control_plane", ("n1",)),
                ("m2", 2379, "etcd", ("m1",)),
                ("m2", 2380, "etcd", ()),
            ],
            id="a balancer and an etcd of their own",
        ),
        pytest.param(
            site(kube_bootstrap="kubeadm", kube_etcd="stacked"),
            [
                ("m1", 8443, "kube_ha_port", ("m2", "n1")),
                ("m2", 8443, "kube_ha_port", ("m1", "n1")),
                ("m1", 6443, "kube_control_plane", ("m2",)),
                ("m2", 6443, "kube_control_plane", ("m1",)),
                ("m1", 2379, "etcd", ("m2",)),
                ("m1", 2380, "etcd", ("m2",)),
                ("m2", 2379, "etcd", ("m1",)),
                ("m2", 2380, "etcd", ("m1",)),
                ("m1", 10250, "kube_bootstrap", ("m2",)),
                ("m2", 10250, "kube_bootstrap", ("m1",)),
                ("n1", 10250, "kube_bootstrap", ("m1", "m2")),
            ],
            id="a cluster with etcd on its control plane",
        ),
        pytest.param(
            site(kube_ha_mode="external", kube_external_lb_method="local_proxy"),
            [
                ("m1", 6443, "kube_control_plane", ("m2", "n1")),
                ("m2", 6443, "kube_control_plane", ("m1", "n1")),
            ],
            id="a proxy of its own on every host",
        ),
        pytest.param(
            site(kube_ha_mode="external", kube_external_lb_method="hosts_name"),
            [("m1", 6443, "kube_control_plane", ()), ("m2", 6443, "kube_control_plane", ())],
            id="a provider's balancer alone",
        ),
    ],
)
def test_every_port_is_named_once_with_those_who_connect_to_it_r7(site, expected):
    assert expected == [tuple(one) for one in passage.passages(site)]


def test_a_host_tries_the_ports_of_the_others_that_it_needs_r7():
    assert [
        {"address": ADDRESSES["m1"], "port": 8443},
        {"address": ADDRESSES["m2"], "port": 8443},
    ] == passage.asked_by(site(), "n1")


@pytest.mark.parametrize(
    ("probes", "expected"),
    [
        pytest.param(
            {"m1": probe("m1", ("m2", 6443, "refused")), "m2": probe("m2", ("m1", 6443, "open")), "n1": probe("n1")},
            [],
            id="a port is open, or nobody listens yet",
        ),
        pytest.param(
            {
                "m1": probe("m1", ("m2", 8443, "timeout"), ("m2", 6443, "timeout")),
                "m2": probe("m2", ("m1", 8443, "refused")),
                "n1": probe("n1", ("m2", 8443, "unreachable")),
            },
            [
                ("m2", "kube_ha_port", "port 8443 is blocked by a firewall for m1, n1"),
                ("m2", "kube_control_plane", "port 6443 is blocked by a firewall for m1"),
            ],
            id="a firewall drops or rejects",
        ),
        pytest.param(
            {"m1": probe("m1", ("m2", 8443, "timeout")), "m2": {"unreachable": True}}, [], id="a host that is down"
        ),
        pytest.param({"m1": probe("m1", ("m2", 8443, "timeout"))}, [], id="a host outside the limit"),
        pytest.param(
            {"m1": probe("m1", ("m2", 8443, "timeout")), "m2": probe("m2", address="10.77.0.99")},
            [],
            id="an address that the host does not have is another check's",
        ),
    ],
)
def test_silence_of_a_host_that_is_up_is_a_firewall_r7(probes, expected):
    found = passage.blocked(View(site(), probes))

    assert expected == [(one.host, one.variable, one.found) for one in found]
