#!/usr/bin/python
# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

DOCUMENTATION = r"""
module: kubeadm_host_info
short_description: What a host has of a cluster, and what is to be done with it
author:
  - The quorum.kube authors (@quorum-kube)
description:
  - Tells in one call whether the host is blank, half made, a member of the cluster or somebody else's, which programs
    it has, which control planes serve, and what follows from that.
  - Only the first of O(control_plane) is told to make a cluster, and only while no other one nor the endpoint answers.
  - Needs nothing on the host but Python, and changes nothing. Waits until M(quorum.kube.kubeadm_host) has ended there,
    if a run that was killed has left it at work.
extends_documentation_fragment:
  - quorum.kube.attributes
  - quorum.kube.attributes.info_module
options:
  name:
    description: The host's name among its nodes.
    type: str
    required: true
  control_plane:
    description: The hosts with an API server, the first of them first.
    type: list
    elements: dict
    required: true
    suboptions:
      name:
        description: The host's name.
        type: str
        required: true
      address:
        description: Its address.
        type: str
        required: true
  api_port:
    description: The port of the API servers.
    type: int
    default: 6443
  endpoint:
    description: The name or address under which all hosts reach the API.
    type: str
    required: true
  endpoint_port:
    description: Its port.
    type: int
    default: 6443
  bin_dir:
    description: Where the programs are.
    type: path
    default: /usr/local/bin
  version:
    description: The release that the host is to have; then RV(problems) tells why it must not.
    type: str
  wait:
    description: Seconds to wait for another control plane, on a host that can only join.
    type: int
    default: 0
"""

EXAMPLES = r"""
- name: See what is to be done with this host
  quorum.kube.kubeadm_host_info:
    name: "{{ inventory_hostname }}"
    control_plane:
      - {name: master-1, address: 172.19.170.183}
    endpoint: api.k8s.example.com
    endpoint_port: 8443
  register: host
"""

RETURN = r"""
action:
  description: V(nothing), V(init), V(join), V(wait) for a control plane that serves, or V(refuse).
  returned: success
  type: str
  sample: join
stage:
  description: V(blank), V(half), V(member) or V(foreign).
  returned: success
  type: str
  sample: blank
text:
  description: Why.
  returned: success
  type: str
  sample: joins
through:
  description: The control plane through which the host joins, or that serves beside it; empty without one.
  returned: success
  type: str
  sample: master-1
serving:
  description: The control planes whose API server is ready, and the endpoint with an empty name.
  returned: success
  type: list
  elements: dict
  sample: [{name: master-1, version: v1.37.2, authority: "sha256:0f…"}]
programs:
  description: The versions of the programs on the host; empty where there is none.
  returned: success
  type: dict
  sample: {kubeadm: 1.37.2, kubelet: 1.37.2, kubectl: 1.37.2}
certificate_names:
  description: The names and addresses in the certificate of the host's own API server.
  returned: success
  type: list
  elements: str
  sample: [api.k8s.example.com, master-1, 172.19.170.183]
kernel:
  description:
    - The kernel's release and machine, whether the system is of Debian's family, whether it forwards, whether bridges
      ask netfilter (null without the module), and whether it swaps.
  returned: success
  type: dict
  sample:
    release: 6.1.0-18-amd64
    machine: x86_64
    debian: true
    forwarding: true
    bridge_netfilter: null
    swap: false
problems:
  description: Why the host must not be given the programs of O(version).
  returned: success
  type: list
  elements: str
"""

import os
import re
import time
from typing import Any

from ansible.module_utils.basic import AnsibleModule

from ..module_utils._cluster.course import WAIT, course
from ..module_utils._cluster.releases import parse_release, skew_problems
from ..module_utils._cluster.x509 import alternative_names
from ..module_utils._cluster_host import SERVING_CERTIFICATE, found_at_rest, serving
from ..module_utils._kube.errors import InputError, Problem
from ..module_utils._machine import text_of
from ..module_utils._module import run

PROGRAMS = {"kubeadm": ["version", "-o", "short"], "kubelet": ["--version"], "kubectl": ["version", "--client"]}


def version_of(module: AnsibleModule, program: str, arguments: list[str]) -> str:
    """The version that a program tells of itself; empty when it is not there."""
    path = os.path.join(module.params["bin_dir"], program)
    if not os.access(path, os.X_OK):
        return ""
    dummy, out, dummy = module.run_command([path, *arguments])
    match = re.search(r"v(\d+\.\d+\.\d+\S*)", out)
    return match.group(1) if match else ""


def kernel() -> dict[str, Any]:
    bridge = text_of("/proc/sys/net/bridge/bridge-nf-call-iptables").strip()
    return {
        "release": os.uname().release,
        "machine": os.uname().machine,
        "debian": os.path.exists("/etc/debian_version"),
        "forwarding": text_of("/proc/sys/net/ipv4/ip_forward").strip() == "1",
        "bridge_netfilter": bridge == "1" if bridge else None,
        "swap": len(text_of("/proc/swaps").splitlines()) > 1,
    }


def work(module: AnsibleModule) -> dict[str, Any]:
    options = module.params
    names = [one["name"] for one in options["control_plane"]]
    if not names:
        raise InputError([Problem("control_plane", "nothing", "at least one host")])
    end = time.monotonic() + options["wait"]
    while True:
        host = found_at_rest()
        answering = serving(
            options["control_plane"], options["api_port"], options["endpoint"], options["endpoint_port"]
        )
        step = course(options["name"], names, host, answering)
        if step.action != WAIT or time.monotonic() >= end:
            break
        time.sleep(1)
    programs = {name: version_of(module, name, arguments) for name, arguments in PROGRAMS.items()}
    certificate = text_of(str(SERVING_CERTIFICATE))
    return {
        **step._asdict(),
        "serving": [one._asdict() for one in answering],
        "programs": programs,
        "certificate_names": alternative_names(certificate) if certificate else [],
        "kernel": kernel(),
        "problems": problems(options, names, programs["kubelet"], answering),
    }


def problems(options: Any, names: list[str], kubelet: str, answering: list[Any]) -> list[str]:
    wanted = parse_release(options["version"] or "")
    if wanted is None:
        return []
    version = answering[0].version if answering else ""
    return [str(problem) for problem in skew_problems(wanted, kubelet, version, options["name"] in names)]


def main() -> None:
    run(
        work,
        {
            "name": {"type": "str", "required": True},
            "control_plane": {
                "type": "list",
                "elements": "dict",
                "required": True,
                "options": {"name": {"type": "str", "required": True}, "address": {"type": "str", "required": True}},
            },
            "api_port": {"type": "int", "default": 6443},
            "endpoint": {"type": "str", "required": True},
            "endpoint_port": {"type": "int", "default": 6443},
            "bin_dir": {"type": "path", "default": "/usr/local/bin"},
            "version": {"type": "str"},
            "wait": {"type": "int", "default": 0},
        },
    )


if __name__ == "__main__":
    main()
