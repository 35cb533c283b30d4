# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

from ansible_collections.quorum.kube.plugins.module_utils._kube.cgroups import Node
from ansible_collections.quorum.kube.plugins.module_utils._kube.limit_ranges import is_limit_range
from ansible_collections.quorum.kube.plugins.module_utils._kube.qos_report import is_critical, told_documents
from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import gates_of
from ansible_collections.quorum.kube.plugins.module_utils._kube.template_paths import parsed_paths
from ansible_collections.quorum.kube.plugins.module_utils._kube.workloads import is_workload
from ansible_collections.quorum.kube.plugins.module_utils._manifests import load
from ansible_collections.quorum.kube.tests.unit.plugins.module_utils._kube.pods import container, sidecar

NEWEST = gates_of(None, None)


def told(definition, paths=None, node=Node(16 * 2**30)):  # noqa: B008 - a constant
    template_paths = parsed_paths(paths)
    loaded = load(
        definition=definition,
        understood=lambda document: is_workload(document, template_paths) or is_limit_range(document),
    )
    return told_documents(loaded, NEWEST, template_paths, "shop", node)


def test_a_workload_is_told_whole():
    spec = {
        "containers": [container("web", "100m/64Mi", "200m/64Mi")],
        "initContainers": [sidecar("log", limits="100m/64Mi")],
        "ephemeralContainers": [{"name": "debug", "image": "busybox"}],
    }
    document = {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": "web"},
        "spec": {"template": {"spec": spec}},
    }

    (found,) = told(document)["pods"]

    assert {
        "kind": "Deployment",
        "api_version": "apps/v1",
        "name": "web",
        "namespace": "shop",
        "source": {"file": "definition", "document": 1, "line": None},
        "template": "spec.template",
        "qos_class": "Burstable",
        "reason": 'container "web" has a cpu request (100m) that isn\'t its limit (200m)',
        "limit_ranges": [],
        "forbidden": [],
        "requests": {"cpu": "200m", "memory": "128Mi"},
        "limits": {"cpu": "300m", "memory": "128Mi"},
        "to_guaranteed": [
            {"field": "spec.template.spec.containers[0].resources.requests.cpu", "from": "100m", "to": "200m"}
        ],
    } == {name: value for name, value in found.items() if name not in ("cgroup", "containers")}
    assert [
        ("log", "sidecar", {"cpu": "100m", "memory": "64Mi"}, 997),
        ("web", "container", {"cpu": "100m", "memory": "64Mi"}, 997),
        ("debug", "ephemeral", {}, 999),
    ] == [(each["name"], each["role"], each["requests"], each["oom_score_adj"]) for each in found["containers"]]


def test_without_the_nodes_memory_there_is_no_score():
    assert [None] == [
        each["oom_score_adj"]
        for each in told({"kind": "Pod", "spec": {"containers": [container()]}}, node=Node())["pods"][0]["containers"]
    ]


def test_wrong_types_are_unreadable_and_the_rest_is_judged():
    good = {"kind": "Pod", "metadata": {"name": "good"}, "spec": {"containers": [container()]}}
    wrong = {"kind": "Pod", "spec": {"containers": [container(requests="x/-"), {"name": 5}]}}

    found = told([wrong, good, {"kind": "Service"}, 5])

    assert ["good"] == [each["name"] for each in found["pods"]]
    assert [1, 4] == [each["document"] for each in found["unreadable"]]
    assert "spec.containers[0].resources.requests[cpu]" in found["unreadable"][0]["message"]
    assert "spec.containers[1].name" in found["unreadable"][0]["message"]
    assert ({"Guaranteed": 0, "Burstable": 0, "BestEffort": 1}, {"Service": 1}, True) == (
        found["summary"],
        found["skipped_kinds"],
        found["failed"],
    )


def test_templates_of_custom_resources():
    document = {"kind": "Training", "spec": {"workers": [{"template": {"spec": {"containers": [container()]}}}] * 2}}

    found = told(document, {"Training": "spec.workers[*].template"})

    assert ["spec.workers[0].template", "spec.workers[1].template"] == [each["template"] for each in found["pods"]]


def test_odd_containers_are_told_without_a_traceback():
    spec = {
        "containers": [None, {}, {"name": "a", "resources": None}],
        "initContainers": [None],
        "ephemeralContainers": [None],
    }

    assert ["BestEffort"] == [each["qos_class"] for each in told({"kind": "Pod", "spec": spec})["pods"]]


def test_critical_pods_have_a_high_priority_or_one_of_the_systems_classes():
    assert [True, False, True, False] == [
        is_critical(spec)
        for spec in ({"priority": 2_000_000_000}, {"priority": 5}, {"priorityClassName": "system-node-critical"}, {})
    ]


def test_limit_ranges_of_the_input_apply_in_their_namespace():
    limits = [{"type": "Container", "default": {"cpu": "1", "memory": "1Gi"}, "max": {"cpu": "500m"}}]
    pod = {"kind": "Pod", "metadata": {"name": "in"}, "spec": {"containers": [container()]}}
    elsewhere = {**pod, "metadata": {"name": "out", "namespace": "other"}}
    wrong = {"kind": "LimitRange", "spec": {"limits": [{"type": "Container", "min": {"cpu": "x"}}]}}

    found = told([pod, elsewhere, {"kind": "LimitRange", "metadata": {"name": "l"}, "spec": {"limits": limits}}, wrong])

    assert [
        ("in", "Guaranteed", ["l"], ["maximum cpu usage per Container is 500m, but limit is 1"], []),
        ("out", "BestEffort", [], [], ["cpu", "memory"]),
    ] == [
        (
            each["name"],
            each["qos_class"],
            each["limit_ranges"],
            each["forbidden"],
            [change["field"].rpartition(".")[2] for change in each["to_guaranteed"]],
        )
        for each in found["pods"]
    ]
    assert [4] == [each["document"] for each in found["unreadable"]]
