# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The network `routed`: a bridge on each host, and a route to the pods of every other. Private to this collection."""

from __future__ import annotations

import ipaddress
import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from .._kube.errors import InputError, Problem

TABLE = "quorum_kube_pods"
PROTOCOL = 117
"""Marks our routes among those of the host (`ip route show proto 117`); nobody else has this number (rt_protos)."""


class Node(NamedTuple):
    """A node with the pods' subnet that the cluster has given it; empty before kube-controller-manager has."""

    name: str
    address: str
    pods: str


def nodes_of(listed: Mapping[str, Any]) -> list[Node]:
    """The nodes of a NodeList, by name."""
    nodes = []
    for item in listed.get("items", []):
        addresses = item.get("status", {}).get("addresses", [])
        internal = [one["address"] for one in addresses if one["type"] == "InternalIP"]
        nodes.append(Node(item["metadata"]["name"], (internal or [""])[0], item["spec"].get("podCIDR", "")))
    return sorted(nodes)


def routed_network(nodes: Sequence[Node], name: str, pod_subnet: str) -> dict[str, str]:
    """The texts of a host's network: `conflist` for the CNI, `routes` for ip -batch, `rules` for nft.

    Raises:
        InputError: When the cluster has no such node, or has given it no subnet yet.
    """
    own = [node for node in nodes if node.name == name]
    if not own or not own[0].pods:
        found = "no subnet for its pods yet" if own else "no node of this name"
        raise InputError([Problem(name, found, "a node with spec.podCIDR")])
    routes = [
        f"route replace {node.pods} via {node.address} proto {PROTOCOL}"
        for node in nodes
        if node.name != name and node.pods and node.address
    ]
    return {
        "conflist": _conflist(own[0].pods),
        "routes": "".join(f"{line}\n" for line in routes),
        "rules": _rules(pod_subnet, [node.address for node in nodes if node.address]),
    }


def _conflist(pods: str) -> str:
    bridge = {
        "type": "bridge",
        "bridge": "cni0",
        "isDefaultGateway": True,
        "hairpinMode": True,
        "ipMasq": False,
        "ipam": {"type": "host-local", "ranges": [[{"subnet": pods}]]},
    }
    portmap = {"type": "portmap", "capabilities": {"portMappings": True}}
    content = {"cniVersion": "1.0.0", "name": "quorum-kube", "plugins": [bridge, portmap]}
    return json.dumps(content, indent=2) + "\n"


def _rules(pod_subnet: str, addresses: Sequence[str]) -> str:
    """Pods keep their address among pods and nodes, and leave the cluster under the host's."""
    family = "ip6" if ipaddress.ip_network(pod_subnet).version == 6 else "ip"
    inside = ", ".join([pod_subnet, *dict.fromkeys(addresses)])
    return (
        f"table inet {TABLE}\n"
        f"delete table inet {TABLE}\n"
        f"table inet {TABLE} {{\n"
        "    chain postrouting {\n"
        "        type nat hook postrouting priority srcnat;\n"
        f"        {family} saddr {pod_subnet} {family} daddr != {{ {inside} }} masquerade\n"
        "    }\n"
        "}\n"
    )
