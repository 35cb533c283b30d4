# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Addresses that two hosts share, that mix families, or that contradict the endpoint's."""

from __future__ import annotations

from ..findings import INVENTORY, Finding
from .view import Found, View


def duplicate_addresses(view: View) -> Found:
    """Each address belongs to one host, and each place to log in to as well."""
    owners: dict[object, str] = {}
    for member in view.site.members:
        for address in member.addresses:
            other = owners.setdefault(address, member.name)
            if other != member.name:
                yield Finding(
                    "duplicate-address",
                    member.name,
                    "kube_node_ip",
                    f"{address}, which is {other}'s",
                    "an address of its own for each host",
                    "correct kube_node_ip or ansible_host of one of the two",
                )
    yield from _duplicate_logins(view)


def _duplicate_logins(view: View) -> Found:
    logins: dict[tuple[str, int], str] = {}
    for member, host in zip(view.site.members, view.site.inventory.hosts, strict=True):
        if "ansible_host" not in host.variables or host.variables.get("ansible_connection", "ssh") not in (
            "ssh",
            "smart",
            "ansible.builtin.ssh",
        ):
            continue
        other = logins.setdefault((member.ssh_address, member.ssh_port), member.name)
        if other != member.name and "kube_node_ip" in host.variables:
            yield Finding(
                "duplicate-address",
                member.name,
                "ansible_host",
                f"{member.ssh_address} port {member.ssh_port}, where {other} is",
                "a host of its own behind each name",
                "correct ansible_host or ansible_port of one of the two",
            )


def mixed_families(view: View) -> Found:
    """The first address of every host is of the family of the endpoint's address."""
    endpoint = view.site.settings["kube_ha_address"]
    if endpoint is None:
        return
    for member in view.site.members:
        if member.addresses and member.addresses[0].version != endpoint.version:
            yield Finding(
                "address-family",
                member.name,
                "kube_node_ip",
                f"{member.addresses[0]} (IPv{member.addresses[0].version})",
                f"IPv{endpoint.version} first, as kube_ha_address ({endpoint}) is",
                "give an address of that family first in kube_node_ip, or another kube_ha_address",
            )


def endpoint_is_a_host(view: View) -> Found:
    """The endpoint's address is nobody's own."""
    endpoint = view.site.settings["kube_ha_address"]
    for member in view.site.members:
        if endpoint is not None and endpoint in member.addresses:
            yield Finding(
                "endpoint-address",
                INVENTORY,
                "kube_ha_address",
                f"{endpoint}, the address of {member.name}",
                "an address that no host has",
                "choose a free address for kube_ha_address",
            )
