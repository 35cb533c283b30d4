# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The filter `pod_requests`."""

from __future__ import annotations

DOCUMENTATION = r"""
name: pod_requests
short_description: What a pod requests of a node in all
author:
  - The quorum.kube authors (@quorum-kube)
description:
  - Gives the effective requests that the scheduler counts, init containers, sidecars, pod-level resources and overhead
    included.
extends_documentation_fragment:
  - quorum.kube.pod_value
"""

EXAMPLES = r"""
- name: Show what each replica takes
  ansible.builtin.debug:
    msg: "{{ lookup('ansible.builtin.file', 'web.yml') | from_yaml | quorum.kube.pod_requests }}"
"""

RETURN = r"""
_value:
  description: Canonical quantities by resource.
  type: dict
  sample: {cpu: 250m, memory: 64Mi}
"""

from ansible_collections.quorum.kube.plugins.module_utils._kube import requests
from ansible_collections.quorum.kube.plugins.plugin_utils.pods import stored_pod


def pod_requests(value, **options):
    found = requests.pod_requests(*stored_pod(value, **options))
    return {name: amount.canonical() for name, amount in found.items()}


class FilterModule:
    def filters(self):
        return {"pod_requests": pod_requests}
