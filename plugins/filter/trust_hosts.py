# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The filter `trust_hosts`."""

from __future__ import annotations

DOCUMENTATION = r"""
name: trust_hosts
short_description: The hosts of a site that log in to each other
author:
  - The quorum.kube authors (@quorum-kube)
description:
  - Gives the option O(quorum.kube.ssh_trust_peers#module:hosts), which is the role's variable C(ssh_trust_hosts),
    for every host of the site.
options:
  _input:
    description: What P(quorum.kube.topology#filter) gives.
    type: dict
    required: true
"""

EXAMPLES = r"""
- name: Let the hosts of the site log in to each other
  ansible.builtin.include_role:
    name: quorum.kube.ssh_trust
  vars:
    ssh_trust_hosts: "{{ hostvars | quorum.kube.topology(groups) | quorum.kube.trust_hosts }}"
"""

RETURN = r"""
_value:
  description: Name, aliases and addresses of each host.
  type: list
  elements: dict
"""

from ansible_collections.quorum.kube.plugins.module_utils._hosts.site import trust_hosts


class FilterModule:
    def filters(self):
        return {"trust_hosts": trust_hosts}
