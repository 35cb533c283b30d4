# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The cluster that kubeadm is to make: its subnets, and what kubelet asks of a host."""

from __future__ import annotations

import ipaddress
import itertools
from collections.abc import Iterator
from typing import Any

from ...module_utils._cluster.releases import parse_release
from ..findings import INVENTORY, Finding
from ..site import Site
from .view import Found, View

NODE_PREFIX = {4: 24, 6: 64}
"""The size of each node's share of the pods' subnet (kube-controller-manager, --node-cidr-mask-size)."""

SERVICE_BITS = 20
"""kube-apiserver takes no service subnet of more addresses than 2 to the power of this."""

CGROUP_V1_UNTIL = (1, 34)


def makes_cluster(site: Site) -> bool:
    return bool(site.settings["kube_bootstrap"] == "kubeadm")


def overlapping_subnets(view: View) -> Found:
    """The addresses of pods, of services and of the hosts are three worlds: a packet belongs to one of them."""
    site = view.site
    subnets = _subnets(site)
    if not makes_cluster(site) or None in subnets.values():
        return
    for (name, subnet), (other_name, other) in itertools.combinations(subnets.items(), 2):
        if subnet.overlaps(other):
            yield _subnet_finding(
                other_name, f"{other}, which overlaps {name} {subnet}", "subnets apart from each other"
            )
    for name, subnet in subnets.items():
        inside = [f"{address} of {owner}" for owner, address in _addresses(site) if address in subnet]
        if inside:
            yield _subnet_finding(name, f"{subnet}, in which is {inside[0]}", "a subnet without any address of a host")


def _subnets(site: Site) -> dict[str, Any]:
    return {name: site.settings[name] for name in ("kube_pod_subnet", "kube_service_subnet")}


def _addresses(site: Site) -> Iterator[tuple[str, Any]]:
    if site.settings["kube_ha_address"] is not None:
        yield "the endpoint", ipaddress.ip_address(str(site.settings["kube_ha_address"]))
    for member in site.members:
        for address in member.addresses:
            yield member.name, ipaddress.ip_address(str(address))


def _subnet_finding(name: str, found: str, expected: str) -> Finding:
    return Finding("subnet", INVENTORY, name, found, expected, f"choose another {name}")


def unfit_subnets(view: View) -> Found:
    """Pods and services have the hosts' family, each node gets its share, and services are not too many."""
    site = view.site
    if not makes_cluster(site):
        return
    endpoint = site.settings["kube_ha_address"]
    for name, subnet in _subnets(site).items():
        if subnet is not None and endpoint is not None and subnet.version != endpoint.version:
            yield _subnet_finding(name, str(subnet), f"IPv{endpoint.version}, as kube_ha_address is")
    pods, services = _subnets(site).values()
    if pods is not None:
        spare = NODE_PREFIX[pods.version] - pods.prefixlen
        shares = 2**spare if spare >= 0 else 0
        hosts = len({*site.control_plane, *site.nodes})
        if shares < hosts:
            share = f"a /{NODE_PREFIX[pods.version]} for each of {hosts} hosts"
            yield _subnet_finding("kube_pod_subnet", f"{pods}, room for {shares} nodes", share)
    if services is not None and services.max_prefixlen - services.prefixlen > SERVICE_BITS:
        smallest = services.max_prefixlen - SERVICE_BITS
        yield _subnet_finding("kube_service_subnet", str(services), f"a prefix of /{smallest} or longer")


def swap(view: View) -> Found:
    """kubelet does not start while the host swaps, unless it is told to (failSwapOn)."""
    for member, probe in view.answered():
        if _becomes_node(view, member.name) and probe.get("swap"):
            yield Finding(
                "swap",
                member.name,
                "swap",
                "on",
                "off",
                "swapoff --all and take it out of /etc/fstab, or set failSwapOn: false in "
                "kubeadm_kubelet_configuration and kube_preflight_accept: [swap]",
            )


def cgroups(view: View) -> Found:
    """kubelet of 1.35 and later refuses cgroup v1 by default (failCgroupV1)."""
    release = parse_release(str(view.site.settings["kube_version"]))
    for member, probe in view.answered():
        old = probe["cgroup"] in ("v1", "hybrid") and release is not None and release[:2] > CGROUP_V1_UNTIL
        if _becomes_node(view, member.name) and old:
            yield Finding(
                "cgroup",
                member.name,
                "kube_version",
                f"{release} on a host with cgroup {probe['cgroup']}",
                "cgroup v2",
                "boot with systemd.unified_cgroup_hierarchy=1, or set failCgroupV1: false in "
                "kubeadm_kubelet_configuration and kube_preflight_accept: [cgroup]",
            )


def _becomes_node(view: View, name: str) -> bool:
    return makes_cluster(view.site) and name in (*view.site.control_plane, *view.site.nodes)
