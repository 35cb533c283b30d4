# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
from __future__ import annotations

from ansible_collections.quorum.kube.plugins.plugin_utils.changes import Changes


def test_a_run_without_changes_says_so():
    assert "nothing" == Changes().text()


def test_tasks_keep_the_runs_order_and_name_each_host_once():
    changes = Changes()
    for task, host in (
        ("quorum.kube.hosts : Write the names of all hosts", "node-1"),
        ("quorum.kube.haproxy : Install", "master-2"),
        ("quorum.kube.hosts : Write the names of all hosts", "master-1"),
        ("quorum.kube.hosts : Write the names of all hosts", "node-1"),
    ):
        changes.add(task, host)

    assert (
        "hosts : Write the names of all hosts  master-1, node-1\nhaproxy : Install                     master-2"
        == changes.text()
    )
