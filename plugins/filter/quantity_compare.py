# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The filter `quantity_compare`."""

from __future__ import annotations

DOCUMENTATION = r"""
name: quantity_compare
short_description: Which of two Kubernetes quantities is larger
author:
  - The quorum.kube authors (@quorum-kube)
description:
  - Compares the exact values, whatever the formats.
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
- name: Stop when a request exceeds the limit
  ansible.builtin.assert:
    that: "'1000m' | quorum.kube.quantity_compare('1') <= 0"
"""

RETURN = r"""
_value:
  description: V(-1) if the first one is smaller, V(0) if they are equal, V(1) if it is larger.
  type: int
  sample: 0
"""

from ansible_collections.quorum.kube.plugins.plugin_utils.quantities import read


def quantity_compare(value, other):
    return read(value).compare(read(other))


class FilterModule:
    def filters(self):
        return {"quantity_compare": quantity_compare}
