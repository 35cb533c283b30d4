# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The hosts of the inventory as nodes: what is declared of each, and what each will be once the cluster stands."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from ..module_utils._kube.errors import InputError, Problem
from ..module_utils._kube.node_declarations import NOTHING, AbsentTaint, Declarations, Declared
from ..module_utils._kube.releases import newest_gates
from .addresses import parse_address
from .findings import VAULTED
from .inventory import Host, Inventory, Unreadable, read
from .variables import VARIABLES, WrongValueError

CONTROL_PLANE_KEYS = ("node-role.kubernetes.io/control-plane", "node-role.kubernetes.io/master")
"""Keys of the taint with which kubeadm keeps workloads away: today's, and that of releases before 1.25 (KEP-2067)."""

DECLARED = {"labels": "kube_node_labels", "annotations": "kube_node_annotations", "taints": "kube_node_taints"}
_SETTINGS = (
    *DECLARED.values(),
    "kube_control_plane_schedulable",
    "kube_node_allocatable",
    "kube_node_capacity",
    "kube_node_ip",
    "kube_node_name",
)


class Mistake(NamedTuple):
    """What is wrong with a host's variable, and what is expected instead."""

    host: str
    variable: str
    found: str
    expected: str


class InventoryNode(NamedTuple):
    """A host that is, or will be, a node."""

    host: Host
    name: str
    addresses: tuple[str, ...]
    is_control_plane: bool
    is_schedulable: bool
    declared: Declared
    settings: Mapping[str, Any]


def nodes_of(inventory: Inventory) -> tuple[list[InventoryNode], list[Mistake]]:
    """The hosts of kube_control_plane and kube_node, and every mistake in what is said of them as nodes.

    Workloads may run on a host of the control plane when `kube_control_plane_schedulable` says so and, where nothing
    does, when it is in kube_node as well.
    """
    declarations = Declarations(newest_gates())
    nodes: list[InventoryNode] = []
    mistakes: list[Mistake] = []
    for host in inventory.hosts:
        if not {"kube_control_plane", "kube_node"} & set(host.groups):
            continue
        settings = {name: _setting(host, name, mistakes) for name in _SETTINGS}
        is_control_plane = "kube_control_plane" in host.groups
        is_schedulable = settings["kube_control_plane_schedulable"]
        if is_schedulable is None:
            is_schedulable = "kube_node" in host.groups
        declared = declared_of(declarations, host.name, settings, mistakes)
        if is_control_plane and is_schedulable:
            kept = {taint.key for taint in declared.taints}
            absent = tuple(AbsentTaint(key, "") for key in CONTROL_PLANE_KEYS if key not in kept)
            declared = declared._replace(absent_taints=absent)
        name = settings["kube_node_name"] or host.name
        nodes.append(
            InventoryNode(host, name, _addresses(host, settings), is_control_plane, is_schedulable, declared, settings)
        )
    vaulted = inventory.vaulted()
    return nodes, [
        mistake._replace(found=VAULTED) if (mistake.host, mistake.variable) in vaulted else mistake
        for mistake in mistakes
    ]


def declared_of(
    declarations: Declarations, host: str, settings: Mapping[str, Any], mistakes: list[Mistake]
) -> Declared:
    """What a host's variables declare; what Kubernetes would refuse of them is added to the mistakes."""
    readers = {"labels": declarations.labels, "annotations": declarations.annotations, "taints": declarations.taints}
    values: dict[str, Any] = {}
    for part, variable in DECLARED.items():
        declarations.problems.clear()
        values[part] = readers[part](settings[variable], variable)
        mistakes += [
            Mistake(host, variable, _found(problem, variable), problem.expected) for problem in declarations.problems
        ]
    return NOTHING._replace(**values)


def declared_nodes(
    hostvars: Mapping[str, Any], groups: Mapping[str, Iterable[str]], hosts: Collection[str] | None = None
) -> list[dict[str, Any]]:
    """What the module node_labels takes as `nodes`, of the named hosts or of all.

    Raises:
        InputError: With every mistake.
    """
    nodes, mistakes = nodes_of(read(hostvars, groups))
    refuse(mistakes)
    return [
        {
            "name": node.name,
            "address": next(iter(node.addresses), ""),
            "labels": dict(node.declared.labels),
            "annotations": dict(node.declared.annotations),
            "taints": [taint._asdict() for taint in node.declared.taints],
            "absent_taints": [taint._asdict() for taint in node.declared.absent_taints],
        }
        for node in nodes
        if hosts is None or node.host.name in hosts
    ]


def refuse(mistakes: Iterable[Mistake]) -> None:
    """Raises one error with all of them, if there are any."""
    problems = [Problem(f"{mistake.host}: {mistake.variable}", mistake.found, mistake.expected) for mistake in mistakes]
    if problems:
        raise InputError(problems)


def _setting(host: Host, name: str, mistakes: list[Mistake]) -> Any:
    value = host.variables.get(name)
    if value is None:
        return VARIABLES[name].default
    try:
        if isinstance(value, Unreadable):
            raise WrongValueError(value.reason, "a value that the inventory alone gives")
        return VARIABLES[name].parse(value)
    except WrongValueError as mistake:
        mistakes.append(Mistake(host.name, name, mistake.found, mistake.expected))
        return VARIABLES[name].default


def _addresses(host: Host, settings: Mapping[str, Any]) -> tuple[str, ...]:
    address = parse_address(host.variables.get("ansible_host", ""))
    return tuple(str(one) for one in settings["kube_node_ip"] or ([address] if address else ()))


def _found(problem: Problem, variable: str) -> str:
    """What was found, with the place within the variable."""
    place = problem.place[len(variable) :].lstrip(".")
    return f"{place}: {problem.found}" if place else problem.found
