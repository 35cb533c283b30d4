# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What files and sshd say of a host."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._net.machine import (
    cgroup_version,
    manage_etc_hosts,
    memory_bytes,
    os_release,
    sshd_settings,
)

DEBIAN = """PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"
NAME="Debian GNU/Linux"
VERSION_ID="12"
ID=debian
"""
ROCKY = """NAME="Rocky Linux"
# a comment = with an equals sign
VERSION_ID="9.4"
ID="rocky"
ID_LIKE="rhel centos fedora"
PRETTY_NAME='Rocky Linux 9.4'
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            DEBIAN,
            {"id": "debian", "version": "12", "name": "Debian GNU/Linux 12 (bookworm)", "family": "debian"},
            id="Debian",
        ),
        pytest.param(
            ROCKY, {"id": "rocky", "version": "9.4", "name": "Rocky Linux 9.4", "family": "redhat"}, id="kin of Red Hat"
        ),
        pytest.param(
            "ID=nixos\n", {"id": "nixos", "version": "", "name": "nixos", "family": ""}, id="another distribution"
        ),
        pytest.param("", {"id": "linux", "version": "", "name": "linux", "family": ""}, id="no file"),
    ],
)
def test_the_distribution_and_its_family(text, expected):
    assert expected == os_release(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("MemTotal:         524288 kB\nMemFree: 1 kB\n", 512 * 1024 * 1024, id="kB means 1024 bytes"),
        pytest.param("SwapTotal: 1 kB\n", 0, id="not told"),
    ],
)
def test_memory_is_counted_in_bytes_r6(text, expected):
    assert expected == memory_bytes(text)


V2 = "cgroup2 /sys/fs/cgroup cgroup2 rw 0 0\n"
V1 = "cgroup /sys/fs/cgroup/memory cgroup rw,memory 0 0\n"


@pytest.mark.parametrize(
    ("mounts", "expected"), [(V2, "v2"), (V1, "v1"), (V1 + V2, "hybrid"), ("tmpfs / tmpfs rw 0 0", "")]
)
def test_the_version_of_the_cgroup_tree(mounts, expected):
    assert expected == cgroup_version(mounts)


SSHD = """port 22
port 2222
permitrootlogin without-password
pubkeyauthentication yes
allowusers root
allowusers deploy
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            SSHD,
            {
                "permit_root_login": "without-password",
                "pubkey_authentication": True,
                "ports": [22, 2222],
                "allow_users": ["root", "deploy"],
                "deny_users": [],
            },
            id="repeated settings add up",
        ),
        pytest.param(
            "permitrootlogin no\ndenyusers root\n",
            {
                "permit_root_login": "no",
                "pubkey_authentication": False,
                "ports": [],
                "allow_users": [],
                "deny_users": ["root"],
            },
            id="root is kept out",
        ),
    ],
)
def test_who_may_log_in_s9(text, expected):
    assert expected == sshd_settings(text)


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        pytest.param([], None, id="no cloud-init"),
        pytest.param(["users: []\n"], None, id="not set"),
        pytest.param(["manage_etc_hosts: true\n"], "true", id="set"),
        pytest.param(
            ["manage_etc_hosts: true\n", "manage_etc_hosts: 'False'  # ours\n"], "false", id="the last file wins"
        ),
        pytest.param(["# manage_etc_hosts: true\n"], None, id="a comment"),
    ],
)
def test_cloud_inits_last_word_on_etc_hosts_h7(texts, expected):
    assert expected == manage_etc_hosts(texts)
