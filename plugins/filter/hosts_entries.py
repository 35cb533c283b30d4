# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The filter `hosts_entries`."""

from __future__ import annotations

DOCUMENTATION = r"""
name: hosts_entries
short_description: The entries of the hosts files of a site
author:
  - The quorum.kube authors (@quorum-kube)
description:
  - Gives the option O(quorum.kube.hosts_file#module:entries) for every host of the site, and for the endpoint's name.
  - The endpoint is left out where C(kube_ha_mode) is C(external),
    because it is mapped for each kind of host then.
options:
  _input:
    description: What P(quorum.kube.topology#filter) gives.
    type: dict
    required: true
"""

EXAMPLES = r"""
- name: Write the hosts file
  quorum.kube.hosts_file:
    entries: "{{ hostvars | quorum.kube.topology(groups) | quorum.kube.hosts_entries }}"
"""

RETURN = r"""
_value:
  description: The entries.
  type: list
  elements: dict
"""

from ansible_collections.quorum.kube.plugins.module_utils._hosts.site import hosts_entries


class FilterModule:
    def filters(self):
        return {"hosts_entries": hosts_entries}
