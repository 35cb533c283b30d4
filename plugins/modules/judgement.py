#!/usr/bin/python
# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The documentation of the action `judgement`, which runs on the controller."""

from __future__ import annotations

DOCUMENTATION = r"""
module: judgement
short_description: What the gate says of a whole input, as tables for a person
author:
  - The quorum.kube authors (@quorum-kube)
description:
  - Shows one line for each pod with its class, whether its object is valid and on how many nodes it fits, and below
    that the reasons, the texts of the API server and the scheduler, and what could not be read.
  - Runs on the controller, contacts no host and never fails because of what it shows.
extends_documentation_fragment:
  - quorum.kube.attributes
  - quorum.kube.attributes.info_module
options:
  classes:
    description: The result of M(quorum.kube.pod_qos_info).
    type: dict
    default: {}
  validity:
    description: The result of M(quorum.kube.affinity_info).
    type: dict
    default: {}
  schedule:
    description: The result of M(quorum.kube.schedule_info).
    type: dict
    default: {}
  eviction:
    description: The result of M(quorum.kube.node_eviction_info). Then that alone is shown, a table for each node.
    type: dict
    default: {}
seealso:
  - module: quorum.kube.affinity_info
  - module: quorum.kube.node_eviction_info
  - module: quorum.kube.pod_qos_info
  - module: quorum.kube.schedule_info
"""

EXAMPLES = r"""
- name: Ask for the classes
  quorum.kube.pod_qos_info:
    src: [manifests]
  register: classes

- name: Show them
  quorum.kube.judgement:
    classes: "{{ classes }}"
"""

RETURN = r"""
text:
  description: What was shown.
  returned: success
  type: str
  sample: "  pods of           class       valid  fits\n  Deployment shop/web  Burstable   yes    on 2 of 5 nodes"
"""
