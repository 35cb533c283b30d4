#!/usr/bin/python
# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

DOCUMENTATION = r"""
module: current_service
short_description: A systemd service that runs with the files that are on disk
description:
  - The service is enabled, active, and has taken in its files as they are on disk.
  - What is to be done follows from the state of the host, not from what other tasks of the same run have changed.
    A run that was killed between writing a file and reloading the service is therefore made good by the next run.
  - When the service has taken its files in, a fingerprint of them is kept in C(/var/lib/quorum.kube/NAME.taken).
    A running service whose fingerprint is not there, or differs from the files, takes them in. No clock is asked.
  - The module ends only when systemd says that the unit is active.
    A unit whose start was skipped by a condition is a failure, although C(systemctl start) calls it a success.
  - With O(config) it also writes the files that the service reads, as M(quorum.kube.config_files) does, in one call.
options:
  name:
    description: Name of the unit, such as V(haproxy) or V(keepalived.service).
    type: str
    required: true
  files:
    description: Files that the service reads when it is started or reloaded. A file that does not exist is passed over.
    type: list
    elements: path
    default: []
  config:
    description:
      - Files that are written before, each accepted by its program first. Those that the service reads belong to
        O(files) as well.
    type: list
    elements: dict
    default: []
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
        description: The command that must end with 0 before the file takes its place; V(%s) stands for a copy.
        type: str
  settings:
    description: Drop-ins of the unit. systemd reads its settings anew when it does not know one of those that exist.
    type: list
    elements: path
    default: []
  apply:
    description: How a running service takes its files in.
    type: str
    choices: [reload, restart]
    default: reload
  timeout:
    description: Seconds to wait until the unit is active.
    type: int
    default: 30
notes:
  - In check mode on a host that does not have the unit yet, the module tells V(start) and nothing more.
extends_documentation_fragment:
  - quorum.kube.attributes
attributes:
  check_mode:
    support: full
  diff_mode:
    support: partial
    details:
      - Of O(config). A service has no text to compare; RV(steps) tells what is done.
  idempotent:
    support: full
author:
  - The quorum.kube authors (@quorum-kube)
"""

EXAMPLES = r"""
- name: Run haproxy with the configuration that is on disk
  quorum.kube.current_service:
    name: haproxy
    files:
      - /etc/haproxy/haproxy.cfg
"""

RETURN = r"""
written:
  description: Those of O(config) whose text or permissions changed.
  returned: O(config) is given
  type: list
  elements: str
  sample: [/etc/haproxy/haproxy.cfg]
steps:
  description: The verbs of systemctl that were needed, in their order.
  returned: always
  type: list
  elements: str
  sample: [enable, reload]
state:
  description: State and sub-state of the unit after the call.
  returned: always
  type: str
  sample: active (running)
pid:
  description: The main process.
  returned: always
  type: int
  sample: 812
log:
  description: The unit's last lines in the journal.
  returned: failure
  type: list
  elements: str
"""

import os
from typing import Any

from ansible.module_utils.basic import AnsibleModule

from ..module_utils._config_files import FILE, write_all
from ..module_utils._module import run
from ..module_utils._net.unit_state import fingerprint, steps
from ..module_utils._service import carry_out, keep, last_lines, read, record, record_of, settled, shown


def apply(module: AnsibleModule, name: str, verbs: list[str]) -> dict[str, Any]:
    """The result after the verbs; a failure when the unit is not active then."""
    if "start" in verbs:
        module.run_command(["systemctl", "reset-failed", name])
    complaint = carry_out(module, name, verbs)
    unit = settled(module, name, module.params["timeout"])
    result = {"changed": True, "steps": verbs, "state": str(unit), "pid": unit.pid}
    if complaint or not unit.sound:
        msg = f"{name} is {result['state']} (expected active). {complaint}".strip()
        return {**result, "failed": True, "msg": msg, "log": last_lines(module, name, 15)}
    return result


def work(module: AnsibleModule) -> dict[str, Any]:
    if not module.params["config"]:
        return serve(module)
    written = write_all(module, module.params["config"])
    result = serve(module)
    changed = bool(written.paths) or result["changed"]
    return {**result, "changed": changed, "written": written.paths, "diff": written.diff}


def serve(module: AnsibleModule) -> dict[str, Any]:
    """The service runs with what is on disk."""
    name = module.params["name"]
    taken = record_of(name)
    unit = shown(module, name)
    files = fingerprint([read(path) for path in module.params["files"] if os.path.exists(path)])
    settings = [path for path in module.params["settings"] if os.path.exists(path)]
    verbs = steps(unit, files, record(taken), module.params["apply"], settings)
    if module.check_mode or not verbs:
        return {"changed": bool(verbs), "steps": verbs, "state": str(unit), "pid": unit.pid}
    if files:
        keep(taken, "")
    result = apply(module, name, verbs)
    if files and not result.get("failed"):
        keep(taken, files)
    return result


def main() -> None:
    run(
        work,
        {
            "name": {"type": "str", "required": True},
            "files": {"type": "list", "elements": "path", "default": []},
            "config": {"type": "list", "elements": "dict", "default": [], "options": FILE},
            "settings": {"type": "list", "elements": "path", "default": []},
            "apply": {"type": "str", "choices": ["reload", "restart"], "default": "reload"},
            "timeout": {"type": "int", "default": 30},
        },
    )


if __name__ == "__main__":
    main()
