# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The filter `vrrp_priorities`."""

from __future__ import annotations

DOCUMENTATION = r"""
name: vrrp_priorities
short_description: A distinct VRRP priority for each host
author:
  - The quorum.kube authors (@quorum-kube)
description:
  - Gives each name a priority from 104 to 254. All are distinct, and the order of the names does not matter.
  - The number at the end of a host's short name is its place, so C(master-1) has 254, C(master-2) 248, C(master-3) 242;
    a name without a number gets a place from its hash.
  - A host that comes or goes leaves the priorities of the others alone, unless it wants the place of one of them.
notes:
  - With more than 26 names the priorities run from 254 down to 1, without room between them.
    More than 254 names are refused.
options:
  _input:
    description: The names of all hosts of the virtual router, not only of those in C(--limit).
    type: list
    elements: str
    required: true
"""

EXAMPLES = r"""
- name: Show the priority of this host
  ansible.builtin.debug:
    msg: "{{ (['master-1', 'master-2', 'master-3'] | quorum.kube.vrrp_priorities)[inventory_hostname] }}"
"""

RETURN = r"""
_value:
  description: Each name with its priority.
  type: dict
"""

from ansible_collections.quorum.kube.plugins.module_utils._net.vrrp import priorities


class FilterModule:
    def filters(self):
        return {"vrrp_priorities": priorities}
