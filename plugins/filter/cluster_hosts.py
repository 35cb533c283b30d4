# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The filter `cluster_hosts`."""

from __future__ import annotations

DOCUMENTATION = r"""
name: cluster_hosts
short_description: The names of the hosts of the cluster's groups
author:
  - The quorum.kube authors (@quorum-kube)
description:
  - Names each host of the wanted groups once, in the order of the groups and of the inventory.
  - An absent group C(etcd) or C(kube_load_balancer) stands for the control plane; another absent group has no hosts.
  - Made for C(hosts) of a play, where a pattern with an absent group is warned about in every run.
positional: wanted
options:
  _input:
    description: The variable C(groups).
    type: dict
    required: true
  wanted:
    description: Names of groups.
    type: list
    elements: str
    default: [kube_control_plane, kube_node, etcd, kube_load_balancer]
"""

EXAMPLES = r"""
- name: Ask every host that carries haproxy
  hosts: "{{ groups | quorum.kube.cluster_hosts(['kube_load_balancer']) }}"
  gather_facts: false
  tasks:
    - name: Reach the host
      ansible.builtin.ping:
"""

RETURN = r"""
_value:
  description: Host names.
  type: list
  elements: str
"""

from ansible_collections.quorum.kube.plugins.plugin_utils.inventory import cluster_hosts


class FilterModule:
    def filters(self):
        return {"cluster_hosts": cluster_hosts}
