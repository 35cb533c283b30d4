# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The filter `toml`."""

from __future__ import annotations

DOCUMENTATION = r"""
name: toml
short_description: A mapping as the text of a TOML file
author:
  - The quorum.kube authors (@quorum-kube)
description:
  - Writes a mapping as TOML 1.0, in the mapping's order. Values that TOML has no form for, such as V(null), are errors.
options:
  _input:
    description: The mapping.
    type: dict
    required: true
"""

EXAMPLES = r"""
- name: Show a configuration of containerd
  ansible.builtin.debug:
    msg: "{{ {'version': 3, 'debug': {'level': 'warn'}} | quorum.kube.toml }}"
"""

RETURN = r"""
_value:
  description: The text, with a line end at its end.
  type: str
  sample: "version = 3\n\n[debug]\nlevel = \"warn\"\n"
"""

from collections.abc import Mapping

from ansible_collections.quorum.kube.plugins.plugin_utils.toml import toml as written


def toml(value):
    if not isinstance(value, Mapping):
        raise ValueError(f"expected a mapping, found {type(value).__name__}")
    return written(value)


class FilterModule:
    def filters(self):
        return {"toml": toml}
