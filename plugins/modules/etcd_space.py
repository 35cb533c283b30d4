#!/usr/bin/python
# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

DOCUMENTATION = r"""
module: etcd_space
short_description: Members of etcd whose files have room, and a cluster without the alarm that makes it read-only
description:
  - Defragments the members one at a time, the leader last. The next one follows when all are in health again.
  - With a NOSPACE alarm the history is compacted first, and the alarm is taken back when every member has room.
    Compaction drops old revisions only, as kube-apiserver does every five minutes. Keys are not deleted.
  - A cluster in which a member is down is left as it is, because a member answers nobody while it is defragmented.
  - Run it once, on any host that reaches all members.
options:
  unused:
    description: Per cent of a member's file that is not in use from which on it is defragmented.
    type: int
    default: 50
  least_size:
    description: Bytes that defragmentation must give back at least.
    type: int
    default: 16777216
  timeout:
    description: Seconds for one member's defragmentation, and until it is in health afterwards.
    type: int
    default: 300
extends_documentation_fragment:
  - quorum.kube.attributes
  - quorum.kube.etcd
attributes:
  check_mode:
    support: full
  diff_mode:
    support: none
    details:
      - RV(steps) tells what is done.
  idempotent:
    support: full
seealso:
  - module: quorum.kube.etcd_cluster_info
author:
  - The quorum.kube authors (@quorum-kube)
"""

EXAMPLES = r"""
- name: Give the members room, whatever is in use
  quorum.kube.etcd_space:
    members: "{{ etcd_members }}"
    unused: 30
  run_once: true
"""

RETURN = r"""
steps:
  description: What was needed, in its order.
  returned: always
  type: list
  elements: str
  sample: [compact, defragment master-2, defragment master-3, defragment master-1, disarm master-2]
sizes:
  description: Each member's bytes before and after.
  returned: always
  type: dict
  sample:
    master-1: {before: 16044032, after: 1327104}
"""

import time
from collections.abc import Mapping
from typing import Any

from ansible.module_utils.basic import AnsibleModule

from ..module_utils._etcd.space import COMPACT, DEFRAGMENT, DISARM, Room, Step, steps
from ..module_utils._etcd_client import Endpoint, NoAnswerError, RefusedError
from ..module_utils._etcd_cluster import OPTIONS, Cluster, Told, credentials, label, read
from ..module_utils._kube.errors import InputError, Problem
from ..module_utils._module import run

ALARM = "/v3/maintenance/alarm"
COMPACTION = "/v3/kv/compaction"
DEFRAGMENTATION = "/v3/maintenance/defragment"
NOSPACE = "NOSPACE"


class SpaceError(Exception):
    """Why the work was stopped between two members."""


def ailing(one: Told) -> str:
    """Why a member cannot be relied on, other than that there is no room: that is what is healed here."""
    status = one.status
    if status and status.leader and all(NOSPACE in error for error in status.errors):
        return ""
    return one.ailment


def well(cluster: Cluster) -> list[str]:
    """What stands against touching a member; nothing when all are in health."""
    if cluster.members is None:
        return list(cluster.reasons) or ["no member was asked"]
    return [f"{label(one.member)}: {ailing(one)}" for one in cluster.told if ailing(one)]


def rooms(cluster: Cluster) -> list[Room]:
    return [
        Room(
            id=one.member.id,
            name=label(one.member),
            size=one.status.size,
            in_use=one.status.in_use,
            leads=one.status.leading,
            full=any(
                f"memberID:{int(one.member.id, 16)} " in error and NOSPACE in error for error in one.status.errors
            ),
        )
        for one in cluster.told
        if one.status
    ]


def endpoint(params: Mapping[str, Any], cluster: Cluster, identity: str) -> Endpoint:
    member = next(one.member for one in cluster.told if one.member.id == identity)
    return Endpoint(member.client_urls[0], credentials(params), seconds=params["timeout"])


def compact(where: Endpoint) -> None:
    """No revision but the newest has a history, and its space can be given back."""
    try:
        where.call(COMPACTION, {"revision": str(where.status().revision), "physical": True})
    except RefusedError as error:
        if "has been compacted" not in str(error):
            raise


def carry_out(params: Mapping[str, Any], cluster: Cluster, step: Step) -> None:
    where = endpoint(params, cluster, step.member.id)
    if step.verb == COMPACT:
        compact(where)
    elif step.verb == DEFRAGMENT:
        where.call(DEFRAGMENTATION)
    elif step.verb == DISARM:
        where.call(ALARM, {"action": "DEACTIVATE", "memberID": str(int(step.member.id, 16)), "alarm": NOSPACE})


def recovered(params: Mapping[str, Any]) -> None:
    end = time.monotonic() + params["timeout"]
    while True:
        against = well(read(params))
        if not against:
            return
        if time.monotonic() > end:
            raise SpaceError("; ".join(against) + " (expected every member in health before the next one)")
        time.sleep(0.3)


def text(step: Step) -> str:
    return step.verb if step.verb == COMPACT else f"{step.verb} {step.member.name}"


def work(module: AnsibleModule) -> dict[str, Any]:
    params = module.params
    cluster = read(params)
    against = well(cluster)
    if against:
        raise InputError([Problem("members", "; ".join(against), "every member in health")])
    before = rooms(cluster)
    wanted = steps(before, params["unused"], params["least_size"])
    result: dict[str, Any] = {"changed": bool(wanted), "steps": [text(step) for step in wanted]}
    done: list[str] = []
    try:
        for step in wanted if not module.check_mode else []:
            carry_out(params, cluster, step)
            recovered(params)
            done.append(text(step))
    except (SpaceError, NoAnswerError, RefusedError) as error:
        said = f"{text(wanted[len(done)])}: {error}; done before: {', '.join(done) or 'nothing'}"
        return {**result, "failed": True, "msg": said}
    after = {room.id: room.size for room in (rooms(read(params)) if done else before)}
    sizes = {room.name: {"before": room.size, "after": after.get(room.id, 0)} for room in before}
    return {**result, "sizes": sizes}


def main() -> None:
    run(
        work,
        {
            **OPTIONS,
            "unused": {"type": "int", "default": 50},
            "least_size": {"type": "int", "default": 16 << 20},
            "timeout": {"type": "int", "default": 300},
        },
    )


if __name__ == "__main__":
    main()
