#!/usr/bin/python
# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

DOCUMENTATION = r"""
module: haproxy_info
short_description: The servers behind the host's haproxy and what their last check said
description:
  - Reads the state of every server from haproxy's own socket on the host.
  - A haproxy that does not run is a result (RV(running=false)), not a failure.
options:
  socket:
    description: Path of the socket that C(stats socket) of haproxy's configuration names.
    type: path
    default: /run/haproxy/admin.sock
  backends:
    description: Tell the servers of these backends only. Empty tells all.
    type: list
    elements: str
    default: []
  wait:
    description: Seconds to wait at most until each server with a health check has a result of one.
    type: int
    default: 0
extends_documentation_fragment:
  - quorum.kube.attributes.info_module
author:
  - The quorum.kube authors (@quorum-kube)
"""

EXAMPLES = r"""
- name: Ask haproxy for its API servers
  quorum.kube.haproxy_info:
    backends: [kube_api]
  register: balancer

- name: Show those that take no traffic
  ansible.builtin.debug:
    msg: "{{ item.name }}: {{ item.status }}, {{ item.check }}"
  loop: "{{ balancer.servers | rejectattr('up') }}"
"""

RETURN = r"""
running:
  description: Whether haproxy answers on its socket.
  returned: always
  type: bool
  sample: true
servers:
  description: The servers, in the order of the configuration.
  returned: always
  type: list
  elements: dict
  sample:
    - backend: kube_api
      name: master-1
      address: 172.19.170.183:6443
      up: true
      status: UP
      check: "L7OK HTTP status check returned code <3C>200<3E>"
      check_code: 200
      seconds: 42
      sessions: 3
"""

import socket
import time
from typing import Any, Optional

from ansible.module_utils.basic import AnsibleModule

from ..module_utils._module import run
from ..module_utils._net.haproxy_stats import Server, servers

SECONDS = 5
CHUNK = 65536


def answer(path: str, command: str) -> str:
    """What haproxy answers to one command on its socket."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(SECONDS)
        connection.connect(path)
        connection.sendall(command.encode() + b"\n")
        return b"".join(iter(lambda: connection.recv(CHUNK), b"")).decode()


def told(path: str, wanted: list[str]) -> Optional[list[Server]]:
    """The servers of the wanted backends, or None when haproxy does not run."""
    try:
        text = answer(path, "show stat")
    except (FileNotFoundError, ConnectionRefusedError):
        return None
    return [entry for entry in servers(text) if not wanted or entry.backend in wanted]


def work(module: AnsibleModule) -> dict[str, Any]:
    end = time.monotonic() + module.params["wait"]
    found = told(module.params["socket"], module.params["backends"])
    while (found is None or not all(entry.judged for entry in found)) and time.monotonic() < end:
        time.sleep(0.2)
        found = told(module.params["socket"], module.params["backends"])
    return {
        "running": found is not None,
        "servers": [{**entry._asdict(), "up": entry.up} for entry in found or []],
    }


def main() -> None:
    run(
        work,
        {
            "socket": {"type": "path", "default": "/run/haproxy/admin.sock"},
            "backends": {"type": "list", "elements": "str", "default": []},
            "wait": {"type": "int", "default": 0},
        },
    )


if __name__ == "__main__":
    main()
