# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The filter `etcd_upgrade`."""

from __future__ import annotations

DOCUMENTATION = r"""
name: etcd_upgrade
short_description: What it takes to bring the members of etcd to another release
author:
  - The quorum.kube authors (@quorum-kube)
description:
  - Goes by etcd's rules. Releases change by one line (3.5, 3.6, 3.7) at a time, from a patch that prepares its data.
  - A release that is unknown, not safe, or too far away is told in C(problems) with the way to it.
positional: version
options:
  _input:
    description: The release of each member, by its name.
    type: dict
    required: true
  version:
    description: The release that is wanted.
    type: str
    required: true
"""

EXAMPLES = r"""
- name: Show the way
  ansible.builtin.debug:
    msg: "{{ {'m1': '3.5.33', 'm2': '3.5.33', 'm3': '3.5.33'} | quorum.kube.etcd_upgrade('3.6.14') }}"
"""

RETURN = r"""
_value:
  description:
    - C(kind) is V(nothing), V(patch), V(minor), V(back) or V(downgrade).
    - C(members) are those that have another release.
    - C(check_v2store) tells that each member's data must be looked at first.
    - C(settle_log) tells that each member must take a snapshot of its log first.
    - C(enable_downgrade) is the line that etcd must be told of.
    - C(problems) are all reasons against it; with any, the others are empty.
  type: dict
"""

from ansible_collections.quorum.kube.plugins.module_utils._etcd.upgrade import Upgrade, plan
from ansible_collections.quorum.kube.plugins.module_utils._kube.errors import InputError

from ..plugin_utils.inventory import plain


def etcd_upgrade(running, version):
    try:
        found, problems = plan(plain(running), str(version)), ()
    except InputError as error:
        found, problems = Upgrade("", str(version), (), False, False, ""), error.problems
    return {**found._asdict(), "members": list(found.members), "problems": [str(problem) for problem in problems]}


class FilterModule:
    def filters(self):
        return {"etcd_upgrade": etcd_upgrade}
