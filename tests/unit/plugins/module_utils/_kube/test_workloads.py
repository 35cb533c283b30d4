# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.errors import InputError
from ansible_collections.quorum.kube.plugins.module_utils._kube.template_paths import found_at, parsed_paths
from ansible_collections.quorum.kube.plugins.module_utils._kube.workloads import (
    is_workload,
    objects_of,
    pods_of,
    replicas_of,
)

SPEC = {"containers": [{"name": "a"}]}
TEMPLATE = {"metadata": {"labels": {"app": "web"}}, "spec": SPEC}

KINDS = [
    ("v1", "Pod", {"spec": SPEC}, "", "spec", 1),
    ("v1", "PodTemplate", {"template": TEMPLATE}, "template", "template.spec", 0),
    (
        "v1",
        "ReplicationController",
        {"spec": {"template": TEMPLATE, "replicas": 3}},
        "spec.template",
        "spec.template.spec",
        3,
    ),
    ("apps/v1", "Deployment", {"spec": {"template": TEMPLATE}}, "spec.template", "spec.template.spec", 1),
    (
        "apps/v1",
        "ReplicaSet",
        {"spec": {"template": TEMPLATE, "replicas": 0}},
        "spec.template",
        "spec.template.spec",
        0,
    ),
    (
        "apps/v1",
        "StatefulSet",
        {"spec": {"template": TEMPLATE, "replicas": 2}},
        "spec.template",
        "spec.template.spec",
        2,
    ),
    ("apps/v1", "DaemonSet", {"spec": {"template": TEMPLATE}}, "spec.template", "spec.template.spec", None),
    ("batch/v1", "Job", {"spec": {"template": TEMPLATE}}, "spec.template", "spec.template.spec", 1),
    (
        "batch/v1",
        "CronJob",
        {"spec": {"jobTemplate": {"spec": {"template": TEMPLATE, "parallelism": 4}}}},
        "spec.jobTemplate.spec.template",
        "spec.jobTemplate.spec.template.spec",
        4,
    ),
]

JOBS = [
    ({}, 1),
    ({"parallelism": 4}, 4),
    ({"parallelism": 4, "completions": 2}, 2),
    ({"completions": 9}, 1),
    ({"suspend": True}, 0),
]

PATHS = [
    ("spec.template", ["spec.template"]),
    ("spec.workers[*].template", ["spec.workers[0].template", "spec.workers[1].template"]),
    ("spec.workers[].template", ["spec.workers[0].template", "spec.workers[1].template"]),
    ("spec.workers[-1].template", ["spec.workers[1].template"]),
    ("spec.roles.*.template", ["spec.roles.head.template", "spec.roles.tail.template"]),
    ('spec."pod-template"', ["spec.pod-template"]),
    ("[spec.template, spec.workers[0].template]", ["spec.template", "spec.workers[0].template"]),
    ("spec.absent.template", []),
    ("spec.workers[9].template", []),
]

CUSTOM = {
    "apiVersion": "example.com/v1",
    "kind": "Training",
    "metadata": {"name": "t", "namespace": "ml"},
    "spec": {
        "replicas": 5,
        "template": TEMPLATE,
        "pod-template": TEMPLATE,
        "workers": [{"template": TEMPLATE}, {"template": TEMPLATE}],
        "roles": {"head": {"template": TEMPLATE}, "tail": {"template": TEMPLATE}},
        "pod": SPEC,
    },
}


@pytest.mark.parametrize("api_version, kind, fields, path, spec_path, replicas", KINDS, ids=[row[1] for row in KINDS])
def test_each_kind_holds_its_pods(api_version, kind, fields, path, spec_path, replicas):
    document = {"apiVersion": api_version, "kind": kind, "metadata": {"name": "x"}, **fields}

    (found,) = pods_of(document, namespace="shop")

    assert (api_version, kind, "x", "shop", path, spec_path, SPEC, replicas) == (
        found.api_version,
        found.kind,
        found.name,
        found.namespace,
        found.path,
        found.spec_path,
        found.spec,
        found.replicas,
    )
    assert {} == found.metadata or TEMPLATE["metadata"] == found.metadata or kind == "Pod"


@pytest.mark.parametrize("spec, expected", JOBS)
def test_a_job_runs_no_more_pods_than_it_needs(spec, expected):
    assert expected == replicas_of({"kind": "Job", "spec": spec})
    assert expected == replicas_of({"kind": "CronJob", "spec": {"jobTemplate": {"spec": spec}}})


def test_a_suspended_cron_job_runs_none():
    assert 0 == replicas_of({"kind": "CronJob", "spec": {"suspend": True}})


def test_the_namespace_of_the_object_goes_before_the_default():
    assert (
        "own" == pods_of({"kind": "Pod", "metadata": {"namespace": "own"}, "spec": SPEC}, namespace="shop")[0].namespace
    )


@pytest.mark.parametrize(
    "document",
    [
        {"apiVersion": "v1", "kind": "Service"},
        {"apiVersion": "example.com/v1", "kind": "Deployment", "spec": {"template": TEMPLATE}},
        {"apiVersion": "apps/v1", "kind": "Pod", "spec": SPEC},
        {"kind": 5},
        {},
    ],
)
def test_other_kinds_hold_none(document):
    assert ([], False) == (pods_of(document), is_workload(document))


def test_odd_workloads_hold_an_empty_pod():
    for spec in (None, [], "text", {"template": 5}, {"template": {"spec": []}}):
        assert [{}] == [found.spec for found in pods_of({"kind": "Deployment", "spec": spec})]


def test_lists_are_expanded_in_order():
    pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}, "spec": SPEC}
    typed = {"apiVersion": "v1", "kind": "PodList", "items": [{"metadata": {"name": "q"}, "spec": SPEC}]}
    document = {"apiVersion": "v1", "kind": "List", "items": [pod, {"kind": "List", "items": [typed]}, 5]}

    assert [("Pod", "p"), ("Pod", "q")] == [(found.kind, found.name) for found in pods_of(document)]
    assert [{"kind": "List"}] == list(objects_of({"kind": "List"}))
    assert [] == list(objects_of({"kind": "List", "items": None}))


@pytest.mark.parametrize("path, places", PATHS)
def test_templates_of_custom_resources_are_found_by_path(path, places):
    paths = parsed_paths({"Training": path})

    assert places == [found.path for found in pods_of(CUSTOM, paths)]
    assert places == [found.path for found in found_at(CUSTOM, paths["Training"])]
    assert all(found.spec == SPEC and found.replicas == 5 for found in pods_of(CUSTOM, paths))


def test_a_path_may_lead_to_a_pod_specification():
    (found,) = pods_of(CUSTOM, parsed_paths({"example.com/v1/Training": "spec.pod"}))

    assert ("spec.pod", "spec.pod", SPEC) == (found.path, found.spec_path, found.spec)


def test_paths_that_are_not_understood_are_all_named():
    with pytest.raises(InputError) as refused:
        parsed_paths({"A": "spec..template", "B": "spec.template", "C": "spec[?a]", "D": "", "E": "a.b["})

    assert ["A", "C", "D", "E"] == [problem.place.rpartition(".")[2] for problem in refused.value.problems]
    with pytest.raises(InputError, match="list found"):
        parsed_paths(["spec.template"])
