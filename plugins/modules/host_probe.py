#!/usr/bin/python
# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The module `host_probe`."""

from __future__ import annotations

DOCUMENTATION = r"""
module: host_probe
short_description: Facts that only the host and its wire know
author:
  - The quorum.kube authors (@quorum-kube)
description:
  - Tells in one call what decides whether a host can serve a Kubernetes API. That is interfaces and addresses,
    who listens where, the system, memory and clock, how names resolve, and whether root may log in.
  - On request it also asks the wire around the host which machine answers for an address, which VRRP routers are heard,
    and whether TCP ports answer.
  - Needs nothing on the host but Python, and changes nothing.
extends_documentation_fragment:
  - quorum.kube.attributes
  - quorum.kube.attributes.info_module
options:
  neighbours:
    description:
      - IPv4 or IPv6 addresses to ask for on the wire, by ARP probes or neighbour solicitations.
      - Needs root. An address outside the subnets of the host is not asked for.
    type: list
    elements: str
    default: []
  vrrp_seconds:
    description:
      - How long to listen for VRRP routers, in seconds; V(0) does not listen.
      - A router is heard when it sends to the multicast group, or to this host.
      - Needs root.
    type: float
    default: 0
  vrrp_own:
    description:
      - The virtual router of this collection that the host may be already. Where its keepalived runs with that number
        and that address, the time to listen is the one said here.
    type: dict
    suboptions:
      vrid:
        description: Its number.
        type: int
        required: true
      address:
        description: Its virtual address.
        type: str
        required: true
      seconds:
        description: How long to listen then.
        type: float
        required: true
  connect:
    description: TCP ports to connect to, and to hang up at once.
    type: list
    elements: dict
    default: []
    suboptions:
      address:
        description: An IPv4 or IPv6 address.
        type: str
        required: true
      port:
        description: A port.
        type: int
        required: true
  connect_seconds:
    description: How long a port may take to answer.
    type: float
    default: 1.5
notes:
  - Without root the processes of other users, sshd's settings and the wire stay unknown.
seealso:
  - module: quorum.kube.preflight
  - plugin: quorum.kube.interface_for
    plugin_type: filter
"""

EXAMPLES = r"""
- name: Ask a host for its interfaces, listeners and clock
  quorum.kube.host_probe:
  register: probe

- name: Ask who holds an address, and which VRRP routers there are
  quorum.kube.host_probe:
    neighbours: [172.19.170.100]
    vrrp_seconds: 3
  become: true
  register: wire
"""

RETURN = r"""
hostname:
  description: The host's own name.
  returned: success
  type: str
  sample: master-1
os:
  description: The distribution, from os-release.
  returned: success
  type: dict
  sample: {id: debian, version: "12", name: "Debian GNU/Linux 12 (bookworm)", family: debian}
python:
  description: The version of the Python that ran this module.
  returned: success
  type: str
  sample: 3.11.2
memory_bytes:
  description: All memory of the host.
  returned: success
  type: int
  sample: 4105146368
processors:
  description: Number of processors that the module may use.
  returned: success
  type: int
  sample: 2
swap:
  description: Whether the host swaps.
  returned: success
  type: bool
  sample: false
cgroup:
  description: V(v1), V(v2), V(hybrid), or empty.
  returned: success
  type: str
  sample: v2
clock:
  description: The host's clock.
  returned: success
  type: dict
  contains:
    started:
      description: Seconds since 1970 when the module began.
      type: float
      sample: 1796047200.25
    ended:
      description: Seconds since 1970 when the module ended.
      type: float
      sample: 1796047203.75
    synchronised:
      description: Whether the kernel's clock follows a time source; null when the kernel does not say.
      type: bool
controller_clock:
  description: When the controller sent the module off and had its answer, by the controller's clock.
  returned: success
  type: dict
  sample: {started: 1796047200.05, ended: 1796047203.95}
interfaces:
  description: The network interfaces, in the kernel's order.
  returned: success
  type: list
  elements: dict
  sample:
    - name: eth0
      index: 2
      mac: 0a:1b:2c:3d:4e:5f
      mtu: 1500
      kind: veth
      up: true
      running: true
      loopback: false
      addresses: [{address: 172.19.170.183, prefix: 24, family: ipv4, secondary: false}]
listening:
  description:
    - TCP sockets that listen and UDP sockets without a peer.
    - Process and pid are empty where the user may not see them.
  returned: success
  type: list
  elements: dict
  sample: [{protocol: tcp, address: "0.0.0.0", port: 22, process: sshd, pid: 412}]
resolution:
  description: The addresses of the host's own name and of C(localhost); null when no answer comes in time.
  returned: success
  type: dict
  sample: {hostname: [172.19.170.183], localhost: [127.0.0.1, "::1"]}
set_up:
  description:
    - The roles of the endpoint that have set something up on the host and have not taken it back.
  returned: success
  type: list
  elements: str
  sample: [haproxy, keepalived]
sshd:
  description: What sshd says of the login of root; null when it cannot be asked.
  returned: success
  type: dict
  sample: {permit_root_login: "no", pubkey_authentication: true, ports: [22], allow_users: [], deny_users: []}
manage_etc_hosts:
  description: cloud-init's C(manage_etc_hosts), or null.
  returned: success
  type: str
  sample: localhost
neighbours:
  description: For each address asked for, the interface it was asked on, and the MACs that answered.
  returned: success
  type: list
  elements: dict
  sample: [{address: 172.19.170.100, interface: eth0, own: false, macs: ["0a:1b:2c:3d:4e:5f"]}]
vrrp:
  description: The VRRP routers that were heard, each with its last advertisement.
  returned: success
  type: list
  elements: dict
  sample:
    - {source: 172.19.170.9, vrid: 51, version: 2, priority: 150, addresses: [172.19.170.90], interface: eth0}
connections:
  description: How each port answered, V(open), V(refused), V(timeout) or V(unreachable).
  returned: success
  type: list
  elements: dict
  sample: [{address: 172.19.170.100, port: 8443, result: open}]
"""

import socket
import threading
import time

from ..module_utils import _machine, _wire
from ..module_utils._kube.errors import InputError
from ..module_utils._module import run
from ..module_utils._net import machine
from ..module_utils._net.parameters import PORTS, not_addresses, out_of_range

RESOLVE_SECONDS = 1.5
ROUTER = {
    "vrid": {"type": "int", "required": True},
    "address": {"type": "str", "required": True},
    "seconds": {"type": "float", "required": True},
}
TARGET = {"address": {"type": "str", "required": True}, "port": {"type": "int", "required": True}}


def check(params):
    """Raises InputError with everything that cannot be asked."""
    problems = not_addresses({f"neighbours[{number}]": text for number, text in enumerate(params["neighbours"])})
    for number, target in enumerate(params["connect"]):
        problems += not_addresses({f"connect[{number}].address": target["address"]})
        problems += out_of_range({f"connect[{number}].port": target["port"]}, {f"connect[{number}].port": PORTS})
    if problems:
        raise InputError(problems)


def work(module):
    params = module.params
    started = time.time()
    check(params)
    interfaces = _machine.interfaces()
    heard = []
    seconds = listening_seconds(module)
    listening = threading.Thread(target=lambda: heard.extend(_wire.adverts_heard(interfaces, seconds)), daemon=True)
    if seconds > 0:
        listening.start()
    hostname = socket.gethostname()
    resolved = _machine.resolved([hostname, "localhost"], RESOLVE_SECONDS)
    result = {
        "hostname": hostname,
        **_machine.system(),
        "interfaces": interfaces,
        "listening": _machine.listening(),
        "resolution": {"hostname": resolved[hostname], "localhost": resolved["localhost"]},
        "set_up": _machine.set_up(),
        "sshd": _machine.sshd(module),
        "manage_etc_hosts": machine.manage_etc_hosts(_machine.cloud_init_texts()),
        "neighbours": _wire.neighbours_of(params["neighbours"], interfaces),
        "connections": _wire.connected(params["connect"], params["connect_seconds"]),
    }
    if seconds > 0:
        listening.join()
    clock = {"started": started, "ended": time.time(), "synchronised": _machine.clock_synchronised()}
    return {**result, "vrrp": heard, "clock": clock}


def listening_seconds(module):
    """How long to listen for routers: where our keepalived is that router already, its number was heard to be free."""
    own = module.params["vrrp_own"]
    known = own is not None and _machine.runs_router(module, own["vrid"], own["address"])
    return own["seconds"] if known else module.params["vrrp_seconds"]


def main():
    run(
        work,
        {
            "neighbours": {"type": "list", "elements": "str", "default": []},
            "vrrp_seconds": {"type": "float", "default": 0},
            "vrrp_own": {"type": "dict", "options": ROUTER},
            "connect": {"type": "list", "elements": "dict", "default": [], "options": TARGET},
            "connect_seconds": {"type": "float", "default": 1.5},
        },
    )


if __name__ == "__main__":
    main()
