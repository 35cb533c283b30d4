# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The filter `quantity_sum`."""

from __future__ import annotations

DOCUMENTATION = r"""
name: quantity_sum
short_description: The exact sum of Kubernetes quantities
author:
  - The quorum.kube authors (@quorum-kube)
description:
  - Adds up quantities and gives the canonical text. The format is that of the first one that is not zero.
  - What is no quantity is an error with the API's own text.
options:
  _input:
    description: Quantities, as texts or numbers.
    type: list
    elements: raw
    required: true
"""

EXAMPLES = r"""
- name: Show how much memory three containers request
  ansible.builtin.debug:
    msg: "{{ ['1Gi', '512Mi', '100Mi'] | quorum.kube.quantity_sum }}"
"""

RETURN = r"""
_value:
  description: The sum.
  type: str
  sample: 1636Mi
"""

from ansible_collections.quorum.kube.plugins.module_utils._kube.quantity import total
from ansible_collections.quorum.kube.plugins.plugin_utils.quantities import read


def quantity_sum(values):
    if isinstance(values, (str, int, float)) or not hasattr(values, "__iter__"):
        raise ValueError(f"expected a list of quantities, found {type(values).__name__}")
    return total(read(value) for value in values).canonical()


class FilterModule:
    def filters(self):
        return {"quantity_sum": quantity_sum}
