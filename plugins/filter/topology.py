# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The filter `topology`."""

from __future__ import annotations

DOCUMENTATION = r"""
name: topology
short_description: The cluster's hosts and endpoint, from the inventory alone
author:
  - The quorum.kube authors (@quorum-kube)
description:
  - Reads the groups C(kube_control_plane), C(kube_node), C(etcd) and C(kube_load_balancer),
    and the variables C(kube_*) of their hosts.
  - Uses inventory variables only, so the result is the same with C(--limit), without facts,
    and with hosts that are down.
  - An absent group C(etcd) or C(kube_load_balancer) stands for the control plane.
  - Fails with every mistake of the inventory at once.
positional: groups
options:
  _input:
    description: The variable C(hostvars).
    type: dict
    required: true
  groups:
    description: The variable C(groups).
    type: dict
    required: true
seealso:
  - module: quorum.kube.preflight
"""

EXAMPLES = r"""
- name: Show where the API is reached
  ansible.builtin.debug:
    msg: "{{ topology.name }} at {{ topology.address }} port {{ topology.port }}"
  vars:
    topology: "{{ hostvars | quorum.kube.topology(groups) }}"
"""

RETURN = r"""
_value:
  description: The site.
  type: dict
  contains:
    cluster_name:
      description: C(kube_cluster_name), or V(kubernetes).
      type: str
    domain:
      description: C(kube_domain), or empty.
      type: str
    mode:
      description: C(kube_ha_mode), or V(keepalived).
      type: str
    address:
      description: C(kube_ha_address).
      type: str
    address_only:
      description: C(kube_ha_address_only); whether haproxy listens on the endpoint's address alone.
      type: bool
    name:
      description: C(kube_ha_name).
      type: str
    port:
      description: C(kube_ha_port); else V(8443) where haproxy shares hosts with kube-apiserver, and V(6443) elsewhere.
      type: int
    api_port:
      description: The port of kube-apiserver on each host of the control plane.
      type: int
    vrid:
      description: C(kube_ha_vrid), or a number from the cluster's name and the endpoint's address.
      type: int
    bootstrap:
      description: C(kube_bootstrap), or V(kubeadm).
      type: str
    etcd_mode:
      description: >-
        Who makes etcd. V(external) is the role etcd, V(stacked) is kubeadm (C(kube_etcd)), V(none) is nobody here.
        With C(kube_bootstrap=none) the role is used when the inventory has a group C(etcd).
      type: str
    version:
      description: C(kube_version), or the newest release that the roles know.
      type: str
    pod_subnet:
      description: C(kube_pod_subnet), or V(10.244.0.0/16).
      type: str
    service_subnet:
      description: C(kube_service_subnet), or V(10.96.0.0/16).
      type: str
    network:
      description: C(kube_network), or V(none).
      type: str
    external_lb_method:
      description: C(kube_external_lb_method), or V(local_proxy).
      type: str
    hosts:
      description: Every host of the four groups, in the order of the groups and of the inventory.
      type: list
      elements: dict
      contains:
        name:
          description: The name in the inventory.
          type: str
        short_name:
          description: The name up to its first dot.
          type: str
        node_name:
          description: The name of its node in the cluster, C(kube_node_name) or the name in the inventory.
          type: str
        fqdn:
          description: The full name.
          type: str
        address:
          description: The address under which the other hosts reach it.
          type: str
        addresses:
          description: That address, and the one of the other family where C(kube_node_ip) gives both.
          type: list
          elements: str
        ssh_address:
          description: Where Ansible logs in.
          type: str
        ssh_port:
          description: The port of sshd there.
          type: int
        groups:
          description: Which of the four groups the host is in.
          type: list
          elements: str
    control_plane:
      description: Names of the hosts that run kube-apiserver.
      type: list
      elements: str
    load_balancers:
      description: Names of the hosts that run haproxy and keepalived.
      type: list
      elements: str
    etcd:
      description: Names of the hosts that are etcd's members.
      type: list
      elements: str
    nodes:
      description: Names of the hosts of C(kube_node).
      type: list
      elements: str
"""

from ansible_collections.quorum.kube.plugins.plugin_utils.topology import topology


class FilterModule:
    def filters(self):
        return {"topology": topology}
