#!/usr/bin/python
# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The documentation of the action `preflight`, which runs on the controller."""

from __future__ import annotations

DOCUMENTATION = r"""
module: preflight
short_description: Every mistake of the inventory and of the hosts, in one table
author:
  - The quorum.kube authors (@quorum-kube)
description:
  - Judges the groups C(kube_control_plane), C(kube_node), C(etcd), C(kube_load_balancer),
    the variables C(kube_*) of their hosts and those of the roles of this collection, together with what
    M(quorum.kube.host_probe) told of each host.
  - Shows one table of what is wrong, what is expected, and how to mend it, and returns the same as data.
  - Runs on the controller and contacts no host. One run judges the whole inventory, whatever C(--limit) says;
    of hosts without a probe only the inventory is judged.
  - Never fails because of what it finds; RV(error_count) tells whether the site can be set up.
  - An error of a check that C(kube_preflight_accept) names becomes a warning, and a warning of it is left out.
extends_documentation_fragment:
  - quorum.kube.attributes
  - quorum.kube.attributes.info_module
options:
  probe:
    description:
      - The name of the variable in which each host's result of M(quorum.kube.host_probe) is registered.
      - Without it, only the inventory is judged.
    type: str
    default: ""
notes:
  - Needs the Python package netaddr on the controller.
seealso:
  - module: quorum.kube.host_probe
  - plugin: quorum.kube.topology
    plugin_type: filter
"""

EXAMPLES = r"""
- name: Judge the inventory alone
  quorum.kube.preflight:
  run_once: true
  register: preflight

- name: Stop before any host is changed
  ansible.builtin.assert:
    that: preflight.error_count == 0
    fail_msg: "{{ preflight.msg }}"
  run_once: true
"""

RETURN = r"""
msg:
  description: How many errors and warnings there are.
  returned: success
  type: str
  sample: "preflight: 1 error; no host has been changed"
error_count:
  description: The number of errors.
  returned: success
  type: int
  sample: 1
warning_count:
  description: The number of warnings.
  returned: success
  type: int
  sample: 0
findings:
  description: What is wrong, errors first.
  returned: success
  type: list
  elements: dict
  contains:
    check:
      description: The name of the check.
      type: str
      sample: duplicate-address
    severity:
      description: V(error) or V(warning).
      type: str
      sample: error
    host:
      description: The host, or V(inventory).
      type: str
      sample: node-2
    variable:
      description: The variable to look at.
      type: str
      sample: kube_node_ip
    found:
      description: What was found.
      type: str
      sample: 172.19.170.183, which is master-1's
    expected:
      description: What is expected.
      type: str
      sample: an address of its own for each host
    mend:
      description: What to do about it.
      type: str
      sample: correct kube_node_ip or ansible_host of one of the two
"""
