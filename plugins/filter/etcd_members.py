# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The filter `etcd_members`."""

from __future__ import annotations

DOCUMENTATION = r"""
name: etcd_members
short_description: The members of etcd of a site
author:
  - The quorum.kube authors (@quorum-kube)
description:
  - Gives the role's variable C(etcd_members) for the hosts of the group C(etcd),
    or of the control plane where there is no such group.
options:
  _input:
    description: What P(quorum.kube.topology#filter) gives.
    type: dict
    required: true
"""

EXAMPLES = r"""
- name: Show the members
  ansible.builtin.debug:
    msg: "{{ hostvars | quorum.kube.topology(groups) | quorum.kube.etcd_members }}"
"""

RETURN = r"""
_value:
  description: Name, address, further addresses and names of each member.
  type: list
  elements: dict
"""

from ansible_collections.quorum.kube.plugins.module_utils._etcd.declared import site_members

from ..plugin_utils.inventory import plain


def etcd_members(site):
    return site_members(plain(site))


class FilterModule:
    def filters(self):
        return {"etcd_members": etcd_members}
