# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""How far a workload has come."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.plugin_utils.gate.progress import UNSEEN, Progress, progress_of


def workload(kind, spec=None, generation=1, **status):
    return {
        "kind": kind,
        "metadata": {"name": "w", "generation": generation},
        "spec": spec or {},
        "status": {"observedGeneration": 1, **status},
    }


def condition(kind, status="True", reason="", message=""):
    return {"type": kind, "status": status, "reason": reason, "message": message}


THREE = {"replicas": 3}
ON_DELETE = {"updateStrategy": {"type": "OnDelete"}}
DEADLINE = [condition("Progressing", "False", "ProgressDeadlineExceeded")]


@pytest.mark.parametrize(
    ("done", "text", "value"),
    [
        (False, UNSEEN, workload("Deployment", THREE, generation=2)),
        (False, "1 of 3 pods are updated", workload("Deployment", THREE, updatedReplicas=1)),
        (False, "1 old pods are still to go", workload("Deployment", THREE, replicas=4, updatedReplicas=3)),
        (
            False,
            "2 of 3 pods are available",
            workload("Deployment", THREE, replicas=3, updatedReplicas=3, availableReplicas=2),
        ),
        (
            True,
            "3 of 3 pods are available",
            workload("Deployment", THREE, replicas=3, updatedReplicas=3, availableReplicas=3),
        ),
        (True, "0 of 0 pods are available", workload("Deployment", {"replicas": 0})),
        (False, "1 of 2 pods are updated", workload("DaemonSet", desiredNumberScheduled=2, updatedNumberScheduled=1)),
        (
            True,
            "2 of 2 pods are available",
            workload("DaemonSet", desiredNumberScheduled=2, updatedNumberScheduled=2, numberAvailable=2),
        ),
        (True, "pods are replaced when they are deleted", workload("DaemonSet", ON_DELETE, desiredNumberScheduled=2)),
        (False, "1 of 3 pods are ready", workload("StatefulSet", THREE, readyReplicas=1)),
        (
            False,
            "0 of 3 pods are updated",
            workload("StatefulSet", THREE, readyReplicas=3, updateRevision="b", currentRevision="a"),
        ),
        (
            True,
            "3 of 3 pods are ready",
            workload(
                "StatefulSet",
                {**THREE, "updateStrategy": {"rollingUpdate": {"partition": 2}}},
                readyReplicas=3,
                updatedReplicas=1,
                updateRevision="b",
                currentRevision="a",
            ),
        ),
        (True, "pods are replaced when they are deleted", workload("StatefulSet", {**THREE, **ON_DELETE})),
        (False, "0 of 1 pods are ready", workload("ReplicaSet")),
        (False, "1 of 4 completions", workload("Job", {"completions": 4}, succeeded=1)),
        (True, "complete: ", workload("Job", conditions=[condition("Complete")])),
        (True, "suspended", workload("Job", {"suspend": True})),
        (False, "Pending and not ready", workload("Pod")),
        (True, "Running", workload("Pod", phase="Running", conditions=[condition("Ready")])),
        (True, "Succeeded", workload("Pod", phase="Succeeded")),
    ],
)
def test_a_workload_is_done_when_nothing_is_left_to_wait_for(done, text, value):
    assert Progress(done, text) == progress_of(value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (
            "0 of 3 pods are available, and the progress deadline is over",
            workload("Deployment", THREE, conditions=DEADLINE),
        ),
        ("failed: too often", workload("Job", conditions=[condition("Failed", message="too often")])),
        ("Failed", workload("Pod", phase="Failed")),
    ],
)
def test_what_has_failed_is_not_waited_for(text, value):
    assert Progress(False, text, failed=True) == progress_of(value)
