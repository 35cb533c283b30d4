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
  unit:
    description: Path of the unit.
    type: path
    default: /etc/systemd/system/etcd.service
  staged:
    description:
      - A file with the text that the unit shall have. It takes the unit's place only when it is this member's turn,
        so a change that stops at one member has not reached the others, not even when their hosts boot.
      - Empty when the unit is written by others.
    type: path
    default: ""
  files:
    description: Files that etcd reads when it starts, its program among them. One that does not exist is passed over.
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
    staged: /etc/etcd/etcd.service
    files:
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
  returned: always
  type: str
  sample: master-2
waiting_for:
  description: Members that have not started yet and without which there is no quorum.
  returned: always
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
import shutil
from typing import Any

from ansible.module_utils.basic import AnsibleModule

from ..module_utils._etcd_cluster import OPTIONS, own_peer_url, read
from ..module_utils._etcd_roll import LINES, StepError, Watch, begin, gate, hand_over
from ..module_utils._kube.errors import InputError, Problem
from ..module_utils._machine import text_of
from ..module_utils._module import run
from ..module_utils._net.unit_state import Unit, fingerprint, steps
from ..module_utils._service import carry_out, keep, last_lines, record, record_of, shown
from ..module_utils._service import read as file_of

MOVING = ("restart", "start")


def pending(params: dict[str, Any]) -> bool:
    """Whether another text of the unit is laid ready."""
    return bool(params["staged"]) and text_of(params["staged"]) not in ("", text_of(params["unit"]))


def install(params: dict[str, Any]) -> None:
    copy = f"{params['unit']}.new"
    shutil.copyfile(params["staged"], copy)
    os.chmod(copy, 0o644)
    os.replace(copy, params["unit"])


def fingerprint_of(params: dict[str, Any]) -> str:
    paths = {params["unit"], *params["files"]}
    return fingerprint([file_of(path) for path in paths if os.path.exists(path)])


def steps_of(module: AnsibleModule, unit: Unit) -> list[str]:
    """The verbs that are needed, as if the unit that is laid ready had taken its place already."""
    params = module.params
    files = "laid ready" if pending(params) else fingerprint_of(params)
    verbs = steps(unit, files, record(record_of(params["name"])), "restart")
    if pending(params) and "daemon-reload" not in verbs:
        verbs.insert(0, "daemon-reload")
    return [verb for verb in verbs if not (verb == "start" and "restart" in verbs)]


def make_way(params: dict[str, Any], unit: Unit, verbs: list[str]) -> str:
    """The cluster can do without this member after the call; returns who leads in its place, when it led."""
    if "restart" not in verbs or unit.active != "active":
        return ""
    cluster = read(params)
    return hand_over(params, cluster, gate(cluster, own_peer_url(params), len(params["members"])))


def roll(module: AnsibleModule, verbs: list[str]) -> list[str]:
    """The verbs are carried out and the member is in health; returns those that a first member waits for."""
    params = module.params
    name, taken = params["name"], record_of(params["name"])
    if pending(params):
        install(params)
    complaint = carry_out(module, name, [verb for verb in verbs if verb not in MOVING])
    if complaint:
        raise StepError(complaint)
    missing = []
    moving = [verb for verb in verbs if verb in MOVING]
    for verb in moving:
        watch = Watch(module, name)
        keep(taken, "")
        begin(module, name, verb)
        missing = watch.healthy(params["timeout"])
        if verb == "restart" and not missing:
            watch.whole(params["timeout"])
    if moving:
        keep(taken, fingerprint_of(params))
    return missing


def work(module: AnsibleModule) -> dict[str, Any]:
    name, params = module.params["name"], module.params
    if not own_peer_url(params):
        raise InputError([Problem("own", repr(params["own"]), "the name of one of the members")])
    unit = shown(module, name)
    verbs = steps_of(module, unit)
    result: dict[str, Any] = {"steps": verbs, "pid": unit.pid, "led_by": "", "waiting_for": []}
    if module.check_mode or not verbs:
        return {"changed": bool(verbs), **result}
    said = f"{params['own']}: {name} {verbs[-1]}"
    try:
        result["led_by"] = make_way(params, unit, verbs)
    except StepError as error:
        return {"failed": True, "msg": f"{said}: not begun: {error}", "log": [], **result, "steps": []}
    try:
        result["waiting_for"] = roll(module, verbs)
    except StepError as error:
        log = last_lines(module, name, LINES)
        return {"changed": True, "failed": True, "msg": "\n".join([f"{said}: {error}", *log]), "log": log, **result}
    return {"changed": True, **result, "pid": shown(module, name).pid}


def main() -> None:
    run(
        work,
        {
            **OPTIONS,
            "name": {"type": "str", "default": "etcd"},
            "unit": {"type": "path", "default": "/etc/systemd/system/etcd.service"},
            "staged": {"type": "path", "default": ""},
            "files": {"type": "list", "elements": "path", "default": []},
            "timeout": {"type": "int", "default": 120},
        },
    )


if __name__ == "__main__":
    main()
