# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The options of the modules that ask a cluster of etcd. Private to this collection."""

from __future__ import annotations


class ModuleDocFragment:
    DOCUMENTATION = r"""
options:
  members:
    description: Every member that the inventory knows, also those that this run leaves out.
    type: list
    elements: dict
    required: true
    suboptions:
      name:
        description: The member's name.
        type: str
        required: true
      address:
        description: The address under which clients and the other members reach it. Its URLs follow from it.
        type: str
        required: true
  own:
    description: The name in O(members) of the host on which the module runs. Empty for a host that is no member.
    type: str
    default: ""
  ca:
    description: Path of the authority's certificate on the host.
    type: path
    default: /etc/etcd/pki/ca.crt
  certificate:
    description: Path of the client certificate that is shown to the members.
    type: path
    default: /etc/etcd/pki/health.crt
  key:
    description: Path of its key.
    type: path
    default: /etc/etcd/pki/health.key
"""
