# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Who joins and who leaves a cluster, and in which order."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._etcd.members import Member, Members
from ansible_collections.quorum.kube.plugins.module_utils._etcd.membership import (
    Step,
    View,
    initial_cluster,
    joining,
    leaving,
)
from ansible_collections.quorum.kube.plugins.module_utils._etcd.versions import parse_version
from ansible_collections.quorum.kube.plugins.module_utils._kube.errors import InputError


def peer(number):
    return f"https://10.77.0.{number}:2380"


def member(identity, name, number, learner=False, started=True):
    urls = (f"https://10.77.0.{number}:2379",) if started else ()
    return Member(identity, name, (peer(number),), urls, learner)


M1, M2, M10 = member("a", "m1", 1), member("b", "m2", 2), member("c", "m10", 11)


def view(*members, down=(), oldest="3.6.14"):
    up = {one.id for one in members} - set(down)
    return View(Members("f", members), up, up, parse_version(oldest))


@pytest.mark.parametrize(
    ("cluster", "name", "number", "has_data", "expected"),
    [
        pytest.param(view(M1, M2, M10), "m3", 3, False, ["add", "start", "promote"], id="a new host"),
        pytest.param(view(M1, M2, M10), "m1", 1, True, [], id="a member already"),
        pytest.param(
            view(M1, M2, M10, down="b"),
            "m2",
            2,
            False,
            ["remove b", "add", "start", "promote"],
            id="the same name, data lost",
        ),
        pytest.param(
            view(M1, M2, M10, down="b"),
            "m2",
            22,
            False,
            ["remove b", "add", "start", "promote"],
            id="the name at another address",
        ),
        pytest.param(
            view(M1, M2, M10, down="b"), "m3", 3, False, ["add", "start", "promote"], id="while another is down"
        ),
        pytest.param(
            view(M1, M2, member("d", "", 3, learner=True, started=False), down="d"),
            "m3",
            3,
            False,
            ["start", "promote"],
            id="killed after add",
        ),
        pytest.param(
            view(M1, M2, member("d", "m3", 3, learner=True)), "m3", 3, True, ["promote"], id="killed before promote"
        ),
        pytest.param(
            view(M1, M2, member("d", "", 3, started=False), down="d"),
            "m3",
            3,
            False,
            ["start"],
            id="added as a voter by hand",
        ),
    ],
)
def test_the_steps_until_a_host_votes(cluster, name, number, has_data, expected):
    steps = [Step(*text.split()) if " " in text else Step(text, peer(number)) for text in expected]

    assert steps == joining(cluster, name, peer(number), has_data)


@pytest.mark.parametrize(
    ("cluster", "name", "number", "expected"),
    [
        pytest.param(
            view(M1, M2, M10),
            "m2",
            22,
            "m2: member b at https://10.77.0.2:2380 answers, and would be replaced "
            "(expected it stopped, or another name for this host)",
            id="the name of a living member",
        ),
        pytest.param(
            view(M1, M2, M10, down="bc"),
            "m3",
            3,
            "add m3: quorum is lost: 1 of 3 voting members healthy, quorum 2 "
            "(expected enough members started again, or a restore from a snapshot (quorum.kube.etcd_restore))",
            id="quorum is lost",
        ),
        pytest.param(
            view(M1, M2, M10, down="c", oldest="3.6.10"),
            "m3",
            3,
            "etcd 3.6.10: no member can be added while another is down (etcd#21667; fixed in 3.6.11); down: m10 "
            "(expected all members up, the dead one removed, or an upgrade to 3.6.14 first)",
            id="a release that cannot, E22",
        ),
        pytest.param(
            view(M1, M2, M10, down="c", oldest="3.5.29"),
            "m3",
            3,
            "etcd 3.5.29: no member can be added while another is down (etcd#21669; fixed in 3.5.30); down: m10 "
            "(expected all members up, the dead one removed, or an upgrade to 3.5.33 first)",
            id="a release of 3.5 that cannot, E22",
        ),
        pytest.param(
            view(M1, M2, member("d", "m4", 4, learner=True)),
            "m3",
            3,
            "add m3: m4 is still a learner (expected one at a time: promote or remove it first)",
            id="another learner",
        ),
    ],
)
def test_a_join_that_is_not_safe_is_refused_before_anything_is_done_e9(cluster, name, number, expected):
    with pytest.raises(InputError) as refused:
        joining(cluster, name, peer(number), has_data=False)

    assert expected == str(refused.value)


def test_data_of_a_member_that_the_cluster_knows_elsewhere_is_not_overwritten():
    with pytest.raises(
        InputError, match="expected the peer URL that the cluster knows, or the data directory moved aside"
    ):
        joining(view(M1, M2, M10, down="b"), "m2", peer(22), has_data=True)


@pytest.mark.parametrize("wanted", ["m1", "a", peer(1)])
def test_exactly_the_member_that_is_named_leaves_e3(wanted):
    assert [Step("remove", "a")] == leaving(view(M1, M2, M10), wanted)


@pytest.mark.parametrize("wanted", ["m", "m100", "https://10.77.0.1:238", "10.77.0.1", "aa"])
def test_a_part_of_a_name_or_of_an_address_is_nobody_e3(wanted):
    assert [] == leaving(view(M1, M2, M10), wanted)


def test_a_member_whose_loss_costs_quorum_stays_e9():
    with pytest.raises(InputError) as refused:
        leaving(view(M1, M2, M10, down="c"), "m1")

    expected = (
        "remove m1: quorum would be lost: now 2 of 3 voting members healthy, quorum 2; "
        "then 1 of 2 voting members healthy, quorum 2 (expected the members that are down started again, or "
        "removed, first)"
    )
    assert expected == str(refused.value)


def test_the_dead_one_and_a_learner_leave_at_any_time_e9():
    assert [Step("remove", "c")] == leaving(view(M1, M2, M10, down="c"), "m10")
    assert [Step("remove", "d")] == leaving(view(M1, member("d", "m4", 4, learner=True), down="d"), "m4")


def test_a_name_that_two_members_have_is_no_name():
    with pytest.raises(InputError, match="m1 is the name of a, b"):
        leaving(view(M1, member("b", "m1", 2)), "m1")


def test_a_joining_member_is_told_every_url_e5():
    members = [M10, M1, member("d", "", 3, learner=True, started=False), member("e", "", 4, started=False)]

    expected = f"e={peer(4)},m1={peer(1)},m10={peer(11)},m3={peer(3)}"
    assert expected == initial_cluster(members, "m3", peer(3))
