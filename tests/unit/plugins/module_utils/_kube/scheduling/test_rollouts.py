# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Rollouts of Deployments, StatefulSets and DaemonSets: whether they end, and at which pod they stop."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.scheduling.rollouts import rollouts_of
from ansible_collections.quorum.kube.plugins.module_utils._kube.workloads import pods_of
from ansible_collections.quorum.kube.tests.unit.plugins.module_utils._kube.scheduling.clusters import (
    HOSTNAME,
    ZONE,
    judging,
    node,
    pod,
)

WEB = {"app": "web"}
ALONE = {
    "podAntiAffinity": {
        "requiredDuringSchedulingIgnoredDuringExecution": [
            {"topologyKey": HOSTNAME, "labelSelector": {"matchLabels": WEB}}
        ]
    }
}
NODES = [node(name, labels={HOSTNAME: name, ZONE: name[0]}, cpu="4", memory="8Gi") for name in ("a1", "a2", "b1")]
PORT = [{"name": "c", "image": "i", "ports": [{"containerPort": 80, "hostPort": 80}]}]


def workload(kind, strategy=None, replicas=None, spec=None, **more):
    body = {"selector": {"matchLabels": WEB}, **more}
    if replicas is not None:
        body["replicas"] = replicas
    if strategy is not None:
        body["strategy" if kind == "Deployment" else "updateStrategy"] = strategy
    body["template"] = {"metadata": {"labels": WEB}, "spec": pod(**(spec or {}))["spec"]}
    return {"apiVersion": "apps/v1", "kind": kind, "metadata": {"name": "web"}, "spec": body}


def rolling(**fields):
    return {"type": "RollingUpdate", "rollingUpdate": fields}


def rollouts(manifest, objects, **options):
    judge = judging(objects, **options)
    return list(rollouts_of(judge, pods_of(manifest)))


def course(manifest, objects, **options):
    """What was replaced of how much, and where it stopped."""
    (found,) = rollouts(manifest, objects, **options)
    assert found["finishes"] is not bool(found["stuck"])
    assert found["finishes"] is not bool(found["message"])
    return found["updated"], found["wanted"], found["stuck"]


@pytest.mark.parametrize(
    ("replicas", "strategy", "expected"),
    [
        pytest.param(2, None, (2, 2, ""), id="one node more than replicas"),
        pytest.param(3, None, (0, 3, "during"), id="surge finds no node"),
        pytest.param(3, {"rollingUpdate": {"maxSurge": 0, "maxUnavailable": 1}}, (3, 3, ""), id="one goes first"),
        pytest.param(3, {"type": "Recreate"}, (3, 3, ""), id="all go first"),
        pytest.param(4, None, (0, 4, "before"), id="not even the old pods fit"),
    ],
)
def test_a_deployment_with_anti_affinity_by_host(replicas, strategy, expected):
    assert expected == course(workload("Deployment", strategy, replicas, {"affinity": ALONE}), NODES)


@pytest.mark.parametrize(
    ("replicas", "surge", "unavailable", "pace"),
    [
        pytest.param(3, "25%", "25%", (1, 0), id="surge rounds up and unavailable down"),
        pytest.param(10, "25%", "25%", (3, 2), id="of ten"),
        pytest.param(3, 0, "10%", (0, 1), id="both zero make one unavailable"),
        pytest.param(3, 2, 0, (2, 0), id="numbers"),
    ],
)
def test_shares_of_a_deployment(replicas, surge, unavailable, pace):
    manifest = workload("Deployment", rolling(maxSurge=surge, maxUnavailable=unavailable), replicas)

    (found,) = rollouts(manifest, NODES)

    assert pace == (found["surge"], found["unavailable"])


@pytest.mark.parametrize(
    ("strategy", "spec", "expected"),
    [
        pytest.param(None, {"affinity": ALONE}, (3, 3, ""), id="each goes before the next comes"),
        pytest.param(rolling(partition=2), {"affinity": ALONE}, (1, 1, ""), id="from the partition on"),
        pytest.param(rolling(partition=9), {"affinity": ALONE}, (0, 0, ""), id="a partition beyond them all"),
        pytest.param(None, {"requests": {"cpu": "5"}}, (0, 3, "before"), id="not even the old pods fit"),
    ],
)
def test_a_stateful_set(strategy, spec, expected):
    assert expected == course(workload("StatefulSet", strategy, 3, spec), NODES)


@pytest.mark.parametrize(
    ("version", "unavailable", "expected"),
    [("1.37", 2, 2), ("1.37", "50%", 2), ("1.37", "10%", 1), ("1.36", 2, 1)],
    ids=["a number", "a share rounds down", "but never to none", "one at a time while its gate is off"],
)
def test_how_many_pods_of_a_stateful_set_go_at_once(version, unavailable, expected):
    manifest = workload("StatefulSet", rolling(maxUnavailable=unavailable), 5)

    (found,) = rollouts(manifest, NODES, version=version)

    assert (0, expected, True) == (found["surge"], found["unavailable"], found["finishes"])


def test_a_stateful_set_stops_at_the_pod_that_finds_no_node():
    """The pods that run are small, the new ones large: the last two find room, the first one no more."""
    homes = ("a1", "a1", "a2")
    placed = [pod(f"web-{number}", on=name, labels=WEB, requests={"cpu": "1"}) for number, name in enumerate(homes)]
    others = [pod(f"other-{name}", on=name, requests={"cpu": cpu}) for name, cpu in (("a2", "1"), ("b1", "2"))]
    manifest = workload("StatefulSet", None, 3, {"requests": {"cpu": "3"}})

    (found,) = rollouts(manifest, [*NODES, *placed, *others])

    assert (2, 3, "during", False) == (found["updated"], found["wanted"], found["stuck"], found["finishes"])
    assert found["message"].startswith("0/3 nodes are available: 3 Insufficient cpu.")


@pytest.mark.parametrize(
    ("strategy", "spec", "expected"),
    [
        pytest.param(None, {"containers": PORT}, (3, 3, ""), id="the old pod goes first"),
        pytest.param(rolling(maxSurge=1, maxUnavailable=0), {"containers": PORT}, (0, 3, "during"), id="a taken port"),
        pytest.param(rolling(maxSurge="50%", maxUnavailable=0), {"requests": {"cpu": "2"}}, (3, 3, ""), id="room"),
        pytest.param(rolling(maxSurge=1, maxUnavailable=0), {"requests": {"cpu": "3"}}, (0, 3, "during"), id="no room"),
        pytest.param(None, {"requests": {"cpu": "3"}}, (3, 3, ""), id="room once the old pod is gone"),
        pytest.param(None, {"requests": {"cpu": "5"}}, (0, 3, "before"), id="not even the old pods fit"),
    ],
)
def test_a_daemon_set(strategy, spec, expected):
    assert expected == course(workload("DaemonSet", strategy, spec=spec), NODES)


def test_a_daemon_set_in_the_room_of_the_pods_that_run():
    placed = [pod(f"web-{name}x", on=name, labels=WEB, requests={"cpu": "1"}) for name in ("a1", "a2", "b1")]
    neighbour = pod("neighbour", on="b1", requests={"cpu": "2"})
    manifest = workload("DaemonSet", spec={"requests": {"cpu": "3"}})

    (found,) = rollouts(manifest, [*NODES, *placed, neighbour])

    assert (2, 3, "during") == (found["updated"], found["wanted"], found["stuck"])
    assert "1 Insufficient cpu, 2 node(s) didn't satisfy plugin(s) [NodeAffinity]." in found["message"]


@pytest.mark.parametrize(
    ("surge", "unavailable", "pace"),
    [("10%", 0, (1, 0)), (0, "10%", (0, 1)), (0, 0, (0, 1))],
    ids=["surge rounds up", "unavailable as well", "both zero make one unavailable"],
)
def test_shares_of_a_daemon_set(surge, unavailable, pace):
    (found,) = rollouts(workload("DaemonSet", rolling(maxSurge=surge, maxUnavailable=unavailable)), NODES)

    assert pace == (found["surge"], found["unavailable"])


@pytest.mark.parametrize(
    "manifest",
    [
        workload("StatefulSet", {"type": "OnDelete"}, 3),
        workload("DaemonSet", {"type": "OnDelete"}),
        workload("Deployment", None, 0),
        workload("ReplicaSet", None, 3),
        pod(),
    ],
    ids=["a StatefulSet", "a DaemonSet", "no replicas", "a ReplicaSet", "a pod"],
)
def test_what_replaces_no_pod_by_itself_is_not_told(manifest):
    assert [] == rollouts(manifest, NODES)


@pytest.mark.parametrize("kind", ["Deployment", "StatefulSet", "DaemonSet"])
def test_the_cluster_is_as_before(kind):
    judge = judging([*NODES, pod("web-0", on="a1", labels=WEB)])
    before = [dict(pods) for pods in judge.cluster.population.by_node]

    list(rollouts_of(judge, pods_of(workload(kind, None, None if kind == "DaemonSet" else 3))))

    assert before == [dict(pods) for pods in judge.cluster.population.by_node]
