# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Wrong types are told with their paths, and nothing that a document may hold raises anything."""

from __future__ import annotations

import random
from typing import Any

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import gates_of
from ansible_collections.quorum.kube.plugins.module_utils._kube.validation.document import KINDS, Judge
from ansible_collections.quorum.kube.plugins.module_utils._kube.validation.report import Report
from ansible_collections.quorum.kube.plugins.module_utils._kube.validation.schema import fields_of, unknown_fields
from ansible_collections.quorum.kube.plugins.module_utils._manifests import Document
from ansible_collections.quorum.kube.tests.kubernetes.generators import Generator
from ansible_collections.quorum.kube.tests.kubernetes.odd_values import spoil

JUDGE = Judge(gates_of(None, None))
REPORT = Report(gates_of(None, None), {}, "default")
ROUNDS = 2000
QUANTITY = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"


def pod(**spec: Any) -> dict[str, Any]:
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}, "spec": spec}


TYPES = [
    ("a list for a mapping", pod(affinity=[]), ["spec.affinity: Invalid value: []: must be a mapping"]),
    ("a mapping for a list", pod(containers={}), ["spec.containers: Invalid value: {}: must be a list"]),
    ("a number for a text", pod(nodeName=5), ["spec.nodeName: Invalid value: 5: must be a string"]),
    ("a text for a boolean", pod(hostNetwork="yes"), ['spec.hostNetwork: Invalid value: "yes": must be true or false']),
    (
        "more than 32 bits, a fraction, a boolean",
        pod(priority=2**31, activeDeadlineSeconds=0.5, terminationGracePeriodSeconds=True),
        [
            "spec.priority: Invalid value: 2147483648: must be an integer of 32 bits",
            "spec.activeDeadlineSeconds: Invalid value: 0.5: must be an integer of 64 bits",
            "spec.terminationGracePeriodSeconds: Invalid value: true: must be an integer of 64 bits",
        ],
    ),
    (
        "quantities in the parser's words",
        pod(containers=[{"resources": {"limits": {"cpu": "1x", "memory": "1Gb", "a": []}}}]),
        [
            f'spec.containers[0].resources.limits[cpu]: Invalid value: "1x": {QUANTITY}',
            f'spec.containers[0].resources.limits[memory]: Invalid value: "1Gb": {QUANTITY}',
            f"spec.containers[0].resources.limits[a]: Invalid value: []: {QUANTITY}",
        ],
    ),
    (
        "labels that are no text",
        pod(nodeSelector={"a": 1, "b": "c"}),
        ["spec.nodeSelector[a]: Invalid value: 1: must be a string"],
    ),
    (
        "values of headers are not shown",
        pod(
            containers=[{"livenessProbe": {"httpGet": {"httpHeaders": [{"name": "Authorization", "value": 5}, "A=5"]}}}]
        ),
        [
            "spec.containers[0].livenessProbe.httpGet.httpHeaders[0].value: Invalid value: must be a string",
            "spec.containers[0].livenessProbe.httpGet.httpHeaders[1]: Invalid value: must be a mapping",
        ],
    ),
    (
        "values of the environment are not shown",
        pod(
            containers=[{"env": [{"name": "A", "value": 5}, "A=5"]}, {"env": {"A": 5}}],
            initContainers=[{"env": [{"name": 5}]}],
        ),
        [
            "spec.containers[0].env[0].value: Invalid value: must be a string",
            "spec.containers[0].env[1]: Invalid value: must be a mapping",
            "spec.containers[1].env: Invalid value: must be a list",
            "spec.initContainers[0].env[0].name: Invalid value: 5: must be a string",
        ],
    ),
    (
        "a key that is no text",
        pod(nodeSelector={1: "a"}),
        ["spec.nodeSelector: Invalid value: 1: keys must be strings"],
    ),
    ("whole numbers may be written as fractions", pod(containers=[{"name": "a", "image": "b"}], priority=1.0), []),
    ("null is nothing anywhere", pod(containers=[{"name": "a", "image": "b", "ports": None}], affinity=None), []),
    (
        "a null container has no name",
        pod(containers=[None]),
        ["spec.containers[0].name: Required value", "spec.containers[0].image: Required value"],
    ),
]


@pytest.mark.parametrize(("title", "value", "expected"), TYPES, ids=[row[0] for row in TYPES])
def test_wrong_types(title: str, value: dict[str, Any], expected: list[str]) -> None:
    assert expected == [error.text for error in JUDGE.errors(value)]


def test_nothing_is_validated_where_a_type_is_wrong() -> None:
    errors = JUDGE.errors(pod(containers="none", nodeSelector={"a b": "c"}))

    assert ['spec.containers: Invalid value: "none": must be a list'] == [error.text for error in errors]
    assert not errors.readable


def test_a_version_that_is_not_served_is_told() -> None:
    value = {"apiVersion": "extensions/v1beta1", "kind": "Deployment", "metadata": {"name": "a"}}

    (error,) = JUDGE.errors(value)

    assert (
        'no matches for kind "Deployment" in version "extensions/v1beta1" (gone since 1.16: use apps/v1)'
        == error.message
    )


def test_unknown_fields_are_found_at_every_depth() -> None:
    value = pod(toleration=[], containers=[{"name": "a", "image": "b", "resource": {}, "ports": [{"port": 1}]}])
    value["metadta"] = {}

    assert ["spec.toleration", "spec.containers[0].resource", "spec.containers[0].ports[0].port", "metadta"] == (
        unknown_fields(value, "Pod")
    )


def test_every_type_of_the_schema_is_there() -> None:
    waiting, seen = sorted(KINDS), set()
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting += [kind for kind in (text.lstrip("[{") for text in fields_of(name).values()) if kind[0].isupper()]

    assert len(seen) > 200


def test_odd_input_never_raises() -> None:
    """Wrong types at every path, huge numbers, deep nesting, odd texts: an answer each, and one that can be told."""
    source = random.Random(20260101)
    for number in range(ROUNDS):
        draw = Generator(number)
        value = source.choice((draw.pod, draw.workload, draw.node))()
        spoil(value, source)
        told = REPORT.told(Document(value, "", 1, None))

        assert told["valid"] == (not told["errors"])
        assert all(isinstance(error["text"], str) for error in told["errors"] + told["warnings"])
