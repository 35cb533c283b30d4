# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The files of the network `routed`."""

from __future__ import annotations

import json

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._cluster.routed import Node, nodes_of, routed_network
from ansible_collections.quorum.kube.plugins.module_utils._kube.errors import InputError

NODES = [
    Node("master-1", "172.19.170.183", "10.244.0.0/24"),
    Node("node-1", "172.19.170.186", "10.244.1.0/24"),
    Node("node-2", "172.19.170.187", ""),
]


def test_nodes_are_read_by_name_also_before_they_have_a_subnet():
    addresses = [{"type": "Hostname", "address": "node-1"}, {"type": "InternalIP", "address": "172.19.170.186"}]
    listed = {
        "items": [
            {"metadata": {"name": "node-2"}, "spec": {}, "status": {}},
            {
                "metadata": {"name": "node-1"},
                "spec": {"podCIDR": "10.244.1.0/24"},
                "status": {"addresses": addresses},
            },
        ]
    }

    assert [NODES[1], Node("node-2", "", "")] == nodes_of(listed)


def test_a_host_routes_to_the_pods_of_every_other():
    expected = "route replace 10.244.1.0/24 via 172.19.170.186 proto 117\n"

    assert expected == routed_network(NODES, "master-1", "10.244.0.0/16")["routes"]


def test_the_bridge_has_the_hosts_own_subnet():
    plugins = json.loads(routed_network(NODES, "node-1", "10.244.0.0/16")["conflist"])["plugins"]

    assert [[{"subnet": "10.244.1.0/24"}]] == plugins[0]["ipam"]["ranges"]


def test_pods_keep_their_address_inside_the_cluster_alone():
    rule = (
        "ip saddr 10.244.0.0/16 ip daddr != "
        "{ 10.244.0.0/16, 172.19.170.183, 172.19.170.186, 172.19.170.187 } masquerade"
    )

    assert rule in routed_network(NODES, "node-1", "10.244.0.0/16")["rules"]


def test_rules_of_ipv6_name_their_family():
    nodes = [Node("master-1", "fd77::183", "fd88::/64")]

    assert "ip6 saddr fd88::/56 ip6 daddr" in routed_network(nodes, "master-1", "fd88::/56")["rules"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("node-2", "node-2: no subnet for its pods yet (expected a node with spec.podCIDR)"),
        ("node-3", "node-3: no node of this name (expected a node with spec.podCIDR)"),
    ],
)
def test_a_node_without_a_subnet_has_no_network(name, expected):
    with pytest.raises(InputError) as raised:
        routed_network(NODES, name, "10.244.0.0/16")

    assert expected == str(raised.value)
