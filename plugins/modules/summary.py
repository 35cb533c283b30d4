#!/usr/bin/python
# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The documentation of the action `summary`, which runs on the controller."""

from __future__ import annotations

DOCUMENTATION = r"""
module: summary
short_description: What stands now, as tables for a person
author:
  - The quorum.kube authors (@quorum-kube)
description:
  - Shows who holds the endpoint's address, the services of each host, the API servers as each haproxy sees them, how
    many connections to the endpoint answer from each host, who can log in where, the nodes of the cluster, and
    everything that is not well.
  - Takes what the modules have returned on each host of the run, from the variables in which that was registered.
  - Runs on the controller and contacts no host. Hosts that were not reached, or left out by C(--limit), are named as
    such.
  - Never fails because of what it shows; RV(problems) tells.
extends_documentation_fragment:
  - quorum.kube.attributes
  - quorum.kube.attributes.info_module
options:
  host:
    description:
      - Names of the variables in which each host's result of M(quorum.kube.load_balancer_info) may be registered.
      - Here as below, the first that was not skipped counts.
    type: list
    elements: str
    default: []
  haproxy:
    description: Names of the variables with the result of M(quorum.kube.haproxy_info).
    type: list
    elements: str
    default: []
  endpoint:
    description: Names of the variables with the result of M(quorum.kube.endpoint_probe).
    type: list
    elements: str
    default: []
  logins:
    description: Names of the variables with the result of M(quorum.kube.ssh_trust_logins_info).
    type: list
    elements: str
    default: []
  nodes:
    description: Names of the variables with the result of C(kubectl get nodes --output=json). One host is enough.
    type: list
    elements: str
    default: []
seealso:
  - module: quorum.kube.endpoint_probe
  - module: quorum.kube.haproxy_info
  - module: quorum.kube.load_balancer_info
  - module: quorum.kube.ssh_trust_logins_info
"""

EXAMPLES = r"""
- name: Say what stands now
  quorum.kube.summary:
    host: [balancer]
    endpoint: [endpoint]
  run_once: true
"""

RETURN = r"""
problems:
  description: What is not well, a line each. Empty when all is.
  returned: success
  type: list
  elements: str
  sample: ["node-2 is unreachable: Failed to connect to the host via ssh"]
hosts:
  description: What each host of the inventory has said.
  returned: success
  type: list
  elements: dict
nodes:
  description: The nodes of the cluster; none where nobody was asked.
  returned: success
  type: list
  elements: dict
  sample:
    - name: node-1
      complaint: ""
      cordoned: false
      version: v1.37.2
      labels: 6
      taints: ["dedicated=db:NoSchedule"]
"""
