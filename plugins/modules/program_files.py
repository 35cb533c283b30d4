#!/usr/bin/python
# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

DOCUMENTATION = r"""
module: program_files
short_description: Programs of releases, taken from folders or archives on the host
description:
  - The programs are in their folders with the contents that the releases have. Each takes its place by a rename, so
    that one that runs goes on with the old file, and no reader ever sees half a program.
  - Nothing is installed when a program is missing in any of the releases.
options:
  releases:
    description: The releases.
    type: list
    elements: dict
    required: true
    suboptions:
      source:
        description: A folder on the host, or a tar archive there, compressed or not.
        type: path
        required: true
      programs:
        description: The programs, by their path in the source. Each keeps its file name.
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
    releases:
      - source: /var/cache/containerd-2.4.2-linux-amd64.tar.gz
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
import zlib
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


def looked_up(release: dict[str, Any], folder: str) -> dict[str, str]:
    """Program of the release → a file with its contents."""
    source, programs = release["source"], release["programs"]
    if os.path.isdir(source):
        return in_folder(source, programs)
    try:
        return unpacked(source, programs, folder) if os.path.exists(source) else {}
    except (EOFError, tarfile.TarError, zlib.error) as error:
        raise InputError([Problem("source", f"{source}: {error}", "a whole archive")]) from error


def problems_of(release: dict[str, Any], found: dict[str, str]) -> list[Problem]:
    source = release["source"]
    if not os.path.exists(source):
        return [Problem("source", f"{source} is not on the host", "a folder or an archive")]
    missing = [program for program in release["programs"] if program not in found]
    return [Problem("programs", f"{program} is not in {source}", "a program of it") for program in missing]


def work(module: AnsibleModule) -> dict[str, Any]:
    releases = module.params["releases"]
    with tempfile.TemporaryDirectory(dir=module.tmpdir) as folder:
        wanted: dict[str, str] = {}
        problems: list[Problem] = []
        for number, release in enumerate(releases):
            own_folder = os.path.join(folder, str(number))
            os.mkdir(own_folder)
            found = looked_up(release, own_folder)
            problems += problems_of(release, found)
            paths = {program: os.path.join(release["dest"], os.path.basename(program)) for program in found}
            wanted.update({path: found[name] for name, path in paths.items() if not is_installed(found[name], path)})
        if problems:
            raise InputError(problems)
        if not module.check_mode:
            for path, source in wanted.items():
                os.makedirs(os.path.dirname(path), mode=0o755, exist_ok=True)
                install(module, source, path)
    return {"changed": bool(wanted), "installed": [os.path.basename(path) for path in wanted]}


def main() -> None:
    run(
        work,
        {
            "releases": {
                "type": "list",
                "elements": "dict",
                "required": True,
                "options": {
                    "source": {"type": "path", "required": True},
                    "programs": {"type": "list", "elements": "str", "required": True},
                    "dest": {"type": "path", "required": True},
                },
            },
        },
    )


if __name__ == "__main__":
    main()
