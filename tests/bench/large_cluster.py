# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""A large cluster as its API server returns it: ten running pods to a workload and to a node, secrets all over them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

Manifest = dict[str, Any]

PODS_OF_A_NODE = PODS_OF_A_WORKLOAD = 10
NAMESPACES, ZONES = 100, 3
SECRET = "battery-staple"
"""Stands in every place that a snapshot must not keep."""

NOW = "2026-01-01T00:00:00Z"
_CONDITIONS_OF_NODE = ("MemoryPressure", "DiskPressure", "PIDPressure", "Ready")
_CONDITIONS_OF_POD = ("PodReadyToStartContainers", "Initialized", "Ready", "ContainersReady", "PodScheduled")


class Size(NamedTuple):
    """How many nodes there are, and how many pods on them."""

    nodes: int

    @property
    def pods(self) -> int:
        return PODS_OF_A_NODE * self.nodes


def namespace(number: int) -> Manifest:
    return {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": f"apps-{number}"}}


def around(size: Size) -> Iterator[Manifest]:
    """What pods need in each namespace, and a Service with a budget for every workload."""
    for number in range(NAMESPACES):
        meta = {"name": "own", "namespace": f"apps-{number}"}
        yield {"apiVersion": "v1", "kind": "Secret", "metadata": meta, "stringData": {"password": SECRET}}
        yield {"apiVersion": "v1", "kind": "ConfigMap", "metadata": meta, "data": {"password": SECRET}}
        yield {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": meta}
    for number in range(size.pods // PODS_OF_A_WORKLOAD):
        meta = {"name": f"app-{number}", "namespace": f"apps-{number % NAMESPACES}"}
        labels = {"app.kubernetes.io/name": meta["name"]}
        service = {"clusterIP": "None", "selector": labels, "ports": [{"port": 80, "targetPort": "http"}]}
        yield {"apiVersion": "v1", "kind": "Service", "metadata": meta, "spec": service}
        budget = {"maxUnavailable": 1, "selector": {"matchLabels": labels}}
        yield {"apiVersion": "policy/v1", "kind": "PodDisruptionBudget", "metadata": meta, "spec": budget}


def node(number: int) -> Manifest:
    name = f"node-{number}"
    amounts = {"cpu": "16", "memory": "64Gi", "pods": "110", "ephemeral-storage": "200Gi", "hugepages-2Mi": "0"}
    labels = {
        "kubernetes.io/hostname": name,
        "kubernetes.io/os": "linux",
        "kubernetes.io/arch": "amd64",
        "topology.kubernetes.io/region": "here",
        "topology.kubernetes.io/zone": f"zone-{number % ZONES}",
        "node.kubernetes.io/instance-type": ("general", "memory", "compute")[number % 3],
    }
    conditions = [
        {
            "type": kind,
            "status": str(kind == "Ready"),
            "reason": f"KubeletHas{kind}",
            "message": f"kubelet has told {kind}",
            "lastHeartbeatTime": NOW,
            "lastTransitionTime": NOW,
        }
        for kind in _CONDITIONS_OF_NODE
    ]
    images = [
        {"names": [f"registry.example/team/image-{each}:1.0"], "sizeBytes": 52428800 + each} for each in range(20)
    ]
    addresses = [{"type": "InternalIP", "address": _address(10, number)}, {"type": "Hostname", "address": name}]
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": name, "labels": labels},
        "spec": {"podCIDR": f"{_address(100, number)}/32", "providerID": f"cloud://{name}"},
        "status": {
            "allocatable": amounts,
            "capacity": amounts,
            "conditions": conditions,
            "images": images,
            "addresses": addresses,
            "nodeInfo": dict.fromkeys(
                (
                    *("architecture", "bootID", "containerRuntimeVersion", "kernelVersion", "kubeProxyVersion"),
                    *("kubeletVersion", "machineID", "operatingSystem", "osImage", "systemUUID"),
                ),
                f"told by {name}",
            ),
        },
    }


def pod(number: int, size: Size) -> Manifest:
    """A pod of a Deployment that runs on its node."""
    workload = number // PODS_OF_A_WORKLOAD
    app = f"app-{workload}"
    template_hash = f"{workload * 2654435761 % 2**32:08x}"
    replica_set = f"{app}-{template_hash}"
    account = f"kube-api-access-{number % 100000:05}"
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {
            "name": f"{replica_set}-{number % 100000:05}",
            "generateName": f"{replica_set}-",
            "namespace": f"apps-{workload % NAMESPACES}",
            "labels": {
                "app.kubernetes.io/name": app,
                "team": f"team-{workload % 20}",
                "pod-template-hash": template_hash,
            },
            "annotations": {"vault.example/token": SECRET, "prometheus.example/scrape": "true"},
            "ownerReferences": [
                {
                    "apiVersion": "apps/v1",
                    "kind": "ReplicaSet",
                    "name": replica_set,
                    "uid": f"00000000-0000-4000-8000-{workload:012}",
                    "controller": True,
                    "blockOwnerDeletion": True,
                }
            ],
        },
        "spec": {
            "nodeName": f"node-{number % size.nodes}",
            "serviceAccountName": "own",
            "containers": [_container("main", app, workload, account), _container("proxy", "proxy", 1, account)],
            "volumes": [
                {"name": "scratch", "emptyDir": {}},
                {"name": "settings", "configMap": {"name": "own"}},
                {
                    "name": account,
                    "projected": {
                        "sources": [
                            {"serviceAccountToken": {"expirationSeconds": 3607, "path": "token"}},
                            {"configMap": {"name": "kube-root-ca.crt", "items": [{"key": "ca.crt", "path": "ca.crt"}]}},
                        ]
                    },
                },
            ],
            **({"affinity": _apart(app)} if workload % 4 == 0 else {}),
        },
    }


def _container(name: str, image: str, step: int, account: str) -> Manifest:
    environment = [{"name": f"SETTING_{each}", "value": f"{SECRET}-{each}"} for each in range(8)]
    return {
        "name": name,
        "image": f"registry.example/team/{image}:1.{step % 10}",
        "command": ["run"],
        "args": [f"--token={SECRET}"],
        "env": [*environment, {"name": "NODE", "valueFrom": {"fieldRef": {"fieldPath": "spec.nodeName"}}}],
        "envFrom": [{"secretRef": {"name": "own"}}],
        "resources": {
            "requests": {"cpu": f"{50 + step % 7 * 50}m", "memory": f"{64 + step % 5 * 64}Mi"},
            "limits": {"memory": f"{128 + step % 5 * 64}Mi"},
        },
        "ports": [{"name": "http" if name == "main" else "metrics", "containerPort": 8080}],
        "livenessProbe": {"httpGet": {"path": "/healthz", "port": 8080}},
        "readinessProbe": {"httpGet": {"path": "/readyz", "port": 8080}},
        "volumeMounts": [
            {"name": "scratch", "mountPath": "/tmp"},
            {"name": "settings", "mountPath": "/etc/settings"},
            {"name": account, "mountPath": "/var/run/secrets/kubernetes.io/serviceaccount", "readOnly": True},
        ],
    }


def _apart(app: str) -> Manifest:
    term = {
        "topologyKey": "kubernetes.io/hostname",
        "labelSelector": {"matchLabels": {"app.kubernetes.io/name": app}},
    }
    return {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [term]}}


def running(created: Manifest, number: int) -> Manifest:
    """The pod as its kubelet has told that it runs."""
    conditions = [
        {"type": kind, "status": "True", "lastTransitionTime": NOW, "message": SECRET} for kind in _CONDITIONS_OF_POD
    ]
    statuses = [
        {
            "name": container["name"],
            "image": container["image"],
            "imageID": f"registry.example/team/image@sha256:{number:064x}",
            "containerID": f"containerd://{number:064x}",
            "ready": True,
            "started": True,
            "restartCount": 1,
            "state": {"running": {"startedAt": NOW}},
            "lastState": {"terminated": {"exitCode": 1, "message": SECRET, "startedAt": NOW, "finishedAt": NOW}},
            "resources": container["resources"],
            "allocatedResources": container["resources"]["requests"],
        }
        for container in created["spec"]["containers"]
    ]
    address = _address(100, number)
    status = {
        "phase": "Running",
        "startTime": NOW,
        "hostIP": _address(10, number),
        "podIP": address,
        "podIPs": [{"ip": address}],
        "conditions": conditions,
        "containerStatuses": statuses,
        "qosClass": "Burstable",
    }
    return {**created, "status": status}


def _address(first: int, number: int) -> str:
    return f"{first}.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
