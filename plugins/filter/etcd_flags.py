# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The filter `etcd_flags`."""

from __future__ import annotations

DOCUMENTATION = r"""
name: etcd_flags
short_description: The flags of a member of etcd, by its release
author:
  - The quorum.kube authors (@quorum-kube)
description:
  - Names the flags and feature gates as the release knows them.
    The 3.5 series wants C(experimental-) names with which 3.7 does not start.
  - The flags of the first start (C(--initial-*)) are not among them.
positional: settings, version
options:
  _input:
    description: Name and address of the member.
    type: dict
    required: true
  settings:
    description: Folders, times and sizes, as the role's variables without their prefix.
    type: dict
    required: true
  version:
    description: The version of etcd.
    type: str
    required: true
"""

EXAMPLES = r"""
- name: Show the flags
  ansible.builtin.debug:
    msg: "{{ {'name': 'm1', 'address': '10.77.0.11'} | quorum.kube.etcd_flags(settings, '3.6.14') }}"
"""

RETURN = r"""
_value:
  description: The flags in their order.
  type: list
  elements: str
"""

from ansible_collections.quorum.kube.plugins.module_utils._etcd.flags import flags

from ..plugin_utils.inventory import plain


def etcd_flags(member, settings, version):
    return flags(plain(member), plain(settings), str(version))


class FilterModule:
    def filters(self):
        return {"etcd_flags": etcd_flags}
