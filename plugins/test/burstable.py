# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The test `burstable`."""

from __future__ import annotations

DOCUMENTATION = r"""
name: burstable
short_description: Whether a pod or workload gets the class Burstable
author:
  - The quorum.kube authors (@quorum-kube)
description:
  - Tells whether kube-apiserver will give the pods the quality of service class Burstable.
extends_documentation_fragment:
  - quorum.kube.pod_value
"""

EXAMPLES = r"""
- name: Check the class of a workload
  ansible.builtin.assert:
    that: lookup('ansible.builtin.file', 'web.yml') | from_yaml is quorum.kube.burstable
"""

RETURN = r"""
_value:
  description: Whether it is that class.
  type: bool
"""

from ansible_collections.quorum.kube.plugins.module_utils._kube.qos import BURSTABLE
from ansible_collections.quorum.kube.plugins.plugin_utils.pods import pod_qos_class


def is_burstable(value, **options):
    return pod_qos_class(value, **options) == BURSTABLE


class TestModule:
    def tests(self):
        return {"burstable": is_burstable}
