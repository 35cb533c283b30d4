# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every check of preflight, in the order of the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..findings import ACCEPTABLE, ERROR, VAULTED, WARNING, Finding
from ..inventory import Inventory
from ..site import Site, parse
from . import (
    addressing,
    cluster,
    endpoint,
    hostnames,
    machines,
    membership,
    nodes,
    passage,
    placement,
    ports,
    provider,
    reach,
    role_variables,
    spelling,
    wire,
)
from .view import Found, View

OF_INVENTORY: tuple[Callable[[View], Found], ...] = (
    membership.control_plane,
    membership.empty_groups,
    membership.even_etcd,
    membership.load_balancers,
    hostnames.invalid_names,
    hostnames.shared_names,
    addressing.duplicate_addresses,
    addressing.mixed_families,
    addressing.endpoint_is_a_host,
    endpoint.shared_port,
    endpoint.two_balancers,
    provider.unusable_balancer,
    cluster.overlapping_subnets,
    cluster.unfit_subnets,
    nodes.declarations,
    nodes.node_names,
    spelling.unknown_variables,
    spelling.unknown_checks,
    role_variables.misspelt,
    role_variables.role_values,
)
"""Checks that need nothing but the inventory."""

OF_HOSTS: tuple[Callable[[View], Found], ...] = (
    reach.unreachable,
    reach.unaskable,
    placement.addresses_on_host,
    placement.endpoint_subnet,
    placement.endpoint_on_interface,
    wire.address_taken,
    wire.two_holders,
    wire.foreign_routers,
    ports.taken,
    passage.blocked,
    machines.systems,
    machines.memory,
    machines.processors,
    machines.clocks,
    machines.local_names,
    machines.swapped_machines,
    machines.root_login,
    cluster.swap,
    cluster.cgroups,
)
"""Checks of what the hosts tell."""

ASKED_HOSTS = 64
"""Up to this number of hosts, the balancers ask for the address of each, so that a holder that is none can be named."""


LISTEN_SECONDS = 3.0
"""How long a balancer listens for other VRRP routers, before it becomes one."""

LISTEN_AGAIN_SECONDS = 1.2
"""How long it listens when it is one: longer than an advertisement's interval, a second by default (RFC 9568, 6.1)."""


def judge_inventory(inventory: Inventory) -> tuple[Site, list[Finding]]:
    """The site, and everything that is wrong with the inventory by itself."""
    site, findings = parse(inventory)
    return site, _told(site, findings + _run(OF_INVENTORY, View(site, {})))


def judge(inventory: Inventory, probes: Mapping[str, Mapping[str, Any]]) -> list[Finding]:
    """Everything that is wrong, errors first; `probes` holds the result of each host that was asked."""
    site, findings = judge_inventory(inventory)
    findings = findings + _told(site, _run(OF_HOSTS, View(site, probes)))
    return sorted(findings, key=lambda finding: finding.severity != ERROR)


def questions(inventory: Inventory) -> dict[str, dict[str, Any]]:
    """What each host is asked by M(quorum.kube.host_probe): whether it reaches the ports of others that it will need.

    Balancers also listen to the wire of the virtual address; for less time where they run as its router already, unless
    the inventory says how long.

    A setting that the inventory gets wrong is not asked about.
    """
    site, dummy = parse(inventory)
    endpoint = site.settings["kube_ha_address"]
    balancing = site.settings["kube_ha_mode"] == "keepalived" and endpoint is not None
    few = len(site.members) <= ASKED_HOSTS
    peers = [
        str(address)
        for member in site.members
        if few or member.name in site.load_balancers
        for address in member.addresses
    ]
    wire = {"neighbours": [str(endpoint), *peers], **_listening(site)}
    return {
        member.name: {
            **(wire if balancing and member.name in site.load_balancers else {"neighbours": [], "vrrp_seconds": 0}),
            "connect": passage.asked_by(site, member.name),
        }
        for member in site.members
    }


def _listening(site: Site) -> dict[str, Any]:
    seconds = site.settings["kube_preflight_listen_seconds"]
    if seconds is not None or site.settings["kube_ha_address"] is None:
        return {"vrrp_seconds": LISTEN_SECONDS if seconds is None else seconds}
    own = {"vrid": site.vrid, "address": str(site.settings["kube_ha_address"]), "seconds": LISTEN_AGAIN_SECONDS}
    return {"vrrp_seconds": LISTEN_SECONDS, "vrrp_own": own}


def _run(checks: tuple[Callable[[View], Found], ...], view: View) -> list[Finding]:
    return [finding for check in checks for finding in check(view)]


def _told(site: Site, findings: list[Finding]) -> list[Finding]:
    """The same findings without secrets, and without what the site accepts.

    An error of a check that is accepted is a warning then, and a warning of it is left out.
    """
    accept = set(site.settings["kube_preflight_accept"] or ()) & set(ACCEPTABLE)
    vaulted = site.inventory.vaulted()
    return [
        finding._replace(
            found=VAULTED if (finding.host, finding.variable) in vaulted else finding.found,
            severity=WARNING if finding.check in accept else finding.severity,
        )
        for finding in findings
        if not (finding.check in accept and finding.severity == WARNING)
    ]
