# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What affinity_info tells of an object, whole."""

from __future__ import annotations

from typing import Any

from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import gates_of
from ansible_collections.quorum.kube.plugins.module_utils._kube.template_paths import parsed_paths
from ansible_collections.quorum.kube.plugins.module_utils._kube.validation.report import Report
from ansible_collections.quorum.kube.plugins.module_utils._manifests import Document

GATES = gates_of("1.37", None)
WORKERS = {"spec": {"containers": [{"name": "A", "image": "b"}]}}


def told(value: dict[str, Any], paths: dict[str, str] | None = None) -> dict[str, Any]:
    return Report(GATES, parsed_paths(paths), "other").told(Document(value, "m.yml", 2, 17))


def test_an_object_with_one_error() -> None:
    spec = {"containers": [{"name": "a", "image": "b"}], "tolerations": [{"key": "a", "operator": "Equals"}]}
    line = 'spec.tolerations[0].operator: Unsupported value: "Equals": supported values: "Equal", "Exists"'

    assert {
        "kind": "Pod",
        "api_version": "v1",
        "namespace": "other",
        "name": "p",
        "source": {"file": "m.yml", "document": 2, "line": 17},
        "valid": False,
        "errors": [
            {
                "field": "spec.tolerations[0].operator",
                "type": "Unsupported value",
                "value": "Equals",
                "message": 'supported values: "Equal", "Exists"',
                "text": line,
            }
        ],
        "warnings": [],
        "message": f'Pod "p" is invalid: {line}',
    } == told({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}, "spec": spec})


def test_several_errors_are_one_sentence() -> None:
    value = {"apiVersion": "apps/v1", "kind": "ReplicaSet", "metadata": {"name": "r"}, "spec": {"replicas": -1}}

    assert (
        'ReplicaSet.apps "r" is invalid: [spec.replicas: Invalid value: -1: must be greater than or equal to 0, '
        "spec.selector: Required value, spec.template.metadata.labels: Invalid value: null: `selector` does not match "
        "template `labels`, spec.template.spec.containers: Required value]"
    ) == told(value)["message"]


def test_the_templates_of_a_custom_resource_are_judged_at_their_paths() -> None:
    value = {"apiVersion": "example.com/v1", "kind": "Train", "spec": {"workers": [{"template": WORKERS}]}}
    found = told(value, {"Train": "spec.workers[*].template"})

    fields = ["metadata.name", "spec.workers[0].template.spec.containers[0].name"]
    assert fields == [error["field"] for error in found["errors"]]


def test_an_accepted_node_has_no_namespace() -> None:
    found = told({"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n"}})

    assert (True, "", "", []) == (found["valid"], found["namespace"], found["message"], found["warnings"])


def test_labels_without_an_object() -> None:
    found = Report(GATES, {}, "default").told_labels({"a/b": "c d", "x": 1})

    assert ["labels[x]: Invalid value: 1: must be a string"] == [error["text"] for error in found["errors"]]
    assert [] == Report(GATES, {}, "default").told_labels({"example.com/rack": "r1"})["errors"]
