# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Questions about pods and clusters with odd values anywhere, each of a seed of its own."""

from __future__ import annotations

import json
import random

from ansible_collections.quorum.kube.plugins.module_utils._kube.errors import InputError
from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import gates_of
from ansible_collections.quorum.kube.plugins.module_utils._kube.scheduling.profiles import profiles_of
from ansible_collections.quorum.kube.plugins.module_utils._kube.scheduling.schedule_report import (
    Question,
    is_around_pods,
    told_schedule,
)
from ansible_collections.quorum.kube.plugins.module_utils._kube.scheduling.snapshot import Snapshot
from ansible_collections.quorum.kube.plugins.module_utils._kube.workloads import is_workload
from ansible_collections.quorum.kube.plugins.module_utils._manifests import load
from ansible_collections.quorum.kube.tests.unit.plugins.module_utils._kube.odd import ODD, paths, replaced
from ansible_collections.quorum.kube.tests.unit.plugins.module_utils._kube.scheduling.clusters import (
    HOSTNAME,
    ZONE,
    node,
    pod,
)

GATES = [gates_of(version, None) for version in ("1.28", "1.33", "1.36", "1.37")]
COUNTED = frozenset(["yes", "no", "unknown", "waiting"])
LABELS = {"app": "web"}
SELECTOR = {"matchLabels": LABELS, "matchExpressions": [{"key": "app", "operator": "In", "values": ["web"]}]}
TERM = {"topologyKey": ZONE, "labelSelector": SELECTOR, "namespaceSelector": {}, "matchLabelKeys": ["app"]}
NODES = {"matchExpressions": [{"key": "disk", "operator": "In", "values": ["ssd"]}]}
REQUIRED, PREFERRED = (f"{kind}DuringSchedulingIgnoredDuringExecution" for kind in ("required", "preferred"))
SPEC = {
    "priorityClassName": "high",
    "runtimeClassName": "vm",
    "nodeSelector": {"disk": "ssd"},
    "tolerations": [{"key": "a", "operator": "Gt", "value": "3", "effect": "NoSchedule"}],
    "affinity": {
        "nodeAffinity": {
            REQUIRED: {"nodeSelectorTerms": [NODES]},
            PREFERRED: [{"weight": 5, "preference": NODES}],
        },
        "podAffinity": {REQUIRED: [TERM], PREFERRED: [{"weight": 3, "podAffinityTerm": TERM}]},
        "podAntiAffinity": {REQUIRED: [{"topologyKey": HOSTNAME, "labelSelector": SELECTOR}]},
    },
    "topologySpreadConstraints": [
        {
            "topologyKey": ZONE,
            "maxSkew": 1,
            "minDomains": 2,
            "whenUnsatisfiable": "DoNotSchedule",
            "labelSelector": SELECTOR,
        }
    ],
    "volumes": [
        {"name": "v", "persistentVolumeClaim": {"claimName": "c"}},
        {"name": "e", "ephemeral": {"volumeClaimTemplate": {"spec": {"storageClassName": "wait"}}}},
        {"name": "d", "gcePersistentDisk": {"pdName": "p"}},
    ],
    "initContainers": [{"name": "i", "image": "i", "resources": {"requests": {"cpu": "1"}}}],
    "containers": [
        {
            "name": "c",
            "image": "i",
            "ports": [{"containerPort": 80, "hostPort": 80}],
            "resources": {"requests": {"cpu": "1", "example.com/gpu": 1}, "limits": {"memory": "1Gi"}},
        }
    ],
}
TEMPLATE = {"metadata": {"labels": LABELS}, "spec": SPEC}
BODY = {"replicas": 2, "selector": {"matchLabels": LABELS}, "template": TEMPLATE}
WORKLOADS = [
    {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p", "labels": LABELS}, "spec": SPEC},
    {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": "d"},
        "spec": {**BODY, "strategy": {"rollingUpdate": {"maxSurge": "25%", "maxUnavailable": 0}}},
    },
    {
        "apiVersion": "apps/v1",
        "kind": "StatefulSet",
        "metadata": {"name": "s"},
        "spec": {**BODY, "volumeClaimTemplates": [{"metadata": {"name": "v"}, "spec": {"storageClassName": "wait"}}]},
    },
    {"apiVersion": "apps/v1", "kind": "DaemonSet", "metadata": {"name": "a"}, "spec": BODY},
]
DISK = {"driver": "csi.example.com", "volumeHandle": "h"}
CLUSTER = [
    {**node("n1", labels={HOSTNAME: "n1", ZONE: "z1", "disk": "ssd"}, taints=["a=5:NoSchedule"]), "apiVersion": "v1"},
    node("n2", labels={HOSTNAME: "n2", ZONE: "z2", "disk": "ssd"}, cordoned=True),
    {
        **node("n3", labels={HOSTNAME: "n3", ZONE: "z2"}, cpu="2", memory="2Gi"),
        "status": {
            "allocatable": {"cpu": "2", "pods": "9"},
            "images": [{"names": ["i"], "sizeBytes": 5}],
            "declaredFeatures": ["x"],
        },
    },
    {**pod("running", on="n1", labels=LABELS, **SPEC), "status": {"phase": "Running"}},
    pod("other", on="n2", priority=3, requests={"cpu": "1"}),
    {"kind": "Namespace", "metadata": {"name": "default", "labels": LABELS}},
    {
        "kind": "PersistentVolume",
        "metadata": {"name": "v", "labels": {ZONE: "z1"}},
        "spec": {
            "capacity": {"storage": "1Gi"},
            "accessModes": ["ReadWriteOnce"],
            "storageClassName": "wait",
            "csi": DISK,
            "nodeAffinity": {"required": {"nodeSelectorTerms": [NODES]}},
        },
    },
    {
        "kind": "PersistentVolumeClaim",
        "metadata": {"name": "c", "annotations": {"pv.kubernetes.io/bind-completed": "yes"}},
        "spec": {"volumeName": "v", "storageClassName": "wait", "resources": {"requests": {"storage": "1Gi"}}},
    },
    {
        "kind": "StorageClass",
        "metadata": {"name": "wait"},
        "provisioner": "csi.example.com",
        "volumeBindingMode": "WaitForFirstConsumer",
        "allowedTopologies": [{"matchLabelExpressions": [{"key": ZONE, "values": ["z1"]}]}],
    },
    {"kind": "CSIDriver", "metadata": {"name": "csi.example.com"}, "spec": {"storageCapacity": True}},
    {
        "kind": "CSINode",
        "metadata": {"name": "n1"},
        "spec": {"drivers": [{"name": "csi.example.com", "allocatable": {"count": 1}}]},
    },
    {
        "kind": "CSIStorageCapacity",
        "metadata": {"name": "k"},
        "storageClassName": "wait",
        "capacity": "1Gi",
        "nodeTopology": {"matchLabels": {ZONE: "z1"}},
    },
    {
        "kind": "VolumeAttachment",
        "metadata": {"name": "t"},
        "spec": {"attacher": "csi.example.com", "nodeName": "n1", "source": {"persistentVolumeName": "v"}},
    },
    {"kind": "PriorityClass", "metadata": {"name": "high"}, "value": 9},
    {
        "kind": "RuntimeClass",
        "metadata": {"name": "vm"},
        "overhead": {"podFixed": {"cpu": "1"}},
        "scheduling": {"nodeSelector": {}, "tolerations": [{"key": "vm"}]},
    },
    {"kind": "LimitRange", "metadata": {"name": "l"}, "spec": {"limits": [{"type": "Container", "max": {"cpu": "9"}}]}},
    {
        "kind": "PodDisruptionBudget",
        "metadata": {"name": "b"},
        "spec": {"selector": SELECTOR, "minAvailable": "50%"},
        "status": {"disruptionsAllowed": 1},
    },
    {"kind": "Service", "metadata": {"name": "s"}, "spec": {"selector": LABELS}},
    {"kind": "DeviceClass", "metadata": {"name": "g"}, "spec": {"extendedResourceName": "example.com/gpu"}},
]
CONFIGURATION = {
    "profiles": [
        {
            "schedulerName": "default-scheduler",
            "plugins": {"score": {"enabled": [{"name": "NodeResourcesFit", "weight": 3}], "disabled": [{"name": "*"}]}},
            "pluginConfig": [
                {"name": "InterPodAffinity", "args": {"hardPodAffinityWeight": 30}},
                {"name": "NodeAffinity", "args": {"addedAffinity": {REQUIRED: {"nodeSelectorTerms": [NODES]}}}},
                {
                    "name": "NodeResourcesFit",
                    "args": {
                        "ignoredResources": ["example.com/gpu"],
                        "scoringStrategy": {"type": "MostAllocated", "resources": [{"name": "cpu", "weight": 1}]},
                    },
                },
                {
                    "name": "PodTopologySpread",
                    "args": {
                        "defaultingType": "List",
                        "defaultConstraints": [
                            {"topologyKey": ZONE, "maxSkew": 1, "whenUnsatisfiable": "ScheduleAnyway"}
                        ],
                    },
                },
            ],
        }
    ]
}


def spoilt(value, randomly):
    """The value with one or two odd ones in it."""
    for dummy in range(randomly.choice((1, 1, 2))):
        value = replaced(value, randomly.choice(list(paths(value))[1:] or [()]), randomly.choice(ODD))
    return value


def question(randomly):
    """A question whose workload, cluster or scheduler configuration is odd."""
    workload, cluster = randomly.choice(WORKLOADS), list(CLUSTER)
    profiles = None
    which = randomly.choice(("workload", "cluster", "cluster", "around", "configuration"))
    around = []
    if which == "workload":
        workload = spoilt(workload, randomly)
    elif which == "cluster":
        number = randomly.randrange(len(cluster))
        cluster[number] = spoilt(cluster[number], randomly)
    elif which == "around":
        around = [spoilt(randomly.choice(CLUSTER[5:]), randomly)]
    else:
        profiles = profiles_of(spoilt(CONFIGURATION, randomly))
    return Question(
        manifests=load(
            definition=[workload, *around], understood=lambda each: is_workload(each) or is_around_pods(each)
        ),
        snapshot=Snapshot([each for each in cluster if isinstance(each, dict)], complete=randomly.random() < 0.5),
        gates=randomly.choice(GATES),
        template_paths={},
        namespace="default",
        profiles=profiles,
        in_turn=randomly.random() < 0.3,
        scores=randomly.random() < 0.5,
        survive=randomly.choice((None, 1)),
        rollout=randomly.random() < 0.5,
    )


def ask_for_a_schedule(seed):
    """Whether the question of this seed was refused; a refusal has its problems, an answer is whole."""
    try:
        found = told_schedule(question(random.Random(seed)))
    except InputError as refused:
        assert refused.problems
        return True
    json.dumps(found)
    assert set(found["summary"]) == COUNTED
    assert all(entry["message"] for entry in found["unreadable"])
    return not found["results"]
