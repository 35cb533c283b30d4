#!/usr/bin/python
# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

DOCUMENTATION = r"""
module: config_files
short_description: The configuration files of a service, each accepted by its program before it takes its place
description:
  - Writes several files in one call, in their order, each atomically and owned by root. Missing folders are made.
  - A file that its program refuses does not take its place, and none of those behind it is written.
options:
  files:
    description: The files, in the order in which they are written.
    type: list
    elements: dict
    required: true
    suboptions:
      path:
        description: Where the file belongs.
        type: path
        required: true
      content:
        description: The whole text of the file.
        type: str
        required: true
      mode:
        description: Permissions in octal digits.
        type: str
        default: "0644"
      validate:
        description:
          - The command that must end with 0 before the file takes its place; V(%s) stands for a copy of the new text.
          - It is run only when the text changes, in check mode too.
        type: str
extends_documentation_fragment:
  - quorum.kube.attributes
attributes:
  check_mode:
    support: full
  diff_mode:
    support: full
  idempotent:
    support: full
author:
  - The quorum.kube authors (@quorum-kube)
"""

EXAMPLES = r"""
- name: Write haproxy's configuration
  quorum.kube.config_files:
    files:
      - path: /etc/haproxy/haproxy.cfg
        content: "{{ lookup('ansible.builtin.template', 'haproxy.cfg.j2') }}"
        validate: /usr/sbin/haproxy -c -dW -f %s
"""

RETURN = r"""
written:
  description: The files whose text or permissions changed.
  returned: always
  type: list
  elements: str
  sample: [/etc/haproxy/haproxy.cfg]
"""

import os
import shlex
import tempfile
from typing import Any

from ansible.module_utils.basic import AnsibleModule

from ..module_utils._kube.errors import InputError, Problem
from ..module_utils._module import run


def text_of(path: str) -> str:
    """The text of a file; nothing when there is none."""
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8", errors="surrogateescape", newline="") as file:
        return file.read()


def copy_of(module: AnsibleModule, content: str) -> str:
    """A temporary file with the new text."""
    handle, path = tempfile.mkstemp(dir=module.tmpdir)
    with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
        file.write(content)
    return path


def accept(module: AnsibleModule, file: dict[str, Any], copy: str) -> None:
    """Raises what the program says of a text that it refuses."""
    if not file["validate"]:
        return
    code, out, err = module.run_command(shlex.split(file["validate"].replace("%s", shlex.quote(copy))))
    if code:
        told = (err.strip() or out.strip()).replace(copy, file["path"])
        expected = f"a text that {shlex.split(file['validate'])[0]} accepts; failed to validate, the file is as it was"
        raise InputError([Problem(file["path"], f"exit code {code}: {told}", expected)])


def keep_mode(module: AnsibleModule, file: dict[str, Any]) -> bool:
    if not os.path.exists(file["path"]):
        return False
    changed = module.set_mode_if_different(file["path"], int(file["mode"], 8), False)
    changed = module.set_owner_if_different(file["path"], "root", changed)
    return bool(module.set_group_if_different(file["path"], "root", changed))


def write(module: AnsibleModule, file: dict[str, Any]) -> bool:
    """Whether the file's text or permissions changed, or would."""
    path, content = file["path"], file["content"]
    if os.path.exists(path) and text_of(path) == content:
        return keep_mode(module, file)
    copy = copy_of(module, content)
    accept(module, file, copy)
    if not module.check_mode:
        os.makedirs(os.path.dirname(path), mode=0o755, exist_ok=True)
        module.atomic_move(copy, path, unsafe_writes=False)
        keep_mode(module, file)
    return True


def work(module: AnsibleModule) -> dict[str, Any]:
    written, diff = [], []
    for file in module.params["files"]:
        before = text_of(file["path"])
        if write(module, file):
            written.append(file["path"])
            diff.append(
                {
                    "before": before,
                    "after": file["content"],
                    "before_header": file["path"],
                    "after_header": file["path"],
                }
            )
    return {"changed": bool(written), "written": written, "diff": diff}


def main() -> None:
    run(
        work,
        {
            "files": {
                "type": "list",
                "elements": "dict",
                "required": True,
                "options": {
                    "path": {"type": "path", "required": True},
                    "content": {"type": "str", "required": True},
                    "mode": {"type": "str", "default": "0644"},
                    "validate": {"type": "str"},
                },
            },
        },
    )


if __name__ == "__main__":
    main()
