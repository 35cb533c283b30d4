#!/usr/bin/python
# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

DOCUMENTATION = r"""
module: etcd_service
short_description: A member of etcd that runs with the files that are on disk, and a cluster that did not notice
description:
  - The member's unit is enabled, active, and has taken in its files as they are on disk.
    What is to be done follows from the state of the host, as with M(quorum.kube.current_service).
  - A running member is restarted only while every other member is in health. When it leads, another takes over first.
    The module ends when every member is in health again and this one is in sync.
  - Run it on one host at a time (C(throttle) 1). When a member is not in health afterwards, the calls on the other
    hosts refuse to touch theirs, so a change that does not work stops at the first member.
  - A member that starts for the first time is ready when a quorum is. Run the first start on all hosts at once;
    when too few of the others have started, the call returns and names them in RV(waiting_for).
options:
  name:
    description: Name of the unit.
    type: str
    default: etcd
  files:
    description: Files that etcd reads when it starts, its program and its unit. One that does not exist is passed over.
    type: list
    elements: path
    default: []
  timeout:
    description: Seconds that the member has until it is in health.
    type: int
    default: 120
extends_documentation_fragment:
  - quorum.kube.attributes
  - quorum.kube.etcd
attributes:
  check_mode:
    support: full
  diff_mode:
    support: none
    details:
      - A service has no text to compare; RV(steps) tells what is done.
  idempotent:
    support: full
seealso:
  - module: quorum.kube.etcd_cluster_info
author:
  - The quorum.kube authors (@quorum-kube)
"""

EXAMPLES = r"""
- name: Run etcd with the files on disk, one member at a time
  quorum.kube.etcd_service:
    members: "{{ etcd_members }}"
    own: "{{ inventory_hostname }}"
    files:
      - /etc/systemd/system/etcd.service
      - /usr/local/bin/etcd
      - /etc/etcd/pki/ca.crt
  throttle: 1
"""

RETURN = r"""
steps:
  description: The verbs of systemctl that were needed, in their order.
  returned: always
  type: list
  elements: str
  sample: [daemon-reload, restart]
led_by:
  description: The member that has taken the leadership over, when this one had it.
  returned: changed
  type: str
  sample: master-2
waiting_for:
  description: Members that have not started yet and without which there is no quorum.
  returned: changed
  type: list
  elements: str
  sample: []
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
from pathlib import Path
from typing import Any

from ansible.module_utils.basic import AnsibleModule

from ..module_utils._etcd_cluster import OPTIONS, own_peer_url, read
from ..module_utils._etcd_roll import LINES, StepError, Watch, begin, gate, hand_over
from ..module_utils._kube.errors import InputError, Problem
from ..module_utils._module import run
from ..module_utils._net.unit_state import fingerprint, steps
from ..module_utils._service import carry_out, keep, last_lines, record, record_of, shown
from ..module_utils._service import read as file_of


def rolled(module: AnsibleModule, name: str, verb: str, taken: Path) -> dict[str, Any]:
    """The member after the verb; a failure with its last log lines when it is not in health, and then nothing more."""
    params = module.params
    heir = ""
    watch = Watch(module, name)
    try:
        if verb == "restart" and shown(module, name).active == "active":
            cluster = read(params)
            heir = hand_over(params, cluster, gate(cluster, own_peer_url(params), len(params["members"])))
        keep(taken, "")
        begin(module, name, verb)
        missing = watch.healthy(params["timeout"])
        if verb == "restart" and not missing:
            watch.whole(params["timeout"])
    except StepError as error:
        said = f"{params['own']}: {name} {verb}: {error}"
        log = last_lines(module, name, LINES)
        return {"failed": True, "msg": "\n".join([said, *log]), "log": log, "led_by": heir, "waiting_for": []}
    return {"led_by": heir, "waiting_for": missing}


def work(module: AnsibleModule) -> dict[str, Any]:
    name, params = module.params["name"], module.params
    if not own_peer_url(params):
        raise InputError([Problem("own", repr(params["own"]), "the name of one of the members")])
    taken = record_of(name)
    unit = shown(module, name)
    files = fingerprint([file_of(path) for path in params["files"] if os.path.exists(path)])
    verbs = steps(unit, files, record(taken), "restart")
    result: dict[str, Any] = {"changed": bool(verbs), "steps": verbs, "pid": unit.pid}
    if module.check_mode or not verbs:
        return result
    moving = next((verb for verb in ("restart", "start") if verb in verbs), "")
    complaint = carry_out(module, name, [verb for verb in verbs if verb not in ("restart", "start")])
    if complaint:
        return {**result, "failed": True, "msg": complaint, "log": []}
    if moving:
        result.update(rolled(module, name, moving, taken))
    if not result.get("failed"):
        keep(taken, files)
    return {**result, "pid": shown(module, name).pid}


def main() -> None:
    run(
        work,
        {
            **OPTIONS,
            "name": {"type": "str", "default": "etcd"},
            "files": {"type": "list", "elements": "path", "default": []},
            "timeout": {"type": "int", "default": 120},
        },
    )


if __name__ == "__main__":
    main()
