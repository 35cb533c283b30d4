# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The harness itself: the real programs answer, and nothing of a run is left."""

from __future__ import annotations

import os
import time

from ansible_collections.quorum.kube.tests.kubernetes.client import Client
from ansible_collections.quorum.kube.tests.kubernetes.control_plane import ControlPlane, must
from ansible_collections.quorum.kube.tests.kubernetes.programs import Programs

POD = {
    "apiVersion": "v1",
    "kind": "Pod",
    "metadata": {"name": "probe"},
    "spec": {"containers": [{"name": "a", "image": "a", "resources": {"limits": {"cpu": "1", "memory": "1Gi"}}}]},
}


def test_a_dry_run_answers_with_the_class_and_keeps_nothing(client: Client) -> None:
    created = must(client.create(POD, dry_run=True))

    assert created["status"]["qosClass"] == "Guaranteed"
    assert client.get(POD).status == 404


def test_the_scheduler_places_a_pod_on_a_node_created_with_allocatable(client: Client) -> None:
    node = {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": "probe-node"},
        "status": {"allocatable": {"cpu": "2", "memory": "4Gi", "pods": "10"}},
    }
    must(client.create(node))
    must(client.create(POD))
    try:
        until = time.monotonic() + 20
        while not must(client.get(POD))["spec"].get("nodeName") and time.monotonic() < until:
            time.sleep(0.05)

        assert must(client.get(POD))["spec"].get("nodeName") == "probe-node"
    finally:
        client.delete(POD)
        client.delete(node)


def test_nothing_is_left_of_a_run(programs: Programs) -> None:
    with ControlPlane(programs, scheduler=False) as running:
        folder = running._folder
        pids = [process.pid for process in running._processes.values()]

    assert len(pids) == 2
    assert [pid for pid in pids if os.path.exists(f"/proc/{pid}")] == []
    assert not folder.exists()
