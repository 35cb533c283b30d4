# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The filter `label_errors`."""

from __future__ import annotations

DOCUMENTATION = r"""
name: label_errors
short_description: Why a label is not valid
author:
  - The quorum.kube authors (@quorum-kube)
description:
  - Gives the API's own reasons against the key and the value of a label. Both are judged; a missing one is not.
options:
  _input:
    description: A mapping with C(key) and C(value).
    type: dict
    required: true
  kubernetes_version:
    description: The release whose texts apply, such as V(1.33). The newest known one if this is not set.
    type: str
"""

EXAMPLES = r"""
- name: Stop when a node label is not valid
  ansible.builtin.assert:
    that: "{'key': 'topology.kubernetes.io/zone', 'value': 'zone-a'} | quorum.kube.label_errors | length == 0"
"""

RETURN = r"""
_value:
  description: The reasons, first those against the key. Empty if the label is valid.
  type: list
  elements: str
  sample: [name part must be non-empty]
"""

from collections.abc import Mapping

from ansible_collections.quorum.kube.plugins.module_utils._kube.names import label_key, label_value
from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import gates_of


def label_errors(label, kubernetes_version=None):
    if not isinstance(label, Mapping) or not {"key", "value"} & set(label):
        raise ValueError("expected a mapping with key and value")
    gates = gates_of(kubernetes_version, None)
    reasons = []
    for part, check in (("key", label_key), ("value", label_value)):
        if part in label:
            text = label[part]
            if not isinstance(text, str):
                raise ValueError(f"{part}: {text!r} is no text (quote it)")
            reasons.extend(check(str(text), gates))
    return reasons


class FilterModule:
    def filters(self):
        return {"label_errors": label_errors}
