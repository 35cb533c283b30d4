# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Ports of a host that its peers must reach, and that a firewall keeps from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ...module_utils._etcd.urls import CLIENT_PORT, PEER_PORT
from ..findings import Finding, some_of
from ..site import API_PORT, Site
from .cluster import makes_cluster
from .provider import proxy_of
from .view import Found, View

KUBELET_PORT = 10250
LET_THROUGH = ("open", "refused")
"""How a port answers behind no firewall: by its service, or by the kernel as long as there is none."""


class Passage(NamedTuple):
    """A TCP port of a host, what it follows from, and the hosts that connect to it."""

    target: str
    port: int
    variable: str
    sources: tuple[str, ...]


def passages(site: Site) -> Iterator[Passage]:
    """All connections between hosts that the site will make, each port of a host once.

    Ports: Kubernetes' "Ports and Protocols", and etcd's.
    """
    everyone = tuple(member.name for member in site.members)
    keepalived = site.settings["kube_ha_mode"] == "keepalived"
    balancing = site.load_balancers if keepalived else tuple(name for name in everyone if proxy_of(site, name))
    for name in site.load_balancers if keepalived else ():
        yield _passage(name, site.port, "kube_ha_port", everyone)
    for name in site.control_plane:
        if not (keepalived and site.port == API_PORT and name in site.load_balancers):
            yield _passage(name, API_PORT, "kube_control_plane", balancing)
    etcd = {"external": site.etcd, "stacked": site.control_plane, "none": ()}[site.etcd_mode]
    for name in etcd:
        yield _passage(name, CLIENT_PORT, "etcd", site.control_plane + etcd)
        yield _passage(name, PEER_PORT, "etcd", etcd)
    for name in dict.fromkeys(site.control_plane + site.nodes) if makes_cluster(site) else ():
        yield _passage(name, KUBELET_PORT, "kube_bootstrap", site.control_plane)


def asked_by(site: Site, source: str) -> list[dict[str, Any]]:
    """The addresses and ports that the host tries to reach."""
    addresses = {member.name: str(member.addresses[0]) for member in site.members if member.addresses}
    return [
        {"address": addresses[passage.target], "port": passage.port}
        for passage in passages(site)
        if source in passage.sources and passage.target in addresses
    ]


def blocked(view: View) -> Found:
    """A port that neither answers nor refuses is behind a firewall, where the host itself is up and has the address."""
    results = {
        (member.name, entry["address"], entry["port"]): entry["result"]
        for member, probe in view.answered()
        for entry in probe["connections"]
    }
    present = {
        member.name: str(member.addresses[0])
        for member, probe in view.answered()
        if member.addresses and str(member.addresses[0]) in _held(probe)
    }
    for passage in passages(view.site):
        address = present.get(passage.target)
        kept_out = [
            source
            for source in passage.sources
            if results.get((source, address, passage.port), LET_THROUGH[0]) not in LET_THROUGH
        ]
        if kept_out:
            yield Finding(
                "port-blocked",
                passage.target,
                passage.variable,
                f"port {passage.port} is blocked by a firewall for {some_of(kept_out)}",
                f"TCP port {passage.port} open to {some_of(passage.sources)}",
                "let the port in from these hosts, in the host's own firewall and in those between",
            )


def _passage(target: str, port: int, variable: str, sources: tuple[str, ...]) -> Passage:
    return Passage(target, port, variable, tuple(name for name in dict.fromkeys(sources) if name != target))


def _held(probe: Mapping[str, Any]) -> set[str]:
    return {address["address"] for interface in probe["interfaces"] for address in interface["addresses"]}
