# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whole reports: placing in turn, losses, rollouts and suggestions."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.errors import InputError, Problem
from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import newest_gates
from ansible_collections.quorum.kube.plugins.module_utils._kube.scheduling.schedule_report import (
    Question,
    told_schedule,
)
from ansible_collections.quorum.kube.plugins.module_utils._kube.scheduling.snapshot import Snapshot
from ansible_collections.quorum.kube.tests.unit.plugins.module_utils._kube.scheduling.clusters import (
    HOSTNAME,
    ZONE,
    node,
    pod,
)

ALONE = {
    "podAntiAffinity": {
        "requiredDuringSchedulingIgnoredDuringExecution": [
            {"topologyKey": HOSTNAME, "labelSelector": {"matchLabels": {"app": "web"}}}
        ]
    }
}
NODES = [node(name, labels={HOSTNAME: name, ZONE: name[0]}, cpu="4", memory="8Gi") for name in ("a1", "a2", "b1")]


class Loaded(NamedTuple):
    documents: list[Any]
    unreadable: list[dict[str, Any]]
    skipped: dict[str, int]


class Located(NamedTuple):
    value: dict[str, Any]
    source: dict[str, Any]


def deployment(replicas, strategy=None, **spec):
    template = pod(labels={"app": "web"}, **spec)
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": "web"},
        "spec": {
            "replicas": replicas,
            "selector": {"matchLabels": {"app": "web"}},
            "strategy": strategy or {},
            "template": {"metadata": {"labels": {"app": "web"}}, "spec": template["spec"]},
        },
    }


def report(manifests, objects, **options):
    documents = [Located(manifest, {"file": "f", "document": 1, "line": 1}) for manifest in manifests]
    question = Question(
        Loaded(documents, [], {}), Snapshot(objects, complete=True), newest_gates(), {}, "default", None, **options
    )
    return told_schedule(question)


def test_replicas_are_placed_in_turn_until_no_node_is_left():
    found = report([deployment(4, affinity=ALONE)], NODES, in_turn=True)

    # The second goes to the other zone: by default pods of one controller are spread.
    assert [result["node"] for result in found["results"]] == ["a1", "b1", "a2", ""]
    assert [result["feasible_count"] for result in found["results"]] == [3, 2, 1, 0]
    assert found["results"][3]["message"] == (
        "0/3 nodes are available: 3 node(s) didn't match pod anti-affinity rules. preemption: 0/3 nodes are available: "
        "3 No preemption victims found for incoming pod."
    )
    assert found["summary"] == {"yes": 3, "no": 1, "unknown": 0, "waiting": 0}


def test_a_pending_pod_of_a_stateful_set_holds_the_later_ones_back():
    stateful = {**deployment(3, requests={"cpu": "5"}), "kind": "StatefulSet"}

    found = report([stateful], NODES, in_turn=True)["results"]

    assert [(result["pod"], result["node"]) for result in found] == [("web-0", ""), ("web-1", ""), ("web-2", "")]
    assert found[0]["message"].startswith("0/3 nodes are available: 3 Insufficient cpu.")
    assert found[1]["waiting"] == "web-1 isn't created before web-0 is ready (podManagementPolicy OrderedReady)"
    assert found[1]["message"] == ""


def test_the_cluster_is_as_before_after_losses_and_rollouts_were_looked_at():
    asked = [deployment(3, requests={"cpu": "3"})]

    alone = report(asked, NODES)["results"]
    after = report(asked, NODES, survive=1, rollout=True)["results"]

    assert after == alone


@pytest.mark.parametrize(
    ("replicas", "survivors"),
    [
        pytest.param(2, [True, True, True], id="room for one more"),
        pytest.param(3, [False] * 3, id="every node is full"),
    ],
)
def test_the_loss_of_any_one_node(replicas, survivors):
    found = report([deployment(replicas, requests={"cpu": "3"})], NODES, survive=1)["survival"]

    assert [entry["lost"] for entry in found] == [["a1"], ["a2"], ["b1"]]
    assert [entry["survives"] for entry in found] == survivors


def test_the_loss_of_a_zone_names_the_pods_that_find_no_node():
    found = report([deployment(3, requests={"cpu": "3"})], NODES, survive=1, survive_key=ZONE)["survival"]

    sentence = (
        "0/3 nodes are available: 1 Insufficient cpu, 2 node(s) had untolerated taint(s). preemption: "
        "0/3 nodes are available: 1 No preemption victims found for incoming pod, "
        "2 Preemption is not helpful for scheduling."
    )
    named = {"kind": "Deployment", "namespace": "default", "name": "web", "message": sentence}
    assert found[0] == {
        "lost": ["a"],
        "lost_nodes": ["a1", "a2"],
        "displaced": 2,
        "unplaced": [{**named, "pod": "web-0"}, {**named, "pod": "web-2"}],
        "survives": False,
    }


def test_pods_of_the_cluster_move_to_any_other_node_that_takes_them():
    owner = {"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": "old", "uid": "u", "controller": True}
    old = [pod(f"old-{name}", on=name, requests={"cpu": "2"}) for name in ("a1", "a2")]
    for each in old:
        each["metadata"]["ownerReferences"] = [owner]

    found = report([deployment(1, requests={"cpu": "1"})], [*NODES, *old], survive=1)["survival"]

    assert [(1, True), (1, True), (1, True)] == [(entry["displaced"], entry["survives"]) for entry in found]


def test_bare_pods_and_daemons_go_with_their_node():
    daemon = {**deployment(None, requests={"cpu": "3"}), "kind": "DaemonSet"}

    found = report([daemon, pod("bare")], NODES, survive=2)["survival"]

    assert [(entry["displaced"], entry["survives"]) for entry in found] == [(0, True)] * 3


def test_a_pod_that_tolerates_everything_does_not_run_on_a_node_that_is_down():
    asked = deployment(3, requests={"cpu": "3"}, tolerations=[{"operator": "Exists"}])

    assert [entry["survives"] for entry in report([asked], NODES, survive=1)["survival"]] == [False] * 3


def test_more_losses_than_values_are_refused():
    with pytest.raises(InputError, match=r"survive: 4 of 3 values of the label kubernetes.io/hostname"):
        report([deployment(1)], NODES, survive=4)


def suggested(asked, objects):
    (result,) = report([asked], objects)["results"]
    return [(entry["text"], entry["nodes"]) for entry in result["suggestions"]]


def test_suggestions_are_the_smallest_changes_that_help():
    nodes = [
        node("small", cpu="2500m", memory="8Gi"),
        node("tainted", cpu="8", memory="8Gi", taints=["dedicated=gpu:NoSchedule"]),
        node("both", cpu="8", memory="8Gi", taints=["a:NoSchedule", "b:NoExecute"]),
        node("cordoned", cpu="8", memory="8Gi", cordoned=True),
    ]

    assert suggested(pod(requests={"cpu": "3"}), nodes) == [
        ("request 2500m instead of 3 cpu (500m short)", ["small"]),
        ("tolerate dedicated=gpu:NoSchedule", ["tainted"]),
        ("uncordon cordoned", ["cordoned"]),
        ("tolerate a:NoSchedule and tolerate b:NoExecute", ["both"]),
    ]


@pytest.mark.parametrize(
    ("asked", "objects", "expected"),
    [
        pytest.param(
            pod(nodeSelector={"disk": "ssd"}),
            NODES[:1],
            [("drop the nodeSelector disk=ssd", ["a1"])],
            id="nodeSelector",
        ),
        pytest.param(
            pod(labels={"app": "web"}, affinity=ALONE),
            [NODES[0], pod("web", on="a1", labels={"app": "web"})],
            [("only prefer the required pod anti-affinity", ["a1"])],
            id="anti-affinity",
        ),
        pytest.param(
            pod(containers=[{"name": "c", "image": "i", "ports": [{"containerPort": 80, "hostPort": 80}]}]),
            [
                NODES[0],
                pod(
                    "web",
                    on="a1",
                    containers=[{"name": "c", "image": "i", "ports": [{"containerPort": 1, "hostPort": 80}]}],
                ),
            ],
            [("drop the host port 80", ["a1"])],
            id="host port",
        ),
        pytest.param(
            pod(schedulingGates=[{"name": "example.com/quota"}]), [node("n", cordoned=True)], [], id="a pod that waits"
        ),
    ],
)
def test_a_suggestion_of_each_kind(asked, objects, expected):
    assert suggested(asked, objects) == expected


def test_gates_and_unknown_schedulers():
    gated = pod("gated", schedulingGates=[{"name": "a"}, {"name": "b"}])
    strange = pod("strange", schedulerName="other")

    first, second = report([gated, strange], NODES)["results"]

    assert (first["schedulable"], first["waiting"], first["message"]) == (
        "no",
        "waiting for scheduling gates: [a b]",
        "",
    )
    assert (second["schedulable"], second["missing"]) == ("unknown", ["the profile of the scheduler other"])


def test_scores_are_told_where_there_is_a_choice():
    fits, refused = report([pod("fits"), pod("refused", requests={"cpu": "9"})], NODES[:1], scores=True)["results"]

    assert fits["scores"]["a1"] == {
        "TaintToleration": 300,
        "NodeResourcesFit": 97,
        "VolumeBinding": 0,
        "DynamicResources": 0,
        "ImageLocality": 0,
    }
    assert refused["scores"] == {}


def test_a_placed_pod_that_cannot_be_read_is_named():
    broken = pod("broken", on="a1")
    broken["spec"]["containers"][0]["resources"] = {"requests": {"cpu": "1x"}}

    with pytest.raises(InputError, match=r"snapshot: Pod default/broken: .*1x"):
        report([pod()], [*NODES, broken])


def test_each_mistake_of_a_limit_range_is_a_problem_of_its_own():
    limits = [{"type": "Container", "default": {"cpu": "1x"}, "max": 7}, 5]
    broken = {"kind": "LimitRange", "apiVersion": "v1", "metadata": {"name": "l"}, "spec": {"limits": limits}}

    with pytest.raises(InputError) as refused:
        report([pod("p")], [node("n"), broken])

    places = [problem.found.partition(": ")[0] for problem in refused.value.problems]
    assert ["spec.limits[0].default[cpu]", "spec.limits[0].max", "spec.limits[1]"] == places
    assert {"LimitRange default/l"} == {problem.place for problem in refused.value.problems}


@pytest.mark.parametrize("options", [{"in_turn": True}, {"rollout": True}, {"survive": 1}])
def test_more_replicas_than_any_cluster_takes_are_refused_where_each_has_to_be_placed(options):
    with pytest.raises(InputError) as refused:
        report([deployment(2), deployment(300_000)], NODES, **options)

    expected = Problem("f: Deployment default/web", "300000 pods", "at most 300000 of the whole input")
    assert (expected,) == refused.value.problems


def test_one_of_any_number_of_replicas_can_be_judged():
    assert ["yes"] == [each["schedulable"] for each in report([deployment(2_000_000_000)], NODES)["results"]]
