# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Ports that somebody else has taken."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...module_utils._etcd.urls import CLIENT_PORT, METRICS_PORT, PEER_PORT
from ..findings import Finding
from ..site import API_PORT, Member
from .cluster import makes_cluster
from .provider import proxy_of
from .view import Found, View

API_SERVERS = ("kube-apiserver", "k3s", "k3s-server", "kubelite")
ETCD = ("etcd",)
ETCD_PORTS = (CLIENT_PORT, PEER_PORT, METRICS_PORT)
HAPROXY = ("haproxy",)
STATUS_PORT = 8404
COMMAND_LENGTH = 15
NODE_PORTS = ((10250, "kubelet"), (10256, "kube-proxy"))
CONTROL_PLANE_PORTS = ((10257, "kube-controller-manager"), (10259, "kube-scheduler"))
FIXED = ("etcd", "kube_bootstrap", "kube_control_plane")
"""What a port follows from that nobody can move."""


def taken(view: View) -> Found:
    """Each port that a service of the host needs is free, or has that service already."""
    for member, probe in view.answered():
        for port, variable, wanted in _needed(view, member):
            others = sorted(
                {
                    _process(socket)
                    for socket in probe["listening"]
                    if socket["protocol"] == "tcp" and socket["port"] == port and not _is_one(socket["process"], wanted)
                }
            )
            if others:
                movable = f", or choose another port with {variable}" if variable not in FIXED else ""
                yield Finding(
                    "port-taken",
                    member.name,
                    variable,
                    f"port {port} is taken by {', '.join(others)}",
                    f"free, or {wanted[0]}'s",
                    f"stop that process{movable}",
                )


def _needed(view: View, member: Member) -> Iterator[tuple[int, str, tuple[str, ...]]]:
    site = view.site
    balances = site.settings["kube_ha_mode"] == "keepalived" and member.name in site.load_balancers
    serves = member.name in site.control_plane
    proxy = proxy_of(site, member.name)
    if balances:
        both = HAPROXY + API_SERVERS if serves and site.port == API_PORT else HAPROXY
        yield site.port, "kube_ha_port", both
    if proxy:
        yield proxy["port"], "kube_ha_port" if proxy["port"] == site.port else "kube_external_lb_shared_port", HAPROXY
    if balances or proxy:
        status = str(view.variable(member.name, "haproxy_status_port") or STATUS_PORT)
        if status.isdecimal():
            yield int(status), "haproxy_status_port", HAPROXY
    if serves and not (balances and site.port == API_PORT):
        yield API_PORT, "kube_control_plane", API_SERVERS
    if site.etcd_mode == "external" and member.name in site.etcd:
        yield from ((port, "etcd", ETCD) for port in ETCD_PORTS)
    if makes_cluster(site) and (serves or member.name in site.nodes):
        yield from ((port, "kube_bootstrap", (process,)) for port, process in NODE_PORTS)
    if makes_cluster(site) and serves:
        yield from ((port, "kube_bootstrap", (process,)) for port, process in CONTROL_PLANE_PORTS)


def _is_one(process: str, wanted: tuple[str, ...]) -> bool:
    """The kernel keeps the first 15 characters of a process's name."""
    return process in {name[:COMMAND_LENGTH] for name in wanted}


def _process(socket: Mapping[str, Any]) -> str:
    if not socket["process"]:
        return f"an unseen process on {socket['address']}"
    return f"{socket['process']} (pid {socket['pid']}) on {socket['address']}"
