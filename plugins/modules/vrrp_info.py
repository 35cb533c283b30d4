#!/usr/bin/python
# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

DOCUMENTATION = r"""
module: vrrp_info
short_description: Who holds a virtual address, as seen from one host
description:
  - Tells whether the host has the address, whether its keepalived really runs, and which other hosts say that they
    have it.
  - The adverts of other hosts are read where they reach the network card, before the host's firewall. Two holders that
    do not hear each other because a firewall drops IP protocol 112 are therefore seen.
options:
  address:
    description: The virtual address, without a prefix length.
    type: str
    required: true
  interface:
    description: The interface on which the hosts send their adverts.
    type: str
    required: true
  vrid:
    description: The virtual router's number.
    type: int
    required: true
  listen:
    description: Seconds to listen. It must be longer than the interval between two adverts.
    type: float
    default: 0.7
  wait:
    description: Seconds to wait at most until there is exactly one holder. With V(0) the host is looked at once.
    type: int
    default: 0
notes:
  - Adverts go from host to host. A host outside the virtual router hears none and knows only of itself.
extends_documentation_fragment:
  - quorum.kube.attributes.info_module
author:
  - The quorum.kube authors (@quorum-kube)
"""

EXAMPLES = r"""
- name: Ask who holds the address
  quorum.kube.vrrp_info:
    address: 172.19.170.100
    interface: eth0
    vrid: "{{ 'guide' | quorum.kube.vrid('172.19.170.100') }}"
  register: vip

- name: Stop when it is not exactly one
  ansible.builtin.assert:
    that: vip.problems | length == 0
    fail_msg: "{{ vip.problems | join('; ') }}"
"""

RETURN = r"""
held:
  description: Whether this host has the address.
  returned: always
  type: bool
  sample: true
heard:
  description: Addresses of other hosts that advertise themselves as the holder.
  returned: always
  type: list
  elements: str
  sample: []
service:
  description: What systemd says of keepalived.
  returned: always
  type: str
  sample: active
problems:
  description: Why there is not exactly one holder. Empty when there is.
  returned: always
  type: list
  elements: str
  sample: []
"""

import ctypes
import json
import select
import socket
import struct
import time
from typing import Any

from ansible.module_utils.basic import AnsibleModule

from ..module_utils._module import run
from ..module_utils._net.unit_state import PROPERTIES, parse
from ..module_utils._net.vrrp import PROTOCOL, Advert, ip4_payload, parse_advert
from ..module_utils._net.vrrp_holders import Seen, problems, routers

ETHERTYPES = {4: 0x0800, 6: 0x86DD}
PROTOCOL_OFFSETS = {4: 9, 6: 6}
IP6_HEADER = 40
SO_ATTACH_FILTER = 26
# Classic BPF, linux/filter.h.
LOAD_BYTE = 0x30
JUMP_IF_EQUAL = 0x15
RETURN_VALUE = 0x06


def listener(interface: str, version: int) -> socket.socket:
    """A socket for the VRRP packets that reach the interface, before any firewall; the kernel passes no others on."""
    steps = (
        (LOAD_BYTE, 0, 0, PROTOCOL_OFFSETS[version]),
        (JUMP_IF_EQUAL, 0, 1, PROTOCOL),
        (RETURN_VALUE, 0, 0, 0xFFFF),
        (RETURN_VALUE, 0, 0, 0),
    )
    program = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
    opened = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, 0)
    opened.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER, struct.pack("HP", len(steps), ctypes.addressof(program)))
    opened.bind((interface, ETHERTYPES[version]))
    return opened


def advert(packet: bytes, version: int) -> Any:
    """The advert in an IP packet, or None."""
    if version == 4:
        source, payload = ip4_payload(packet)
    else:
        source, payload = socket.inet_ntop(socket.AF_INET6, packet[8:24]), packet[IP6_HEADER:]
    return parse_advert(payload, source)


def heard(interface: str, version: int, seconds: float) -> list[Advert]:
    """The adverts that reach the interface while the time runs."""
    found = []
    end = time.monotonic() + seconds
    with listener(interface, version) as opened:
        while (left := end - time.monotonic()) > 0:
            if select.select([opened], [], [], left)[0]:
                found.append(advert(opened.recv(2048), version))
    return [one for one in found if one]


def held(module: AnsibleModule, address: str) -> bool:
    """Whether an interface of the host has the address."""
    dummy, out, dummy = module.run_command(["ip", "-json", "address", "show"])
    wanted = socket.getaddrinfo(address, None, flags=socket.AI_NUMERICHOST)[0][4][0]
    return any(one.get("local") == wanted for link in json.loads(out or "[]") for one in link.get("addr_info", []))


def seen(module: AnsibleModule) -> Seen:
    address, interface = module.params["address"], module.params["interface"]
    adverts = heard(interface, 6 if ":" in address else 4, module.params["listen"])
    dummy, out, dummy = module.run_command(["systemctl", "show", "keepalived", "--property=" + ",".join(PROPERTIES)])
    return Seen(parse(out).active, held(module, address), routers(adverts, module.params["vrid"]))


def work(module: AnsibleModule) -> dict[str, Any]:
    address = module.params["address"]
    end = time.monotonic() + module.params["wait"]
    now = seen(module)
    while problems(address, now) and time.monotonic() < end:
        now = seen(module)
    return {**now._asdict(), "problems": problems(address, now)}


def main() -> None:
    run(
        work,
        {
            "address": {"type": "str", "required": True},
            "interface": {"type": "str", "required": True},
            "vrid": {"type": "int", "required": True},
            "listen": {"type": "float", "default": 0.7},
            "wait": {"type": "int", "default": 0},
        },
    )


if __name__ == "__main__":
    main()
