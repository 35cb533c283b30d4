# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The filter `etcd_member_files`."""

from __future__ import annotations

DOCUMENTATION = r"""
name: etcd_member_files
short_description: The certificates that a member of etcd needs
author:
  - The quorum.kube authors (@quorum-kube)
description:
  - Gives the option O(quorum.kube.etcd_certificates#module:files) for a member.
  - Its server, its peers, the health check and the backup each have a certificate of their own.
positional: extra, folder
options:
  _input:
    description: Name and address of the member, and its further C(addresses) and C(names).
    type: dict
    required: true
  extra:
    description: Further names and addresses under which the member is reached.
    type: list
    elements: str
    required: true
  folder:
    description: The folder of the certificates on the host.
    type: path
    required: true
"""

EXAMPLES = r"""
- name: Show the names in the certificates
  ansible.builtin.debug:
    msg: "{{ member | quorum.kube.etcd_member_files([], '/etc/etcd/pki') | map(attribute='names') }}"
  vars:
    member: {name: m1, address: 10.77.0.11}
"""

RETURN = r"""
_value:
  description: The certificates.
  type: list
  elements: dict
"""

from ansible_collections.quorum.kube.plugins.module_utils._etcd.certificates import member_files

from ..plugin_utils.inventory import plain


def etcd_member_files(member, extra, folder):
    return member_files(plain(member), plain(extra), str(folder))


class FilterModule:
    def filters(self):
        return {"etcd_member_files": etcd_member_files}
