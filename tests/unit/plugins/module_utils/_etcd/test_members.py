# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Members and their state, from answers recorded of etcd 3.5.33, 3.6.14 and 3.7.3."""

from __future__ import annotations

import json

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._etcd.members import (
    Member,
    Status,
    ailment,
    behind,
    by_id,
    by_peer_url,
    identity,
    leader_of,
    members,
    status,
)

LIST = """{"header":{"cluster_id":"807467121879225785","member_id":"7562494991401115402","raft_term":"6"},"members":[
{"ID":"3045503665355655508","name":"m10","peerURLs":["https://10.77.0.11:2380"],"clientURLs":["https://10.77.0.11:2379"]},
{"ID":"5527771478687672310","name":"m1","peerURLs":["https://10.77.0.1:2380"],"clientURLs":["https://10.77.0.1:2379"]},
{"ID":"7562494991401115402","peerURLs":["https://10.77.0.111:2380"],"isLearner":true}]}"""

M1 = Member("4cb696df5ab6e7f6", "m1", ("https://10.77.0.1:2380",), ("https://10.77.0.1:2379",), False)
M10 = Member("2a43cd72a7ac8954", "m10", ("https://10.77.0.11:2380",), ("https://10.77.0.11:2379",), False)
NAMELESS = Member("68f361207a225f0a", "", ("https://10.77.0.111:2380",), (), True)

HEADER = (
    '{"header":{"cluster_id":"14706971188910460418","member_id":"517730573628343671","revision":"1","raft_term":"2"},'
)
RAFT = '"leader":"517730573628343671","raftIndex":"4","raftTerm":"2","raftAppliedIndex":"4","dbSizeInUse":"24576"'
LATER = ',"storageVersion":"3.6.0","dbSizeQuota":"2147483648","downgradeInfo":{}}'
ANSWERS = {
    "3.5.33": HEADER + '"version":"3.5.33","dbSize":"36864",' + RAFT + "}",
    "3.6.14": HEADER + '"version":"3.6.14","dbSize":"36864",' + RAFT + LATER,
    "3.7.3": HEADER + '"version":"3.7.3","dbSize":"36864",' + RAFT + LATER,
}
SOUND = Status("a", "c", "3.6.14", "b", 2, 9, 9, 5, 100, 50, False, ())


def test_members_are_told_with_the_identities_of_etcdctl_and_in_the_order_of_their_names():
    found = members(json.loads(LIST))

    assert ("b34b311b76b15b9", (NAMELESS, M1, M10)) == (found.cluster_id, found.members)
    assert ((M1, M10), 2) == (found.voters, found.quorum)


@pytest.mark.parametrize("version", ANSWERS)
def test_the_status_of_every_release_reads_the_same(version):
    own, cluster = f"{517730573628343671:x}", f"{14706971188910460418:x}"

    found = status(json.loads(ANSWERS[version]))

    assert Status(own, cluster, version, own, 2, 4, 4, 1, 36864, 24576, False, ()) == found
    assert (True, "") == (found.leading, ailment(found))


@pytest.mark.parametrize(
    ("expected", "url"),
    [
        (M1, "https://10.77.0.1:2380"),
        (M10, "https://10.77.0.11:2380"),
        (NAMELESS, "https://10.77.0.111:2380"),
        (None, "https://10.77.0.1:238"),
        (None, "10.77.0.1"),
    ],
)
def test_E3_a_member_is_known_by_its_whole_peer_url(expected, url):
    assert expected == by_peer_url(members(json.loads(LIST)).members, url)


def test_E3_a_member_is_known_by_its_whole_identity():
    found = members(json.loads(LIST)).members

    assert (M10, None) == (by_id(found, "2a43cd72a7ac8954"), by_id(found, "2a43"))


@pytest.mark.parametrize(
    ("expected", "number"), [("", None), ("", "0"), ("a", "10"), ("ffffffffffffffff", str(2**64 - 1))]
)
def test_identities_are_hexadecimal_and_nobody_is_empty(expected, number):
    assert expected == identity(number)


@pytest.mark.parametrize(
    ("expected", "answer", "why"),
    [
        pytest.param("", SOUND, "", id="a follower that knows its leader"),
        pytest.param("", SOUND._replace(learner=True), "", id="a learner"),
        pytest.param("it knows no leader", SOUND._replace(leader=""), "", id="no leader"),
        pytest.param("alarm:NOSPACE", SOUND._replace(errors=("alarm:NOSPACE",)), "", id="an alarm"),
        pytest.param("Connection refused", None, "Connection refused", id="no answer"),
        pytest.param("it does not answer", None, "", id="no answer and no reason"),
    ],
)
def test_E13_health_is_what_a_member_says_of_itself_not_that_it_answers(expected, answer, why):
    assert expected == ailment(answer, why)


def test_the_leader_is_the_one_of_the_highest_term():
    stale = SOUND._replace(leader="old", term=1)

    assert "b" == leader_of([stale, None, SOUND, SOUND._replace(leader="", term=3)])
    assert "" == leader_of([None, SOUND._replace(leader="")])


def test_a_member_is_behind_by_what_it_has_not_applied():
    assert 3 == behind([SOUND._replace(applied=12), None, SOUND], SOUND)
    assert 0 == behind([], SOUND)
