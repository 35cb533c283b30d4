#!/usr/bin/python
# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

DOCUMENTATION = r"""
module: etcd_member
short_description: A host that is a voting member of a cluster of etcd, or a member that is none any more
description:
  - V(present) brings the host on which the module runs into a cluster that runs. It is added as a learner, started,
    and promoted when it is in sync. A member that was at this host before and is dead is removed first.
  - V(absent) removes the member that O(member) names. When it leads, another one takes over first.
  - Members are known by their identity and their exact peer URL, never by a part of a name or of an address.
  - A change that would cost the cluster its quorum is refused with the numbers, before anything is done.
  - A call that was killed can be made again and goes on where it stopped.
  - Run V(present) on one host at a time (C(throttle) 1). etcd takes one learner at a time.
options:
  state:
    description: Whether there is to be such a member.
    type: str
    choices: [present, absent]
    default: present
  member:
    description: The member that leaves, by its name, its exact peer URL or its identity. For O(state=absent).
    type: str
    default: ""
  data_dir:
    description: The data directory of the host's own member.
    type: path
    default: /var/lib/etcd
  initial_file:
    description: The file of variables that the unit reads at the first start. It is written when the host joins.
    type: path
    default: /etc/etcd/initial.env
  name:
    description: Name of the unit that is started.
    type: str
    default: etcd
  files:
    description: The files that the unit takes in when it starts, the same as for M(quorum.kube.etcd_service).
    type: list
    elements: path
    default: []
  timeout:
    description: Seconds for each wait. The cluster accepts the member, the member starts, its data is in sync.
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
      - RV(steps) tells what is done.
  idempotent:
    support: full
seealso:
  - module: quorum.kube.etcd_cluster_info
  - module: quorum.kube.etcd_service
author:
  - The quorum.kube authors (@quorum-kube)
"""

EXAMPLES = r"""
- name: Bring the host into the cluster
  quorum.kube.etcd_member:
    members: "{{ etcd_members }}"
    own: "{{ inventory_hostname }}"
  throttle: 1

- name: Remove the member that burnt down
  quorum.kube.etcd_member:
    members: "{{ etcd_members }}"
    member: https://172.19.170.185:2380
    state: absent
  run_once: true
"""

RETURN = r"""
steps:
  description: What was needed, in its order.
  returned: always
  type: list
  elements: str
  sample: [remove 91bc3c398fb3c146, "add https://172.19.170.185:2380"]
led_by:
  description: The member that has taken the leadership over, when the one that left had it.
  returned: changed
  type: str
  sample: master-2
log:
  description: The unit's last lines in the journal.
  returned: failure
  type: list
  elements: str
"""

import os
import time
from collections.abc import Mapping
from typing import Any, NamedTuple

from ansible.module_utils.basic import AnsibleModule

from ..module_utils._etcd.members import Members, by_peer_url
from ..module_utils._etcd.membership import Step, View, initial_cluster, joining, leaving
from ..module_utils._etcd.versions import parse_version
from ..module_utils._etcd_client import Endpoint, NoAnswerError, RefusedError
from ..module_utils._etcd_cluster import OPTIONS, Cluster, credentials, own_peer_url, read
from ..module_utils._etcd_roll import LINES, StepError, Watch, begin, hand_over
from ..module_utils._kube.errors import InputError, Problem
from ..module_utils._module import run
from ..module_utils._net.unit_state import fingerprint
from ..module_utils._service import carry_out, keep, last_lines, record_of
from ..module_utils._service import read as file_of

ADD = "/v3/cluster/member/add"
REMOVE = "/v3/cluster/member/remove"
PROMOTE = "/v3/cluster/member/promote"
NOT_YET = ("unhealthy cluster", "not enough started members", "in sync with leader", "leader changed", "no leader")


class Joining(NamedTuple):
    """The host that joins."""

    name: str
    url: str
    has_data: bool


def view(cluster: Cluster) -> View:
    """What is decided by; an InputError when nobody tells who the members are."""
    if cluster.members is None:
        reasons = "; ".join(cluster.reasons) or "no member was asked"
        raise InputError([Problem("members", f"nobody tells who the members are: {reasons}", "a cluster that runs")])
    statuses = {one.member.id: one.status for one in cluster.told if one.status}
    healthy = {one.member.id for one in cluster.told if not one.ailment}
    versions = [version for status in statuses.values() if (version := parse_version(status.version))]
    return View(cluster.members, healthy, set(statuses), min(versions, default=None))


def endpoint(params: Mapping[str, Any], cluster: Cluster, but: str = "") -> Endpoint:
    """A voting member in health, the leader if possible: it knows of every change at once."""
    well = [
        one
        for one in cluster.told
        if not one.ailment and not one.member.learner and one.member.client_urls and one.member.id != but
    ]
    if not well:
        raise StepError("no other voting member is in health")
    chosen = max(well, key=lambda one: one.member.id == cluster.leader)
    return Endpoint(chosen.member.client_urls[0], credentials(params), seconds=10)


def insist(where: Endpoint, path: str, body: Mapping[str, Any], seconds: float) -> dict[str, Any]:
    """The answer, once the cluster agrees: for some seconds after a change or a start it does not yet."""
    end = time.monotonic() + seconds
    while True:
        try:
            return where.call(path, body)
        except RefusedError as error:
            if time.monotonic() > end or not any(reason in str(error) for reason in NOT_YET):
                raise StepError(str(error)) from error
        except NoAnswerError as error:
            if time.monotonic() > end:
                raise StepError(str(error)) from error
        time.sleep(0.5)


def add(module: AnsibleModule, host: Joining, cluster: Cluster) -> None:
    """The cluster knows the host as a learner, and the host knows the cluster it starts into."""
    if cluster.members and by_peer_url(cluster.members.members, host.url) is None:
        where = endpoint(module.params, cluster)
        insist(where, ADD, {"peerURLs": [host.url], "isLearner": True}, module.params["timeout"])


def write_initial(module: AnsibleModule, host: Joining, known: Members) -> None:
    text = "".join(f"{line}\n" for line in initial_lines(known, host))
    unfinished = f"{module.params['initial_file']}.new"
    with open(unfinished, "w", encoding="utf-8") as output:
        output.write(text)
    module.atomic_move(unfinished, module.params["initial_file"])


def initial_lines(known: Members, host: Joining) -> list[str]:
    return [
        f"ETCD_INITIAL_ADVERTISE_PEER_URLS={host.url}",
        f"ETCD_INITIAL_CLUSTER={initial_cluster(known.members, host.name, host.url)}",
        "ETCD_INITIAL_CLUSTER_STATE=existing",
    ]


def start(module: AnsibleModule, host: Joining, cluster: Cluster) -> None:
    found = endpoint(module.params, cluster).members(linearizable=True)
    write_initial(module, host, found)
    name = module.params["name"]
    complaint = carry_out(module, name, ["daemon-reload", "enable"])
    if complaint:
        raise StepError(complaint)
    files = fingerprint([file_of(path) for path in module.params["files"] if os.path.exists(path)])
    begin(module, name, "start")
    missing = Watch(module, name).healthy(module.params["timeout"])
    if missing:
        raise StepError(f"it waits for {', '.join(missing)}")
    keep(record_of(name), files)


def promote(module: AnsibleModule, host: Joining, cluster: Cluster) -> None:
    where = endpoint(module.params, cluster)
    own = by_peer_url(where.members(linearizable=True).members, host.url)
    if own is None:
        raise StepError(f"the cluster does not know {host.url} any more")
    insist(where, PROMOTE, {"ID": str(int(own.id, 16))}, module.params["timeout"])


def remove(module: AnsibleModule, identity: str, cluster: Cluster) -> str:
    """Nobody has this identity any more; returns who leads instead when it led."""
    params = module.params
    leaver = next((one for one in cluster.told if one.member.id == identity), None)
    heir = hand_over(params, cluster, leaver) if leaver else ""
    try:
        insist(endpoint(params, cluster, but=identity), REMOVE, {"ID": str(int(identity, 16))}, params["timeout"])
    except StepError as error:
        if "member not found" not in str(error):
            raise
    return heir


def carried_out(module: AnsibleModule, steps: list[Step], host: Joining) -> str:
    """Every step is done; the cluster is asked anew before each, since the one before has changed it."""
    heir = ""
    for step in steps:
        cluster = read(module.params)
        if step.verb == "remove":
            heir = remove(module, step.what, cluster) or heir
        elif step.verb == "add":
            add(module, host, cluster)
        elif step.verb == "start":
            start(module, host, cluster)
        else:
            promote(module, host, cluster)
    return heir


def planned(params: Mapping[str, Any], host: Joining) -> list[Step]:
    if params["state"] == "present":
        return joining(view(read(params)), host.name, host.url, host.has_data)
    return leaving(view(read(params)), params["member"])


def mistakes(params: Mapping[str, Any], host: Joining) -> list[Problem]:
    if params["state"] == "absent" and not params["member"]:
        return [Problem("member", "empty", "the name, the peer URL or the identity of the member that leaves")]
    if params["state"] == "present" and not host.url:
        return [Problem("own", repr(params["own"]), "the name of one of the members")]
    return []


def work(module: AnsibleModule) -> dict[str, Any]:
    params = module.params
    host = Joining(params["own"], own_peer_url(params), os.path.isdir(os.path.join(params["data_dir"], "member")))
    problems = mistakes(params, host)
    if problems:
        raise InputError(problems)
    steps = planned(params, host)
    result: dict[str, Any] = {"changed": bool(steps), "steps": [" ".join(step) for step in steps]}
    if module.check_mode or not steps:
        return result
    try:
        return {**result, "led_by": carried_out(module, steps, host)}
    except StepError as error:
        log = last_lines(module, params["name"], LINES) if params["state"] == "present" else []
        said = f"{params['own'] or params['member']}: {error}"
        return {**result, "failed": True, "msg": "\n".join([said, *log]), "log": log}


def main() -> None:
    run(
        work,
        {
            **OPTIONS,
            "state": {"type": "str", "choices": ["present", "absent"], "default": "present"},
            "member": {"type": "str", "default": ""},
            "data_dir": {"type": "path", "default": "/var/lib/etcd"},
            "initial_file": {"type": "path", "default": "/etc/etcd/initial.env"},
            "name": {"type": "str", "default": "etcd"},
            "files": {"type": "list", "elements": "path", "default": []},
            "timeout": {"type": "int", "default": 120},
        },
    )


if __name__ == "__main__":
    main()
