# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Why a workload hangs, from what the cluster says of it."""

from __future__ import annotations

from ansible_collections.quorum.kube.plugins.module_utils._kube.findings import Subject
from ansible_collections.quorum.kube.plugins.plugin_utils.gate.diagnosis import diagnose
from ansible_collections.quorum.kube.plugins.plugin_utils.gate.progress import Progress
from ansible_collections.quorum.kube.plugins.plugin_utils.gate.watching import findings_of_hanging

SENTENCE = "0/3 nodes are available: 3 Insufficient cpu."
WEB = Subject("Deployment", "apps/v1", "shop", "web", "web.yml", 1, 1)
OWNED = {
    "labels": {"pod-template-hash": "5d9c"},
    "ownerReferences": [{"kind": "ReplicaSet", "name": "web-5d9c", "controller": True}],
}


def pod(name, status, node="", **metadata):
    return {
        "metadata": {"name": name, "namespace": "shop", **(metadata or OWNED)},
        "spec": {"nodeName": node} if node else {},
        "status": status,
    }


def pending(name):
    return pod(name, {"conditions": [{"type": "PodScheduled", "status": "False", "message": SENTENCE}]})


def waiting(name, reason, message=""):
    state = {"name": "main", "state": {"waiting": {"reason": reason, "message": message}}}
    return pod(name, {"phase": "Pending", "containerStatuses": [state]}, node="n")


def event(kind, name, reason, message, type_="Warning"):
    return {
        "involvedObject": {"kind": kind, "name": name},
        "type": type_,
        "reason": reason,
        "message": message,
    }


def diagnosed(pods=(), events=(), conditions=()):
    lists = {"Pod": list(pods), "Event": list(events)}
    value = {"status": {"conditions": list(conditions)}}
    return diagnose(WEB, Progress(False, "1 of 3 pods are updated"), value, lambda _version, kind, _where: lists[kind])


def test_pods_are_told_by_what_keeps_them():
    ready = pod("web-0", {"phase": "Running", "conditions": [{"type": "Ready", "status": "True"}]})
    stranger = pod("api-1", {"phase": "Pending"}, labels={})

    found = diagnosed([ready, stranger, pending("web-1"), waiting("web-2", "ErrImagePull", "no such host")])

    assert [("web-1", "", SENTENCE, []), ("web-2", "n", "", ["container main: ErrImagePull: no such host"])] == [
        (each["name"], each["node"], each["message"], each["containers"]) for each in found.as_dict()["pods"]
    ]


def test_what_is_still_starting_is_no_reason():
    assert [] == diagnosed([waiting("web-1", "ContainerCreating")]).reasons()


def test_events_of_the_workload_its_replica_sets_and_its_pods_are_told_once():
    events = [
        event("ReplicaSet", "web-5d9c", "FailedCreate", "exceeded quota"),
        event("ReplicaSet", "web-5d9c", "FailedCreate", "exceeded quota"),
        event("Pod", "web-1", "FailedScheduling", SENTENCE),
        event("Pod", "web-1", "Scheduled", "fine", "Normal"),
        event("Pod", "other", "FailedScheduling", "not ours"),
    ]

    found = diagnosed([pending("web-1")], events)

    assert (
        "ReplicaSet web-5d9c: FailedCreate: exceeded quota",
        f"Pod web-1: FailedScheduling: {SENTENCE}",
    ) == found.events


def test_conditions_that_are_fine_are_left_out():
    found = diagnosed(
        conditions=[
            {"type": "Available", "status": "True", "reason": "MinimumReplicasAvailable"},
            {"type": "Progressing", "status": "False", "reason": "ProgressDeadlineExceeded", "message": "too slow"},
            {"type": "ReplicaFailure", "status": "True", "reason": "FailedCreate", "message": "exceeded quota"},
        ]
    )

    assert (
        "Progressing=False: ProgressDeadlineExceeded: too slow",
        "ReplicaFailure=True: FailedCreate: exceeded quota",
    ) == found.conditions


def test_a_finding_names_each_reason_once_and_what_helps():
    hanging = diagnosed([pending("web-1"), pending("web-2"), waiting("web-3", "ErrImagePull")])
    helped = hanging._replace(
        pods=tuple(each._replace(suggestions=("request 1 instead of 3 cpu",)) for each in hanging.pods)
    )

    (finding,) = findings_of_hanging([helped], 300)

    assert ("rollout-hangs", "error", WEB) == (finding.rule, finding.severity, finding.object)
    assert (
        f"1 of 3 pods are updated after 300 s; pod web-1: {SENTENCE}; pod web-3: container main: ErrImagePull"
        == finding.message
    )
    assert "request 1 instead of 3 cpu" == finding.fix
