#!/usr/bin/python
# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

DOCUMENTATION = r"""
module: etcd_cluster_info
short_description: The members of a cluster of etcd, who leads, and who is not in health
description:
  - Asks every member over etcd's JSON gateway with a client certificate. No program is needed on the host.
  - Members are known by their identity and their exact peer URL, never by a name or a part of an address.
  - A cluster that does not answer is a result (RV(answering=false)), not a failure.
options:
  data_dir:
    description: The data directory of the host's own member, for RV(standing).
    type: path
    default: /var/lib/etcd
  recorded:
    description: The identity of the cluster that was made before. Empty when none is on record.
    type: str
    default: ""
  wait:
    description: Seconds to wait at most until every member is in health.
    type: float
    default: 0.0
  seconds:
    description: Seconds that a member has for its answer.
    type: float
    default: 3.0
extends_documentation_fragment:
  - quorum.kube.attributes.info_module
  - quorum.kube.etcd
author:
  - The quorum.kube authors (@quorum-kube)
"""

EXAMPLES = r"""
- name: Ask the members
  quorum.kube.etcd_cluster_info:
    members:
      - {name: master-1, address: 172.19.170.183}
      - {name: master-2, address: 172.19.170.184}
      - {name: master-3, address: 172.19.170.185}
    own: "{{ inventory_hostname }}"
  register: etcd

- name: Show those that are not in health
  ansible.builtin.debug:
    msg: "{{ etcd.ill }}"
"""

RETURN = r"""
answering:
  description: Whether a member told who the members are.
  returned: always
  type: bool
  sample: true
cluster_id:
  description: The cluster's identity, in hexadecimal. Empty when nobody answers.
  returned: always
  type: str
  sample: 4d8a1c2f6b7e9035
members:
  description: The members by name, each with its own answer.
  returned: always
  type: list
  elements: dict
  sample:
    - id: 8e9e05c52164694d
      name: master-1
      peer_urls: ["https://172.19.170.183:2380"]
      client_urls: ["https://172.19.170.183:2379"]
      learner: false
      healthy: true
      ailment: ""
      status:
        version: 3.6.14
        leader: true
        term: 2
        log_index: 812
        applied: 812
        revision: 640
        size: 1327104
        in_use: 1011712
        errors: []
leader:
  description: Name of the member that leads. Empty when nobody does.
  returned: always
  type: str
  sample: master-1
quorum:
  description: Voting members, how many of them must agree, and how many are in health.
  returned: always
  type: dict
  sample: {voters: 3, needed: 2, healthy: 3}
healthy:
  description: Whether every member answers, knows a leader and has no alarm.
  returned: always
  type: bool
  sample: true
ill:
  description: A sentence for each member that is not in health.
  returned: always
  type: list
  elements: str
  sample: ["master-3: https://172.19.170.185:2379: Connection refused"]
unanswered:
  description: Why members of the inventory gave no answer.
  returned: always
  type: list
  elements: str
  sample: []
standing:
  description:
    - What the host is to the cluster. V(new) when there is no cluster, V(member) when it belongs to it,
      V(joining) when the cluster waits for its first start, V(absent) when the cluster does not know it,
      V(lost) when it was a member and its data is gone, V(unknown) when a cluster on record does not answer.
    - Empty for a host that is no member by the inventory.
  returned: always
  type: str
  sample: member
"""

import os
import time
from typing import Any

from ansible.module_utils.basic import AnsibleModule

from ..module_utils._etcd.standing import standing
from ..module_utils._etcd_cluster import OPTIONS, facts, own_peer_url, read
from ..module_utils._module import run


def work(module: AnsibleModule) -> dict[str, Any]:
    params = module.params
    end = time.monotonic() + params["wait"]
    cluster = read(params, params["seconds"])
    while not facts(cluster)["healthy"] and time.monotonic() < end:
        time.sleep(0.3)
        cluster = read(params, params["seconds"])
    url = own_peer_url(params)
    has_data = os.path.isdir(os.path.join(params["data_dir"], "member"))
    return {
        **facts(cluster),
        "standing": standing(cluster.members, url, has_data, params["recorded"]) if url else "",
    }


def main() -> None:
    run(
        work,
        {
            **OPTIONS,
            "data_dir": {"type": "path", "default": "/var/lib/etcd"},
            "recorded": {"type": "str", "default": ""},
            "wait": {"type": "float", "default": 0.0},
            "seconds": {"type": "float", "default": 3.0},
        },
    )


if __name__ == "__main__":
    main()
