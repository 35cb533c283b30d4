# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The filter `inventory_nodes`."""

from __future__ import annotations

DOCUMENTATION = r"""
name: inventory_nodes
short_description: The inventory's hosts as Node objects
author:
  - The quorum.kube authors (@quorum-kube)
description:
  - Gives a Node object for each host of C(kube_control_plane) and C(kube_node), with the labels and taints that
    kubeadm, the kubelet and C(kube_node_labels) and C(kube_node_taints) will give it.
  - With it, M(quorum.kube.schedule_info) can tell which pods will fit before the cluster exists.
  - What a node offers is read from C(kube_node_capacity) and C(kube_node_allocatable), else from gathered facts. The
    architecture is read from facts alone. Nodes of which neither is known are named in a warning.
positional: groups
options:
  _input:
    description: The variable C(hostvars).
    type: dict
    required: true
  groups:
    description: The variable C(groups). If this is not set, the C(group_names) of each host tell the groups.
    type: dict
seealso:
  - module: quorum.kube.schedule_info
"""

EXAMPLES = r"""
- name: Ask whether the workloads will fit the hosts, before there is a cluster
  quorum.kube.schedule_info:
    src: ["{{ playbook_dir }}/manifests"]
    cluster_objects: "{{ hostvars | quorum.kube.inventory_nodes(groups) }}"
"""

RETURN = r"""
_value:
  description: The nodes, in the order of the groups and of the inventory.
  type: list
  elements: dict
"""

from ansible.utils.display import Display
from ansible_collections.quorum.kube.plugins.plugin_utils import inventory_nodes as nodes


def inventory_nodes(hostvars, groups=None):
    found = nodes.inventory_nodes(hostvars, groups)
    unknown = nodes.without_capacity(found)
    if unknown:
        Display().warning(
            f"What {', '.join(unknown)} can offer is unknown, and no pod fits there; "
            "set kube_node_capacity or gather facts"
        )
    return found


class FilterModule:
    def filters(self):
        return {"inventory_nodes": inventory_nodes}
