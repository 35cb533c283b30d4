# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Who can log in where, as a table."""

from __future__ import annotations

from ansible_collections.quorum.kube.plugins.module_utils._hosts.matrix import login_matrix


def test_a_matrix_with_a_failure_and_a_host_that_is_down() -> None:
    results = [
        {"name": "m1", "logins": {"m2": "ok", "node-1": "No route to host"}},
        {"name": "m2", "logins": {"m1": "ok", "node-1": "No route to host"}},
    ]

    expected = [
        "from / to  m1  m2  node-1",
        "m1         -   ok  FAIL",
        "m2         ok  -   FAIL",
        "m1 -> node-1: No route to host",
        "m2 -> node-1: No route to host",
    ]
    assert expected == login_matrix(results)


def test_only_targets_have_a_column() -> None:
    assert ["from / to  m2", "m1         ok"] == login_matrix([{"name": "m1", "logins": {"m2": "ok"}}])


def test_no_logins() -> None:
    assert [] == login_matrix([])
