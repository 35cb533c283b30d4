#!/usr/bin/python
# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

DOCUMENTATION = r"""
module: container_runtime_info
short_description: What a host has to run containers with
description:
  - Tells the versions of containerd's programs and of CNI plugins, and whether the program that starts containers is
    there, by asking the programs themselves. Changes nothing.
options:
  bin_dir:
    description: Folder of containerd's programs.
    type: path
    default: /usr/local/bin
  cni_bin_dir:
    description: Folder of the CNI plugins.
    type: path
    default: /opt/cni/bin
  cni_plugins:
    description: The CNI plugins that are asked.
    type: list
    elements: str
    default: [bridge, host-local, loopback, portmap]
  oci_runtime:
    description: The program that starts containers.
    type: str
    default: runc
  paths:
    description: Files and folders of which it is told whether they are there.
    type: list
    elements: path
    default: []
extends_documentation_fragment:
  - quorum.kube.attributes.info_module
author:
  - The quorum.kube authors (@quorum-kube)
"""

EXAMPLES = r"""
- name: See what runs containers here
  quorum.kube.container_runtime_info:
  register: found
"""

RETURN = r"""
programs:
  description: The version of each of containerd's programs; an empty text for one that is not there or does not start.
  returned: always
  type: dict
  sample: {containerd: 2.4.2, containerd-shim-runc-v2: 2.4.2, ctr: 2.4.2}
plugins:
  description: The version of each CNI plugin, in the same way.
  returned: always
  type: dict
  sample: {bridge: 1.10.0, loopback: 1.10.0}
oci_runtime:
  description: Path of the program that starts containers; empty when there is none.
  returned: always
  type: str
  sample: /usr/sbin/runc
oci_runtime_version:
  description: Its version; an empty text when there is none.
  returned: always
  type: str
  sample: 1.1.15
paths:
  description: Those of O(paths) that are there.
  returned: always
  type: list
  elements: str
  sample: [/etc/containerd/config.toml]
machine:
  description: The machine's architecture as the kernel tells it.
  returned: always
  type: str
  sample: x86_64
"""

import os
import re
from typing import Any

from ansible.module_utils.basic import AnsibleModule

from ..module_utils._module import run

PROGRAMS = ("containerd", "containerd-shim-runc-v2", "ctr")
VERSION = re.compile(r"(?:^|[\s:])v?(\d+\.\d+\.\d+\S*)")

OCI_VERSION = re.compile(r"version v?(\d+(?:\.\d+)+)")


def version_of(module: AnsibleModule, *command: str) -> str:
    """What the program says of itself; without a variable of CNI a plugin prints its version to the standard error."""
    if not os.access(command[0], os.X_OK):
        return ""
    dummy, out, err = module.run_command(list(command), data="")
    found = VERSION.search(out + err)
    return found.group(1) if found else ""


def oci_version_of(module: AnsibleModule, path: str) -> str:
    """The version of runc or crun, which may have two numbers; that of the specification stands there as well."""
    found = OCI_VERSION.search(module.run_command([path, "--version"])[1]) if path else None
    return found.group(1) if found else ""


def work(module: AnsibleModule) -> dict[str, Any]:
    params = module.params
    plugins = {name: os.path.join(params["cni_bin_dir"], name) for name in params["cni_plugins"]}
    oci_runtime = module.get_bin_path(params["oci_runtime"], opt_dirs=["/usr/sbin", "/usr/local/sbin"]) or ""
    return {
        "programs": {name: version_of(module, os.path.join(params["bin_dir"], name), "-v") for name in PROGRAMS},
        "plugins": {name: version_of(module, path) for name, path in plugins.items()},
        "oci_runtime": oci_runtime,
        "oci_runtime_version": oci_version_of(module, oci_runtime),
        "paths": [path for path in params["paths"] if os.path.lexists(path)],
        "machine": os.uname().machine,
    }


def main() -> None:
    run(
        work,
        {
            "bin_dir": {"type": "path", "default": "/usr/local/bin"},
            "cni_bin_dir": {"type": "path", "default": "/opt/cni/bin"},
            "cni_plugins": {
                "type": "list",
                "elements": "str",
                "default": ["bridge", "host-local", "loopback", "portmap"],
            },
            "oci_runtime": {"type": "str", "default": "runc"},
            "paths": {"type": "list", "elements": "path", "default": []},
        },
    )


if __name__ == "__main__":
    main()
