# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The wire: who holds the virtual address, and which other routers speak VRRP."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...module_utils._kube.errors import InputError
from ...module_utils._net.interfaces import interface_for
from ..findings import INVENTORY, WARNING, Finding
from .view import Found, View


def address_taken(view: View) -> Found:
    """The virtual address is free or held by a balancer of ours, also under --limit.

    A balancer outside the limit is known by its MAC: it is asked for its own address too, and answers with the same.
    A host that is no balancer any more, but still runs our keepalived, gives the address away in this run.
    """
    if not _ours_to_hold(view):
        return
    endpoint = str(view.site.settings["kube_ha_address"])
    owners = _owners_of_macs(view)
    told = set()
    for member, probe in view.answered():
        if _holds(probe, endpoint) and member.name not in view.site.load_balancers:
            told.add(member.name)
            if "keepalived" in probe.get("set_up", ()):
                yield _leaving(member.name, endpoint)
            else:
                yield _taken(member.name, f"{endpoint} is on an interface of {member.name}, which is no balancer")
    for member, probe in view.answered():
        for entry in probe["neighbours"]:
            if entry["address"] != endpoint:
                continue
            for mac in entry["macs"]:
                owner = owners.get(mac)
                if owner in view.site.load_balancers or mac in told or owner in told:
                    continue
                told.add(mac)
                yield _taken(member.name, f"{endpoint} answers from MAC {mac} on {entry['interface']}" + _known(owner))


def two_holders(view: View) -> Found:
    """One balancer at a time holds the address; two hold it when they do not hear each other."""
    if not _ours_to_hold(view):
        return
    endpoint = str(view.site.settings["kube_ha_address"])
    owners = _owners_of_macs(view)
    holders = {member.name for member, probe in view.answered() if _holds(probe, endpoint)}
    for dummy, probe in view.answered():
        for entry in probe["neighbours"]:
            if entry["address"] == endpoint:
                holders |= {owners[mac] for mac in entry["macs"] if mac in owners}
    holders &= set(view.site.load_balancers)
    if len(holders) > 1:
        yield Finding(
            "two-holders",
            INVENTORY,
            "kube_ha_address",
            f"{', '.join(sorted(holders))} hold {endpoint} at once: IP protocol 112 is blocked between them",
            "one holder",
            "let the balancers' firewalls pass IP protocol 112 (VRRP) from each other",
        )


def foreign_routers(view: View) -> Found:
    """No router that is not ours uses our number in the network of the virtual address, or announces our address."""
    if not _ours_to_hold(view):
        return
    endpoint = str(view.site.settings["kube_ha_address"])
    ours = _own_addresses(view)
    told = set()
    for member, probe in view.answered():
        vrid = view.variable(member.name, "keepalived_vrid") or view.site.vrid
        for advert in probe["vrrp"]:
            key = (advert["source"], advert["vrid"])
            if advert["source"] in ours or key in told or not _in_network(endpoint, advert, probe):
                continue
            if str(advert["vrid"]) != str(vrid) and endpoint not in advert["addresses"]:
                continue
            told.add(key)
            yield Finding(
                "vrrp-heard",
                member.name,
                "kube_ha_vrid",
                f"{advert['source']} is virtual router {advert['vrid']} for {', '.join(advert['addresses'])}, heard on "
                f"{advert['interface']}",
                f"virtual router {vrid} and {endpoint} for this cluster alone",
                "set kube_ha_vrid to a number from 1 to 255 that is free, or stop the other router",
            )


def _ours_to_hold(view: View) -> bool:
    return view.site.settings["kube_ha_mode"] == "keepalived" and view.site.settings["kube_ha_address"] is not None


def _holds(probe: Mapping[str, Any], address: str) -> bool:
    return any(address == one["address"] for interface in probe["interfaces"] for one in interface["addresses"])


def _owners_of_macs(view: View) -> dict[str, str]:
    """Which host has a MAC, from the host's own interfaces or from what answers for the host's address.

    A MAC that answers for several hosts is nobody's: a gateway that answers for all (proxy ARP).
    """
    addresses = {str(address): member.name for member in view.site.members for address in member.addresses}
    claims: dict[str, set[str]] = {}
    for member, probe in view.answered():
        for interface in probe["interfaces"]:
            if interface["mac"] and not interface["loopback"]:
                claims.setdefault(interface["mac"], set()).add(member.name)
        for entry in probe["neighbours"]:
            for mac in entry["macs"] if entry["address"] in addresses else ():
                claims.setdefault(mac, set()).add(addresses[entry["address"]])
    return {mac: next(iter(names)) for mac, names in claims.items() if len(names) == 1}


def _own_addresses(view: View) -> set[str]:
    known = {str(address) for member in view.site.members for address in member.addresses}
    known |= {member.ssh_address for member in view.site.members}
    for dummy, probe in view.answered():
        known |= {one["address"] for interface in probe["interfaces"] for one in interface["addresses"]}
    return known


def _in_network(endpoint: str, advert: Mapping[str, Any], probe: Mapping[str, Any]) -> bool:
    try:
        return interface_for(endpoint, probe["interfaces"]) == str(advert["interface"])
    except InputError:
        return True


def _known(owner: str | None) -> str:
    return (
        f", which is {owner}, no balancer and outside this run"
        if owner
        else ", which is no host of this inventory that answers"
    )


def _leaving(host: str, endpoint: str) -> Finding:
    return Finding(
        "address-taken",
        host,
        "kube_ha_address",
        f"{endpoint}, which it holds although it is no balancer any more",
        "a balancer of the inventory that holds it",
        "nothing: this run moves the address to a balancer, then takes keepalived and haproxy off this host",
        WARNING,
    )


def _taken(host: str, found: str) -> Finding:
    return Finding(
        "address-taken",
        host,
        "kube_ha_address",
        found,
        "a free address, or one that a balancer of the inventory holds",
        "choose a free address, or take this one from the machine that has it",
    )
