# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the inventory says, as plain values: hosts, their groups and their variables, complete under --limit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ansible.errors import AnsibleError
from jinja2 import Undefined
from jinja2.exceptions import UndefinedError

GROUPS = ("kube_control_plane", "kube_node", "etcd", "kube_load_balancer")
CONNECTION = ("ansible_connection", "ansible_host", "ansible_port")


class Unreadable(NamedTuple):
    """A variable whose value cannot be computed from the inventory alone, and why."""

    reason: str


class Host(NamedTuple):
    """A host of the four groups: its name, which of them it is in, and those of its variables that are read here."""

    name: str
    groups: tuple[str, ...]
    variables: Mapping[str, Any]


class Inventory(NamedTuple):
    """The hosts in the order of the inventory, and every group with its members (also groups that are not ours)."""

    hosts: tuple[Host, ...]
    groups: Mapping[str, tuple[str, ...]]


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
    hosts = []
    for name in cluster_hosts(plain_groups):
        variables = hostvars[name]
        wanted = [key for key in variables if str(key).startswith("kube_")] + [*CONNECTION, *more]
        found = {str(key): _value(variables, key) for key in wanted if key in variables}
        hosts.append(Host(name, tuple(group for group in GROUPS if name in plain_groups.get(group, ())), found))
    return Inventory(tuple(hosts), plain_groups)


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


def _value(variables: Mapping[str, Any], key: str) -> Any:
    try:
        return plain(variables[key])
    except (AnsibleError, UndefinedError) as error:
        return Unreadable(str(error))
