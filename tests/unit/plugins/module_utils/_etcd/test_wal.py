# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whose data a directory holds, from the first bytes of logs that real members wrote."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._etcd.wal import Owner, owner

START = (
    "0400000000000084080410000000000"
    "01f000000000000810801108bd9eda9051a1508f78ae893eba6d6970710829ca6e7818cea8ccc01000e0000000000008208"
)
WRITTEN = {"3.5.33": START + "0510bfd89ed7041a04080010", "3.7.3": START + "0510bfd89ed7041a0408001000000000"}


@pytest.mark.parametrize("release", WRITTEN)
def test_E1_the_log_tells_its_member_and_cluster(release):
    found = owner(bytes.fromhex(WRITTEN[release]))

    assert Owner(f"{517730573628343671:x}", f"{14706971188910460418:x}") == found


@pytest.mark.parametrize(
    "start",
    [
        pytest.param(b"", id="an empty file"),
        pytest.param(bytes(4096), id="a file that was allocated and not written"),
        pytest.param(bytes.fromhex(WRITTEN["3.5.33"])[:20], id="a log that is cut"),
        pytest.param(b"not a log at all, but long enough to look like one" * 3, id="another file"),
    ],
)
def test_what_does_not_tell_is_nobodys(start):
    assert owner(start) is None
