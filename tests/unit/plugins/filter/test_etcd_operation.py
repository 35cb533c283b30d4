# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The table of members, and the way between releases as a playbook sees it."""

from __future__ import annotations

from ansible_collections.quorum.kube.plugins.filter.etcd_table import etcd_table
from ansible_collections.quorum.kube.plugins.filter.etcd_upgrade import etcd_upgrade

MIB = 1 << 20


def member(name, status=None, ailment="", learner=False):
    return {
        "name": name,
        "peer_urls": ["https://10.77.0.9:2380"],
        "learner": learner,
        "ailment": ailment,
        "status": status or {},
    }


def status(revision, leader=False, size=2 * MIB):
    return {"version": "3.6.14", "leader": leader, "size": size, "in_use": MIB - 1, "revision": revision}


def test_the_table_tells_who_leads_who_is_behind_and_who_does_not_answer():
    members = [
        member("m1", status(640, leader=True)),
        member("m2", status(600, size=12 * MIB), "memberID:2 alarm:NOSPACE "),
        member("m3", ailment="Connection refused"),
        member("", status(640), learner=True),
    ]

    expected = [
        "member                  role      release  MiB  in use  behind  days  state",
        "m1                      leader    3.6.14     2       1       0   300  well",
        "m2                      follower  3.6.14    12       1      40     ?  memberID:2 alarm:NOSPACE",
        "m3                      -         -          -       -       -     9  Connection refused",
        "https://10.77.0.9:2380  learner   3.6.14     2       1       0     ?  well",
    ]
    assert expected == etcd_table(members, {"m1": 300, "m3": 9})


def test_a_way_that_is_refused_has_its_reasons_and_nothing_else():
    expected = {
        "kind": "",
        "target": "3.5.2",
        "members": [],
        "check_v2store": False,
        "settle_log": False,
        "enable_downgrade": "",
        "problems": [
            'm1: "" is no release of etcd (expected a member that tells its release)',
            "members: none tells its release (expected running members; without any, restore first)",
        ],
    }

    found = etcd_upgrade({"m1": ""}, "3.5.2")

    assert "is not safe" in found["problems"][0]
    assert expected == {**found, "problems": found["problems"][1:]}


def test_a_way_that_is_open_has_no_reasons():
    found = etcd_upgrade({"m1": "3.6.14"}, "3.7.3")

    assert ("minor", ["m1"], True, []) == (found["kind"], found["members"], found["settle_log"], found["problems"])
