# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The filter `quantity`."""

from __future__ import annotations

DOCUMENTATION = r"""
name: quantity
short_description: A Kubernetes quantity in its canonical form and as numbers
author:
  - The quorum.kube authors (@quorum-kube)
description:
  - Reads a quantity exactly, as kube-apiserver does, and tells how it returns it.
  - What is no quantity is an error with the API's own text.
options:
  _input:
    description: A quantity, as text or number.
    type: raw
    required: true
"""

EXAMPLES = r"""
- name: Show what the API makes of a quantity
  ansible.builtin.debug:
    msg: "{{ '1.5Gi' | quorum.kube.quantity }}"
"""

RETURN = r"""
_value:
  description:
    - C(canonical) is the text in which the API returns it, C(value) the number rounded up to whole units,
      C(milli_value) the number rounded up to thousandths, and C(format) one of V(DecimalSI), V(BinarySI) and
      V(DecimalExponent).
  type: dict
  sample: {canonical: 1536Mi, value: 1610612736, milli_value: 1610612736000, format: BinarySI}
"""

from ansible_collections.quorum.kube.plugins.plugin_utils.quantities import read


def quantity(value):
    found = read(value)
    return {
        "canonical": found.canonical(),
        "value": found.value(),
        "milli_value": found.milli_value(),
        "format": found.format,
    }


class FilterModule:
    def filters(self):
        return {"quantity": quantity}
