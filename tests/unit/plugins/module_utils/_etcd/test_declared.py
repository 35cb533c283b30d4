# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The members that an inventory declares."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._etcd.declared import problems, site_members


def declared(count):
    return [{"name": f"m{number}", "address": f"10.77.0.{number}"} for number in range(1, count + 1)]


@pytest.mark.parametrize("count", [1, 3, 5, 7])
def test_an_odd_number_of_members_is_a_cluster(count):
    assert [] == problems(declared(count), "m1", "3.6.14")


@pytest.mark.parametrize(
    ("expected", "members", "own", "version"),
    [
        pytest.param(
            ["etcd_members: 2 members (expected an odd number: 2 members survive the loss of 0, as 1 do)"],
            declared(2),
            "m1",
            "3.6.14",
            id="two",
        ),
        pytest.param(
            ["etcd_members: 4 members (expected an odd number: 4 members survive the loss of 1, as 3 do)"],
            declared(4),
            "m1",
            "3.6.14",
            id="four",
        ),
        pytest.param(["etcd_members: 9 members (expected at most 7)"], declared(9), "m1", "3.6.14", id="nine"),
        pytest.param(
            ["etcd_node_name: 'm1' (expected one of etcd_members (which is empty))"], [], "m1", "3.6.14", id="none"
        ),
        pytest.param(
            [
                "etcd_members: the name m1 2 times (expected each member once, at an address of its own)",
                "etcd_members: the address 10.77.0.2 2 times (expected each member once, at an address of its own)",
                "etcd_members: the name 'm,3' (expected letters, digits, '-', '_' and '.')",
                "etcd_node_name: 'm10' (expected one of etcd_members (m1, m1, m2, m,3))",
                'etcd_version: "3.6" is no release of etcd (expected three numbers such as 3.6.14)',
            ],
            [
                *declared(1),
                {"name": "m1", "address": "10.77.0.2"},
                {"name": "m2", "address": "10.77.0.2"},
                {"name": "m,3", "address": "10.77.0.3"},
            ],
            "m10",
            "3.6",
            id="E3: twice, at another's address, another's name, and a version that does not exist",
        ),
        pytest.param(
            [
                (
                    "etcd_version: 3.4.45 is of an unknown line or of one that is not maintained "
                    "(expected a release of 3.5, 3.6, 3.7)"
                )
            ],
            declared(3),
            "m1",
            "3.4.45",
            id="E36: 3.4",
        ),
    ],
)
def test_every_mistake_is_told_at_once(expected, members, own, version):
    assert expected == [str(problem) for problem in problems(members, own, version)]


def test_the_members_the_release_and_the_flags_are_told_at_once_E18():
    found = problems(declared(4), "m1", "3.5.2", extra_flags={"--name": "x"})

    assert ["etcd_members", "etcd_version", "etcd_extra_flags"] == [problem.place for problem in found]
    assert "3.5.2 is not safe: members hold different data after a crash (etcd#13766; fixed in 3.5.3)" in str(found[1])


def test_an_even_number_stands_when_it_is_wanted():
    assert [] == problems(declared(4), "m1", "3.6.14", even_members=True)


def test_the_members_of_a_site_have_all_their_names_and_addresses():
    m1 = {"name": "m1", "address": "10.77.0.1", "addresses": ["10.77.0.1"], "short_name": "m1", "fqdn": "m1.lan"}
    m2 = {"name": "m2", "address": "10.77.0.2", "addresses": ["10.77.0.2", "fd77::2"], "short_name": "m2"}
    site = {"etcd": ["m2"], "hosts": [m1, {**m2, "fqdn": "m2.k8s.lan"}]}

    assert [
        {"name": "m2", "address": "10.77.0.2", "addresses": ["10.77.0.2", "fd77::2"], "names": ["m2", "m2.k8s.lan"]}
    ] == site_members(site)
