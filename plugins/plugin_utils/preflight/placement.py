# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where addresses really are: on the hosts' interfaces, and in their subnets."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from typing import Any

from ...module_utils._kube.errors import InputError
from ...module_utils._net.interfaces import interface_for
from ..addresses import parse_address, unfit
from ..findings import Finding, some_of
from .view import Found, View


def addresses_on_host(view: View) -> Found:
    """The address that the others use must be on an interface of the host itself, since its services listen there."""
    for member, probe in view.answered():
        held = {address["address"] for interface in probe["interfaces"] for address in interface["addresses"]}
        for address in member.addresses:
            if str(address) not in held:
                others = sorted(text for text in held if not unfit(parse_address(text)))
                yield Finding(
                    "address-on-host",
                    member.name,
                    "kube_node_ip",
                    f"{address}, but the host has {some_of(others) or 'no address'}",
                    "an address on an interface of the host",
                    "correct kube_node_ip (ansible_host may stay the address to log in to)",
                )


def endpoint_subnet(view: View) -> Found:
    """keepalived can hold the address only where exactly one interface of each balancer is in its subnet."""
    endpoint = view.site.settings["kube_ha_address"]
    if view.site.settings["kube_ha_mode"] != "keepalived" or endpoint is None:
        return
    for member, probe in view.answered():
        if member.name not in view.site.load_balancers or view.variable(member.name, "keepalived_interface"):
            continue
        try:
            interface_for(str(endpoint), probe["interfaces"])
        except InputError as error:
            yield Finding(
                "endpoint-subnet",
                member.name,
                "kube_ha_address",
                f"{endpoint}: {error.problems[0].found}",
                "exactly one interface in the subnet of kube_ha_address",
                "choose an address in the subnet of the balancers, set keepalived_interface, or kube_ha_mode: external",
            )


def endpoint_on_interface(view: View) -> Found:
    """The provider's address is on no interface, but for the one that the method `local_address` makes for it alone."""
    endpoint = view.site.settings["kube_ha_address"]
    if view.site.settings["kube_ha_mode"] != "external" or endpoint is None:
        return
    for member, probe in view.answered():
        for interface in probe["interfaces"]:
            held = [address for address in interface["addresses"] if address["address"] == str(endpoint)]
            if held and not _made_for(str(endpoint), interface):
                yield Finding(
                    "mode",
                    member.name,
                    "kube_ha_mode",
                    f"external, but {interface['name']} has {endpoint}",
                    "the address of a balancer outside the hosts",
                    "set kube_ha_mode: keepalived, or remove the address from the interface",
                )


def _made_for(address: str, interface: Mapping[str, Any]) -> bool:
    """Whether the interface has nothing but this one address, with the prefix of a single host."""
    useful = [one for one in interface["addresses"] if not ipaddress.ip_address(one["address"]).is_link_local]
    return len(useful) == 1 and useful[0]["address"] == address and useful[0]["prefix"] in (32, 128)
