# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""When a certificate is made anew, and what a member's certificates say."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._etcd.certificates import (
    Found,
    Wanted,
    member_files,
    reasons,
    wanted,
)

NOW = datetime(2026, 11, 30, tzinfo=timezone.utc)
WANT = Wanted("m1", "", frozenset({"m1"}), frozenset({"10.77.0.1"}), frozenset({"server", "client"}))
SOUND = Found(WANT, signed=True, key_fits=True, begins=NOW - timedelta(days=1), ends=NOW + timedelta(days=364))


@pytest.mark.parametrize(
    ("expected", "found"),
    [
        pytest.param([], SOUND, id="a certificate that serves on"),
        pytest.param([], SOUND._replace(ends=NOW + timedelta(days=90)), id="the last day of its rest"),
        pytest.param(["there is none"], None, id="E7: none"),
        pytest.param(
            ["it ends on 2027-02-27, in less than 90 days"],
            SOUND._replace(ends=NOW + timedelta(days=90, seconds=-1)),
            id="it ends soon",
        ),
        pytest.param(["it ended on 2026-11-29"], SOUND._replace(ends=NOW - timedelta(days=1)), id="it has ended"),
        pytest.param(
            ["the key beside it is another's", "the cluster's authority has not signed it"],
            SOUND._replace(signed=False, key_fits=False),
            id="another key and another authority",
        ),
        pytest.param(
            [
                "it is m10's, not m1's",
                "it lacks m1",
                "it has m10, which is not wanted any more",
                "it lacks 10.77.0.1",
                "it has 10.77.0.11, which is not wanted any more",
                "it lacks client",
            ],
            SOUND._replace(
                wanted=Wanted("m10", "", frozenset({"m10"}), frozenset({"10.77.0.11"}), frozenset({"server"}))
            ),
            id="E8: another's names",
        ),
    ],
)
def test_every_reason_is_told(expected, found):
    assert expected == reasons(found, WANT, NOW, 90)


def test_a_member_has_a_certificate_for_each_of_its_tasks():
    member = {"name": "m1", "address": "10.77.0.1", "addresses": ["10.77.0.1", "fd77:0::1"], "names": ["m1.k8s.lan"]}

    found = member_files(member, ["etcd.k8s.lan", "10.77.0.9"], "/pki")

    assert [
        ("/pki/server.crt", "etcd", "m1", ["localhost", "m1.k8s.lan", "m1", "etcd.k8s.lan"]),
        ("/pki/peer.crt", "etcd", "m1", ["m1.k8s.lan", "m1", "etcd.k8s.lan"]),
        ("/pki/health.crt", "root", "etcd-health", []),
        ("/pki/backup.crt", "root", "etcd-backup", []),
    ] == [(file["certificate"], file["owner"], file["common_name"], file["names"]) for file in found]
    assert ["127.0.0.1", "::1", "10.77.0.1", "fd77::1", "10.77.0.9"] == found[0]["addresses"]
    assert [["server", "client"], ["server", "client"], ["client"], ["client"]] == [file["usages"] for file in found]
    assert frozenset({"server", "client"}) == wanted(found[0]).usages
