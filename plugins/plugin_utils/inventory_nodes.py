# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The inventory's hosts as Node objects, so that the gate can judge before the cluster exists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath
from typing import Any

from ..module_utils._kube.objects import HOSTNAME
from ..module_utils._kube.quantity import parse
from .inventory import GROUPS, Host, Unreadable, plain, read
from .nodes import CONTROL_PLANE_KEYS, InventoryNode, nodes_of, refuse

PODS = "110"
"""What the kubelet allows when it is not told otherwise (kubelet v1beta1 maxPods)."""

EVICTION_MEMORY = 100 * 1024 * 1024
EVICTION_STORAGE = 10
"""The kubelet keeps back what evictionHard names: 100Mi of memory and 10 % of the disk (kubelet v1beta1)."""

KUBELET_DIR = PurePosixPath("/var/lib/kubelet")
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64", "armv7l": "arm", "i386": "386", "i686": "386"}
_FACTS = ("architecture", "memtotal_mb", "mounts", "processor_vcpus")


def inventory_nodes(
    hostvars: Mapping[str, Any], groups: Mapping[str, Iterable[str]] | None = None
) -> list[dict[str, Any]]:
    """A Node object for each host of kube_control_plane and kube_node, as kubeadm and the kubelet would make it.

    Without `groups`, each host's own `group_names` tell them; where no host has any, all are workers.

    Raises:
        InputError: With every mistake in the variables of nodes.
    """
    more = ["ansible_facts", *(f"ansible_{name}" for name in _FACTS)]
    nodes, mistakes = nodes_of(read(hostvars, _groups(hostvars) if groups is None else groups, more))
    refuse(mistakes)
    return [_object(node) for node in nodes]


def without_capacity(objects: Iterable[Mapping[str, Any]]) -> list[str]:
    """The names of nodes of which nobody has said what they offer."""
    return [
        str(node["metadata"]["name"]) for node in objects if not set(node["status"]["capacity"]) >= {"cpu", "memory"}
    ]


def _groups(hostvars: Mapping[str, Any]) -> dict[str, list[str]]:
    named = {str(host): plain(variables.get("group_names") or []) for host, variables in hostvars.items()}
    if not any(named.values()):
        return {"kube_control_plane": [], "kube_node": list(named)}
    return {group: [host for host, names in named.items() if group in names] for group in GROUPS}


def _object(node: InventoryNode) -> dict[str, Any]:
    facts = _facts(node.host)
    capacity = {**_measured(facts), **(node.settings["kube_node_capacity"] or {})}
    allocatable = {**capacity, **_allocatable(capacity), **(node.settings["kube_node_allocatable"] or {})}
    taints = [{name: text for name, text in taint._asdict().items() if text} for taint in node.declared.taints]
    if node.is_control_plane and not node.is_schedulable:
        taints.insert(0, {"key": CONTROL_PLANE_KEYS[0], "effect": "NoSchedule"})
    addresses = [{"type": "InternalIP", "address": address} for address in node.addresses]
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {
            "name": node.name,
            "labels": {**node.declared.labels, **_labels(node, facts)},
            "annotations": dict(node.declared.annotations),
        },
        "spec": {"taints": taints},
        "status": {
            "capacity": {**capacity, "pods": capacity.get("pods", PODS)},
            "allocatable": {**allocatable, "pods": allocatable.get("pods", PODS)},
            "addresses": [*addresses, {"type": "Hostname", "address": node.name}],
        },
    }


def _labels(node: InventoryNode, facts: Mapping[str, Any]) -> dict[str, str]:
    """The labels of the kubelet (KK pkg/kubelet/kubelet_node_status.go initialNode) and of kubeadm (constants.go)."""
    labels = {"beta.kubernetes.io/os": "linux", HOSTNAME: node.name, "kubernetes.io/os": "linux"}
    machine = facts.get("architecture")
    if isinstance(machine, str) and machine:
        architecture = ARCHITECTURES.get(machine, machine)
        labels.update({"beta.kubernetes.io/arch": architecture, "kubernetes.io/arch": architecture})
    if node.is_control_plane:
        labels[CONTROL_PLANE_KEYS[0]] = ""
        labels["node.kubernetes.io/exclude-from-external-load-balancers"] = ""
    return labels


def _facts(host: Host) -> dict[str, Any]:
    """Facts as `ansible_facts` has them or, where facts are injected only, as variables of their own."""
    gathered = host.variables.get("ansible_facts")
    known = gathered if isinstance(gathered, Mapping) else {}
    values = {name: known.get(name, host.variables.get(f"ansible_{name}")) for name in _FACTS}
    return {name: value for name, value in values.items() if value is not None and not isinstance(value, Unreadable)}


def _measured(facts: Mapping[str, Any]) -> dict[str, str]:
    amounts = {}
    if facts.get("processor_vcpus"):
        amounts["cpu"] = str(facts["processor_vcpus"])
    if facts.get("memtotal_mb"):
        amounts["memory"] = f"{facts['memtotal_mb']}Mi"
    disk = _disk(facts.get("mounts") or [])
    if disk:
        amounts["ephemeral-storage"] = str(disk)
    return amounts


def _disk(mounts: Iterable[Mapping[str, Any]]) -> int:
    """The size of the file system that holds the kubelet's folder, in bytes."""
    holding = [
        mount for mount in mounts if KUBELET_DIR.is_relative_to(str(mount.get("mount"))) and mount.get("size_total")
    ]
    nearest = max(holding, key=lambda mount: len(str(mount["mount"])), default={})
    return int(nearest.get("size_total", 0))


def _allocatable(capacity: Mapping[str, str]) -> dict[str, str]:
    """What is left of memory and disk once the kubelet has kept its hard eviction thresholds back."""
    left = {}
    if "memory" in capacity:
        left["memory"] = str(max(0, parse(capacity["memory"]).value() - EVICTION_MEMORY))
    if "ephemeral-storage" in capacity:
        size = parse(capacity["ephemeral-storage"]).value()
        left["ephemeral-storage"] = str(size - size * EVICTION_STORAGE // 100)
    return left
