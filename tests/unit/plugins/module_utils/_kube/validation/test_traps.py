# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is legal but a trap: whole lists of rules and fields, and what is no trap."""

from __future__ import annotations

from typing import Any

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import gates_of
from ansible_collections.quorum.kube.plugins.module_utils._kube.validation.report import Report
from ansible_collections.quorum.kube.plugins.module_utils._manifests import Document

REPORT = Report(gates_of("1.37", None), {}, "default")
REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
TERMS = f"spec.affinity.nodeAffinity.{REQUIRED}.nodeSelectorTerms"
IMPOSSIBLE, DEAD, FRAGILE = "impossible", "dead rule", "fragile"


def pod(labels: dict[str, str] | None = None, **spec: Any) -> dict[str, Any]:
    containers = [{"name": "a", "image": "b"}]
    meta = {"name": "p", "labels": labels or {}}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": meta, "spec": {"containers": containers, **spec}}


def terms(*each: Any, **spec: Any) -> dict[str, Any]:
    return pod(affinity={"nodeAffinity": {REQUIRED: {"nodeSelectorTerms": list(each)}}}, **spec)


def wants(*expressions: tuple[str, str, list[str]]) -> dict[str, Any]:
    return {"matchExpressions": [{"key": key, "operator": how, "values": values} for key, how, values in expressions]}


def spread(**fields: Any) -> dict[str, Any]:
    return {"maxSkew": 1, "topologyKey": "zone", "whenUnsatisfiable": "DoNotSchedule", **fields}


def traps(value: dict[str, Any], report: Report = REPORT) -> list[tuple[str, str, str]]:
    told = report.told(Document(value, "", 1, None))
    return [(each["type"], each["severity"], each["field"]) for each in told["warnings"]]


ROWS = [
    ("nothing", pod(), []),
    ("one empty term", terms({}), [("empty-node-term", IMPOSSIBLE, f"{TERMS}[0]")]),
    (
        "an empty term among others",
        terms({}, wants(("zone", "Exists", []))),
        [("empty-node-term", DEAD, f"{TERMS}[0]")],
    ),
    (
        "a number that is none",
        terms(wants(("gen", "Gt", ["many"])), wants(("zone", "In", ["a"]))),
        [
            ("contradiction", DEAD, f"{TERMS}[0]"),
            ("number-of-gt-and-lt", DEAD, f"{TERMS}[0].matchExpressions[0].values[0]"),
        ],
    ),
    (
        "a contradiction with nodeSelector",
        terms(wants(("zone", "In", ["b"])), nodeSelector={"zone": "a"}),
        [("contradiction", IMPOSSIBLE, f"{TERMS}[0]")],
    ),
    (
        "only one term contradicts",
        terms(wants(("zone", "In", ["b"])), wants(("zone", "In", ["a", "b"])), nodeSelector={"zone": "a"}),
        [("contradiction", DEAD, f"{TERMS}[0]")],
    ),
    (
        "In and NotIn leave nothing",
        terms(wants(("zone", "In", ["a"]), ("zone", "NotIn", ["a", "c"]))),
        [("contradiction", IMPOSSIBLE, f"{TERMS}[0]")],
    ),
    (
        "there and not there",
        terms(wants(("zone", "Exists", []), ("zone", "DoesNotExist", []))),
        [("contradiction", IMPOSSIBLE, f"{TERMS}[0]")],
    ),
    (
        "no number between",
        terms(wants(("gen", "Gt", ["3"]), ("gen", "Lt", ["4"]))),
        [("contradiction", IMPOSSIBLE, f"{TERMS}[0]")],
    ),
    ("a number between", terms(wants(("gen", "Gt", ["3"]), ("gen", "Lt", ["5"]))), []),
    (
        "a listed number that is too small",
        terms(wants(("gen", "Gt", ["3"]), ("gen", "In", ["3", "x"]))),
        [("contradiction", IMPOSSIBLE, f"{TERMS}[0]")],
    ),
    ("NotIn needs no key", terms(wants(("zone", "NotIn", ["a"]), ("zone", "DoesNotExist", []))), []),
    (
        "an old label",
        pod(nodeSelector={"beta.kubernetes.io/os": "linux"}),
        [("deprecated-label", FRAGILE, "spec.nodeSelector[beta.kubernetes.io/os]")],
    ),
    (
        "a null selector",
        pod(topologySpreadConstraints=[spread()], affinity={"podAffinity": {REQUIRED: [{"topologyKey": "zone"}]}}),
        [
            ("null-selector", DEAD, "spec.topologySpreadConstraints[0].labelSelector"),
            ("null-selector", IMPOSSIBLE, f"spec.affinity.podAffinity.{REQUIRED}[0].labelSelector"),
        ],
    ),
    (
        "spread over everything",
        pod(topologySpreadConstraints=[spread(labelSelector={})]),
        [("spread-over-everything", DEAD, "spec.topologySpreadConstraints[0].labelSelector")],
    ),
    (
        "spread that misses its own pod",
        pod({"app": "a"}, topologySpreadConstraints=[spread(labelSelector={"matchLabels": {"app": "b"}})]),
        [("spread-misses-itself", DEAD, "spec.topologySpreadConstraints[0].labelSelector")],
    ),
    (
        "spread that selects its own pod",
        pod({"app": "a"}, topologySpreadConstraints=[spread(labelSelector={"matchLabels": {"app": "a"}})]),
        [],
    ),
    (
        "a label key that the pod lacks",
        pod(
            {"app": "a"},
            topologySpreadConstraints=[
                spread(labelSelector={"matchLabels": {"app": "a"}}, matchLabelKeys=["x", "pod-template-hash"])
            ],
        ),
        [("absent-label-key", DEAD, "spec.topologySpreadConstraints[0].matchLabelKeys[0]")],
    ),
    (
        "everything repels",
        pod(affinity={"podAntiAffinity": {REQUIRED: [{"topologyKey": "zone", "labelSelector": {}}]}}),
        [("everything-repels", FRAGILE, f"spec.affinity.podAntiAffinity.{REQUIRED}[0].labelSelector")],
    ),
    (
        "tolerations",
        pod(
            tolerations=[
                {"operator": "Exists"},
                {"key": "a"},
                {"key": "a", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 0},
            ]
        ),
        [
            ("tolerates-everything", FRAGILE, "spec.tolerations[0]"),
            ("toleration-of-empty-value", FRAGILE, "spec.tolerations[1]"),
            ("toleration-without-time", DEAD, "spec.tolerations[2].tolerationSeconds"),
        ],
    ),
    ("a node by name", pod(nodeName="n"), [("node-name", FRAGILE, "spec.nodeName")]),
    (
        "a port of the host",
        pod(containers=[{"name": "a", "image": "b", "ports": [{"containerPort": 1, "hostPort": 2}]}]),
        [("host-port", FRAGILE, "spec.containers[0].ports[0].hostPort")],
    ),
    (
        "half a byte, also as the request",
        pod(containers=[{"name": "a", "image": "b", "resources": {"limits": {"memory": "512m"}}}]),
        [
            ("fraction-of-a-byte", FRAGILE, "spec.containers[0].resources.limits[memory]"),
            ("fraction-of-a-byte", FRAGILE, "spec.containers[0].resources.requests[memory]"),
        ],
    ),
    ("a misspelt field", pod(toleration=[]), [("unknown-field", DEAD, "spec.toleration")]),
    ("traps are told beside errors", pod(nodeName="A"), [("node-name", FRAGILE, "spec.nodeName")]),
    ("no traps where types are wrong", pod(nodeName=1), []),
    (
        "a node without room and name",
        {
            "apiVersion": "v1",
            "kind": "Node",
            "metadata": {"name": "n", "labels": {"a": "b"}},
            "spec": {"taints": [{"key": "node-role.kubernetes.io/master", "effect": "NoSchedule"}]},
            "status": {"allocatable": {"cpu": "1"}},
        },
        [
            ("node-without-pods", IMPOSSIBLE, "status.allocatable"),
            ("node-without-hostname", FRAGILE, "metadata.labels"),
            ("deprecated-label", FRAGILE, "spec.taints[0].key"),
        ],
    ),
]


@pytest.mark.parametrize(("title", "value", "expected"), ROWS, ids=[row[0] for row in ROWS])
def test_traps(title: str, value: dict[str, Any], expected: list[tuple[str, str, str]]) -> None:
    assert expected == traps(value)


def test_the_field_that_was_meant_is_named() -> None:
    (warning,) = REPORT.told(Document(pod(toleration=[]), "", 1, None))["warnings"]

    assert (
        "spec.toleration: unknown-field: the API knows no such field: the server drops it, and kubectl refuses the "
        'object (did you mean "tolerations"?)'
    ) == warning["text"]


def test_empty_resources_of_the_pod_silenced_its_containers_once() -> None:
    older = Report(gates_of("1.36", None), {}, "default")

    assert [] == traps(pod(resources={}))
    assert [("empty-pod-resources", FRAGILE, "spec.resources")] == traps(pod(resources={}), older)


def test_paths_of_templates_are_those_of_the_object() -> None:
    spec = {"containers": [{"name": "a", "image": "b"}], "tolerations": [{"key": "a"}]}
    template = {"metadata": {"labels": {"app": "a"}}, "spec": spec}
    selector = {"matchLabels": {"app": "a"}}
    value = {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": "w"},
        "spec": {"selector": selector, "template": template},
    }

    assert [("toleration-of-empty-value", FRAGILE, "spec.template.spec.tolerations[0]")] == traps(value)
