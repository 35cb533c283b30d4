# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Network interfaces: which one stands in the subnet of an address. Private to this collection."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Mapping
from typing import Any

from .._kube.errors import InputError, Problem


def interface_for(target: str, interfaces: Iterable[Mapping[str, Any]]) -> str:
    """The name of the one interface that is up and has an address in the same subnet as the target.

    The target is an address, or a subnet that must then be the interface's own or hold its address. Addresses with the
    prefix of a single host (as a virtual address has on its holder), loopback and link-local addresses say nothing of a
    subnet and are passed over.

    Raises:
        InputError: When there is none, or more than one; the problem names what was seen.
    """
    wanted = ipaddress.ip_network(target, strict=False)
    interfaces = list(interfaces)
    names = [interface["name"] for interface in interfaces if interface["up"] and subnets_with(wanted, interface)]
    if len(names) == 1:
        return str(names[0])
    subnets = ", ".join(
        f"{address['address']}/{address['prefix']} on {interface['name']}"
        for interface in interfaces
        for address in interface["addresses"]
        if not interface["loopback"] and not ipaddress.ip_address(address["address"]).is_link_local
    )
    found = f"{' and '.join(names)} are in it" if names else f"no interface is in it; there are {subnets or 'none'}"
    raise InputError([Problem(f"the subnet of {target}", found, "exactly one interface that is up")])


def subnets_with(wanted: Any, interface: Mapping[str, Any]) -> list[str]:
    """The interface's subnets that hold the wanted address, or lie in or around the wanted subnet."""
    if interface["loopback"]:
        return []
    found = []
    for address in interface["addresses"]:
        own = ipaddress.ip_interface(f"{address['address']}/{address['prefix']}").network
        if own.version != wanted.version or own.num_addresses == 1 or own.is_link_local:
            continue
        if own.overlaps(wanted):
            found.append(str(own))
    return found
