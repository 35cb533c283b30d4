# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Preemption: the sentence it adds, and which node and pods it takes."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.scheduling.preemption import preempt
from ansible_collections.quorum.kube.plugins.module_utils._kube.workloads import pods_of
from ansible_collections.quorum.kube.tests.unit.plugins.module_utils._kube.scheduling.clusters import (
    judging,
    node,
    pod,
    verdict,
)

HIGH = 1000


def running(name, on, cpu, priority=0, start="2026-01-01T00:00:00Z", labels=None):
    found = pod(name, on=on, requests={"cpu": cpu}, priority=priority, labels=labels)
    return {**found, "status": {"startTime": start}}


def after(asked, objects, **options):
    """What the sentence says after the reasons."""
    message = verdict(asked, objects, **options)["message"]
    return message[message.index(". ") + 2 :]


@pytest.mark.parametrize(
    ("version", "said"),
    [
        ("1.37", "preemption: found a potential placement for pod on node n1, preempting 1 victims"),
        ("1.36", None),
    ],
)
def test_a_victim_makes_room(version, said):
    objects = [node("n1", cpu="2"), running("low", "n1", "2")]

    message = verdict(pod(requests={"cpu": "1"}, priority=HIGH), objects, version=version)["message"]

    assert message == "0/1 nodes are available: 1 Insufficient cpu." + (f" {said}" if said else "")


def test_a_pod_that_never_preempts():
    asked = pod(requests={"cpu": "1"}, priority=HIGH, preemptionPolicy="Never")

    assert after(asked, [node("n1", cpu="1"), running("low", "n1", "1")]) == (
        "preemption: not eligible due to preemptionPolicy=Never."
    )


def test_what_still_refuses_without_the_victims_is_told():
    objects = [node("n1", cpu="4"), running("low", "n1", "1"), running("equal", "n1", "3", priority=HIGH)]

    assert after(pod(requests={"cpu": "2"}, priority=HIGH), objects) == (
        "preemption: 0/1 nodes are available: 1 Insufficient cpu."
    )


def test_as_many_as_possible_are_spared_the_most_important_first():
    objects = [
        node("n1", cpu="4"),
        running("a", "n1", "1", priority=1),
        running("b", "n1", "1", priority=2),
        running("c", "n1", "2", priority=3),
    ]

    assert after(pod(requests={"cpu": "2"}, priority=HIGH), objects) == (
        "preemption: found a potential placement for pod on node n1, preempting 2 victims"
    )


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param([running("x", "n1", "2", 5)], [running("y", "n2", "2", 4)], id="the lower highest priority"),
        pytest.param(
            [running("x1", "n1", "1", 5), running("x2", "n1", "1", 5)],
            [running("y", "n2", "2", 5)],
            id="the smaller sum",
        ),
        pytest.param(
            [running("x", "n1", "2", 5, "2026-01-01T00:00:00Z")],
            [running("y", "n2", "2", 5, "2026-01-01T00:00:01Z")],
            id="the later start",
        ),
        pytest.param(
            [running("x", "n1", "1", 5), running("least", "n1", "1", -(2**31))],
            [running("y", "n2", "2", 5)],
            id="fewer of them, where one weighs nothing",
        ),
        pytest.param(
            [running("x1", "n1", "1", 5, "2026-01-01T00:00:00Z"), running("x2", "n1", "1", 5, "2026-01-01T00:00:09Z")],
            [running("y1", "n2", "1", 5, "2026-01-01T00:00:01Z"), running("y2", "n2", "1", 5, "2026-01-01T00:00:01Z")],
            id="the later of the earliest starts",
        ),
    ],
)
def test_the_node_that_costs_least_is_taken(first, second):
    objects = [node("n1", cpu="2"), node("n2", cpu="2"), *first, *second]

    assert "on node n2," in after(pod(requests={"cpu": "2"}, priority=HIGH), objects)


def test_a_budget_is_a_preference():
    budget = {
        "kind": "PodDisruptionBudget",
        "metadata": {"name": "kept", "namespace": "default"},
        "spec": {"selector": {"matchLabels": {"app": "web"}}},
        "status": {"disruptionsAllowed": 0},
    }
    guarded = running("guarded", "n1", "2", priority=0, labels={"app": "web"})
    objects = [node("n1", cpu="2"), node("n2", cpu="2"), guarded, running("free", "n2", "2", priority=500), budget]

    assert "on node n2," in after(pod(requests={"cpu": "1"}, priority=HIGH), objects)
    assert "on node n1," in after(pod(requests={"cpu": "1"}, priority=HIGH), [objects[0], guarded, budget])


def test_a_priority_class_decides_and_one_that_is_missing_is_told():
    cls = {"kind": "PriorityClass", "metadata": {"name": "urgent"}, "value": HIGH}
    objects = [node("n1", cpu="2"), running("low", "n1", "2")]
    asked = pod(requests={"cpu": "1"}, priorityClassName="urgent")

    assert "preempting 1 victims" in verdict(asked, [*objects, cls])["message"]
    assert verdict(asked, objects)["missing"] == ["PriorityClass urgent"]


def test_nothing_is_changed_by_trying():
    objects = [node("n1", cpu="2"), running("low", "n1", "2")]
    asked = pod(requests={"cpu": "1"}, priority=HIGH)

    assert verdict(asked, objects) == verdict(asked, objects)
    assert verdict(pod(requests={"cpu": "1"}), objects)["feasible"] == []


@pytest.mark.parametrize(
    ("version", "message"),
    [
        ("1.28", "0/1 nodes are available: 1 Insufficient cpu. preemption: 0/1 nodes are available: 1 {}.."),
        ("1.29", "0/1 nodes are available: 1 Insufficient cpu. preemption: 0/1 nodes are available: 1 {}."),
        (
            "1.34",
            (
                "0/1 nodes are available: 1 Insufficient cpu. no new claims to deallocate, "
                "preemption: 0/1 nodes are available: 1 {}."
            ),
        ),
    ],
)
def test_how_releases_put_the_pieces_together(version, message):
    found = verdict(pod(requests={"cpu": "1"}), [node("n1", cpu="1"), running("equal", "n1", "1")], version=version)

    assert found["message"] == message.format("No preemption victims found for incoming pod")


def test_without_nodes_there_is_another_sentence():
    from ansible_collections.quorum.kube.plugins.module_utils._kube.errors import InputError

    with pytest.raises(InputError, match="it holds no Node"):
        verdict(pod(), [])


def test_counts_are_sorted_as_text():
    nodes = [node(f"n{number}", cpu="1") for number in range(10)]
    nodes += [node(f"t{number}", taints=["a:NoSchedule"]) for number in range(2)]

    message = verdict(pod(requests={"cpu": "2"}), nodes)["message"]

    assert message.startswith(
        "0/12 nodes are available: 10 Insufficient cpu, 2 node(s) had untolerated taint(s). preemption: "
    )


ALONE = {
    "apiVersion": "v1",
    "kind": "PersistentVolumeClaim",
    "metadata": {
        "name": "data",
        "namespace": "default",
        "annotations": {"pv.kubernetes.io/bind-completed": "yes"},
    },
    "spec": {"accessModes": ["ReadWriteOncePod"], "volumeName": "v"},
}
BOUND = {
    "apiVersion": "v1",
    "kind": "PersistentVolume",
    "metadata": {"name": "v"},
    "spec": {"claimRef": {"name": "data", "namespace": "default"}},
    "status": {"phase": "Bound"},
}


def using(name, on="", claim="data", **more):
    volumes = [{"name": "disk", "persistentVolumeClaim": {"claimName": claim}}]
    return pod(name, on=on, volumes=volumes, **more)


@pytest.mark.parametrize(
    ("placed", "said"),
    [
        pytest.param(
            [using("holder", "n1", priority=1)],
            "found a potential placement for pod on node n1, preempting 1 victims",
            id="the pod that uses the claim is a victim",
        ),
        pytest.param(
            [using("holder", "n1", priority=HIGH)],
            "0/2 nodes are available: 2 No preemption victims found for incoming pod.",
            id="it is as important as the incoming pod",
        ),
        pytest.param(
            [using("holder", "n2", priority=HIGH), using("other", "n1", claim="logs", priority=1)],
            "0/2 nodes are available: 1 No preemption victims found for incoming pod, "
            "1 node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use "
            "by another pod.",
            id="a victim that uses another claim does not free this one",
        ),
        pytest.param(
            [using("holder", "n2", priority=HIGH), using("namesake", "n1", namespace="other", priority=1)],
            "found a potential placement for pod on node n1, preempting 1 victims",
            id="a victim that names such a claim in another namespace counts as a user of this one",
        ),
        pytest.param(
            [
                using("holder", "n1", priority=1),
                using("namesake", "n1", namespace="other", priority=2),
            ],
            "found a potential placement for pod on node n1, preempting 1 victims",
            id="of two that name it, one gone is enough",
        ),
    ],
)
def test_a_claim_for_one_pod_is_freed_by_whoever_names_it(placed, said):
    found = after(using("asked", priority=HIGH), [node("n1"), node("n2"), ALONE, BOUND, *placed])

    assert f"preemption: {said}" == found


@pytest.mark.parametrize(("version", "taken"), [("1.36", "n2"), ("1.37", "n1")], ids=["all of them", "until one is"])
def test_how_a_pod_under_several_budgets_is_charged(version, taken):
    """`both` exhausts what `second` allows, unless it is charged no further than to `first`, which allows nothing."""
    budgets = [
        {
            "kind": "PodDisruptionBudget",
            "metadata": {"name": label, "namespace": "default"},
            "spec": {"selector": {"matchLabels": {label: ""}}},
            "status": {"disruptionsAllowed": allowed},
        }
        for label, allowed in (("first", 0), ("second", 1))
    ]
    victims = [
        running("both", "n1", "1", 2, labels={"first": "", "second": ""}),
        running("one", "n1", "1", 1, labels={"second": ""}),
        running("dear", "n2", "2", 500, labels={"first": ""}),
    ]
    judge = judging([node("n1", cpu="2"), node("n2", cpu="2"), *victims, *budgets], version=version)
    ((found,),) = (judge.each(ref) for ref in pods_of(pod(requests={"cpu": "2"}, priority=HIGH)))

    candidates = preempt(found.ask, found.answer, judge.budgets).candidate

    assert [taken] == [judge.cluster.names[candidate.number] for candidate in candidates]
