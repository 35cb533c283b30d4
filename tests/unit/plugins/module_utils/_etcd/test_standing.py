# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a host is to a cluster."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._etcd.members import Member, Members
from ansible_collections.quorum.kube.plugins.module_utils._etcd.standing import standing

URL = "https://10.77.0.1:2380"
OTHER = Member("a", "m10", ("https://10.77.0.11:2380",), ("https://10.77.0.11:2379",), False)
STARTED = Member("b", "m1", (URL,), ("https://10.77.0.1:2379",), False)
EXPECTED = Member("b", "", (URL,), (), True)


def cluster(*members):
    return Members("c", members)


@pytest.mark.parametrize(
    ("expected", "members", "has_data", "recorded"),
    [
        pytest.param("new", None, False, "", id="no cluster anywhere"),
        pytest.param("unknown", None, False, "c", id="a cluster on record that does not answer"),
        pytest.param("member", None, True, "c", id="data of its own, and nobody answers"),
        pytest.param("member", None, True, "", id="the first start was killed after it began"),
        pytest.param("absent", cluster(OTHER), False, "c", id="E3: another member's address begins like this one's"),
        pytest.param("absent", cluster(OTHER), True, "c", id="removed, with its data"),
        pytest.param("joining", cluster(OTHER, EXPECTED), False, "c", id="added and not started"),
        pytest.param("member", cluster(OTHER, STARTED), True, "c", id="a member"),
        pytest.param("lost", cluster(OTHER, STARTED), False, "c", id="a member whose disk is new"),
    ],
)
def test_no_answer_is_not_the_same_as_not_a_member(expected, members, has_data, recorded):
    assert expected == standing(members, URL, has_data, recorded)
