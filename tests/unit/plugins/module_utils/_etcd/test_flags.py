# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The flags of a member: what each release calls them. The scenario etcd starts the real programs with them."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._etcd.flags import flags
from ansible_collections.quorum.kube.plugins.module_utils._kube.errors import InputError

MEMBER = {"name": "m1", "address": "10.77.0.1"}
SETTINGS = {
    "pki_dir": "/etc/etcd/pki",
    "data_dir": "/var/lib/etcd",
    "wal_dir": "",
    "heartbeat_ms": 100,
    "election_ms": 1000,
    "quota_bytes": 2147483648,
    "snapshot_count": 10000,
    "compaction_mode": "periodic",
    "compaction_retention": "8h",
    "watch_progress_seconds": 5,
    "log_level": "info",
    "extra_flags": {},
}
COMMON = [
    "--name=m1",
    "--data-dir=/var/lib/etcd",
    "--listen-client-urls=https://10.77.0.1:2379,https://127.0.0.1:2379",
    "--advertise-client-urls=https://10.77.0.1:2379",
    "--listen-peer-urls=https://10.77.0.1:2380",
    "--listen-metrics-urls=http://127.0.0.1:2381",
    "--cert-file=/etc/etcd/pki/server.crt",
    "--key-file=/etc/etcd/pki/server.key",
    "--trusted-ca-file=/etc/etcd/pki/ca.crt",
    "--client-cert-auth=true",
    "--peer-cert-file=/etc/etcd/pki/peer.crt",
    "--peer-key-file=/etc/etcd/pki/peer.key",
    "--peer-trusted-ca-file=/etc/etcd/pki/ca.crt",
    "--peer-client-cert-auth=true",
    "--tls-min-version=TLS1.2",
    "--heartbeat-interval=100",
    "--election-timeout=1000",
    "--quota-backend-bytes=2147483648",
    "--snapshot-count=10000",
    "--auto-compaction-mode=periodic",
    "--auto-compaction-retention=8h",
    "--log-level=info",
]
OLD = [
    "--experimental-watch-progress-notify-interval=5s",
    "--experimental-initial-corrupt-check=true",
    "--experimental-compact-hash-check-enabled=true",
]
GATED = ["--watch-progress-notify-interval=5s", "--feature-gates=CompactHashCheck=true,InitialCorruptCheck=true"]


@pytest.mark.parametrize(
    ("version", "own"), [("3.5.33", OLD), ("v3.6.14", GATED), ("3.7.3", GATED)], ids=["3.5", "3.6", "3.7"]
)
def test_E19_E33_every_release_gets_the_names_that_it_knows(version, own):
    assert COMMON + own == flags(MEMBER, SETTINGS, version)


def test_E5_addresses_of_ipv6_are_in_brackets():
    found = flags({"name": "m1", "address": "fd77::1"}, SETTINGS, "3.6.14")

    assert [
        "--listen-client-urls=https://[fd77::1]:2379,https://127.0.0.1:2379",
        "--advertise-client-urls=https://[fd77::1]:2379",
        "--listen-peer-urls=https://[fd77::1]:2380",
    ] == found[2:5]


def test_further_flags_win_and_add():
    settings = {
        **SETTINGS,
        "wal_dir": "/wal",
        "extra_flags": {"--log-level": "warn", "max-txn-ops": 256, "pre-vote": False},
    }

    found = flags(MEMBER, settings, "3.6.14")

    assert ["--wal-dir=/wal"] == [flag for flag in found if "wal" in flag]
    assert ["--log-level=warn"] == [flag for flag in found if "log-level" in flag]
    assert ["--max-txn-ops=256", "--pre-vote=false"] == found[-2:]


@pytest.mark.parametrize(
    ("expected", "version", "extra"),
    [
        pytest.param(
            [
                (
                    "etcd_version: 3.4.45 is of an unknown line or of one that is not maintained "
                    "(expected a release of 3.5, 3.6, 3.7)"
                )
            ],
            "3.4.45",
            {},
            id="a release of the past",
        ),
        pytest.param(
            ['etcd_version: "3.6" is no release of etcd (expected three numbers such as 3.6.14)'],
            "3.6",
            {"name": "x"},
            id="no release",
        ),
        pytest.param(
            ["etcd_extra_flags: --initial-cluster (expected no flag that decides which cluster this is)"],
            "3.6.14",
            {"initial-cluster": "m1=http://10.77.0.1:2380"},
            id="a flag of the first start",
        ),
        pytest.param(
            [
                "etcd_extra_flags: --name (expected no flag that decides which cluster this is)",
                "etcd_extra_flags: --experimental-max-learners (expected the name that etcd 3.7 has for it)",
            ],
            "3.7.3",
            {"--name": "x", "--experimental-max-learners": 2},
            id="all mistakes at once",
        ),
    ],
)
def test_what_cannot_be_is_refused_with_every_mistake(expected, version, extra):
    with pytest.raises(InputError) as refused:
        flags(MEMBER, {**SETTINGS, "extra_flags": extra}, version)

    assert expected == [str(problem) for problem in refused.value.problems]
