#!/usr/bin/python
# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

DOCUMENTATION = r"""
module: load_balancer_info
short_description: Whether a host holds the endpoint's address, and the exact states of the balancer's services
description:
  - Tells whether the host itself answers for the endpoint's address.
  - Tells the state of each unit as systemd has it, so that a unit that is C(inactive) or C(activating) never passes for
    an active one.
options:
  address:
    description: The endpoint's address, IPv4 or IPv6, without a prefix length.
    type: str
    required: true
  units:
    description: Units whose states are told. A unit that the host does not have is left out of the result.
    type: list
    elements: str
    default: [haproxy, keepalived]
extends_documentation_fragment:
  - quorum.kube.attributes
  - quorum.kube.attributes.info_module
author:
  - The quorum.kube authors (@quorum-kube)
"""

EXAMPLES = r"""
- name: Ask whether this host holds the address
  quorum.kube.load_balancer_info:
    address: 172.19.170.100
  register: balancer

- name: Stop where keepalived does not run
  ansible.builtin.assert:
    that: balancer.units.keepalived.active == 'active'
"""

RETURN = r"""
held:
  description: Whether the address is one of this host's own.
  returned: success
  type: bool
  sample: true
units:
  description: For each unit that the host has, its state and sub-state, and both as one text.
  returned: success
  type: dict
  sample: {"haproxy": {"active": "active", "sub": "running", "text": "active (running)"}}
"""

from typing import Any

from ansible.module_utils.basic import AnsibleModule

from ..module_utils._connection import is_local
from ..module_utils._kube.errors import InputError
from ..module_utils._module import run
from ..module_utils._net.parameters import not_addresses
from ..module_utils._net.unit_state import PROPERTIES, parse


def work(module: AnsibleModule) -> dict[str, Any]:
    """Asks the kernel for the address and systemd for the units."""
    problems = not_addresses({"address": module.params["address"]})
    if problems:
        raise InputError(problems)
    units = {}
    for name in module.params["units"]:
        command = ["systemctl", "show", name, "--property=" + ",".join(PROPERTIES)]
        unit = parse(module.run_command(command)[1])
        if unit.loaded:
            units[name] = {"active": unit.active, "sub": unit.sub, "text": str(unit)}
    return {"held": is_local(module.params["address"]), "units": units}


def main() -> None:
    """Runs the module."""
    run(
        work,
        {
            "address": {"type": "str", "required": True},
            "units": {"type": "list", "elements": "str", "default": ["haproxy", "keepalived"]},
        },
    )


if __name__ == "__main__":
    main()
