# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is told of a node whose kubelet has been asked."""

from __future__ import annotations

from ansible_collections.quorum.kube.plugins.module_utils._kube.eviction import Layout
from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import newest_gates
from ansible_collections.quorum.kube.plugins.module_utils._kubelets import NodeState
from ansible_collections.quorum.kube.plugins.modules.node_eviction_info import told

POD = {
    "apiVersion": "v1",
    "kind": "Pod",
    "metadata": {"name": "web", "namespace": "shop"},
    "spec": {"priority": 0, "containers": [{"name": "c", "image": "i", "resources": {"requests": {"memory": "1Mi"}}}]},
}
USAGE = {"name": "c", "memory": {"workingSetBytes": 3 << 20}}
SUMMARY = {"pods": [{"podRef": {"name": "web", "namespace": "shop"}, "containers": [USAGE], "memory": USAGE["memory"]}]}


def node(**changes):
    return NodeState("n", [POD], "4Gi", ("MemoryPressure",), SUMMARY)._replace(**changes)


def test_the_pods_are_ranked_by_what_their_kubelet_says():
    found = told(node(), newest_gates(), "memory.available", Layout(False, False))

    assert ("n", "", ["MemoryPressure"]) == (found["name"], found["silent"], found["pressures"])
    assert [("web", "uses 3Mi and requests 1Mi, 2Mi over; priority 0")] == [
        (each["name"], each["reason"]) for each in found["order"]
    ]
    assert [999] == [each["oom_score_adj"] for each in found["oom_scores"]]


def test_nothing_is_guessed_where_the_kubelet_is_silent():
    found = told(node(summary={}, silent="its kubelet does not answer"), newest_gates(), "memory.available", Layout())

    assert ("its kubelet does not answer", [], []) == (found["silent"], found["order"], found["oom_scores"])
