# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What releases say differently of the same object; each row is one of the specification's differences."""

from __future__ import annotations

from typing import Any

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import gates_of
from ansible_collections.quorum.kube.plugins.module_utils._kube.validation.document import Judge

KEY = (
    "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric "
    "character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is "
    "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
)


def pod(**spec: Any) -> dict[str, Any]:
    containers = [{"name": "a", "image": "b"}]
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}, "spec": {"containers": containers, **spec}}


def lines(value: dict[str, Any], version: str, gates: dict[str, bool] | None = None) -> list[str]:
    return [error.text for error in Judge(gates_of(version, gates)).errors(value)]


def terms(*expressions: Any) -> dict[str, Any]:
    required = {"nodeSelectorTerms": [{"matchExpressions": list(expressions)}]}
    return {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": required}}


VALUE_PATH = (
    "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0]"
    ".matchExpressions[0].values[0]"
)
LONG = pod(nodeSelector={"n" * 64: "x"})
SIDECAR = pod(initContainers=[{"name": "s", "image": "b", "restartPolicy": "Sometimes"}])
GREATER = pod(tolerations=[{"key": "a", "operator": "Gt", "value": "1"}])
GPU = pod(containers=[{"name": "a", "image": "b", "resources": {"limits": {"gpu": "1"}, "requests": {"gpu": "1"}}}])
SPREAD = {"maxSkew": 1, "topologyKey": "zone", "whenUnsatisfiable": "DoNotSchedule"}
MERGED = pod(
    topologySpreadConstraints=[{**SPREAD, "labelSelector": {"matchLabels": {"a": "b"}}, "matchLabelKeys": ["a"]}]
)
MERGED["metadata"]["labels"] = {"a": "b"}
OWNED = pod()
OWNED["metadata"]["ownerReferences"] = [{"apiVersion": "v1", "kind": "", "name": "n", "uid": "u"}]

TWICE = "exists in both matchLabelKeys and labelSelector"
RESTART = 'spec.initContainers[0].restartPolicy: Unsupported value: "Sometimes": supported values: '
OPERATOR = 'spec.tolerations[0].operator: Unsupported value: "Gt": supported values: '

ROWS = [
    (
        "lengths in characters",
        LONG,
        "1.34",
        [f'spec.nodeSelector: Invalid value: "{"n" * 64}": name part must be no more than 63 characters'],
    ),
    (
        "lengths in bytes",
        LONG,
        "1.35",
        [f'spec.nodeSelector: Invalid value: "{"n" * 64}": name part must be no more than 63 bytes'],
    ),
    (
        "values of node affinity are accepted",
        pod(affinity=terms({"key": "zone", "operator": "In", "values": ["-x"]})),
        "1.31",
        [],
    ),
    (
        "sidecars only always",
        SIDECAR,
        "1.33",
        [RESTART + '"Always"'],
    ),
    (
        "three restart policies",
        SIDECAR,
        "1.36",
        [RESTART + '"Always", "Never", "OnFailure"'],
    ),
    ("no sidecars", SIDECAR, "1.28", []),
    (
        "Gt is unknown",
        GREATER,
        "1.34",
        [OPERATOR + '"Equal", "Exists"'],
    ),
    (
        "Gt is known but off",
        GREATER,
        "1.35",
        [OPERATOR + '"Equal", "Exists", "Lt", "Gt"'],
    ),
    (
        "a merged label key stands at the list",
        MERGED,
        "1.34",
        [f'spec.topologySpreadConstraints[0][0]: Invalid value: "a": {TWICE}'],
    ),
    (
        "a label key stands at its own place",
        MERGED,
        "1.33",
        [f'spec.topologySpreadConstraints[0].matchLabelKeys[0]: Invalid value: "a": {TWICE}'],
    ),
    ("owners without an index", OWNED, "1.36", ['metadata.ownerReferences.kind: Invalid value: "": must not be empty']),
    ("owners with their index", OWNED, "1.37", ["metadata.ownerReferences[0].kind: Required value: must not be empty"]),
    ("no pod level before its gate", pod(resources={"limits": {"gpu": "1"}}), "1.33", []),
]


@pytest.mark.parametrize(("title", "value", "version", "expected"), ROWS, ids=[f"{row[2]}: {row[0]}" for row in ROWS])
def test_releases_differ(title: str, value: dict[str, Any], version: str, expected: list[str]) -> None:
    assert expected == lines(value, version)


def test_names_of_resources_were_not_quoted() -> None:
    path = "spec.containers[0].resources.limits[gpu]: Invalid value: "
    text = "must be a standard resource type or fully qualified"

    assert f"{path}gpu: {text}" == lines(GPU, "1.33")[0]
    assert f'{path}"gpu": {text}' == lines(GPU, "1.34")[0]


def test_a_gate_switches_numbers_of_tolerations_on() -> None:
    gates = {"TaintTolerationComparisonOperators": True}
    wrong = pod(tolerations=[{"key": "a", "operator": "Gt", "value": "09"}])

    assert [] == lines(GREATER, "1.37", gates)
    assert [
        'spec.tolerations[0].value: Invalid value: "09": must be a valid decimal integer in canonical form'
    ] == lines(wrong, "1.37", gates)


def test_the_key_text_of_older_releases() -> None:
    value = pod(nodeSelector={"a/b/c": "x"})
    tail = KEY[len("name part ") :] + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"

    assert [f'spec.nodeSelector: Invalid value: "a/b/c": a qualified name {tail}'] == lines(value, "1.34")
    assert [f'spec.nodeSelector: Invalid value: "a/b/c": a valid label key {tail}'] == lines(value, "1.35")


@pytest.mark.parametrize("minor", range(28, 38))
def test_every_release_judges_every_table(minor: int) -> None:
    """No release is without an answer, and a plain pod is accepted in all."""
    assert [] == lines(pod(), f"1.{minor}")
