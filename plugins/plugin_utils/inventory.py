# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the inventory says, as plain values: hosts, their groups and their variables, complete under --limit."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Any, NamedTuple

from ansible.errors import AnsibleError, AnsibleTemplateSyntaxError
from ansible.parsing.vault import VaultHelper
from jinja2 import Undefined
from jinja2.exceptions import UndefinedError

from .findings import INVENTORY

GROUPS = ("kube_control_plane", "kube_node", "etcd", "kube_load_balancer")
CONNECTION = ("ansible_connection", "ansible_host", "ansible_port")


class Unreadable(NamedTuple):
    """A variable whose value cannot be computed from the inventory alone, and why; a broken one never can be."""

    reason: str
    is_broken: bool = False


class Host(NamedTuple):
    """A host of the four groups: its name, which of them it is in, and those of its variables that are read here.

    `vaulted` names those whose value a vault keeps, and `others` the variables that are not read.
    """

    name: str
    groups: tuple[str, ...]
    variables: Mapping[str, Any]
    vaulted: frozenset[str] = frozenset()
    others: tuple[str, ...] = ()


class Inventory(NamedTuple):
    """The hosts in the order of the inventory, and every group with its members (also groups that are not ours)."""

    hosts: tuple[Host, ...]
    groups: Mapping[str, tuple[str, ...]]

    def vaulted(self) -> set[tuple[str, str]]:
        """Host and variable of each value that a vault keeps; what all hosts have is the inventory's."""
        return {(place, name) for host in self.hosts for place in (host.name, INVENTORY) for name in host.vaulted}


def cluster_hosts(groups: Mapping[str, Iterable[str]], wanted: Iterable[str] = GROUPS) -> list[str]:
    """The members of the wanted groups, each once, in the order of the groups and of the inventory.

    An absent `etcd` or `kube_load_balancer` stands for the control plane; an absent other group has no members.
    """
    names: dict[str, None] = {}
    for group in wanted:
        if group in groups or group not in ("etcd", "kube_load_balancer"):
            members = groups.get(group, ())
        else:
            members = groups.get("kube_control_plane", ())
        names.update((str(name), None) for name in members)
    return list(names)


def read(hostvars: Mapping[str, Any], groups: Mapping[str, Iterable[str]], more: Iterable[str] = ()) -> Inventory:
    """The four groups' hosts with their variables `kube_*`, those of the connection, and those named in `more`."""
    plain_groups = {str(group): tuple(str(name) for name in members) for group, members in groups.items()}
    named = {*CONNECTION, *more}
    return Inventory(
        tuple(_host(name, hostvars[name], named, plain_groups) for name in cluster_hosts(plain_groups)), plain_groups
    )


def plain(value: Any) -> Any:
    """The same value without Ansible's tags and lazy containers; an undefined part raises UndefinedError."""
    if isinstance(value, Undefined):
        raise UndefinedError(value._undefined_message)
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, str):
        return str(value)
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value


def _host(name: str, variables: Mapping[str, Any], named: Container[str], groups: Mapping[str, Container[str]]) -> Host:
    found: dict[str, Any] = {}
    vaulted, others = set(), []
    for key in map(str, variables):
        if not key.startswith("kube_") and key not in named:
            others.append(key)
            continue
        try:
            value = variables[key]
            found[key] = plain(value)
        except (AnsibleError, UndefinedError) as error:
            found[key] = Unreadable(str(error), isinstance(error, AnsibleTemplateSyntaxError))
        else:
            if _is_vaulted(value):
                vaulted.add(key)
    ours = tuple(group for group in GROUPS if name in groups.get(group, ()))
    return Host(name, ours, found, frozenset(vaulted), tuple(others))


def _is_vaulted(value: Any) -> bool:
    """Whether it or a part of it comes out of a vault. A longer text that a template makes of it does not tell."""
    if isinstance(value, Mapping):
        return any(map(_is_vaulted, value.values()))
    if isinstance(value, (list, tuple)):
        return any(map(_is_vaulted, value))
    return VaultHelper.get_ciphertext(value, with_tags=False) is not None
