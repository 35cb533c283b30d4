# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""KubeSchedulerConfiguration: what a profile changes, and what is told of mistakes."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.errors import InputError
from ansible_collections.quorum.kube.plugins.module_utils._kube.scheduling.profiles import profiles_of
from ansible_collections.quorum.kube.tests.unit.plugins.module_utils._kube.scheduling.clusters import (
    HOSTNAME,
    node,
    pod,
    refusals,
    scores,
    verdict,
)


def profile(**entry):
    return {"profiles": profiles_of({"profiles": [entry]})}


def config(name, **args):
    return {"pluginConfig": [{"name": name, "args": args}]}


def test_a_disabled_filter_refuses_nothing():
    tainted = [node("n", taints=["a:NoSchedule"])]

    for point in ("filter", "multiPoint"):
        assert refusals(pod(), tainted, **profile(plugins={point: {"disabled": [{"name": "TaintToleration"}]}})) == {}


def test_all_filters_but_one():
    plugins = {"filter": {"disabled": [{"name": "*"}], "enabled": [{"name": "NodeAffinity"}]}}
    nodes = [node("n", taints=["a:NoSchedule"]), node("m", labels={"disk": "ssd"}, cpu="0")]

    found = refusals(pod(requests={"cpu": "1"}, nodeSelector={"disk": "ssd"}), nodes, **profile(plugins=plugins))

    assert found == {"n": "node(s) didn't match Pod's node affinity/selector"}


def test_added_affinity_comes_first():
    expression = {"key": "disk", "operator": "In", "values": ["ssd"]}
    term = {"nodeSelectorTerms": [{"matchExpressions": [expression]}]}
    added = config("NodeAffinity", addedAffinity={"requiredDuringSchedulingIgnoredDuringExecution": term})

    assert refusals(pod(nodeSelector={"no": "such"}), [node("n")], **profile(**added)) == {
        "n": "node(s) didn't match scheduler-enforced node affinity"
    }


@pytest.mark.parametrize(
    "args", [{"ignoredResources": ["example.com/gpu"]}, {"ignoredResourceGroups": ["example.com"]}]
)
def test_ignored_resources(args):
    found = refusals(
        pod(requests={"example.com/gpu": "1"}), [node("n")], **profile(**config("NodeResourcesFit", **args))
    )

    assert found == {}


def test_default_constraints_filter_where_they_are_hard():
    hard = {"topologyKey": HOSTNAME, "maxSkew": 1, "whenUnsatisfiable": "DoNotSchedule"}
    given = config("PodTopologySpread", defaultingType="List", defaultConstraints=[hard])
    service = {"kind": "Service", "metadata": {"name": "web"}, "spec": {"selector": {"app": "web"}}}
    nodes = [node(name, labels={HOSTNAME: name}) for name in ("n1", "n2")]
    objects = [*nodes, service, pod("placed", on="n1", labels={"app": "web"})]

    found = refusals(pod(labels={"app": "web"}), objects, **profile(**given))

    assert found == {"n1": "node(s) didn't match pod topology spread constraints"}
    assert refusals(pod(labels={"app": "api"}), objects, **profile(**given)) == {}


@pytest.mark.parametrize(
    ("strategy", "expected"),
    [
        ({"type": "LeastAllocated"}, {"n": 75}),
        ({"type": "MostAllocated"}, {"n": 25}),
        (
            {"type": "LeastAllocated", "resources": [{"name": "cpu", "weight": 3}, {"name": "memory", "weight": 1}]},
            {"n": 62},
        ),
        (
            {
                "type": "RequestedToCapacityRatio",
                "resources": [{"name": "cpu", "weight": 1}],
                "requestedToCapacityRatio": {
                    "shape": [{"utilization": 0, "score": 0}, {"utilization": 100, "score": 10}]
                },
            },
            {"n": 50},
        ),
    ],
)
def test_scoring_strategies(strategy, expected):
    asked = pod(requests={"cpu": "2", "memory": "0"})

    found = scores(
        asked, [node("n", cpu="4", memory="8Gi")], **profile(**config("NodeResourcesFit", scoringStrategy=strategy))
    )

    assert {name: entry["NodeResourcesFit"] for name, entry in found.items()} == expected


def test_weights_and_plugins_that_are_off():
    plugins = {
        "score": {"disabled": [{"name": "ImageLocality"}], "enabled": [{"name": "TaintToleration", "weight": 5}]}
    }

    (found,) = scores(pod(), [node("n")], **profile(plugins=plugins)).values()

    assert found["TaintToleration"] == 500
    assert "ImageLocality" not in found


def test_preemption_can_be_off():
    off = profile(plugins={"postFilter": {"disabled": [{"name": "DefaultPreemption"}]}})

    assert verdict(pod(requests={"cpu": "2"}), [node("n", cpu="1")], **off)["message"] == (
        "0/1 nodes are available: 1 Insufficient cpu."
    )


def test_a_scheduler_name_that_no_profile_has():
    found = verdict(pod(schedulerName="other"), [node("n")], **profile(schedulerName="mine"))

    assert (found["schedulable"], found["waiting"]) == ("no", "no scheduler answers to the name other")
    assert verdict(pod(schedulerName="mine"), [node("n")], **profile(schedulerName="mine"))["schedulable"] == "yes"


def test_all_mistakes_are_told_at_once():
    entry = {
        "plugins": {"filter": {"enabled": [{"name": "Mine"}]}},
        "pluginConfig": [
            {"name": "NodeResourcesFit", "args": {"scoringStrategy": {"type": "Best"}}},
            {"name": "PodTopologySpread", "args": {"defaultingType": "Some"}},
        ],
    }

    with pytest.raises(InputError) as raised:
        profiles_of({"kind": "Other", "profiles": [entry]})

    assert [problem.place for problem in raised.value.problems] == [
        "scheduler_config.kind",
        "scheduler_config.profiles[0].plugins.filter",
        "scheduler_config.profiles[0].pluginConfig[0].args.scoringStrategy.type",
        "scheduler_config.profiles[0].pluginConfig[1].args.defaultingType",
    ]


@pytest.mark.parametrize(
    ("profiles", "problems"),
    [
        (3, ["scheduler_config.profiles: 3 (expected a list)"]),
        (
            [
                "a",
                {"schedulerName": 3, "plugins": {"filter": {"disabled": {"name": "a"}}}},
                {"pluginConfig": [{"name": "NodeResourcesFit", "args": {"scoringStrategy": []}}]},
            ],
            [
                "scheduler_config.profiles[0]: 'a' (expected a mapping)",
                "scheduler_config.profiles[1].schedulerName: 3 (expected a text)",
                "scheduler_config.profiles[1].plugins.filter.disabled: {'name': 'a'} (expected a list)",
                "scheduler_config.profiles[2].pluginConfig[0].args.scoringStrategy: [] (expected a mapping)",
                'scheduler_config.profiles: "default-scheduler" twice (expected a schedulerName of its own for each)',
            ],
        ),
    ],
)
def test_what_has_a_wrong_type_is_not_passed_over(profiles, problems):
    with pytest.raises(InputError) as refused:
        profiles_of({"profiles": profiles})

    assert problems == str(refused.value).splitlines()
