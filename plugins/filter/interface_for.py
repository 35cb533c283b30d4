# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The filter `interface_for`."""

from __future__ import annotations

DOCUMENTATION = r"""
name: interface_for
short_description: The network interface in the subnet of an address
author:
  - The quorum.kube authors (@quorum-kube)
description:
  - Names the one interface that is up and has an address in the subnet of the given address, or in the given subnet.
  - Addresses with the prefix of a single host, loopback and link-local addresses are passed over,
    so a virtual address that the host holds at this moment does not matter.
  - Fails when there is no such interface, or more than one, and names what there is.
positional: interfaces
options:
  _input:
    description: An address, or a subnet with its prefix length.
    type: str
    required: true
  interfaces:
    description: The RV(quorum.kube.host_probe#module:interfaces) of the host.
    type: list
    elements: dict
    required: true
"""

EXAMPLES = r"""
- name: Ask for the interfaces of the host
  quorum.kube.host_probe:
  register: probe

- name: Show where the virtual address belongs
  ansible.builtin.debug:
    msg: "{{ '172.19.170.100' | quorum.kube.interface_for(probe.interfaces) }}"
"""

RETURN = r"""
_value:
  description: The name of the interface.
  type: str
"""

from ansible_collections.quorum.kube.plugins.module_utils._net.interfaces import interface_for


class FilterModule:
    def filters(self):
        return {"interface_for": interface_for}
