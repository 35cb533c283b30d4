# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The filter `login_matrix`."""

from __future__ import annotations

DOCUMENTATION = r"""
name: login_matrix
short_description: Who can log in where, as lines of text
author:
  - The quorum.kube authors (@quorum-kube)
description:
  - Gives a line for each host that logs in and a column for each host that is logged in to,
    and below them what ssh said where a login fails.
options:
  _input:
    description:
      - Results of M(quorum.kube.ssh_trust_logins_info), which the role C(ssh_trust) registers as C(ssh_trust_logins).
    type: list
    elements: dict
    required: true
"""

EXAMPLES = r"""
- name: Show who can log in where
  ansible.builtin.debug:
    msg: "{{ [ssh_trust_logins] | quorum.kube.login_matrix }}"
"""

RETURN = r"""
_value:
  description: Lines of equal columns.
  type: list
  elements: str
"""

from ansible_collections.quorum.kube.plugins.module_utils._hosts.matrix import login_matrix


class FilterModule:
    def filters(self):
        return {"login_matrix": login_matrix}
