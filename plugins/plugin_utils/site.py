# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The inventory, read once into values that cannot be wrong: the site's settings and its hosts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ..module_utils._net.vrrp import default_vrid
from .addresses import parse_address, unfit
from .findings import INVENTORY, Finding, some_of, told_once
from .inventory import Host, Inventory, Unreadable, cluster_hosts
from .variables import VARIABLES, WrongValueError

API_PORT = 6443
SHARED_PORT = 8443


class Member(NamedTuple):
    """A host with its addresses parsed; `addresses` is empty when the inventory gives it none that can be used."""

    name: str
    groups: tuple[str, ...]
    addresses: tuple[Any, ...]
    ssh_address: str
    ssh_port: int
    settings: Mapping[str, Any]


class Site(NamedTuple):
    """The hosts in the order of the inventory, the members of each role, and one value for each setting.

    A setting that the inventory gets wrong is None, and has a finding; checks pass over it.
    """

    inventory: Inventory
    members: tuple[Member, ...]
    settings: Mapping[str, Any]
    control_plane: tuple[str, ...]
    load_balancers: tuple[str, ...]
    etcd: tuple[str, ...]
    nodes: tuple[str, ...]

    def member(self, name: str) -> Member:
        return next(member for member in self.members if member.name == name)

    @property
    def port(self) -> int:
        """The endpoint's port; haproxy needs one of its own where it shares hosts with kube-apiserver."""
        if self.settings["kube_ha_port"]:
            return int(self.settings["kube_ha_port"])
        shared = self.settings["kube_ha_mode"] == "keepalived" and set(self.load_balancers) & set(self.control_plane)
        return SHARED_PORT if shared else API_PORT

    @property
    def vrid(self) -> int:
        """The virtual router's number: the inventory's, else from the cluster's name and the virtual address."""
        return self.settings["kube_ha_vrid"] or default_vrid(
            str(self.settings["kube_cluster_name"]), str(self.settings["kube_ha_address"])
        )

    @property
    def etcd_mode(self) -> str:
        """Who makes etcd: `external` the role etcd, `stacked` kubeadm, `none` nobody of this collection."""
        if self.settings["kube_bootstrap"] == "kubeadm":
            return str(self.settings["kube_etcd"])
        return "external" if "etcd" in self.inventory.groups else "none"

    def fqdn(self, name: str) -> str:
        """The host's full name: the inventory's when it has a dot, else with the site's domain."""
        domain = self.settings["kube_domain"]
        return f"{name}.{domain}" if domain and "." not in name else name


def parse(inventory: Inventory) -> tuple[Site, list[Finding]]:
    """The site, and a finding for each value that could not be read, has a wrong form, or differs between hosts."""
    findings: list[Finding] = []
    members = []
    for host in inventory.hosts:
        settings = {name: _parsed(host, name, findings) for name in VARIABLES if VARIABLES[name].of_host}
        members.append(_member(host, settings, findings))
    findings = told_once(findings, len(members))
    settings = {
        name: _common(inventory, name, findings) for name, variable in VARIABLES.items() if not variable.of_host
    }
    roles = [
        tuple(cluster_hosts(inventory.groups, [group]))
        for group in ("kube_control_plane", "kube_load_balancer", "etcd", "kube_node")
    ]
    return Site(inventory, tuple(members), settings, *roles), findings


def _parsed(host: Host, name: str, findings: list[Finding]) -> Any:
    if name not in host.variables:
        return VARIABLES[name].default
    value = host.variables[name]
    try:
        if isinstance(value, Unreadable):
            raise WrongValueError(value.reason, "a value that the inventory alone gives")
        return VARIABLES[name].parse(value)
    except WrongValueError as mistake:
        findings.append(Finding("value", host.name, name, mistake.found, mistake.expected, f"correct {name}"))
        return None


def _common(inventory: Inventory, name: str, findings: list[Finding]) -> Any:
    """The one value that all hosts share. A mistake that many hosts share is told once."""
    values = {host.name: host.variables[name] for host in inventory.hosts if name in host.variables}
    if not values:
        if VARIABLES[name].required and inventory.hosts:
            findings.append(_of_site(name, "nothing", "a value"))
        return VARIABLES[name].default
    unreadable = {host: value for host, value in values.items() if isinstance(value, Unreadable)}
    distinct = {repr(value): host for host, value in reversed(values.items())}
    without = [host.name for host in inventory.hosts if host.name not in values]
    if len(distinct) > 1 and not unreadable:
        found = ", ".join(f"{value} on {host}" for value, host in reversed(distinct.items()))
        findings.append(_of_site(name, found, "one value for all hosts"))
        return None
    if without and not unreadable:
        found = f"set for some hosts, but not for {some_of(without)}"
        findings.append(_of_site(name, found, "one value for all hosts"))
        return None
    shared = next(iter(unreadable or values))
    place = INVENTORY if len(distinct) == 1 else shared
    return _parsed(Host(place, (), {name: values[shared]}), name, findings)


def _of_site(name: str, found: str, expected: str) -> Finding:
    return Finding("value", INVENTORY, name, found, expected, f"set {name} once, in group_vars/all.yml")


def _member(host: Host, settings: Mapping[str, Any], findings: list[Finding]) -> Member:
    ssh_address = host.variables.get("ansible_host", host.name)
    if isinstance(ssh_address, Unreadable) or ssh_address in (None, ""):
        ssh_address = host.name
    addresses = settings["kube_node_ip"]
    if not is_place(ssh_address):
        findings.append(
            Finding(
                "value", host.name, "ansible_host", repr(ssh_address), "one name or address", "correct ansible_host"
            )
        )
        ssh_address = host.name
    elif addresses is None and "kube_node_ip" not in host.variables:
        addresses = list(_address_of_connection(host, str(ssh_address), findings))
    port = str(host.variables.get("ansible_port") or 22)
    if not port.isdecimal() or not 1 <= int(port) <= 65535:
        findings.append(
            Finding(
                "value",
                host.name,
                "ansible_port",
                repr(port),
                "a port from 1 to 65535",
                "set ansible_port to sshd's port",
            )
        )
        port = "22"
    return Member(host.name, host.groups, tuple(addresses or ()), str(ssh_address), int(port), settings)


def is_place(value: Any) -> bool:
    """Whether Ansible can take the value for the place where a host is."""
    return not isinstance(value, (list, Mapping))


def _address_of_connection(host: Host, ssh_address: str, findings: list[Finding]) -> Iterator[Any]:
    """The address under which Ansible reaches the host, when that is an address and no name."""
    address = parse_address(ssh_address)
    if address is None:
        found = f"no address; ansible_host is {ssh_address!r}" if "ansible_host" in host.variables else "no address"
    elif unfit(address):
        found = f"{ssh_address}, {unfit(address)}"
    else:
        yield address
        return
    findings.append(
        Finding(
            "node-address",
            host.name,
            "kube_node_ip",
            found,
            "the address under which the other hosts reach it",
            "set kube_node_ip (or an address as ansible_host) for this host",
        )
    )
