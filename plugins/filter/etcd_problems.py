# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The filter `etcd_problems`."""

from __future__ import annotations

DOCUMENTATION = r"""
name: etcd_problems
short_description: What is wrong with the members that an inventory declares
author:
  - The quorum.kube authors (@quorum-kube)
description:
  - Tells every mistake at once. An empty list says that a cluster can be made of these members.
positional: own, version, even_members, extra_flags
options:
  _input:
    description: The members, each with name and address.
    type: list
    elements: dict
    required: true
  own:
    description: The name of the host's own member.
    type: str
    required: true
  version:
    description: The version of etcd.
    type: str
    required: true
  even_members:
    description: Whether an even number of members is accepted.
    type: bool
    default: false
  extra_flags:
    description: Further flags of the members.
    type: dict
    default: {}
"""

EXAMPLES = r"""
- name: Refuse members of which no cluster can be made
  ansible.builtin.assert:
    that: etcd_members | quorum.kube.etcd_problems('m1', '3.6.14') | length == 0
"""

RETURN = r"""
_value:
  description: A sentence for each mistake.
  type: list
  elements: str
"""

from ansible_collections.quorum.kube.plugins.module_utils._etcd.declared import problems

from ..plugin_utils.inventory import plain


def etcd_problems(members, own, version, even_members=False, extra_flags=None):
    found = problems(plain(members), str(own), str(version), bool(even_members), plain(extra_flags or {}))
    return [str(problem) for problem in found]


class FilterModule:
    def filters(self):
        return {"etcd_problems": etcd_problems}
