# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Settings of the endpoint that cannot work together."""

from __future__ import annotations

from ..findings import INVENTORY, Finding
from ..site import API_PORT
from .view import Found, View


def shared_port(view: View) -> Found:
    """haproxy and kube-apiserver cannot both have port 6443 of all addresses of one host."""
    site = view.site
    shared = sorted(set(site.load_balancers) & set(site.control_plane))
    if site.settings["kube_ha_mode"] != "keepalived" or site.settings["kube_ha_address_only"] or not shared:
        return
    if site.port == API_PORT:
        yield Finding(
            "shared-port",
            INVENTORY,
            "kube_ha_port",
            f"{API_PORT}, which kube-apiserver has on {', '.join(shared)}",
            "a port of haproxy's own on the control plane",
            "leave kube_ha_port out (8443), move haproxy to a group kube_load_balancer, "
            "or set kube_ha_address_only: true and bind kube-apiserver to the node's address",
        )


def two_balancers(view: View) -> Found:
    """Settings of an address of our own mean nothing, or a loop of traffic, where the provider balances."""
    if view.site.settings["kube_ha_mode"] != "external":
        return
    for host in view.site.inventory.hosts:
        if host.variables.get("keepalived_virtual_address"):
            yield Finding(
                "mode",
                host.name,
                "keepalived_virtual_address",
                f"{host.variables['keepalived_virtual_address']} with kube_ha_mode: external",
                "one balancer: keepalived's or the provider's",
                "remove keepalived_virtual_address, or set kube_ha_mode: keepalived",
            )
            break
    for name in ("kube_ha_vrid", "kube_ha_address_only"):
        if view.site.settings[name]:
            yield Finding(
                "mode",
                INVENTORY,
                name,
                f"{view.site.settings[name]} with kube_ha_mode: external",
                "one balancer: keepalived's or the provider's",
                f"remove {name}, or set kube_ha_mode: keepalived",
            )
