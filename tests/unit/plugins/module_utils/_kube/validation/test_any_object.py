# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What holds for objects of every kind, and versions that are served no longer."""

from __future__ import annotations

from typing import Any

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import gates_of
from ansible_collections.quorum.kube.plugins.module_utils._kube.validation.any_object import object_errors
from ansible_collections.quorum.kube.plugins.module_utils._kube.validation.retired_versions import RETIREMENTS
from ansible_collections.quorum.kube.plugins.module_utils._kube.validation.rules import Rules
from ansible_collections.quorum.kube.plugins.module_utils._kube.validation.schema import Shapes

NAMELESS = "metadata.name: Required value: name or generateName is required"


def texts(value: dict[str, Any], release: str = "1.37", served: bool = False) -> list[str]:
    errors = object_errors(Rules(gates_of(release, None)), Shapes(), value, lambda _version, _kind: served)
    return [error.text for error in errors]


def of(version: str, kind: str, **more: Any) -> dict[str, Any]:
    return {"apiVersion": version, "kind": kind, "metadata": {"name": "a"}, **more}


def budget(selector: Any) -> dict[str, Any]:
    return of("policy/v1", "PodDisruptionBudget", spec={"minAvailable": 1, "selector": selector})


def gone(version: str, kind: str, since: str) -> list[str]:
    return [f'apiVersion: Invalid value: "{version}": no matches for kind "{kind}" in version "{version}" ({since})']


CASES = {
    "a name": ([], of("v1", "Service")),
    "a name to be": ([], of("v1", "ConfigMap", metadata={"generateName": "a-"})),
    "no metadata": ([NAMELESS], {"apiVersion": "v1", "kind": "Service"}),
    "metadata that is null": ([NAMELESS], of("v1", "Service", metadata=None)),
    "an empty name": ([NAMELESS], of("example.org/v1", "Train", metadata={"name": "", "generateName": ""})),
    "metadata that is a list": (
        ['metadata: Invalid value: ["a"]: must be a mapping'],
        of("v1", "Namespace", metadata=["a"]),
    ),
    "metadata that is a text": (
        ['metadata: Invalid value: "a": must be a mapping'],
        of("example.org/v1", "Train", metadata="a"),
    ),
    "a name that is a number": (
        ["metadata.name: Invalid value: 5: must be a string"],
        of("v1", "Service", metadata={"name": 5}),
    ),
    "labels that are none": (
        ["metadata.labels[a]: Invalid value: true: must be a string"],
        of("v1", "ConfigMap", metadata={"name": "a", "labels": {"a": True}}),
    ),
    "a list": ([], {"apiVersion": "example.org/v1", "kind": "TrainList"}),
    "a question has no name": ([], {"apiVersion": "authorization.k8s.io/v1", "kind": "SubjectAccessReview"}),
    "a limit range of wrong types": (
        ["spec.limits: Invalid value: 5: must be a list"],
        of("v1", "LimitRange", spec={"limits": 5}),
    ),
    "a runtime class of wrong types": (
        ["overhead.podFixed: Invalid value: [1]: must be a mapping"],
        of("node.k8s.io/v1", "RuntimeClass", handler="a", overhead={"podFixed": [1]}),
    ),
    "a priority class of wrong types": (
        ['value: Invalid value: "high": must be an integer of 32 bits'],
        of("scheduling.k8s.io/v1", "PriorityClass", value="high"),
    ),
    "a kind of the same name in another group": ([], of("example.org/v1", "LimitRange", spec={"limits": 5})),
    "a selector": ([], budget({"matchLabels": {"a": "b"}})),
    "no selector": ([], budget(None)),
    "a selector that is a text": (
        ['spec.selector: Invalid value: "x": must be a mapping'],
        budget("x"),
    ),
    "a key that is a list": (
        ['spec.selector.matchExpressions[0].key: Invalid value: ["a"]: must be a string'],
        budget({"matchExpressions": [{"key": ["a"]}]}),
    ),
    "an operator that is none": (
        ['spec.selector.matchExpressions[0].operator: Invalid value: "Has": not a valid selector operator'],
        budget({"matchExpressions": [{"key": "a", "operator": "Has"}]}),
    ),
}


@pytest.mark.parametrize(("expected", "value"), CASES.values(), ids=CASES)
def test_an_object_of_any_kind(expected: list[str], value: dict[str, Any]) -> None:
    assert expected == texts(value)


PSP = "gone since 1.25: use the labels of Pod Security admission on namespaces"
RETIRED = [
    ("policy/v1beta1", "PodDisruptionBudget", "1.37", "gone since 1.25: use policy/v1"),
    ("policy/v1beta1", "PodSecurityPolicy", "1.28", PSP),
    ("extensions/v1beta1", "Ingress", "1.28", "gone since 1.22: use networking.k8s.io/v1"),
    ("networking.k8s.io/v1beta1", "Ingress", "1.37", "gone since 1.22: use networking.k8s.io/v1"),
    ("batch/v1beta1", "CronJob", "1.37", "gone since 1.25: use batch/v1"),
    ("autoscaling/v2beta2", "HorizontalPodAutoscaler", "1.28", "gone since 1.26: use autoscaling/v2"),
    ("rbac.authorization.k8s.io/v1beta1", "Role", "1.37", "gone since 1.22: use rbac.authorization.k8s.io/v1"),
    ("flowcontrol.apiserver.k8s.io/v1beta3", "FlowSchema", "1.31", ""),
    (
        "flowcontrol.apiserver.k8s.io/v1beta3",
        "FlowSchema",
        "1.32",
        "gone since 1.32: use flowcontrol.apiserver.k8s.io/v1",
    ),
    ("storage.k8s.io/v1beta1", "VolumeAttributesClass", "1.36", ""),
    ("storage.k8s.io/v1beta1", "VolumeAttributesClass", "1.37", "gone since 1.37: use storage.k8s.io/v1"),
    ("storage.k8s.io/v1beta1", "StorageClass", "1.36", "gone since 1.22: use storage.k8s.io/v1"),
    ("networking.k8s.io/v1", "Ingress", "1.37", ""),
]


@pytest.mark.parametrize(("version", "kind", "release", "since"), RETIRED)
def test_a_version_that_the_release_does_not_serve(version: str, kind: str, release: str, since: str) -> None:
    value = of(version, kind)

    assert (gone(version, kind, since) if since else []) == texts(value, release)
    assert [] == texts(value, release, served=True)


def test_nobody_is_sent_to_a_version_that_is_gone_as_well() -> None:
    retired = {(each.instead, kind) for (_version, kind), each in RETIREMENTS.items()}

    assert set() == retired & set(RETIREMENTS)
