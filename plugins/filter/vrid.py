# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The filter `vrid`."""

from __future__ import annotations

DOCUMENTATION = r"""
name: vrid
short_description: A virtual router number from a cluster's name and its virtual address
author:
  - The quorum.kube authors (@quorum-kube)
description:
  - Gives the same number from 1 to 255 for the same name and address, and most likely another one for another cluster.
  - Spellings of one IPv6 address give one number.
positional: address
options:
  _input:
    description: The name of the cluster.
    type: str
    required: true
  address:
    description: The virtual address, IPv4 or IPv6, without a prefix length.
    type: str
    required: true
"""

EXAMPLES = r"""
- name: Show the number
  ansible.builtin.debug:
    msg: "{{ 'guide' | quorum.kube.vrid('172.19.170.100') }}"
"""

RETURN = r"""
_value:
  description: The virtual router number.
  type: int
"""

from ansible_collections.quorum.kube.plugins.module_utils._net.vrrp import default_vrid


class FilterModule:
    def filters(self):
        return {"vrid": default_vrid}
