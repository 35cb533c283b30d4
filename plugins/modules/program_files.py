#!/usr/bin/python
# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

DOCUMENTATION = r"""
module: program_files
short_description: Programs of a release, taken from a folder or an archive on the host
description:
  - The programs are in a folder with the contents that the release has. Each takes its place by a rename, so that one
    that runs goes on with the old file, and no reader ever sees half a program.
options:
  source:
    description: A folder on the host, or a tar archive there, compressed or not.
    type: path
    required: true
  programs:
    description: The programs, by their path in O(source). Each keeps its file name.
    type: list
    elements: str
    required: true
  dest:
    description: The folder of the programs. It is made when it is not there.
    type: path
    required: true
extends_documentation_fragment:
  - quorum.kube.attributes
attributes:
  check_mode:
    support: full
  diff_mode:
    support: none
    details:
      - Programs are no text.
  idempotent:
    support: full
author:
  - The quorum.kube authors (@quorum-kube)
"""

EXAMPLES = r"""
- name: Install containerd from its archive
  quorum.kube.program_files:
    source: /var/cache/containerd-2.4.2-linux-amd64.tar.gz
    programs: [bin/containerd, bin/containerd-shim-runc-v2, bin/ctr]
    dest: /usr/local/bin
"""

RETURN = r"""
installed:
  description: The programs that were not there with these contents.
  returned: always
  type: list
  elements: str
  sample: [containerd]
"""

import filecmp
import os
import shutil
import tarfile
import tempfile
from typing import Any

from ansible.module_utils.basic import AnsibleModule

from ..module_utils._kube.errors import InputError, Problem
from ..module_utils._module import run


def unpacked(archive: str, programs: list[str], folder: str) -> dict[str, str]:
    """Program → its file in the folder; those that the archive does not hold are left out."""
    found = {}
    with tarfile.open(archive) as content:
        members = {member.name.removeprefix("./"): member for member in content if member.isfile()}
        for program in programs:
            source = content.extractfile(members[program]) if program in members else None
            if source is not None:
                found[program] = os.path.join(folder, str(len(found)))
                with open(found[program], "wb") as file:
                    shutil.copyfileobj(source, file)
    return found


def in_folder(source: str, programs: list[str]) -> dict[str, str]:
    paths = {program: os.path.join(source, program) for program in programs}
    return {program: path for program, path in paths.items() if os.path.isfile(path)}


def is_installed(source: str, path: str) -> bool:
    return os.access(path, os.X_OK) and filecmp.cmp(source, path, shallow=False)


def install(module: AnsibleModule, source: str, path: str) -> None:
    """The program takes its place when it is complete on the same file system."""
    handle, unfinished = tempfile.mkstemp(dir=os.path.dirname(path), prefix=".new-")
    try:
        with os.fdopen(handle, "wb") as file, open(source, "rb") as content:
            shutil.copyfileobj(content, file)
        module.set_mode_if_different(unfinished, 0o755, False)
        module.set_owner_if_different(unfinished, "root", False)
        module.set_group_if_different(unfinished, "root", False)
        os.replace(unfinished, path)
    finally:
        if os.path.exists(unfinished):
            os.unlink(unfinished)


def work(module: AnsibleModule) -> dict[str, Any]:
    source, programs, dest = (module.params[name] for name in ("source", "programs", "dest"))
    if not os.path.exists(source):
        raise InputError([Problem("source", f"{source} is not on the host", "a folder or an archive")])
    with tempfile.TemporaryDirectory(dir=module.tmpdir) as folder:
        is_folder = os.path.isdir(source)
        found = in_folder(source, programs) if is_folder else unpacked(source, programs, folder)
        missing = [program for program in programs if program not in found]
        if missing:
            raise InputError([Problem("programs", f"{name} is not in {source}", "a program of it") for name in missing])
        paths = {program: os.path.join(dest, os.path.basename(program)) for program in programs}
        wanted = [program for program in programs if not is_installed(found[program], paths[program])]
        if wanted and not module.check_mode:
            os.makedirs(dest, mode=0o755, exist_ok=True)
            for program in wanted:
                install(module, found[program], paths[program])
    return {"changed": bool(wanted), "installed": [os.path.basename(program) for program in wanted]}


def main() -> None:
    run(
        work,
        {
            "source": {"type": "path", "required": True},
            "programs": {"type": "list", "elements": "str", "required": True},
            "dest": {"type": "path", "required": True},
        },
    )


if __name__ == "__main__":
    main()
