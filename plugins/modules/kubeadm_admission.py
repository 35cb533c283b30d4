#!/usr/bin/python
# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

DOCUMENTATION = r"""
module: kubeadm_admission
short_description: What one host needs to join a cluster, from a control plane of that cluster
author:
  - The quorum.kube authors (@quorum-kube)
description:
  - Runs on a control plane. Makes a bootstrap token for one host and tells the pin of the cluster's CA;
    for a new control plane also the keys that all of them share. With O(state=absent) the host's tokens are taken back.
  - The result holds secrets. Give the task C(no_log).
extends_documentation_fragment:
  - quorum.kube.attributes
attributes:
  check_mode:
    support: full
  diff_mode:
    support: none
    details:
      - Secrets are not shown.
  idempotent:
    support: partial
    details:
      - Every call with O(state=present) makes a new token.
options:
  name:
    description: The name of the host that joins.
    type: str
    required: true
  state:
    description: Whether the host may join.
    type: str
    choices: [present, absent]
    default: present
  control_plane:
    description: Whether it joins as a control plane.
    type: bool
    default: false
  forget_node:
    description: Whether a Node of that name is deleted first. For a host whose join is taken back and done anew.
    type: bool
    default: false
  lifetime:
    description: Minutes after which the token ends by itself.
    type: int
    default: 30
  bin_dir:
    description: Where kubeadm and kubectl are.
    type: path
    default: /usr/local/bin
"""

EXAMPLES = r"""
- name: Let the host join
  quorum.kube.kubeadm_admission:
    name: "{{ inventory_hostname }}"
  delegate_to: master-1
  no_log: true
  register: admission
"""

RETURN = r"""
token:
  description: The bootstrap token.
  returned: O(state=present)
  type: str
  sample: abcdef.0123456789abcdef
authority:
  description: The pin of the cluster's CA.
  returned: O(state=present)
  type: str
  sample: "sha256:0f…"
files:
  description: The shared keys and certificates, as M(quorum.kube.config_files) takes them; empty for a worker.
  returned: O(state=present)
  type: list
  elements: dict
  sample: []
"""

import json
import os
from typing import Any

from ansible.module_utils.basic import AnsibleModule

from ..module_utils._cluster_host import AUTHORITY, pin
from ..module_utils._kube.errors import InputError, Problem
from ..module_utils._module import run

ADMIN = "/etc/kubernetes/admin.conf"
PKI = "/etc/kubernetes/pki"
SHARED = ("ca", "front-proxy-ca", "etcd/ca")
"""Authorities that every control plane holds; etcd's is there only with members of kubeadm's own."""


def work(module: AnsibleModule) -> dict[str, Any]:
    mark = f"quorum.kube: {module.params['name']}"
    if module.check_mode:
        return {"changed": True, "token": "", "authority": pin(AUTHORITY), "files": []}
    if module.params["state"] == "absent":
        return {"changed": take_back(module, mark)}
    if module.params["forget_node"]:
        called(module, ["kubectl", "delete", "node", module.params["name"], "--ignore-not-found", "--wait=false"])
    lifetime = f"--ttl={module.params['lifetime']}m"
    token = called(module, ["kubeadm", "token", "create", lifetime, "--description", mark]).strip().splitlines()[-1]
    return {
        "changed": True,
        "token": token,
        "authority": pin(AUTHORITY),
        "files": shared_files() if module.params["control_plane"] else [],
    }


def take_back(module: AnsibleModule, mark: str) -> bool:
    """Whether there were tokens for the host."""
    texts = called(module, ["kubeadm", "token", "list", "-o", "json"])
    decoder, position, tokens = json.JSONDecoder(), 0, []
    while texts[position:].strip():
        entry, length = decoder.raw_decode(texts[position:].lstrip())
        position = len(texts) - len(texts[position:].lstrip()) + length
        if entry.get("description") == mark:
            tokens.append(entry["token"].split(".")[0])
    if tokens:
        called(module, ["kubeadm", "token", "delete", *tokens])
    return bool(tokens)


def shared_files() -> list[dict[str, str]]:
    """What kubeadm's own upload would encrypt into the cluster, handed over the connection instead."""
    names = [f"{name}.{kind}" for name in SHARED for kind in ("crt", "key")] + ["sa.key", "sa.pub"]
    files = []
    for name in names:
        path = os.path.join(PKI, name)
        if os.path.exists(path):
            with open(path, encoding="ascii") as file:
                files.append({"path": path, "content": file.read(), "mode": "0600" if name.endswith("key") else "0644"})
    return files


def called(module: AnsibleModule, command: list[str]) -> str:
    """What the program says, run as the cluster's administrator."""
    path = os.path.join(module.params["bin_dir"], command[0])
    code, out, err = module.run_command([path, *command[1:], "--kubeconfig", ADMIN])
    if code:
        raise InputError(
            [Problem(" ".join(command[:3]), (err or out).strip(), "the cluster to answer its administrator")]
        )
    return str(out)


def main() -> None:
    run(
        work,
        {
            "name": {"type": "str", "required": True},
            "state": {"type": "str", "choices": ["present", "absent"], "default": "present"},
            "control_plane": {"type": "bool", "default": False},
            "forget_node": {"type": "bool", "default": False},
            "lifetime": {"type": "int", "default": 30},
            "bin_dir": {"type": "path", "default": "/usr/local/bin"},
        },
    )


if __name__ == "__main__":
    main()
