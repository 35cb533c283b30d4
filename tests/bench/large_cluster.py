# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""A large cluster as its API server stores it: ten running pods to a workload and to a node, secrets all over them."""

from __future__ import annotations

import base64
import itertools
import json
import urllib.request
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

Manifest = dict[str, Any]

PODS_OF_A_NODE = PODS_OF_A_WORKLOAD = 10
NAMESPACES, ZONES = 100, 3
NAMESPACE = "apps-0"
SECRET = "battery-staple"
"""Stands in every place that a snapshot must not keep."""
ENCODED = base64.b64encode(SECRET.encode()).decode()

NOW = "2026-01-01T00:00:00Z"
FOLDERS = {
    "ConfigMap": "configmaps",
    "Namespace": "namespaces",
    "Node": "minions",
    "Pod": "pods",
    "PodDisruptionBudget": "poddisruptionbudgets",
    "Secret": "secrets",
    "Service": "services/specs",
    "ServiceAccount": "serviceaccounts",
}
"""Where the API server keeps its objects in etcd."""
AT_ONCE = 100
_CONDITIONS_OF_NODE = ("MemoryPressure", "DiskPressure", "PIDPressure", "Ready")
_CONDITIONS_OF_POD = ("PodReadyToStartContainers", "Initialized", "Ready", "ContainersReady", "PodScheduled")


class Size(NamedTuple):
    """How many nodes there are, and how many pods on them."""

    nodes: int

    @property
    def pods(self) -> int:
        return PODS_OF_A_NODE * self.nodes


def fill(etcd_address: str, size: Size) -> int:
    """Writes the whole cluster into etcd, where an API server that runs finds it; returns how many objects there are.

    Through the API server it takes ten times as long.
    """
    count = 0
    objects = itertools.chain(
        around(size), map(node, range(size.nodes)), (pod(each, size) for each in range(size.pods))
    )
    for some in batches(enumerate(objects)):
        puts = [{"requestPut": _stored(number, value)} for number, value in some]
        request = urllib.request.Request(f"{etcd_address}/v3/kv/txn", json.dumps({"success": puts}).encode())
        with urllib.request.urlopen(request, timeout=60) as answer:
            answer.read()
        count += len(puts)
    return count


def batches(numbered: Iterable[tuple[int, Manifest]]) -> Iterator[list[tuple[int, Manifest]]]:
    left = iter(numbered)
    while some := list(itertools.islice(left, AT_ONCE)):
        yield some


def _stored(number: int, value: Manifest) -> dict[str, str]:
    meta = value["metadata"]
    path = "/".join(filter(None, ("/registry", FOLDERS[value["kind"]], meta.get("namespace"), meta["name"])))
    own = {"uid": f"{number:08x}-0000-4000-8000-000000000000", "creationTimestamp": NOW}
    text = json.dumps({**value, "metadata": {**meta, **own}})
    return {"key": base64.b64encode(path.encode()).decode(), "value": base64.b64encode(text.encode()).decode()}


def around(size: Size) -> Iterator[Manifest]:
    """Namespaces with what pods need there, and a Service with a budget for every workload."""
    for number in range(NAMESPACES):
        meta = {"name": f"apps-{number}"}
        yield {"apiVersion": "v1", "kind": "Namespace", "metadata": meta, "status": {"phase": "Active"}}
        meta = {"name": "own", "namespace": f"apps-{number}"}
        yield {"apiVersion": "v1", "kind": "Secret", "metadata": meta, "data": {"password": ENCODED}}
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
    containers = [_container("main", app, workload, account), _container("proxy", "proxy", 1, account)]
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
            "managedFields": [_managed("kube-controller-manager", "spec"), _managed("kubelet", "status")],
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
            "containers": containers,
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
        "status": _running(containers, number),
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


def _managed(manager: str, part: str) -> Manifest:
    """Who has set what, about as long as for a real pod."""
    fields = {f"f:{part}": {f"f:field-{number}": {".": {}, "f:name": {}, "f:value": {}} for number in range(20)}}
    kind = {"apiVersion": "v1", "fieldsType": "FieldsV1", "fieldsV1": fields}
    return {"manager": manager, "operation": "Update", "time": NOW, **kind}


def _apart(app: str) -> Manifest:
    term = {
        "topologyKey": "kubernetes.io/hostname",
        "labelSelector": {"matchLabels": {"app.kubernetes.io/name": app}},
    }
    return {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [term]}}


def _running(containers: list[Manifest], number: int) -> Manifest:
    """What its kubelet tells of a pod that runs."""
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
        for container in containers
    ]
    address = _address(100, number)
    return {
        "phase": "Running",
        "startTime": NOW,
        "hostIP": _address(10, number),
        "podIP": address,
        "podIPs": [{"ip": address}],
        "conditions": conditions,
        "containerStatuses": statuses,
        "qosClass": "Burstable",
    }


def _address(first: int, number: int) -> str:
    return f"{first}.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
