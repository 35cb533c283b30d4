# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The inventory as one mapping for playbooks and templates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..module_utils._kube.errors import InputError, Problem
from .findings import ERROR
from .inventory import read
from .preflight import judge_inventory
from .site import API_PORT, Member, Site


def topology(hostvars: Mapping[str, Any], groups: Mapping[str, Iterable[str]]) -> dict[str, Any]:
    """The site and its hosts, from inventory variables alone: the same under --limit, and with hosts that are down.

    Raises:
        InputError: With every mistake of the inventory, the same that preflight's table names.
    """
    site, findings = judge_inventory(read(hostvars, groups))
    problems = [
        Problem(f"{finding.host}: {finding.variable}", finding.found, f"{finding.expected}; {finding.mend}")
        for finding in findings
        if finding.severity == ERROR
    ]
    if problems:
        raise InputError(problems)
    return as_mapping(site)


def as_mapping(site: Site) -> dict[str, Any]:
    """The site in plain values; the order of the hosts is the inventory's."""
    settings = site.settings
    return {
        "cluster_name": settings["kube_cluster_name"],
        "domain": settings["kube_domain"],
        "mode": settings["kube_ha_mode"],
        "address": str(settings["kube_ha_address"]),
        "address_only": settings["kube_ha_address_only"],
        "name": settings["kube_ha_name"],
        "port": site.port,
        "api_port": API_PORT,
        "vrid": site.vrid,
        "bootstrap": settings["kube_bootstrap"],
        "etcd_mode": site.etcd_mode,
        "version": settings["kube_version"],
        "pod_subnet": str(settings["kube_pod_subnet"]),
        "service_subnet": str(settings["kube_service_subnet"]),
        "network": settings["kube_network"],
        "external_lb_method": settings["kube_external_lb_method"],
        "hosts": [_host(site, member) for member in site.members],
        "control_plane": list(site.control_plane),
        "load_balancers": list(site.load_balancers),
        "etcd": list(site.etcd),
        "nodes": list(site.nodes),
    }


def _host(site: Site, member: Member) -> dict[str, Any]:
    return {
        "name": member.name,
        "short_name": member.name.split(".")[0],
        "node_name": member.settings["kube_node_name"] or member.name,
        "fqdn": site.fqdn(member.name),
        "address": str(member.addresses[0]),
        "addresses": [str(address) for address in member.addresses],
        "ssh_address": member.ssh_address,
        "ssh_port": member.ssh_port,
        "groups": list(member.groups),
    }
