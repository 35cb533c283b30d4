# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Workloads and usages with odd values at any path, each of a seed of its own, and what must hold of the answers."""

from __future__ import annotations

import json
import random

from ansible_collections.quorum.kube.plugins.module_utils._kube.cgroups import Node
from ansible_collections.quorum.kube.plugins.module_utils._kube.errors import InputError
from ansible_collections.quorum.kube.plugins.module_utils._kube.eviction import SIGNALS, Layout
from ansible_collections.quorum.kube.plugins.module_utils._kube.eviction_report import Running
from ansible_collections.quorum.kube.plugins.module_utils._kube.qos_report import told_documents
from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import gates_of
from ansible_collections.quorum.kube.plugins.module_utils._kube.workloads import is_workload
from ansible_collections.quorum.kube.plugins.module_utils._manifests import load
from ansible_collections.quorum.kube.tests.unit.plugins.module_utils._kube.odd import ODD, paths, replaced

GATES = [gates_of(version, None) for version in ("1.28", "1.33", "1.36", "1.37")]

SPEC = {
    "priority": 5,
    "priorityClassName": "x",
    "hostNetwork": True,
    "overhead": {"cpu": "1m"},
    "resources": {"requests": {"cpu": "1"}, "limits": {"memory": "1Gi", "hugepages-2Mi": "2Mi"}},
    "volumes": [{"name": "v", "emptyDir": {}}],
    "initContainers": [{"name": "i", "restartPolicy": "Always", "resources": {"limits": {"cpu": "1"}}}],
    "containers": [
        {
            "name": "c",
            "ports": [{"containerPort": 80}],
            "resources": {"requests": {"cpu": "1", "memory": "1Gi"}, "limits": {"cpu": "2", "example.com/x": 1}},
        }
    ],
    "ephemeralContainers": [{"name": "e"}],
}
POD = {
    "kind": "Pod",
    "metadata": {"name": "a", "annotations": {"x": "y"}},
    "spec": SPEC,
    "status": {"phase": "Running"},
}
DEPLOYMENT = {"kind": "Deployment", "metadata": {"name": "d"}, "spec": {"replicas": 2, "template": {"spec": SPEC}}}
CRON_JOB = {"kind": "CronJob", "spec": {"jobTemplate": {"spec": {"parallelism": 2, "template": {"spec": SPEC}}}}}
LIST = {"kind": "List", "items": [POD, DEPLOYMENT]}


def drawn(randomly):
    """A workload, a list of two, or the JSON text of one, with odd values in it."""
    document = randomly.choice([POD, DEPLOYMENT, CRON_JOB, LIST])
    for dummy in range(randomly.choice((1, 1, 2, 3))):
        document = replaced(document, randomly.choice(list(paths(document))), randomly.choice(ODD))
    if randomly.random() < 0.3:
        try:
            return json.dumps(document)
        except (TypeError, ValueError):
            return document
    return document


def ask_for_classes(seed):
    """Whether the manifest of this seed was refused; each refusal has its words."""
    randomly = random.Random(seed)
    document, gates = drawn(randomly), randomly.choice(GATES)

    found = told_documents(load(definition=document, understood=is_workload), gates, {}, "default", Node(2**34, 2**30))

    assert all(entry["message"] for entry in found["unreadable"])
    assert found["failed"] is bool(found["unreadable"])
    return found["failed"]


def ask_for_eviction(seed):
    """The same of a pod and what it uses."""
    randomly = random.Random(seed)
    pod, odd = replaced(POD, randomly.choice(list(paths(POD))), randomly.choice(ODD)), randomly.choice(ODD)
    running = Running(randomly.choice(GATES))
    running.add_stated([{"pod": pod, "usage": randomly.choice([None, odd, {"memory": odd}, {"volumes": odd}])}])
    running.add_summarized([POD], randomly.choice([odd, {"pods": odd}, {"pods": [{"podRef": odd, "volume": odd}]}]))
    try:
        found = running.told(randomly.choice(SIGNALS), [], Layout(), 2**30)
    except InputError as refused:
        assert refused.problems
        return True
    always = {"over_limits", "order", "never_evicted", "threshold_order", "oom_scores"}
    assert set(found) - {"admission", "threshold"} == always
    return False
