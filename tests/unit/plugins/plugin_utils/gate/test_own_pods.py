# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which pods of a cluster are those of a workload in the input."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.scheduling.snapshot import Snapshot
from ansible_collections.quorum.kube.plugins.plugin_utils.gate.own_pods import without_own_pods


def pod(kind, name, labels=None, namespace="shop", controller=True):
    owner = {"kind": kind, "name": name, "controller": controller}
    metadata = {"name": "p", "namespace": namespace, "labels": labels or {}, "ownerReferences": [owner]}
    return {"kind": "Pod", "metadata": metadata}


def workload(kind, name="web", namespace="shop"):
    return {"kind": kind, "metadata": {"name": name, **({"namespace": namespace} if namespace else {})}}


HASH = {"pod-template-hash": "5d9c"}


@pytest.mark.parametrize(
    ("gone", "found", "of"),
    [
        (True, pod("ReplicaSet", "web-5d9c", HASH), workload("Deployment")),
        (True, pod("ReplicaSet", "web-5d9c", HASH), workload("ReplicaSet", "web-5d9c")),
        (True, pod("StatefulSet", "web"), workload("StatefulSet")),
        (True, pod("Job", "web-28931040"), workload("CronJob")),
        (True, pod("StatefulSet", "web", namespace="shop"), workload("StatefulSet", namespace="")),
        (False, pod("ReplicaSet", "web-api-5d9c", HASH), workload("Deployment")),
        (False, pod("ReplicaSet", "web-other", HASH), workload("Deployment")),
        (False, pod("StatefulSet", "web", namespace="other"), workload("StatefulSet")),
        (False, pod("StatefulSet", "web", controller=False), workload("StatefulSet")),
        (False, pod("StatefulSet", "web"), workload("Deployment")),
        (False, {"kind": "Pod", "metadata": {"name": "web", "namespace": "shop"}}, workload("Pod")),
    ],
)
def test_pods_make_way_for_those_that_follow_them(gone, found, of):
    snapshot = Snapshot([found])

    left = without_own_pods(snapshot, [of], "shop")

    assert ([] if gone else [found]) == left.of("Pod")
    assert [found] == snapshot.of("Pod")
    assert left.gives("Pod")
