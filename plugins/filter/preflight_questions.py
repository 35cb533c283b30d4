# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The filter `preflight_questions`."""

from __future__ import annotations

DOCUMENTATION = r"""
name: preflight_questions
short_description: What preflight asks each host
author:
  - The quorum.kube authors (@quorum-kube)
description:
  - Gives for each host of the cluster the options of M(quorum.kube.host_probe) that preflight wants to be asked.
  - Every host tries the ports of other hosts that it will connect to.
  - Where C(kube_ha_mode) is V(keepalived), the balancers ask who holds C(kube_ha_address),
    and listen for other VRRP routers.
  - Works with a wrong inventory too; what cannot be read is not asked about.
positional: groups
options:
  _input:
    description: The variable C(hostvars).
    type: dict
    required: true
  groups:
    description: The variable C(groups).
    type: dict
    required: true
seealso:
  - module: quorum.kube.preflight
"""

EXAMPLES = r"""
- name: Show what preflight asks this host
  ansible.builtin.debug:
    msg: "{{ (hostvars | quorum.kube.preflight_questions(groups))[inventory_hostname] }}"
"""

RETURN = r"""
_value:
  description: Each host's name with a mapping of options.
  type: dict
"""

from ansible_collections.quorum.kube.plugins.plugin_utils.inventory import read
from ansible_collections.quorum.kube.plugins.plugin_utils.preflight import questions


def preflight_questions(hostvars, groups):
    return questions(read(hostvars, groups))


class FilterModule:
    def filters(self):
        return {"preflight_questions": preflight_questions}
