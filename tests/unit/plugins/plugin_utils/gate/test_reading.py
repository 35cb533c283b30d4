# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The gate's options."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils import _snapshot
from ansible_collections.quorum.kube.plugins.module_utils._kube.errors import InputError, Problem
from ansible_collections.quorum.kube.plugins.module_utils._kube.saved import head
from ansible_collections.quorum.kube.plugins.plugin_utils.gate import target
from ansible_collections.quorum.kube.plugins.plugin_utils.gate.reading import read_request

from .options import options

POD = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}, "spec": {"containers": []}}
NODE = {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n"}}


def problems_of(**given):
    with pytest.raises(InputError) as refused:
        read_request(options(**given))
    return list(refused.value.problems)


def test_the_mistakes_of_all_options_are_told_at_once_and_no_cluster_is_asked(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(target, "with_live", lambda *_args: pytest.fail("the cluster was asked"))
    policy = tmp_path / "policy.yml"
    policy.write_text("rule: []")
    scheduler = tmp_path / "scheduler.yml"
    scheduler.write_text("kind: Deployment")

    found = problems_of(
        src=["nowhere"],
        namespace="A",
        kubernetes_version="2.1",
        feature_gates={"NoSuchGate": True},
        pod_template_paths={"Job": ".."},
        policy=str(policy),
        report=["gate.pdf", "nowhere/gate.html", "policy.yml"],
        snapshot=["no-snapshot"],
        scheduler_config=str(scheduler),
        survive=0,
        node_memory="much",
        node_swap="0",
    )

    assert [
        "node_memory",
        "node_swap",
        f"{policy}: rule",
        "survive",
        "scheduler_config.kind",
        "snapshot[0]",
        "namespace",
        "kubernetes_version",
        "feature_gates.NoSuchGate",
        "pod_template_paths.Job",
        "src[0]",
        "report[0]",
        "report[2]",
    ] == [problem.place for problem in found]
    assert not (tmp_path / "nowhere").exists()


def test_access_that_cannot_work_is_told_with_the_rest(monkeypatch):
    places = [problem.place for problem in problems_of(definition=POD, kubeconfig="/no/config", report=["gate.pdf"])]

    assert ["kubeconfig", "report[0]"] == [place for place in places if place != "live"]


NO_CLUSTER = Problem("", target.NO_CLUSTER, target.CLUSTER)


@pytest.mark.parametrize(
    ("given", "places"),
    [
        ({"survive": 1}, ["survive"]),
        ({"rollout": True}, ["rollout"]),
        ({"scheduler_config": {}}, ["scheduler_config"]),
        ({"scores": True, "snapshot_complete": True}, ["scores", "snapshot_complete"]),
        ({"survive": 2, "live": False, "host": "https://example.com"}, ["survive"]),
    ],
)
def test_what_is_asked_of_a_cluster_needs_one(given, places):
    assert [NO_CLUSTER._replace(place=place) for place in places] == problems_of(definition=POD, **given)


def test_what_is_asked_of_a_cluster_is_left_alone_where_objects_go():
    assert read_request(options(definition=POD, survive=1, rollout=True, state="absent")).cluster is None


@pytest.mark.parametrize(
    ("wanted", "told", "gates"),
    [
        ([], "1.30.2", {"MinDomainsInPodTopologySpread": True}),
        (["feature_gates.Nothing"], "1.30.2", {"Nothing": True}),
        (["feature_gates.PodLevelResources"], "1.30.2", {"PodLevelResources": "yes"}),
    ],
)
def test_gates_of_the_release_that_only_the_cluster_tells(monkeypatch, wanted, told, gates):
    def asked(given, _params):
        assert wanted == []
        given.snapshot.release = told
        return target.ClusterInput(given.snapshot, None, [], [])

    monkeypatch.setattr(target, "with_live", asked)
    monkeypatch.setattr(_snapshot, "check_access", lambda _params: None)
    given = {"definition": POD, "live": True, "feature_gates": gates}

    if wanted:
        assert wanted == [problem.place for problem in problems_of(**given)]
    else:
        assert told == str(read_request(options(**given)).manifests.gates.release)


def test_a_chart_and_a_kustomization_are_told_what_renders_them(tmp_path):
    chart, base, overlay = (tmp_path / name for name in ("shop", "base", "base/prod"))
    for folder in (chart / "templates", chart / "charts" / "db", overlay):
        folder.mkdir(parents=True)
    (chart / "Chart.yaml").write_text("apiVersion: v2\nname: shop\n")
    (chart / "charts" / "db" / "Chart.yaml").write_text("apiVersion: v2\nname: db\n")
    (chart / "templates" / "web.yaml").write_text("kind: {{ .Values.kind }}\n")
    (base / "kustomization.yaml").write_text("resources: [web.yaml]\n")
    (base / "web.yaml").write_text("kind: Service\n")
    (overlay / "kustomization.yml").write_text("apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n")

    printed = "what `{}` prints, in a file"
    kustomization = f"{base} is a kustomization that is not built (kustomization.yaml)"
    of_helm = f"{chart} is a Helm chart that is not rendered (Chart.yaml)"
    assert [
        Problem("src[1]", kustomization, printed.format(f"kustomize build {base}")),
        Problem("src[0]", of_helm, printed.format(f"helm template {chart}")),
    ] == problems_of(src=[str(chart), str(base)])


def test_a_kustomization_that_the_cluster_knows_is_an_object_like_others(tmp_path):
    file = tmp_path / "kustomization.yaml"
    file.write_text("apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: shop}\n")

    assert 1 == len(read_request(options(src=[str(tmp_path)])).manifests.documents.documents)


@pytest.mark.parametrize(
    ("wanted", "told", "version"),
    [
        ("1.30.2", "1.30.2", None),
        ("1.29.3", "1.29.3-vendor.100", None),
        ("1.33", "1.30.2", "1.33"),
        ("1.37", "1.99.0", None),
        ("1.37", "1.27.1", None),
        ("1.37", "", None),
    ],
)
def test_the_cluster_tells_the_release_unless_the_options_do(wanted, told, version):
    objects = [NODE, head(["Node"], told)]

    request = read_request(options(definition=POD, cluster_objects=objects, kubernetes_version=version))

    assert wanted == str(request.manifests.gates.release)


@pytest.mark.parametrize(
    ("given", "place"), [({"definition": "# nothing"}, "definition"), ({"definition": []}, "definition"), ({}, "src")]
)
def test_an_input_without_any_object_is_refused(given, place):
    with pytest.raises(InputError) as refused:
        read_request(options(**{"src": [], **given}))

    assert (Problem(place, "no object", "at least one manifest"),) == refused.value.problems


def test_cases_of_a_policy_need_no_object():
    policy = {"policy_test": [{"name": "a pod", "objects": [POD], "expect": []}]}

    assert [] == read_request(options(definition=[], policy=policy, policy_test=True)).manifests.documents.documents


@pytest.mark.parametrize("namespace", ["", "A B", "shop/2"])
def test_a_namespace_that_cannot_be_is_refused(namespace):
    with pytest.raises(InputError) as refused:
        read_request(options(definition=POD, namespace=namespace))

    assert (
        Problem("namespace", f'"{namespace}"', "the name of a namespace, such as shop-2"),
    ) == refused.value.problems


def test_a_snapshot_that_cannot_be_read_says_why(tmp_path):
    file = tmp_path / "cluster.yml"
    file.write_text("kind: Node\nkind: Node\n")

    with pytest.raises(InputError) as refused:
        read_request(options(definition=POD, snapshot=[str(file)]))

    assert (
        Problem(
            f"snapshot: {file}:2",
            'duplicate key "kind" (lines 1 and 2)',
            "objects of a cluster, with their nodes",
        ),
    ) == refused.value.problems
