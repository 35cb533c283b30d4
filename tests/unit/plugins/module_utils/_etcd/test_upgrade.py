# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The way from the releases that run to the one that is wanted."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._etcd.upgrade import Upgrade, plan
from ansible_collections.quorum.kube.plugins.module_utils._kube.errors import InputError

OLD = {"m1": "3.5.33", "m2": "3.5.33", "m3": "3.5.33"}
NEW = {"m1": "3.6.14", "m2": "3.6.14", "m3": "3.6.14"}
MIXED = {"m1": "3.5.33", "m2": "3.6.14", "m3": "3.6.14"}


@pytest.mark.parametrize(
    ("running", "target", "expected"),
    [
        pytest.param(NEW, "3.6.14", Upgrade("nothing", "3.6.14", (), False, False, ""), id="nothing to do"),
        pytest.param(OLD, "3.6.14", Upgrade("minor", "3.6.14", ("m1", "m2", "m3"), True, False, ""), id="3.5 to 3.6"),
        pytest.param(NEW, "3.7.3", Upgrade("minor", "3.7.3", ("m1", "m2", "m3"), False, True, ""), id="3.6 to 3.7"),
        pytest.param(
            MIXED, "3.6.14", Upgrade("minor", "3.6.14", ("m1",), True, False, ""), id="a killed upgrade goes on"
        ),
        pytest.param(
            MIXED,
            "3.5.33",
            Upgrade("back", "3.5.33", ("m2", "m3"), False, False, ""),
            id="a started upgrade taken back",
        ),
        pytest.param(
            NEW, "3.5.33", Upgrade("downgrade", "3.5.33", ("m1", "m2", "m3"), False, False, "3.5"), id="3.6 to 3.5"
        ),
        pytest.param(
            {"m1": "3.5.19"},
            "v3.5.33",
            Upgrade("patch", "3.5.33", ("m1",), False, False, ""),
            id="the cure within a line",
        ),
        pytest.param(
            {"m1": "3.6.14"}, "3.6.13", Upgrade("patch", "3.6.13", ("m1",), False, False, ""), id="an older patch"
        ),
    ],
)
def test_the_way_to_a_release(running, target, expected):
    assert expected == plan(running, target)


@pytest.mark.parametrize(
    ("running", "target", "expected"),
    [
        pytest.param(
            OLD,
            "3.7.3",
            "etcd_version: 3.7.3 is more than one line above 3.5, which runs on m1, m2, m3 "
            "(expected one line at a time: 3.6.14 first)",
            id="two lines at once",
        ),
        pytest.param(
            {"m1": "3.5.33", "m2": "3.5.31"},
            "3.6.14",
            "m2: etcd 3.5.31: too old for 3.6: the right to read one key shows the changes of later keys "
            "(CHANGELOG-3.5; fixed in 3.5.33) (expected 3.5.32 or newer on every member: upgrade to 3.5.33 first)",
            id="one member of 3.5 too old",
        ),
        pytest.param(
            {"m1": "3.6.10"},
            "3.7.3",
            "m1: etcd 3.6.10: too old for 3.7: no member can be added while another is down (etcd#21667; "
            "fixed in 3.6.11); "
            "an update of a member's URL may promote a learner (etcd#21736; fixed in 3.6.12); "
            "the right to read one key shows the changes of later keys (CHANGELOG-3.6; fixed in 3.6.14) "
            "(expected 3.6.11 or newer on every member: upgrade to 3.6.14 first)",
            id="3.6 too old for 3.7",
        ),
        pytest.param(
            {"m1": "3.7.3"},
            "3.5.33",
            "etcd_version: 3.5.33 is more than one line below 3.7 "
            "(expected the line before, or a restore from a snapshot)",
            id="back by two lines",
        ),
        pytest.param(
            {},
            "3.9.9",
            "etcd_version: 3.9.9 is of an unknown line or of one that is not maintained (expected a release "
            "of 3.5, 3.6, 3.7)\n"
            "members: none tells its release (expected running members; without any, restore first)",
            id="everything at once",
        ),
        pytest.param(
            {"m1": ""},
            "3.6.14",
            'm1: "" is no release of etcd (expected a member that tells its release)\n'
            "members: none tells its release (expected running members; without any, restore first)",
            id="a member that says nothing",
        ),
    ],
)
def test_a_way_that_is_not_safe_is_refused_whole_e18(running, target, expected):
    with pytest.raises(InputError) as refused:
        plan(running, target)

    assert expected == str(refused.value)


def test_a_release_known_for_its_members_is_no_source_e18():
    with pytest.raises(InputError) as refused:
        plan({"m1": "3.5.19"}, "3.6.14")

    assert "a promoted learner is a learner again after an upgrade (etcd#19557; fixed in 3.5.20)" in str(refused.value)
    assert "removed members come back after the upgrade to 3.6 (etcd#20967; fixed in 3.5.26)" in str(refused.value)
