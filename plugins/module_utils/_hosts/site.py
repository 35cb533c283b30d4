# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The site's topology in the words of the roles `hosts` and `ssh_trust`. Private to this collection."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def hosts_entries(topology: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Every host, and the endpoint's name; with an external balancer the role `external_lb` maps that name itself."""
    entries: list[dict[str, Any]] = [
        {"name": str(host["name"]), "addresses": [str(address) for address in host["addresses"]]}
        for host in topology["hosts"]
    ]
    elsewhere = topology["mode"] == "external"
    if topology["name"] and topology["address"] and not elsewhere:
        entries.append({"name": str(topology["name"]), "addresses": [str(topology["address"])], "type": "endpoint"})
    return entries


def trust_hosts(topology: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Every host with the names and addresses under which the others log in to it."""
    hosts: list[dict[str, Any]] = []
    for host in topology["hosts"]:
        names = [str(host["fqdn"])] if host["fqdn"] != host["name"] else []
        hosts.append(
            {"name": str(host["name"]), "aliases": names, "addresses": [str(address) for address in host["addresses"]]}
        )
    return hosts
