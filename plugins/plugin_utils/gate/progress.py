# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""How far a workload has come, from its own status.

`kubectl rollout status` decides in the same way (k8s.io/kubectl pkg/polymorphichelpers/rollout_status.go, 1.37); a Job
is done when it is complete, a pod when it is ready.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ...module_utils._kube.objects import mapping, mappings, text, whole

Object = Mapping[str, Any]

UNSEEN = "its controller has not seen the change yet"
DEADLINE = "ProgressDeadlineExceeded"


class Progress(NamedTuple):
    """Whether there is nothing left to wait for, whether that is because it failed, and the state in words."""

    done: bool
    text: str
    failed: bool = False


def progress_of(value: Object) -> Progress:
    """The progress of an object of `WATCHED`."""
    status = mapping(value.get("status"))
    generation = whole(mapping(value.get("metadata")).get("generation"))
    if value.get("kind") not in ("Job", "Pod") and whole(status.get("observedGeneration")) < generation:
        return Progress(False, UNSEEN)
    return _PROGRESS[str(value["kind"])](mapping(value.get("spec")), status)


def _deployment(spec: Object, status: Object) -> Progress:
    wanted = whole(spec.get("replicas"), 1)
    updated, available = whole(status.get("updatedReplicas")), whole(status.get("availableReplicas"))
    if any(each.get("reason") == DEADLINE for each in mappings(status.get("conditions"))):
        return Progress(False, f"{available} of {wanted} pods are available, and the progress deadline is over", True)
    if updated < wanted:
        return Progress(False, f"{updated} of {wanted} pods are updated")
    if whole(status.get("replicas")) > updated:
        return Progress(False, f"{whole(status.get('replicas')) - updated} old pods are still to go")
    return Progress(available >= wanted, f"{available} of {wanted} pods are available")


def _daemon_set(spec: Object, status: Object) -> Progress:
    wanted = whole(status.get("desiredNumberScheduled"))
    updated, available = whole(status.get("updatedNumberScheduled")), whole(status.get("numberAvailable"))
    if _waits_for_deletions(spec):
        return Progress(True, "pods are replaced when they are deleted")
    if updated < wanted:
        return Progress(False, f"{updated} of {wanted} pods are updated")
    return Progress(available >= wanted, f"{available} of {wanted} pods are available")


def _stateful_set(spec: Object, status: Object) -> Progress:
    wanted, ready = whole(spec.get("replicas"), 1), whole(status.get("readyReplicas"))
    if _waits_for_deletions(spec):
        return Progress(True, "pods are replaced when they are deleted")
    rolling = mapping(mapping(spec.get("updateStrategy")).get("rollingUpdate"))
    updated, to_update = whole(status.get("updatedReplicas")), wanted - whole(rolling.get("partition"))
    if ready < wanted:
        return Progress(False, f"{ready} of {wanted} pods are ready")
    if status.get("updateRevision") != status.get("currentRevision") and updated < to_update:
        return Progress(False, f"{updated} of {to_update} pods are updated")
    return Progress(True, f"{ready} of {wanted} pods are ready")


def _replica_set(spec: Object, status: Object) -> Progress:
    wanted, ready = whole(spec.get("replicas"), 1), whole(status.get("readyReplicas"))
    return Progress(ready >= wanted, f"{ready} of {wanted} pods are ready")


def _job(spec: Object, status: Object) -> Progress:
    wanted = whole(spec.get("completions"), 1)
    for condition in mappings(status.get("conditions")):
        if condition.get("status") == "True" and condition.get("type") in ("Complete", "Failed"):
            failed = condition["type"] == "Failed"
            return Progress(not failed, f"{condition['type'].lower()}: {text(condition.get('message'))}", failed)
    if spec.get("suspend") is True:
        return Progress(True, "suspended")
    return Progress(False, f"{whole(status.get('succeeded'))} of {wanted} completions")


def _pod(spec: Object, status: Object) -> Progress:
    phase = text(status.get("phase")) or "Pending"
    if phase in ("Succeeded", "Failed"):
        return Progress(phase == "Succeeded", phase, phase == "Failed")
    ready = any(
        each.get("type") == "Ready" and each.get("status") == "True" for each in mappings(status.get("conditions"))
    )
    return Progress(ready, phase if ready else f"{phase} and not ready")


def _waits_for_deletions(spec: Object) -> bool:
    return mapping(spec.get("updateStrategy")).get("type") == "OnDelete"


_PROGRESS: Mapping[str, Callable[[Object, Object], Progress]] = {
    "DaemonSet": _daemon_set,
    "Deployment": _deployment,
    "Job": _job,
    "Pod": _pod,
    "ReplicaSet": _replica_set,
    "ReplicationController": _replica_set,
    "StatefulSet": _stateful_set,
}
WATCHED = frozenset(_PROGRESS)
