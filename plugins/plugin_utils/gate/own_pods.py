# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The pods that a workload runs already make way for those that are judged: each stands where the old one stood."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from ...module_utils._kube.objects import mapping, mappings, text
from ...module_utils._kube.scheduling.snapshot import Snapshot, place_of

HASH = "pod-template-hash"
_RUN_OF_CRON_JOB = re.compile(r"(.+)-\d+")
Place = tuple[str, str, str]


def without_own_pods(snapshot: Snapshot, workloads: Iterable[Mapping[str, Any]], namespace: str) -> Snapshot:
    """The same cluster without the pods of the given workloads; bare pods are told by the scheduler's own rule."""
    own = {
        (text(found.get("kind")), text(mapping(found.get("metadata")).get("namespace")) or namespace, name)
        for found in workloads
        if (name := text(mapping(found.get("metadata")).get("name")))
    }
    return snapshot.without("Pod", lambda pod: any(place in own for place in owners_of(pod)))


def owners_of(pod: Mapping[str, Any]) -> Iterable[Place]:
    """The workloads a pod comes from: its controller, and the Deployment or CronJob behind that.

    A ReplicaSet of a Deployment is called after it and the hash of the pods' template, a Job of a CronJob after it and
    the minute (pkg/controller/deployment/sync.go, pkg/controller/cronjob/utils.go, 1.28 - 1.37).
    """
    metadata = mapping(pod.get("metadata"))
    namespace = place_of(pod)[0]
    for owner in mappings(metadata.get("ownerReferences")):
        if owner.get("controller") is not True:
            continue
        kind, name = text(owner.get("kind")), text(owner.get("name"))
        yield kind, namespace, name
        suffix = "-" + text(mapping(metadata.get("labels")).get(HASH))
        if kind == "ReplicaSet" and len(suffix) > 1 and name.endswith(suffix):
            yield "Deployment", namespace, name[: -len(suffix)]
        elif kind == "Job" and (match := _RUN_OF_CRON_JOB.fullmatch(name)):
            yield "CronJob", namespace, match[1]
