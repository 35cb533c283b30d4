# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""From workloads to the pods that they run. Private to this collection.

Which kinds there are, where their pod template stands, and how many pods come of it (Kubernetes
`pkg/apis/{apps,batch}/v1/defaults.go` and the controllers in `pkg/controller`, 1.28 - 1.37).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, Optional

from .objects import whole
from .template_paths import Found, Path, found_at

Object = Mapping[str, Any]
TemplatePaths = Mapping[str, tuple[Path, ...]]

_CORE, _APPS, _BATCH = ("",), ("apps", "extensions"), ("batch",)
_NO_PATHS: TemplatePaths = MappingProxyType({})


class Kind(NamedTuple):
    """A kind of the API that holds a pod template."""

    groups: tuple[str, ...]
    path: tuple[str, ...]


WORKLOADS: dict[str, Kind] = {
    "CronJob": Kind(_BATCH, ("spec", "jobTemplate", "spec", "template")),
    "DaemonSet": Kind(_APPS, ("spec", "template")),
    "Deployment": Kind(_APPS, ("spec", "template")),
    "Job": Kind(_BATCH, ("spec", "template")),
    "Pod": Kind(_CORE, ()),
    "PodTemplate": Kind(_CORE, ("template",)),
    "ReplicaSet": Kind(_APPS, ("spec", "template")),
    "ReplicationController": Kind(_CORE, ("spec", "template")),
    "StatefulSet": Kind(_APPS, ("spec", "template")),
}


class PodTemplateRef(NamedTuple):
    """A pod, or the template of pods, and whose it is."""

    api_version: str
    kind: str
    name: str
    namespace: str
    path: str
    """Where the template stands, such as `spec.template`; empty for a Pod."""
    spec_path: str
    """Where its specification stands, such as `spec.template.spec`."""
    metadata: Object
    spec: Object
    replicas: Optional[int]
    """How many pods run at once; None where that depends on the nodes (DaemonSet)."""
    owner: Object

    @property
    def is_pod(self) -> bool:
        """Whether this is a Pod itself, which the API defaults further than a template."""
        return not self.path


def objects_of(document: Object) -> Iterator[Object]:
    """The objects of a document: itself, or the items of a List, a typed list such as PodList, and lists within.

    A list whose items are null is empty, as kubectl has it.
    """
    kind = document.get("kind")
    items = document.get("items", document)
    items = [] if items is None else items
    if not isinstance(kind, str) or not kind.endswith("List") or not isinstance(items, list):
        yield document
        return
    inherited = {} if kind == "List" else {"kind": kind[:-4], "apiVersion": document.get("apiVersion")}
    for item in items:
        if isinstance(item, Mapping):
            yield from objects_of({**inherited, **item} if inherited else item)


def is_workload(document: Object, template_paths: TemplatePaths = _NO_PATHS) -> bool:
    """Whether pods come of the object, as far as the gate knows its kind."""
    return _builtin(document) is not None or bool(_custom(document, template_paths))


def pods_of(
    document: Object, template_paths: TemplatePaths = _NO_PATHS, namespace: str = "default"
) -> list[PodTemplateRef]:
    """The pods or pod templates of a document in order, lists expanded; `namespace` is for objects that name none."""
    return [ref for each in objects_of(document) for ref in _pods_of_object(each, namespace, template_paths)]


def group_of(document: Object) -> str:
    """The API group of an object; empty for the core group."""
    group, slash, _version = str(document.get("apiVersion") or "").rpartition("/")
    return group if slash else ""


def replicas_of(document: Object) -> Optional[int]:
    """How many pods of a built-in workload run at once; None for a DaemonSet, whose number is that of its nodes."""
    kind, spec = document.get("kind"), _mapping(document.get("spec"))
    if kind == "Pod":
        return 1
    if kind == "PodTemplate":
        return 0
    if kind == "DaemonSet":
        return None
    if kind == "CronJob":
        return 0 if spec.get("suspend") is True else _job_pods(_mapping(_mapping(spec.get("jobTemplate")).get("spec")))
    if kind == "Job":
        return _job_pods(spec)
    return whole(spec.get("replicas"), 1)


def _job_pods(spec: Object) -> int:
    """Parallelism, but never more than are still to be completed (pkg/controller/job)."""
    if spec.get("suspend") is True:
        return 0
    parallelism = whole(spec.get("parallelism"), 1)
    completions = whole(spec.get("completions"), 1 if spec.get("parallelism") is None else parallelism)
    return max(0, min(parallelism, completions))


def _pods_of_object(document: Object, namespace: str, template_paths: TemplatePaths) -> Iterator[PodTemplateRef]:
    kind = _builtin(document)
    if kind is not None:
        path = ".".join(kind.path)
        template: Object = document
        for name in kind.path:
            template = _mapping(template.get(name))
        yield _ref(document, namespace, Found(path, template), replicas_of(document))
        return
    replicas = whole(_mapping(document.get("spec")).get("replicas"), 1)
    for found in found_at(document, _custom(document, template_paths)):
        if isinstance(found.value, Mapping):
            yield _ref(document, namespace, found, replicas)


def _ref(document: Object, namespace: str, found: Found, replicas: Optional[int]) -> PodTemplateRef:
    metadata = _mapping(document.get("metadata"))
    template: Object = found.value
    is_template = not found.path or "spec" in template or "containers" not in template
    return PodTemplateRef(
        api_version=str(document.get("apiVersion") or ""),
        kind=str(document.get("kind") or ""),
        name=str(metadata.get("name") or metadata.get("generateName") or ""),
        namespace=str(metadata.get("namespace") or namespace),
        path=found.path,
        spec_path=".".join(filter(None, (found.path, "spec" if is_template else ""))),
        metadata=_mapping(template.get("metadata")) if is_template else {},
        spec=_mapping(template.get("spec")) if is_template else template,
        replicas=replicas,
        owner=document,
    )


def _builtin(document: Object) -> Optional[Kind]:
    name = document.get("kind")
    kind = WORKLOADS.get(name) if isinstance(name, str) else None
    return kind if kind is not None and (not document.get("apiVersion") or group_of(document) in kind.groups) else None


def _custom(document: Object, template_paths: TemplatePaths) -> tuple[Path, ...]:
    """The paths for the object's kind, by `group/version/Kind` first."""
    kind = document.get("kind")
    return template_paths.get(f"{document.get('apiVersion')}/{kind}") or template_paths.get(str(kind)) or ()


def _mapping(value: Any) -> Object:
    return value if isinstance(value, Mapping) else {}
