# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""A small HTTP client of the real API server: one connection kept open, answers as they come, refusals included."""

from __future__ import annotations

import http.client
import json
import ssl
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

PANICKED = 599
RESOURCES = {
    "v1": {
        "ConfigMap": "configmaps",
        "Event": "events",
        "LimitRange": "limitranges",
        "Namespace": "namespaces",
        "Node": "nodes",
        "PersistentVolume": "persistentvolumes",
        "PersistentVolumeClaim": "persistentvolumeclaims",
        "Pod": "pods",
        "PodTemplate": "podtemplates",
        "ReplicationController": "replicationcontrollers",
        "ResourceQuota": "resourcequotas",
        "Secret": "secrets",
        "Service": "services",
        "ServiceAccount": "serviceaccounts",
    },
    "apps/v1": {
        "DaemonSet": "daemonsets",
        "Deployment": "deployments",
        "ReplicaSet": "replicasets",
        "StatefulSet": "statefulsets",
    },
    "autoscaling/v2": {"HorizontalPodAutoscaler": "horizontalpodautoscalers"},
    "batch/v1": {"CronJob": "cronjobs", "Job": "jobs"},
    "networking.k8s.io/v1": {"Ingress": "ingresses"},
    "node.k8s.io/v1": {"RuntimeClass": "runtimeclasses"},
    "policy/v1": {"PodDisruptionBudget": "poddisruptionbudgets"},
    "rbac.authorization.k8s.io/v1": {"Role": "roles", "RoleBinding": "rolebindings"},
    "scheduling.k8s.io/v1": {"PriorityClass": "priorityclasses"},
    "storage.k8s.io/v1": {
        "CSIDriver": "csidrivers",
        "CSINode": "csinodes",
        "CSIStorageCapacity": "csistoragecapacities",
        "StorageClass": "storageclasses",
        "VolumeAttachment": "volumeattachments",
    },
}
CLUSTER_SCOPED = frozenset(
    [
        "CSIDriver",
        "CSINode",
        "Namespace",
        "Node",
        "PersistentVolume",
        "PriorityClass",
        "RuntimeClass",
        "StorageClass",
        "VolumeAttachment",
    ]
)


class Answer(NamedTuple):
    """What the API server said: the HTTP status, the body (an object or a Status), and its Warning headers."""

    status: int
    body: dict[str, Any]
    warnings: tuple[str, ...] = ()

    @property
    def accepted(self) -> bool:
        return self.status < 300

    @property
    def message(self) -> str:
        """The Status's sentence, empty for an accepted object."""
        return "" if self.accepted else str(self.body.get("message", ""))

    @property
    def causes(self) -> list[dict[str, Any]]:
        """Each field error of a refusal: `field`, `reason`, `message`."""
        return list((self.body.get("details") or {}).get("causes") or [])


class Client:
    """Requests as a cluster administrator to `https://HOST:PORT`."""

    def __init__(self, host: str, port: int, token: str) -> None:
        self.address = f"https://{host}:{port}"
        self._token = token
        context = ssl._create_unverified_context()  # the server's certificate is its own, made for this run
        self._connection = http.client.HTTPSConnection(host, port, timeout=30, context=context)

    def close(self) -> None:
        self._connection.close()

    def request(
        self, method: str, path: str, body: Any = None, content_type: str = "application/json", **query: str
    ) -> Answer:
        """One request; a connection that the server has closed meanwhile is opened again once."""
        target = path + (f"?{urlencode(query)}" if query else "")
        payload = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": content_type, "Accept": "application/json"}
        try:
            return self._exchange(method, target, payload, headers)
        except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError):
            self._connection.close()
        try:
            return self._exchange(method, target, payload, headers)
        except http.client.RemoteDisconnected:
            return Answer(PANICKED, {"message": "the server closed the connection without an answer: it panicked"})

    def _exchange(self, method: str, target: str, payload: bytes | None, headers: dict[str, str]) -> Answer:
        try:
            self._connection.request(method, target, payload, headers)
            response = self._connection.getresponse()
            text = response.read()
        except BaseException:
            self._connection.close()
            raise
        try:
            content = json.loads(text)
        except ValueError:
            content = {"message": text.decode(errors="replace")}
        return Answer(response.status, content, tuple(response.headers.get_all("Warning") or ()))

    def create(self, manifest: dict[str, Any], *, dry_run: bool = False, strict: bool = False) -> Answer:
        """Creates an object, or only asks what would come of it; `strict` refuses unknown fields as kubectl does."""
        query = {"fieldManager": "quorum-kube-tests", "fieldValidation": "Strict" if strict else "Ignore"}
        if dry_run:
            query["dryRun"] = "All"
        return self.request("POST", collection_path(manifest), manifest, **query)

    def get(self, manifest: dict[str, Any]) -> Answer:
        return self.request("GET", object_path(manifest))

    def replace(self, manifest: dict[str, Any], subresource: str = "") -> Answer:
        return self.request("PUT", object_path(manifest) + (f"/{subresource}" if subresource else ""), manifest)

    def delete(self, manifest: dict[str, Any]) -> Answer:
        """Deletes an object at once, without grace."""
        return self.request(
            "DELETE", object_path(manifest), {"gracePeriodSeconds": 0, "propagationPolicy": "Background"}
        )

    def list(self, kind: str, api_version: str = "v1", namespace: str = "", **query: str) -> list[dict[str, Any]]:
        """All objects of a kind, of one namespace or of all."""
        path = _root(api_version) + (f"/namespaces/{namespace}" if namespace else "")
        answer = self.request("GET", f"{path}/{RESOURCES[api_version][kind]}", **query)
        if not answer.accepted:
            raise AssertionError(f"listing {kind}: {answer.status} {answer.message}")
        return [{"apiVersion": api_version, "kind": kind, **item} for item in answer.body.get("items") or []]


def collection_path(manifest: dict[str, Any]) -> str:
    """Where an object of this kind and namespace is created."""
    kind, version = manifest["kind"], manifest["apiVersion"]
    if kind in CLUSTER_SCOPED:
        return f"{_root(version)}/{RESOURCES[version][kind]}"
    namespace = (manifest.get("metadata") or {}).get("namespace") or "default"
    return f"{_root(version)}/namespaces/{quote(namespace, safe='')}/{RESOURCES[version][kind]}"


def object_path(manifest: dict[str, Any]) -> str:
    return f"{collection_path(manifest)}/{quote(manifest['metadata']['name'], safe='')}"


def _root(api_version: str) -> str:
    return f"/apis/{api_version}" if "/" in api_version else f"/api/{api_version}"
