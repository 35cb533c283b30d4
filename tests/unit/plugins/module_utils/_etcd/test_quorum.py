# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The arithmetic of quorum, and the changes that it refuses."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._etcd.quorum import (
    ADD,
    PROMOTE,
    REMOVE,
    STOP,
    Voters,
    after,
    refusal,
)


@pytest.mark.parametrize(("total", "expected"), [(1, 1), (2, 2), (3, 2), (4, 3), (5, 3), (6, 4), (7, 4)])
def test_a_quorum_is_more_than_half(total, expected):
    assert expected == Voters(total, total).quorum


def test_members_that_are_down_count_into_the_total_e9():
    assert ("2 of 3 voting members healthy, quorum 2", 0) == (str(Voters(3, 2)), Voters(3, 2).spare)
    assert -1 == Voters(3, 1).spare


@pytest.mark.parametrize(
    ("change", "healthy", "expected"),
    [
        pytest.param(ADD, True, Voters(3, 3), id="a learner has no vote"),
        pytest.param(PROMOTE, True, Voters(4, 4), id="promoted"),
        pytest.param(REMOVE, True, Voters(2, 2), id="a healthy one removed"),
        pytest.param(REMOVE, False, Voters(2, 3), id="a dead one removed"),
        pytest.param(STOP, True, Voters(3, 2), id="stopped"),
    ],
)
def test_what_a_change_makes_of_the_voters(change, healthy, expected):
    assert expected == after(Voters(3, 3), change, healthy)


@pytest.mark.parametrize(
    ("voters", "change", "healthy"),
    [
        pytest.param(Voters(3, 2), REMOVE, False, id="the dead of three"),
        pytest.param(Voters(3, 3), STOP, True, id="one of three stopped"),
        pytest.param(Voters(5, 4), STOP, True, id="one of five stopped while another is down"),
        pytest.param(Voters(5, 3), REMOVE, False, id="a dead of five, another stays dead"),
        pytest.param(Voters(3, 2), ADD, True, id="a learner while one is down"),
        pytest.param(Voters(2, 2), PROMOTE, True, id="the third"),
        pytest.param(Voters(2, 2), REMOVE, True, id="down to one"),
    ],
)
def test_a_change_that_keeps_quorum_is_allowed_e9(voters, change, healthy):
    assert refusal(voters, change, "m3", healthy) is None


@pytest.mark.parametrize(
    ("voters", "change", "healthy", "expected"),
    [
        pytest.param(
            Voters(3, 2),
            STOP,
            True,
            "stop m2: quorum would be lost: now 2 of 3 voting members healthy, quorum 2; then 1 of 3 voting "
            "members healthy, "
            "quorum 2 (expected the members that are down started again, or removed, first)",
            id="a second of three stopped",
        ),
        pytest.param(
            Voters(3, 2),
            REMOVE,
            True,
            "remove m2: quorum would be lost: now 2 of 3 voting members healthy, quorum 2; then 1 of 2 voting "
            "members healthy, "
            "quorum 2 (expected the members that are down started again, or removed, first)",
            id="a healthy one removed while another is down",
        ),
        pytest.param(
            Voters(3, 1),
            REMOVE,
            False,
            "remove m2: quorum is lost: 1 of 3 voting members healthy, quorum 2 "
            "(expected enough members started again, or a restore from a snapshot (quorum.kube.etcd_restore))",
            id="m2 and m3 dead",
        ),
        pytest.param(
            Voters(3, 2),
            PROMOTE,
            False,
            "promote m2: quorum would be lost: now 2 of 3 voting members healthy, quorum 2; then 2 of 4 "
            "voting members healthy, "
            "quorum 3 (expected the learner and enough of the others healthy first)",
            id="a learner that does not answer",
        ),
        pytest.param(
            Voters(1, 1),
            REMOVE,
            True,
            "remove m2: it is the last voting member (expected at least one that stays)",
            id="the last",
        ),
    ],
)
def test_a_change_that_costs_quorum_is_refused_with_the_numbers_e9(voters, change, healthy, expected):
    assert expected == str(refusal(voters, change, "m2", healthy))
