# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The filter `external_lb_plan`."""

from __future__ import annotations

DOCUMENTATION = r"""
name: external_lb_plan
short_description: What one host needs to reach the API through a balancer that loops back
author:
  - The quorum.kube authors (@quorum-kube)
description:
  - Says, for one host and one way around the provider's balancer, where the host's own haproxy listens, which parts
    stand on the host, and what the endpoint's name is mapped to.
  - Fails with everything that is wrong with the settings at once.
positional: host
options:
  _input:
    description: The settings C(method), C(name), C(address), C(port), C(backends), C(proxy_address) and C(shared_port),
      which are the variables of the role C(external_lb) without their prefix.
    type: dict
    required: true
  host:
    description: Name of the host. When it is the name of a backend, the host has an API server of its own.
    type: str
    required: true
  ready:
    description: Names of the backends that answer now. Nobody has asked when it is left out.
    type: list
    elements: str
"""

EXAMPLES = r"""
- name: Show where this host's haproxy listens
  ansible.builtin.debug:
    msg: "{{ (settings | quorum.kube.external_lb_plan(inventory_hostname)).proxy }}"
  vars:
    settings:
      method: local_proxy
      name: api.k8s.example.com
      address: 172.19.170.200
      port: 6443
      backends:
        - {name: master-1, address: 172.19.170.183, port: 6443}
      proxy_address: 127.0.64.43
      shared_port: 8443
"""

RETURN = r"""
_value:
  description: The plan.
  type: dict
  contains:
    own:
      description: The host's own backend; empty on a host without one.
      type: dict
    proxy:
      description: Address and port on which the host's own haproxy listens; nothing when the method needs none here.
      type: dict
    pieces:
      description: Which of V(address), V(forward) and V(redirect) stand on the host.
      type: list
      elements: str
    forwards:
      description: What V(forward) rewrites.
      type: list
      elements: dict
    name_address:
      description: What the endpoint's name is mapped to; empty without a name.
      type: str
    probe_host:
      description: The name, or the address, under which clients of this host reach the endpoint.
      type: str
"""

from ansible_collections.quorum.kube.plugins.module_utils._net.external_lb import plan


class FilterModule:
    def filters(self):
        return {"external_lb_plan": plan}
