# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The filter `qos_class`."""

from __future__ import annotations

DOCUMENTATION = r"""
name: qos_class
short_description: The quality of service class of a pod or workload
author:
  - The quorum.kube authors (@quorum-kube)
description:
  - Gives the class that kube-apiserver will give the pods, computed after the API's defaulting.
extends_documentation_fragment:
  - quorum.kube.pod_value
"""

EXAMPLES = r"""
- name: Show the class of a workload
  ansible.builtin.debug:
    msg: "{{ lookup('ansible.builtin.file', 'web.yml') | from_yaml | quorum.kube.qos_class }}"
"""

RETURN = r"""
_value:
  description: V(Guaranteed), V(Burstable) or V(BestEffort).
  type: str
  sample: Burstable
"""

from ansible_collections.quorum.kube.plugins.plugin_utils.pods import pod_qos_class


class FilterModule:
    def filters(self):
        return {"qos_class": pod_qos_class}
