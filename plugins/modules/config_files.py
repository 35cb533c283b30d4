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

from typing import Any

from ansible.module_utils.basic import AnsibleModule

from ..module_utils._config_files import FILE, write_all
from ..module_utils._module import run


def work(module: AnsibleModule) -> dict[str, Any]:
    written = write_all(module, module.params["files"])
    return {"changed": bool(written.paths), "written": written.paths, "diff": written.diff}


def main() -> None:
    run(work, {"files": {"type": "list", "elements": "dict", "required": True, "options": FILE}})


if __name__ == "__main__":
    main()
