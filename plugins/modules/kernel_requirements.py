#!/usr/bin/python
# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

DOCUMENTATION = r"""
module: kernel_requirements
short_description: Modules and settings of the kernel, now and after the next boot
description:
  - Loads modules that are neither loaded nor built in, gives settings their values, and writes both down for the next
    boot. What this kernel does not have, or does not let this host change, is told and is no failure.
options:
  name:
    description: The file name without its ending, below C(/etc/modules-load.d) and C(/etc/sysctl.d).
    type: str
    required: true
  modules:
    description: The modules.
    type: list
    elements: str
    default: []
  settings:
    description: The settings and their values, such as V(1) for C(net.ipv4.ip_forward).
    type: dict
    default: {}
  state:
    description: V(absent) removes both files. What the kernel does now stays as it is until the next boot.
    type: str
    choices: [present, absent]
    default: present
extends_documentation_fragment:
  - quorum.kube.attributes
attributes:
  check_mode:
    support: full
  diff_mode:
    support: none
    details:
      - RV(steps) tells what is done.
  idempotent:
    support: full
author:
  - The quorum.kube authors (@quorum-kube)
"""

EXAMPLES = r"""
- name: Let bridged packets be filtered and routed
  quorum.kube.kernel_requirements:
    name: 90-bridges
    modules: [br_netfilter]
    settings:
      net.bridge.bridge-nf-call-iptables: 1
"""

RETURN = r"""
steps:
  description: What was done, or would be.
  returned: always
  type: list
  elements: str
  sample: [load br_netfilter, net.ipv4.ip_forward 0 -> 1]
unavailable:
  description: What this kernel does not have, or does not let this host change, each with its reason.
  returned: always
  type: list
  elements: str
  sample: ["kernel module br_netfilter: modprobe: FATAL: Module br_netfilter not found in directory /lib/modules/6.1.0"]
"""

import os
import re
from typing import Any

from ansible.module_utils.basic import AnsibleModule

from ..module_utils._kube.errors import InputError, Problem
from ..module_utils._machine import text_of
from ..module_utils._module import run

FILE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
HEADER = "# Written by quorum.kube.kernel_requirements\n"


def is_there(name: str) -> bool:
    """Whether the module is loaded, or a part of this kernel."""
    if os.path.isdir(f"/sys/module/{name.replace('-', '_')}"):
        return True
    if name in {line.split()[-1] for line in text_of("/proc/filesystems").splitlines() if line.strip()}:
        return True
    # br_netfilter has no parameters, and shows itself by its settings alone where it is built in.
    if name == "br_netfilter" and os.path.isdir("/proc/sys/net/bridge"):
        return True
    builtin = text_of(f"/lib/modules/{os.uname().release}/modules.builtin").splitlines()
    return f"{name.replace('-', '_')}.ko" in {os.path.basename(line).replace("-", "_") for line in builtin}


def load(module: AnsibleModule, name: str) -> str:
    """Why the module could not be loaded; nothing when it is."""
    program = module.get_bin_path("modprobe", opt_dirs=["/usr/sbin", "/sbin"])
    if program is None:
        return "there is no modprobe"
    code, out, err = module.run_command([program, name])
    return (err or out).strip() if code else ""


def setting_path(name: str) -> str:
    return "/proc/sys/" + name.replace(".", "/")


def give(name: str, value: str) -> str:
    """Why the setting did not take the value; nothing when it did."""
    try:
        with open(setting_path(name), "w", encoding="ascii") as file:
            file.write(value)
    except OSError as error:
        return str(error.strerror)
    return ""


def keep(path: str, text: str, check_mode: bool) -> bool:
    """Whether the file was, or would be, written; an empty text means no file."""
    if text_of(path) == text:
        return False
    if not check_mode:
        if text:
            os.makedirs(os.path.dirname(path), mode=0o755, exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        else:
            os.unlink(path)
    return True


def load_all(module: AnsibleModule, steps: list[str], unavailable: list[str]) -> None:
    for name in module.params["modules"]:
        if is_there(name):
            continue
        reason = "" if module.check_mode else load(module, name)
        if reason:
            unavailable.append(f"kernel module {name}: {reason}")
        else:
            steps.append(f"load {name}")


def give_all(module: AnsibleModule, steps: list[str], unavailable: list[str]) -> None:
    for name, wanted in module.params["settings"].items():
        path = setting_path(name)
        found, value = text_of(path).strip(), str(wanted)
        if found == value:
            continue
        if not os.path.exists(path):
            # In check mode a module that has it may only not be loaded yet.
            reason = "" if module.check_mode else "the kernel does not know it"
        else:
            reason = "" if module.check_mode else give(name, value)
        if reason:
            unavailable.append(f"{name}: {reason}")
        else:
            steps.append(f"{name} {found or '(unset)'} -> {value}")


def work(module: AnsibleModule) -> dict[str, Any]:
    steps: list[str] = []
    unavailable: list[str] = []
    name, modules, settings = module.params["name"], module.params["modules"], module.params["settings"]
    if not FILE_NAME.fullmatch(name):
        raise InputError([Problem("name", repr(name), "the name of a file, such as 90-bridges")])
    present = module.params["state"] == "present"
    if present:
        load_all(module, steps, unavailable)
        give_all(module, steps, unavailable)
    texts = {
        f"/etc/modules-load.d/{name}.conf": "".join(f"{name}\n" for name in modules),
        f"/etc/sysctl.d/{name}.conf": "".join(f"-{name} = {settings[name]}\n" for name in settings),
    }
    for path, text in texts.items():
        if keep(path, HEADER + text if present and text else "", module.check_mode):
            steps.append(f"{'write' if present else 'remove'} {path}")
    return {"changed": bool(steps), "steps": steps, "unavailable": unavailable}


def main() -> None:
    run(
        work,
        {
            "name": {"type": "str", "required": True},
            "modules": {"type": "list", "elements": "str", "default": []},
            "settings": {"type": "dict", "default": {}},
            "state": {"type": "str", "choices": ["present", "absent"], "default": "present"},
        },
    )


if __name__ == "__main__":
    main()
