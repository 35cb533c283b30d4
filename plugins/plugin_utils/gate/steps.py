# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The order in which the objects of an input can be created, and in reverse removed: nothing before what it needs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ...module_utils._kube.objects import text
from ...module_utils._kube.workloads import WORKLOADS
from ...module_utils._manifests import Document

DEFINITIONS = "definitions"
OTHERS = "everything else"

_KINDS_OF_STEP: Mapping[str, tuple[str, ...]] = {
    "namespaces": ("Namespace",),
    DEFINITIONS: ("CustomResourceDefinition",),
    "what workloads need": (
        "CSIDriver",
        "DeviceClass",
        "GatewayClass",
        "IngressClass",
        "PriorityClass",
        "RuntimeClass",
        "StorageClass",
        "VolumeAttributesClass",
        "NetworkPolicy",
        "ResourceQuota",
        "LimitRange",
        "ServiceAccount",
        "ClusterRole",
        "Role",
        "ClusterRoleBinding",
        "RoleBinding",
        "Secret",
        "ConfigMap",
        "PersistentVolume",
        "PersistentVolumeClaim",
        "PodDisruptionBudget",
        "Service",
    ),
    "workloads": tuple(WORKLOADS),
    OTHERS: (),
    "interception": (
        "APIService",
        "MutatingAdmissionPolicy",
        "ValidatingAdmissionPolicy",
        "MutatingAdmissionPolicyBinding",
        "ValidatingAdmissionPolicyBinding",
        "MutatingWebhookConfiguration",
        "ValidatingWebhookConfiguration",
    ),
}
"""Within a step objects come in the order of their kinds, those of `workloads` in the order of the input. Custom
resources, ingresses and autoscalers come after the workloads that serve or need them. What intercepts requests comes
last: before its own pods run, it would refuse or delay everything else."""

_STEP_OF_KIND = {kind: step for step, kinds in _KINDS_OF_STEP.items() for kind in kinds}
_RANK_OF_KIND = {
    kind: rank for kinds in _KINDS_OF_STEP.values() for rank, kind in enumerate(kinds) if kind not in WORKLOADS
}


class Step(NamedTuple):
    """Objects that are tried together, in their order."""

    name: str
    documents: list[Document]


def steps_of(documents: Iterable[Document], absent: bool = False) -> list[Step]:
    """The steps that have any objects; to remove them, both the steps and their objects are turned round."""
    found: dict[str, list[Document]] = {step: [] for step in _KINDS_OF_STEP}
    for document in documents:
        found[step_of(document.value)].append(document)
    steps = [Step(name, sorted(members, key=_rank)) for name, members in found.items() if members]
    return [Step(step.name, step.documents[::-1]) for step in reversed(steps)] if absent else steps


def step_of(value: Mapping[str, Any]) -> str:
    """The step of an object; kinds that are not known by name are custom resources and the like."""
    return _STEP_OF_KIND.get(text(value.get("kind")), OTHERS)


def _rank(document: Document) -> int:
    return _RANK_OF_KIND.get(text(document.value.get("kind")), 0)
