# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The filter `routed_network`."""

from __future__ import annotations

DOCUMENTATION = r"""
name: routed_network
short_description: The files of a host's network whose pods are reached by routes
author:
  - The quorum.kube authors (@quorum-kube)
description:
  - Makes the texts of a bridge for the CNI, of a route to each other node's pods, and of the masquerading of what
    leaves the cluster.
  - Fails for a node that the cluster does not have, or has given no subnet yet.
positional: name, pod_subnet
options:
  _input:
    description: A C(NodeList) of the cluster, as C(kubectl get nodes --output=json) tells it.
    type: dict
    required: true
  name:
    description: The node whose files are made.
    type: str
    required: true
  pod_subnet:
    description: The subnet of all pods.
    type: str
    required: true
"""

EXAMPLES = r"""
- name: Show the routes of a host
  ansible.builtin.debug:
    msg: "{{ (nodes | quorum.kube.routed_network('node-1', '10.244.0.0/16')).routes }}"
"""

RETURN = r"""
_value:
  description: The texts.
  type: dict
  contains:
    conflist:
      description: A network of the CNI.
      type: str
    routes:
      description: Commands of C(ip -batch).
      type: str
    rules:
      description: A table in the language of C(nft).
      type: str
"""

from collections.abc import Mapping
from typing import Any

from ansible_collections.quorum.kube.plugins.module_utils._cluster.routed import nodes_of, routed_network


def of_nodes(listed: Mapping[str, Any], name: str, pod_subnet: str) -> dict[str, str]:
    return routed_network(nodes_of(listed), name, pod_subnet)


class FilterModule:
    def filters(self):
        return {"routed_network": of_nodes}
