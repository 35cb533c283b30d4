# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What of a cluster's object is kept in a saved snapshot: everything the gate looks at, and no secret of anyone's.

Private to this collection.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .objects import mapping, mappings, text

Object = Mapping[str, Any]

API_VERSION, KIND = "quorum.kube/v1", "ClusterSnapshot"

_KEPT_METADATA = (
    "annotations",
    "creationTimestamp",
    "deletionTimestamp",
    "generateName",
    "labels",
    "name",
    "namespace",
    "ownerReferences",
    "uid",
)
_LEFT_OUT_OF_CONTAINERS = frozenset(
    [
        "args",
        "command",
        "env",
        "envFrom",
        "imagePullPolicy",
        "lifecycle",
        "livenessProbe",
        "readinessProbe",
        "securityContext",
        "startupProbe",
        "terminationMessagePath",
        "terminationMessagePolicy",
        "volumeDevices",
        "volumeMounts",
        "workingDir",
    ]
)
_FILES_OF_A_POD = frozenset(["configMap", "downwardAPI", "emptyDir", "projected", "secret"])
_CONTAINERS = ("initContainers", "containers", "ephemeralContainers")
_LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration"
_OWN_DOMAINS = ("kubernetes.io", "k8s.io", "quorum.kube")
_KEPT_STATUS_OF_NODES = ("allocatable", "capacity", "declaredFeatures", "images")
_LEFT_OUT_OF_STATUS = frozenset(["conditions", "hostIP", "hostIPs", "message", "podIP", "podIPs"])
_KEPT_STATUS_OF_CONTAINERS = ("allocatedResources", "allocatedResourcesStatus", "name", "ready", "resources")


def head(kinds: Sequence[str], release: str) -> dict[str, Any]:
    """The first document of a snapshot: the kinds that it holds whole, also those of which there is no object."""
    return {"apiVersion": API_VERSION, "kind": KIND, "kinds": list(kinds), "release": release}


def kinds_of(document: Object) -> Iterator[str]:
    """The kinds that a snapshot's first document names."""
    if document.get("kind") == KIND:
        kinds = document.get("kinds")
        yield from (kind for kind in kinds if isinstance(kind, str)) if isinstance(kinds, list) else ()


def pruned(document: Object) -> dict[str, Any]:
    """The object without what says nothing to the gate: commands, environments, probes, mounts, messages, addresses,
    annotations of anyone but Kubernetes itself, and what nodes tell all the time.
    """
    result = {**document, "metadata": _metadata(mapping(document.get("metadata")))}
    if document.get("kind") == "Pod":
        result["spec"] = _pod_spec(mapping(document.get("spec")))
        result["status"] = _pod_status(mapping(document.get("status")))
    elif document.get("kind") == "Node":
        status = mapping(document.get("status"))
        result["status"] = {name: status[name] for name in _KEPT_STATUS_OF_NODES if status.get(name) is not None}
    return result


def _metadata(metadata: Object) -> dict[str, Any]:
    kept = {name: metadata[name] for name in _KEPT_METADATA if metadata.get(name) is not None}
    annotations = {name: value for name, value in mapping(metadata.get("annotations")).items() if _is_kept(name)}
    kept.pop("annotations", None)
    return {**kept, "annotations": annotations} if annotations else kept


def _is_kept(annotation: str) -> bool:
    domain, slash, _name = annotation.partition("/")
    own = any(domain == each or domain.endswith(f".{each}") for each in _OWN_DOMAINS)
    return bool(slash) and own and annotation != _LAST_APPLIED


def _pod_spec(spec: Object) -> dict[str, Any]:
    kept = dict(spec)
    for name in _CONTAINERS:
        if spec.get(name):
            kept[name] = [_container(each) for each in mappings(spec[name])]
    if spec.get("volumes"):
        kept["volumes"] = [each for each in mappings(spec["volumes"]) if _FILES_OF_A_POD.isdisjoint(each)]
    return kept


def _container(container: Object) -> dict[str, Any]:
    return {name: value for name, value in container.items() if name not in _LEFT_OUT_OF_CONTAINERS}


def _pod_status(status: Object) -> dict[str, Any]:
    kept = {name: value for name, value in status.items() if name not in _LEFT_OUT_OF_STATUS}
    kept["conditions"] = [
        {name: each[name] for name in ("reason", "status", "type") if each.get(name) is not None}
        for each in mappings(status.get("conditions"))
    ]
    for name in ("initContainerStatuses", "containerStatuses", "ephemeralContainerStatuses"):
        if name in kept:
            kept[name] = [
                {key: each[key] for key in _KEPT_STATUS_OF_CONTAINERS if key in each} for each in mappings(kept[name])
            ]
    return kept


def release_of(version: Object) -> str:
    """The release that a server's `/version` tells, without the leading letter."""
    return text(version.get("gitVersion")).lstrip("v")
