# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What stands on a host against a member of ours."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._etcd.obstacles import Look, obstacles

SETTINGS = {
    "data_dir": "/var/lib/etcd",
    "unit_path": "/etc/systemd/system/etcd.service",
    "upgrade_allowed": False,
    "version": "3.6.14",
    "wal_dir": "",
}
BLANK = Look(False, False, "", 0, (), "", False, "", {}, (), "")
OURS = Look(True, False, "/etc/systemd/system/etcd.service", 812, ("member",), "", False, "", {}, (), "3.6.14")


def listener(port, process, pid, protocol="tcp"):
    return {"address": "127.0.0.1", "pid": pid, "port": port, "process": process, "protocol": protocol}


@pytest.mark.parametrize(
    ("expected", "look", "settings"),
    [
        pytest.param([], BLANK, {}, id="a blank host"),
        pytest.param([], OURS._replace(listening=[listener(2379, "etcd", 812)]), {}, id="our member, running"),
        pytest.param(
            [], BLANK._replace(listening=[listener(2379, "x", 9, "udp")]), {}, id="the port of another protocol"
        ),
        pytest.param(
            [
                (
                    "/usr/bin/etcd 3.4.23 is installed by the distribution "
                    "(expected no other etcd on the host: apt-get purge etcd-server etcd-client, or dnf remove etcd)"
                ),
                (
                    "etcd.service is /lib/systemd/system/etcd.service and runs (pid 311) "
                    "(expected none, or ours at /etc/systemd/system/etcd.service)"
                ),
                (
                    "/var/lib/etcd holds the data of member 8e9e05c52164694d of cluster cdf818194e3a8c32, "
                    "which this role did not start (expected an empty folder: move it aside, nothing is ever deleted)"
                ),
                "port 2379 is taken by etcd, pid 311 (expected free)",
                "port 2380 is taken by etcd, pid 311 (expected free)",
            ],
            BLANK._replace(
                unit_path="/lib/systemd/system/etcd.service",
                unit_pid=311,
                data=("default",),
                owner="member 8e9e05c52164694d of cluster cdf818194e3a8c32",
                others={"/usr/bin/etcd": "3.4.23"},
                listening=[listener(2380, "etcd", 311), listener(2379, "etcd", 311), listener(2379, "etcd", 311)],
            ),
            {},
            id="E1 E36: a package that has started by itself",
        ),
        pytest.param(
            [],
            BLANK._replace(packaged=True, unit_path="/lib/systemd/system/etcd.service"),
            {},
            id="packages that were installed before a run was killed",
        ),
        pytest.param(
            [
                (
                    "etcd.service is /lib/systemd/system/etcd.service and runs (pid 311) "
                    "(expected none, or ours at /etc/systemd/system/etcd.service)"
                )
            ],
            BLANK._replace(packaged=True, unit_path="/lib/systemd/system/etcd.service", unit_pid=311),
            {},
            id="E36: a package's member, where packages are wanted",
        ),
        pytest.param(
            [
                (
                    "/var/lib/etcd holds lost+found, which this role did not start "
                    "(expected an empty folder: move it aside, nothing is ever deleted)"
                )
            ],
            BLANK._replace(data=("lost+found",)),
            {"data_dir": "/var/lib/etcd"},
            id="a folder with other things in it",
        ),
        pytest.param([], OURS._replace(log=True, unit_log="/wal"), {"wal_dir": "/wal"}, id="a log of its own"),
        pytest.param(
            ["/wal holds a member's log, and /var/lib/etcd not its data (expected both, or neither: move it aside)"],
            BLANK._replace(log=True),
            {"wal_dir": "/wal"},
            id="a log whose data is gone",
        ),
        pytest.param(
            [
                (
                    "etcd_wal_dir leads to /wal and the member's log is in /var/lib/etcd/member/wal (expected "
                    "the folder of the first start: to move it, remove the member and let it join again)"
                )
            ],
            OURS,
            {"wal_dir": "/wal"},
            id="a log that would be left behind",
        ),
        pytest.param(
            [
                (
                    "etcd_wal_dir leads to /var/lib/etcd/member/wal and the member's log is in /wal (expected "
                    "the folder of the first start: to move it, remove the member and let it join again)"
                )
            ],
            OURS._replace(unit_log="/wal"),
            {},
            id="a log that would not be found",
        ),
        pytest.param(
            ["port 2381 is taken by an unseen process, pid None (expected free)"],
            OURS._replace(listening=[listener(2381, "", None)]),
            {},
            id="a port of our member held by another",
        ),
        pytest.param(
            [
                (
                    "etcd 3.5.33 is installed and etcd_version is 3.6.14 "
                    "(expected the same minor release, or the playbook quorum.kube.etcd_upgrade)"
                )
            ],
            OURS._replace(running="3.5.33"),
            {},
            id="another minor release over a member",
        ),
        pytest.param([], OURS._replace(running="3.5.33"), {"upgrade_allowed": True}, id="an upgrade"),
        pytest.param([], OURS._replace(running="3.6.11"), {}, id="another patch"),
        pytest.param([], BLANK._replace(running="3.5.33"), {}, id="programs without a member"),
    ],
)
def test_everything_is_told_at_once(expected, look, settings):
    assert expected == obstacles(look, {**SETTINGS, **settings})
