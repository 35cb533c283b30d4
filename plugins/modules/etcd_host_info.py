#!/usr/bin/python
# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

DOCUMENTATION = r"""
module: etcd_host_info
short_description: What a host has of etcd, and what stands against a member on it
description:
  - Tells the programs and their versions, whose data is in the data directory, and everything that must be cleared away
    before a member may start; all of it at once. Contacts no other host.
options:
  version:
    description: The version that the host shall run.
    type: str
    required: true
  program_dir:
    description: Folder of the programs.
    type: path
    default: /usr/local/bin
  data_dir:
    description: The member's data directory.
    type: path
    default: /var/lib/etcd
  wal_dir:
    description: The folder of the member's log, where it is not in the data directory.
    type: str
    default: ""
  unit_path:
    description: Where the unit of a member of ours is.
    type: path
    default: /etc/systemd/system/etcd.service
  initial_path:
    description: The file that is written once, before a member of ours starts for the first time.
    type: path
    default: /etc/etcd/initial.env
  upgrade_allowed:
    description: Whether another minor release may be installed over a member's.
    type: bool
    default: false
extends_documentation_fragment:
  - quorum.kube.attributes.info_module
author:
  - The quorum.kube authors (@quorum-kube)
"""

EXAMPLES = r"""
- name: Look for what the host has
  quorum.kube.etcd_host_info:
    version: 3.6.14
  register: host

- name: Refuse a host that somebody else's etcd uses
  ansible.builtin.assert:
    that: host.obstacles | length == 0
    fail_msg: "{{ host.obstacles | join('; ') }}"
"""

RETURN = r"""
programs:
  description: The version of each program of ours that is there.
  returned: always
  type: dict
  sample: {etcd: 3.6.14, etcdctl: 3.6.14, etcdutl: 3.6.14}
ours:
  description: Whether a member of ours was prepared here before.
  returned: always
  type: bool
  sample: true
has_data:
  description: Whether the data directory holds a member's data.
  returned: always
  type: bool
  sample: true
owner:
  description: The member and the cluster that wrote the data, in hexadecimal. Empty when it does not tell.
  returned: always
  type: dict
  sample: {member: 8e9e05c52164694d, cluster: 4d8a1c2f6b7e9035}
machine:
  description: The machine's architecture as the kernel tells it.
  returned: always
  type: str
  sample: x86_64
apt:
  description: Whether the host's packages come by apt.
  returned: always
  type: bool
  sample: true
openssl:
  description: Whether the program openssl is there.
  returned: always
  type: bool
  sample: true
obstacles:
  description: A sentence for each thing that stands against a member of ours.
  returned: always
  type: list
  elements: str
  sample: ["port 2379 is taken by etcd, pid 311 (expected free)"]
"""

import glob
import os
import re
from typing import Any, Optional

from ansible.module_utils.basic import AnsibleModule

from ..module_utils._etcd.obstacles import Look, obstacles
from ..module_utils._etcd.wal import Owner, owner
from ..module_utils._machine import listening, text_of
from ..module_utils._module import run

PROGRAMS = ("etcd", "etcdctl", "etcdutl")
PACKAGED = "/usr/bin/etcd"
WAL_START = 4096


def version_of(module: AnsibleModule, path: str) -> str:
    """The version that a program tells; empty when it tells none."""
    command = [path, "version"] if path.endswith(("ctl", "utl")) else [path, "--version"]
    code, out, dummy = module.run_command(command)
    found = re.search(r"version: *v?(\d+\.\d+\.\d+)", out, re.IGNORECASE)
    return found.group(1) if found and not code else ""


def programs(module: AnsibleModule, folder: str) -> dict[str, str]:
    paths = {name: os.path.join(folder, name) for name in PROGRAMS}
    return {name: version_of(module, path) for name, path in paths.items() if os.access(path, os.X_OK)}


def unit(module: AnsibleModule) -> tuple[str, int]:
    """Where the unit comes from, and its main process."""
    dummy, out, dummy = module.run_command(["systemctl", "show", "etcd", "--property=FragmentPath,MainPID"])
    told = dict(line.partition("=")[::2] for line in out.splitlines())
    return told.get("FragmentPath", ""), int(told.get("MainPID") or 0)


def unit_log(text: str) -> str:
    """The folder of the log that a unit names; empty when it is in the data directory."""
    found = re.search(r'"--wal-dir=([^"]+)"', text)
    return found.group(1) if found else ""


def log_owner(folder: str) -> Optional[Owner]:
    """Whose log is in a data directory, in the place where etcd puts it or where Debian's package puts it."""
    for pattern in ("member/wal/*.wal", "*/member/wal/*.wal"):
        for path in sorted(glob.glob(os.path.join(folder, pattern))):
            with open(path, "rb") as file:
                found = owner(file.read(WAL_START))
            if found:
                return found
    return None


def work(module: AnsibleModule) -> dict[str, Any]:
    params = module.params
    own = programs(module, params["program_dir"])
    packaged = params["program_dir"] == os.path.dirname(PACKAGED)
    others = {PACKAGED: version_of(module, PACKAGED)} if os.access(PACKAGED, os.X_OK) and not packaged else {}
    path, pid = unit(module)
    data = sorted(os.listdir(params["data_dir"])) if os.path.isdir(params["data_dir"]) else []
    found = log_owner(params["data_dir"])
    look = Look(
        ours=os.path.exists(params["initial_path"]),
        packaged=packaged,
        unit_path=path,
        unit_pid=pid,
        data=data,
        owner=f"member {found.member} of cluster {found.cluster}" if found else "",
        log=bool(params["wal_dir"] and glob.glob(os.path.join(params["wal_dir"], "*.wal"))),
        unit_log=unit_log(text_of(params["unit_path"])),
        others=others,
        listening=listening(),
        running=own.get("etcd", ""),
    )
    return {
        "programs": own,
        "ours": look.ours,
        "has_data": "member" in data,
        "owner": found._asdict() if found else {},
        "machine": os.uname().machine,
        "apt": os.path.exists("/usr/bin/apt-get"),
        "openssl": any(os.access(os.path.join(folder, "openssl"), os.X_OK) for folder in ("/usr/bin", "/bin")),
        "obstacles": obstacles(look, params),
    }


def main() -> None:
    run(
        work,
        {
            "version": {"type": "str", "required": True},
            "program_dir": {"type": "path", "default": "/usr/local/bin"},
            "data_dir": {"type": "path", "default": "/var/lib/etcd"},
            "wal_dir": {"type": "str", "default": ""},
            "unit_path": {"type": "path", "default": "/etc/systemd/system/etcd.service"},
            "initial_path": {"type": "path", "default": "/etc/etcd/initial.env"},
            "upgrade_allowed": {"type": "bool", "default": False},
        },
    )


if __name__ == "__main__":
    main()
