# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which releases of etcd may run, and what is said against the others."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._etcd.versions import (
    MEMBERS,
    NEWEST,
    Version,
    add_problem,
    advice,
    flaws,
    parse_version,
    run_problems,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3.6.14", Version(3, 6, 14)),
        ("v3.5.33", Version(3, 5, 33)),
        (" 3.7.3\n", Version(3, 7, 3)),
        ("3.6", None),
        ("3.6.0-rc.1", None),
        ("latest", None),
        ("", None),
        ("v", None),
    ],
)
def test_a_release_is_three_numbers(text, expected):
    assert expected == parse_version(text)


def test_releases_are_ordered_by_number_and_not_by_text():
    assert Version(3, 5, 9) < Version(3, 5, 33) < Version(3, 6, 0)


@pytest.mark.parametrize("text", [str(version) for version in NEWEST.values()])
def test_the_newest_of_each_line_may_run_and_nothing_is_said_against_it(text):
    assert ([], []) == (run_problems(text), advice(parse_version(text)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "3.5.2",
            "etcd_version: 3.5.2 is not safe: members hold different data after a crash (etcd#13766; fixed in 3.5.3); "
            "a single member acknowledges writes before they are on disk (etcd#14424; fixed in 3.5.5); "
            "a crash during defragmentation leaves another revision than the other members' (etcd#14733; "
            "fixed in 3.5.6); "
            "the revision goes back after a crash during compaction (etcd#17865; fixed in 3.5.14); "
            "a snapshot that arrives during defragmentation corrupts the member (etcd#20653; fixed in 3.5.23) "
            "(expected 3.5.33)",
            id="data of members differ",
        ),
        pytest.param(
            "3.6.4",
            "etcd_version: 3.6.4 is not safe: a snapshot that arrives during defragmentation corrupts the member "
            "(etcd#20650; fixed in 3.6.5) (expected 3.6.14)",
            id="the last release of a range",
        ),
        pytest.param(
            "3.4.23",
            "etcd_version: 3.4.23 is of an unknown line or of one that is not maintained (expected a release "
            "of 3.5, 3.6, 3.7)",
            id="a distribution's",
        ),
        pytest.param(
            "3.6", 'etcd_version: "3.6" is no release of etcd (expected three numbers such as 3.6.14)', id="a line"
        ),
    ],
)
def test_a_release_that_loses_data_is_refused_with_the_reason_e18(text, expected):
    assert [expected] == [str(problem) for problem in run_problems(text)]


def test_the_first_release_without_a_flaw_that_loses_data_may_run():
    assert ([], []) == (run_problems("3.5.23"), run_problems("3.6.5"))


def test_a_security_flaw_is_told_and_the_release_may_run():
    expected = ["3.7.0: a TLS handshake can take the server down (GHSA-6vch-q96h-7gc3; fixed in 3.7.1)"]

    assert ([], expected) == (run_problems("3.7.0"), advice(Version(3, 7, 0)))


def test_flaws_are_chosen_by_their_effect():
    problems = [flaw.problem for flaw in flaws(Version(3, 6, 11), MEMBERS)]

    assert ["an update of a member's URL may promote a learner"] == problems


def test_an_old_release_adds_no_member_while_another_is_down_e22():
    expected = (
        "etcd 3.6.10: no member can be added while another is down (etcd#21667; fixed in 3.6.11); down: m3 "
        "(expected all members up, the dead one removed, or an upgrade to 3.6.14 first)"
    )

    assert expected == str(add_problem(Version(3, 6, 10), ["m3"]))


@pytest.mark.parametrize(("version", "down"), [(Version(3, 6, 14), ["m3"]), (Version(3, 6, 10), [])])
def test_members_are_added_by_newer_releases_and_when_all_are_up_e22(version, down):
    assert add_problem(version, down) is None
