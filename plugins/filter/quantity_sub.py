# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The filter `quantity_sub`."""

from __future__ import annotations

DOCUMENTATION = r"""
name: quantity_sub
short_description: The exact difference of two Kubernetes quantities
author:
  - The quorum.kube authors (@quorum-kube)
description:
  - Subtracts a quantity and gives the canonical text, in the format of the first one unless that is zero.
  - What is no quantity is an error with the API's own text.
positional: other
options:
  _input:
    description: A quantity, as text or number.
    type: raw
    required: true
  other:
    description: The other quantity, as text or number.
    type: raw
    required: true
"""

EXAMPLES = r"""
- name: Show what is left of a node's memory
  ansible.builtin.debug:
    msg: "{{ '16Gi' | quorum.kube.quantity_sub('1536Mi') }}"
"""

RETURN = r"""
_value:
  description: The difference.
  type: str
  sample: 14848Mi
"""

from ansible_collections.quorum.kube.plugins.plugin_utils.quantities import read


def quantity_sub(value, other):
    return (read(value) - read(other)).canonical()


class FilterModule:
    def filters(self):
        return {"quantity_sub": quantity_sub}
