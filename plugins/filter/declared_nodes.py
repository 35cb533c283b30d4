# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The filter `declared_nodes`."""

from __future__ import annotations

DOCUMENTATION = r"""
name: declared_nodes
short_description: What the inventory declares of each node
author:
  - The quorum.kube authors (@quorum-kube)
description:
  - Gives for each host of C(kube_control_plane) and C(kube_node) what C(kube_node_labels), C(kube_node_annotations) and
    C(kube_node_taints) declare, in the form of the option O(quorum.kube.node_labels#module:nodes).
  - Where workloads may run on a host of the control plane (C(kube_control_plane_schedulable), or the host is in
    C(kube_node) as well), its taint is declared absent.
  - Fails with every mistake at once.
positional: groups, hosts
options:
  _input:
    description: The variable C(hostvars).
    type: dict
    required: true
  groups:
    description: The variable C(groups).
    type: dict
    required: true
  hosts:
    description: Names of hosts in the inventory. The others are judged, too, but left out. Without it none is left out.
    type: list
    elements: str
seealso:
  - module: quorum.kube.node_labels
"""

EXAMPLES = r"""
- name: Label the nodes as the inventory declares
  quorum.kube.node_labels:
    nodes: "{{ hostvars | quorum.kube.declared_nodes(groups) }}"
    kubeconfig: "{{ kube_admin_kubeconfig }}"
"""

RETURN = r"""
_value:
  description: The nodes, in the order of the groups and of the inventory.
  type: list
  elements: dict
  contains:
    name:
      description: C(kube_node_name), or the name in the inventory.
      type: str
    address:
      description: The host's address, where it is known.
      type: str
    labels:
      description: C(kube_node_labels).
      type: dict
    annotations:
      description: C(kube_node_annotations).
      type: dict
    taints:
      description: C(kube_node_taints), each with C(key), C(value) and C(effect).
      type: list
      elements: dict
    absent_taints:
      description: Taints that must not be there.
      type: list
      elements: dict
"""

from ansible_collections.quorum.kube.plugins.plugin_utils.nodes import declared_nodes


class FilterModule:
    def filters(self):
        return {"declared_nodes": declared_nodes}
