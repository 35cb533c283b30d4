# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The real kube-scheduler as an oracle: a cluster is put in place, then pods are asked about one by one."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from ansible_collections.quorum.kube.tests.kubernetes.client import Client, object_path
from ansible_collections.quorum.kube.tests.kubernetes.control_plane import ControlPlane, must

Manifest = dict[str, Any]

SNAPSHOT = (
    ("v1", "Namespace"),
    ("v1", "Node"),
    ("v1", "Pod"),
    ("v1", "PersistentVolume"),
    ("v1", "PersistentVolumeClaim"),
    ("v1", "LimitRange"),
    ("v1", "Service"),
    ("policy/v1", "PodDisruptionBudget"),
    ("scheduling.k8s.io/v1", "PriorityClass"),
    ("storage.k8s.io/v1", "CSIDriver"),
    ("storage.k8s.io/v1", "CSINode"),
    ("storage.k8s.io/v1", "CSIStorageCapacity"),
    ("storage.k8s.io/v1", "StorageClass"),
    ("storage.k8s.io/v1", "VolumeAttachment"),
)
SECONDS = 20
SETTLE_SECONDS = 0.25

_BINDS_VOLUMES = re.compile(r'"BindPodVolumes".* pod="([^"]+)" node="([^"]+)"')
_NO_FIT = re.compile(r'"Unable to schedule pod; no fit; waiting" pod="([^"]+)" err=("(?:[^"\\]|\\.)*")')
_SCORED = re.compile(r'"Plugin scored node for pod" pod="([^"]+)" plugin="([^"]+)" node="([^"]+)" score=(-?[0-9]+)')


class Decision(NamedTuple):
    """What the scheduler made of a pod: the nodes it found feasible and what its plugins scored there, or its sentence.

    `changes` says that the cluster is no longer as it was: pods were preempted, or volumes chosen for claims.
    """

    feasible: frozenset[str]
    message: str
    scores: Mapping[str, Mapping[str, int]]
    changes: bool = False


class Oracle:
    """Asks a running scheduler of verbosity 10; what it logs of a pod says which nodes were feasible."""

    def __init__(self, control_plane: ControlPlane) -> None:
        self.client: Client = control_plane.client
        self._log = open(control_plane.log("kube-scheduler"), encoding="utf-8", errors="replace")  # noqa: SIM115

    def close(self) -> None:
        self._log.close()

    @contextmanager
    def cluster(self, manifests: list[Manifest]) -> Iterator[list[Manifest]]:
        """Puts the objects in place, statuses included, and tells all objects as the API server has them.

        Finished pods come before the others: the scheduler keeps the host ports of a node as a set (HostPortInfo), so
        what a pod leaves by finishing is free to it even where another pod holds the same port.
        """
        created: list[Manifest] = []
        try:
            created.extend(self._create(manifest) for manifest in sorted(manifests, key=_order))
            time.sleep(SETTLE_SECONDS)
            yield self.snapshot()
        finally:
            for manifest in reversed(created):
                self._remove(manifest)
            for pod in self.client.list("Pod"):
                self._remove(pod)
            time.sleep(SETTLE_SECONDS / 4)

    def _create(self, manifest: Manifest) -> Manifest:
        terminating = manifest["kind"] == "Pod" and "deletionTimestamp" in manifest["metadata"]
        if terminating:
            metadata = {key: value for key, value in manifest["metadata"].items() if key != "deletionTimestamp"}
            manifest = {**manifest, "metadata": {**metadata, "finalizers": ["quorum.kube/kept"]}}
        stored = must(self.client.create(manifest))
        if manifest.get("status") and manifest["kind"] != "Node":
            stored["status"] = {**(stored.get("status") or {}), **manifest["status"]}
            stored = must(self.client.replace({**stored, **_kind(manifest)}, "status"))
        if terminating:
            self.client.request("DELETE", object_path(manifest), {"gracePeriodSeconds": 600})
        return {**stored, **_kind(manifest)}

    def _remove(self, manifest: Manifest) -> None:
        answer = self.client.delete(manifest)
        if answer.accepted and (answer.body.get("metadata") or {}).get("finalizers"):
            found = self.client.get(manifest)
            if found.accepted:
                found.body["metadata"]["finalizers"] = []
                self.client.replace({**found.body, **_kind(manifest)})

    def snapshot(self) -> list[Manifest]:
        return [found for version, kind in SNAPSHOT for found in self.client.list(kind, version)]

    def has_evicted(self, snapshot: list[Manifest]) -> bool:
        """Whether a pod of the snapshot has had to go for an asked one, which no message says up to 1.36."""
        staying = {_name(found) for found in self.client.list("Pod") if "deletionTimestamp" not in found["metadata"]}
        placed = (found for found in snapshot if found["kind"] == "Pod")
        return any(_name(pod) not in staying for pod in placed if "deletionTimestamp" not in pod["metadata"])

    def ask(self, pod: Manifest) -> Decision | None:
        """Creates the pod, waits for the scheduler's word and takes it away again.

        None where the API refuses it, and where the scheduler itself fails on it (`SchedulerError`).
        """
        self._log.seek(0, 2)
        answer = self.client.create(pod)
        if not answer.accepted:
            return None
        name = "{namespace}/{name}".format(**answer.body["metadata"])
        try:
            return self._decided(pod, name)
        finally:
            self._remove(pod)

    def _decided(self, pod: Manifest, name: str) -> Decision | None:
        """A pod whose claims wait for the volume controller, which isn't there, is decided when that is logged."""
        until = time.monotonic() + SECONDS
        lines, begun = [], ""
        while time.monotonic() < until:
            stored = must(self.client.get(pod))
            *whole, begun = (begun + self._log.read()).split("\n")
            lines += whole
            message = next(_told(_NO_FIT, lines, name), "")
            if message:
                return Decision(frozenset(), json.loads(message), {}, changes="preemption: found" in message)
            if _condition(stored).get("reason") == "SchedulerError":
                return None
            if _condition(stored):
                continue
            chosen = next(_told(_BINDS_VOLUMES, lines, name), "")
            node = stored["spec"].get("nodeName") or chosen
            if node:
                scores = _scores(lines, name)
                return Decision(frozenset(scores) or frozenset([node]), "", scores, changes=bool(chosen))
            time.sleep(0.002)
        told = "\n".join(line for line in lines if name in line)
        raise AssertionError(f"{name}: no decision within {SECONDS} s: {told[-2000:]}")


def _order(manifest: Manifest) -> int:
    """Finished pods after what they refer to, and before all other pods."""
    if manifest["kind"] != "Pod":
        return 0
    return 1 if (manifest.get("status") or {}).get("phase") in ("Succeeded", "Failed") else 2


def _told(pattern: re.Pattern[str], lines: list[str], name: str) -> Iterator[str]:
    """What the log says of the pod, oldest first."""
    return (match[2] for line in lines if (match := pattern.search(line)) and match[1] == name)


def _scores(lines: list[str], name: str) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for line in lines:
        match = _SCORED.search(line)
        if match and match[1] == name:
            found.setdefault(match[3], {})[match[2]] = int(match[4])
    return found


def _condition(pod: Manifest) -> Manifest:
    """Why the pod has no node; empty as long as nothing has been said."""
    for condition in pod.get("status", {}).get("conditions") or []:
        if condition["type"] == "PodScheduled" and condition["status"] == "False":
            return dict(condition)
    return {}


def _name(manifest: Manifest) -> tuple[str, str]:
    return manifest["metadata"]["namespace"], manifest["metadata"]["name"]


def _kind(manifest: Manifest) -> Manifest:
    return {"apiVersion": manifest["apiVersion"], "kind": manifest["kind"]}
