# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""When a member may be restarted, and what is told of the cluster. The scenario etcd restarts real ones."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._etcd.members import Member, Members, Status
from ansible_collections.quorum.kube.plugins.module_utils._etcd_client import Answer
from ansible_collections.quorum.kube.plugins.module_utils._etcd_cluster import Cluster, Told, facts
from ansible_collections.quorum.kube.plugins.module_utils._etcd_roll import StepError, gate

URL = "https://10.77.0.1:2380"


def told(number, leader="a", error="", **changes):
    identity = "abc"[number - 1]
    urls = (f"https://10.77.0.{number}:2380",), (f"https://10.77.0.{number}:2379",)
    status = Status(identity, "c1", "3.6.14", leader, 2, 9, 9, 5, 100, 50, False, ())
    answer = Answer(None, error) if error else Answer(status._replace(**changes), "")
    return Told(Member(identity, f"m{number}", *urls, False), answer)


def cluster(*members, reasons=()):
    return Cluster(Members("c1", tuple(one.member for one in members)), members, reasons)


HEALTHY = cluster(told(1), told(2), told(3))


def test_E24_a_member_may_go_while_all_others_are_in_health():
    assert told(1) == gate(HEALTHY, URL, 3)


def test_a_member_that_is_ill_itself_may_be_restarted():
    ill = told(1, error="Connection refused")

    assert ill == gate(cluster(ill, told(2), told(3)), URL, 3)


@pytest.mark.parametrize(
    ("expected", "seen"),
    [
        pytest.param(
            "m2: Connection refused; m3: it knows no leader (expected every other member in health)",
            cluster(told(1), told(2, error="Connection refused"), told(3, leader="")),
            id="others that are down or know no leader",
        ),
        pytest.param(
            "m3: alarm:NOSPACE (expected every other member in health)",
            cluster(told(1), told(2), told(3, errors=("alarm:NOSPACE",))),
            id="an alarm",
        ),
        pytest.param(
            "nobody tells who the members are: m1: refused; m2: refused",
            Cluster(None, (), ("m1: refused", "m2: refused")),
            id="nobody answers",
        ),
    ],
)
def test_E24_a_member_stays_while_another_is_not_in_health(expected, seen):
    with pytest.raises(StepError) as refused:
        gate(seen, URL, 3)

    assert expected == str(refused.value)


def test_the_only_member_may_go_though_nobody_answers():
    assert gate(Cluster(None, (), ("m1: refused",)), URL, 1) is None


def test_the_facts_of_a_cluster_in_health():
    found = facts(HEALTHY)

    assert (True, True, "c1", "m1", {"voters": 3, "needed": 2, "healthy": 3}, []) == tuple(
        found[key] for key in ("answering", "healthy", "cluster_id", "leader", "quorum", "ill")
    )
    assert {
        "id": "b",
        "name": "m2",
        "peer_urls": ["https://10.77.0.2:2380"],
        "client_urls": ["https://10.77.0.2:2379"],
        "learner": False,
        "healthy": True,
        "ailment": "",
        "status": {
            "version": "3.6.14",
            "leader": False,
            "term": 2,
            "log_index": 9,
            "applied": 9,
            "revision": 5,
            "size": 100,
            "in_use": 50,
            "errors": [],
        },
    } == found["members"][1]


def test_E13_a_cluster_with_a_member_that_does_not_answer_is_not_healthy():
    found = facts(cluster(told(1), told(2, error="timed out"), told(3)))

    assert (False, ["m2: timed out"], {"voters": 3, "needed": 2, "healthy": 2}, {}) == (
        found["healthy"],
        found["ill"],
        found["quorum"],
        found["members"][1]["status"],
    )


def test_nobody_answers_is_told_as_that():
    found = facts(Cluster(None, (), ("m1: refused",)))

    assert (False, False, "", [], ["m1: refused"]) == tuple(
        found[key] for key in ("answering", "healthy", "leader", "members", "unanswered")
    )
