# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""All judges over one input: whose word counts, and how it is counted."""

from __future__ import annotations

from datetime import date

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.errors import InputError
from ansible_collections.quorum.kube.plugins.module_utils._kube.findings import ERROR, Finding, Subject
from ansible_collections.quorum.kube.plugins.plugin_utils.gate.judging import judge
from ansible_collections.quorum.kube.plugins.plugin_utils.gate.reading import read_request

from .options import options

TODAY = date(2026, 11, 30)
NODE = {
    "apiVersion": "v1",
    "kind": "Node",
    "metadata": {"name": "n"},
    "status": {"allocatable": {"cpu": "2", "memory": "4Gi", "pods": "10"}},
}
CONFIG = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c"}, "data": {}}


def pod(name="p", cpu="1", **more):
    container = {"name": "c", "image": "i", "resources": {"requests": {"cpu": cpu}}}
    metadata = {"name": name, **more.pop("metadata", {})}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": {"containers": [container], **more}}


def judged(definition, **more):
    return judge(read_request(options(definition=definition, **more)), TODAY)


def rules(judgement):
    return [(each.severity, each.rule, each.object.name) for each in judgement.findings]


def test_nothing_is_said_of_nodes_where_no_cluster_is_given():
    judgement = judged([pod(), CONFIG])

    assert [] == rules(judgement)
    assert not judgement.stands
    assert ([], [], {"ConfigMap": 1}) == tuple(judgement.result[name] for name in ("results", "nodes", "skipped_kinds"))
    assert {
        "errors": 0,
        "warnings": 0,
        "notes": 0,
        "waived": 0,
        "pods": 1,
        "classes": {"Guaranteed": 0, "Burstable": 1, "BestEffort": 0},
        "schedulable": {"yes": 0, "no": 0, "unknown": 0, "waiting": 0},
    } == judgement.result["summary"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"priority": "high"},
        {"priority": [1]},
        {"priority": "9" * 5000},
        {"priorityClassName": ["high"]},
        {"priorityClassName": {"name": "high"}},
    ],
)
def test_a_priority_of_a_wrong_type_is_refused_in_words(wrong):
    judgement = judged([pod(**wrong)], cluster_objects=[NODE])

    (field,) = wrong
    assert [("error", "invalid", f"spec.{field}")] == [
        (each.severity, each.rule, each.field) for each in judgement.findings
    ]


@pytest.mark.parametrize(
    ("wanted", "definition"),
    [
        ([], pod()),
        ([("error", "invalid", "p")], pod(restartPolicy="Sometimes")),
        ([("error", "unschedulable", "p")], pod(cpu="3")),
        ([("error", "unschedulable", "b")], [pod("a"), pod("b", cpu="1500m")]),
        ([("error", "unreadable", "")], "kind: Pod\nkind: Pod\n"),
        ([("note", "waiting", "p")], pod(schedulingGates=[{"name": "example.com/wait"}])),
        ([("note", "unknown", "p")], pod(schedulerName="other")),
        ([("warning", "trap", "p")], pod(nodeName="n")),
    ],
)
def test_every_judge_has_its_say(wanted, definition):
    assert wanted == rules(judged(definition, cluster_objects=[NODE]))


@pytest.mark.parametrize(
    ("version", "kind", "exists"),
    [
        ("apps/v1", "Deploymnt", False),
        ("v1", "configmap", False),
        ("apps/v1", "Job", False),
        ("v1", "ConfigMap", True),
        ("apps/v1", "ControllerRevision", True),
        ("v1", "PodList", True),
        ("example.org/v1", "Deploymnt", True),
    ],
)
def test_a_kind_that_its_group_lacks_is_refused(version, kind, exists):
    found = judged({"apiVersion": version, "kind": kind, "metadata": {"name": "a"}})

    messages = [each.message for each in found.findings if each.rule == "invalid"]
    assert exists is (messages == [])
    assert all(f'no matches for kind "{kind}" in version "{version}"' in message for message in messages)


BUDGET = {"apiVersion": "policy/v1beta1", "kind": "PodDisruptionBudget", "metadata": {"name": "b"}}
DEFINITION = {
    "apiVersion": "apiextensions.k8s.io/v1",
    "kind": "CustomResourceDefinition",
    "metadata": {"name": "poddisruptionbudgets.policy"},
    "spec": {
        "group": "policy",
        "names": {"kind": "PodDisruptionBudget"},
        "versions": [{"name": "v1beta1", "served": True}],
    },
}
DELEGATED = {
    "apiVersion": "apiregistration.k8s.io/v1",
    "kind": "APIService",
    "metadata": {"name": "v1beta1.policy"},
    "spec": {"group": "policy", "version": "v1beta1"},
}
STOPPED = {**DEFINITION, "spec": {**DEFINITION["spec"], "versions": [{"name": "v1beta1", "served": False}]}}


@pytest.mark.parametrize(
    ("served", "beside", "cluster"),
    [
        (False, [], [NODE]),
        (False, [STOPPED], []),
        (True, [DEFINITION], []),
        (True, [], [NODE, DEFINITION]),
        (True, [DELEGATED], []),
        (True, [], [NODE, {**BUDGET, "metadata": {"name": "other"}}]),
    ],
)
def test_a_version_that_is_gone_is_refused_unless_something_else_serves_it(served, beside, cluster):
    judgement = judged([BUDGET, *beside], cluster_objects=cluster)

    found = [(each.severity, each.field) for each in judgement.findings if each.rule == "invalid"]
    assert ([] if served else [("error", "apiVersion")]) == found


WRONG = {
    "a service without a name": ({"apiVersion": "v1", "kind": "Service"}, "metadata.name"),
    "metadata that is a list": ({"apiVersion": "v1", "kind": "Namespace", "metadata": ["a"]}, "metadata"),
    "a limit range": (
        {"apiVersion": "v1", "kind": "LimitRange", "metadata": {"name": "l"}, "spec": {"limits": [{"max": 5}]}},
        "spec.limits[0].max",
    ),
    "a runtime class": (
        {
            "apiVersion": "node.k8s.io/v1",
            "kind": "RuntimeClass",
            "metadata": {"name": "r"},
            "handler": "r",
            "overhead": {"podFixed": {"cpu": []}},
        },
        "overhead.podFixed[cpu]",
    ),
    "a budget": (
        {
            "apiVersion": "policy/v1",
            "kind": "PodDisruptionBudget",
            "metadata": {"name": "b"},
            "spec": {"minAvailable": 1, "selector": "x"},
        },
        "spec.selector",
    ),
}


@pytest.mark.parametrize(("wrong", "field"), WRONG.values(), ids=WRONG)
@pytest.mark.parametrize("cluster", [[], [NODE]])
def test_one_wrong_object_keeps_no_other_from_being_judged(wrong, field, cluster):
    judgement = judged([wrong, pod("large", cpu="3"), pod("odd", restartPolicy="Sometimes")], cluster_objects=cluster)

    expected = {(wrong["kind"], "invalid", field), ("Pod", "invalid", "spec.restartPolicy")}
    placed = {("Pod", "unschedulable", "")} if cluster else set()
    assert expected | placed == {(each.object.kind, each.rule, each.field) for each in judgement.findings}
    assert 2 == judgement.result["summary"]["pods"]
    assert wrong["kind"] not in judgement.result["skipped_kinds"]


def test_replicas_are_placed_in_turn_and_told_once():
    template = {"metadata": {"labels": {"a": "b"}}, "spec": pod()["spec"]}
    spec = {"replicas": 4, "selector": {"matchLabels": {"a": "b"}}, "template": template}
    value = {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "w"}, "spec": spec}

    judgement = judged(value, cluster_objects=[NODE])

    assert [("error", "unschedulable", "w")] == rules(judgement)
    assert judgement.findings[0].message.endswith("(and 1 more of its pods)")
    assert {"yes": 2, "no": 2, "unknown": 0, "waiting": 0} == judgement.result["summary"]["schedulable"]


def test_a_pod_that_displaces_others_is_a_warning():
    low = {**pod("low"), "spec": {**pod("low")["spec"], "nodeName": "n", "priority": 0}}
    low["spec"]["containers"][0]["resources"]["requests"]["cpu"] = "1900m"
    high = pod("high", priorityClassName="system-cluster-critical")

    judgement = judged(high, cluster_objects=[NODE, low])

    assert [("warning", "preempts", "high")] == rules(judgement)


def test_a_float_without_fraction_is_the_number_that_it_is_everywhere():
    low = {**pod("low"), "spec": {**pod("low")["spec"], "nodeName": "n", "priority": 4.0}}
    low["spec"]["containers"][0]["resources"]["requests"]["cpu"] = "1900m"
    classes = {
        "apiVersion": "scheduling.k8s.io/v1",
        "kind": "PriorityClass",
        "metadata": {"name": "five"},
        "value": 5.0,
    }
    high, five = pod("high", priority=5.0), pod("five", priorityClassName="five")

    judgement = judged([high, five, classes], cluster_objects=[NODE, low], mode="each")

    assert [5, 5] == [each["priority"] for each in judgement.result["pods"]]
    assert [("warning", "preempts", "five"), ("warning", "preempts", "high")] == sorted(rules(judgement))


def test_a_limit_range_of_the_cluster_changes_the_class():
    limits = {"type": "Container", "default": {"cpu": "1", "memory": "1Gi"}}
    ranges = {
        "apiVersion": "v1",
        "kind": "LimitRange",
        "metadata": {"name": "l", "namespace": "default"},
        "spec": {"limits": [limits]},
    }

    judgement = judged(pod(), cluster_objects=[NODE, ranges])

    assert ["Guaranteed"] == [each["qos_class"] for each in judgement.result["pods"]]


def test_a_policy_has_the_last_word_and_a_waiver_the_very_last():
    waiver = "[{rules: [policy/guaranteed], reason: a cache, until: 2026-12-31}]"
    waived = pod("waived", metadata={"annotations": {"quorum.kube/waive": waiver}})
    policy = {
        "rules": [{"name": "guaranteed", "require": {"qos": "Guaranteed"}}],
        "findings": {"unschedulable": "warning"},
    }

    judgement = judged([pod(), waived, pod("large", cpu="3")], policy=policy, cluster_objects=[NODE])

    assert judgement.stands
    assert [
        ("error", "policy/guaranteed", "large", False),
        ("error", "policy/guaranteed", "p", False),
        ("error", "policy/guaranteed", "waived", True),
        ("warning", "unschedulable", "large", False),
    ] == sorted((each.severity, each.rule, each.object.name, each.waived is not None) for each in judgement.findings)
    assert (2, 1) == tuple(judgement.result["summary"][name] for name in ("errors", "waived"))


def test_a_waiver_that_has_ended_keeps_nothing_from_standing():
    waiver = "[{rules: [unschedulable], reason: soon, until: 2026-11-29}]"
    late = pod("late", cpu="3", metadata={"annotations": {"quorum.kube/waive": waiver}})

    judgement = judged(late, cluster_objects=[NODE])

    assert {"unschedulable", "waiver-expired"} == {rule for _severity, rule, _name in rules(judgement)}
    assert 2 == judgement.result["summary"]["errors"]


@pytest.mark.parametrize(("wanted", "expect"), [([], ["small"]), (["policy-test"], [])])
def test_the_cases_of_a_policy_run_where_they_are_asked_for(wanted, expect):
    policy = {
        "rules": [{"name": "small", "require": {"max_requests": {"cpu": "1"}}}],
        "policy_test": [{"name": "a giant", "objects": [pod("giant", cpu="64")], "expect": expect}],
    }

    assert [] == judged(pod(), policy=policy).findings
    tested = judged(pod(), policy=policy, policy_test=True)
    assert wanted == [each.rule for each in tested.findings]
    assert {"cases": 1, "rules": 1, "unexpected": len(wanted)} == tested.result["summary"]["policy_test"]


def test_a_policy_without_cases_is_not_tested_silently():
    with pytest.raises(InputError, match="policy_test: the policy has no case"):
        judged(pod(), policy={"extends": "baseline"}, policy_test=True)


def test_a_case_is_judged_in_the_namespace_and_by_the_kinds_of_the_task():
    rules = [{"name": "small", "require": {"max_requests": {"cpu": "1"}}}]
    giant = {"kind": "Job", "apiVersion": "example.org/v1", "spec": {"pod": pod("giant", cpu="64")}}
    case = {"name": "a giant", "objects": [giant], "expect": ["small"]}
    given = {"namespace": "shop", "pod_template_paths": {"example.org/v1/Job": "spec.pod"}}

    assert [] == judged(CONFIG, policy={"rules": rules, "policy_test": [case]}, policy_test=True, **given).findings


def test_a_case_without_a_cluster_is_not_asked_what_needs_one():
    policy = {"policy_test": [{"name": "a pod", "objects": [pod()], "expect": []}]}
    nodes = [{**NODE, "metadata": {"name": name, "labels": {"kubernetes.io/hostname": name}}} for name in "nm"]
    given = {"survive": 1, "rollout": True, "cluster_objects": nodes}

    assert [] == judged(pod(), policy=policy, policy_test=True, **given).findings


def test_a_case_whose_cluster_cannot_be_is_told_as_the_mistake_of_the_case():
    case = {"name": "c", "objects": [pod()], "cluster": [{"kind": "Namespace"}], "expect": []}

    (found,) = judged(pod(), policy={"policy_test": [case]}, policy_test=True).findings

    assert (
        "policy-test",
        "the case c: snapshot: it holds no Node (expected at least one object of kind Node)",
    ) == (found.rule, found.message)


def test_mistakes_of_a_policy_are_mistakes_of_the_input():
    with pytest.raises(InputError, match="rules"):
        judged(pod(), policy={"rule": []})


def test_of_what_is_to_be_removed_only_whether_it_can_be_read_counts():
    assert [] == rules(judged([pod("P", cpu="3")], state="absent", cluster_objects=[NODE]))
    assert [("error", "unreadable", "")] == rules(judged("a: b", state="absent"))


def test_later_findings_are_counted_with_the_earlier():
    judgement = judged(pod(restartPolicy="Sometimes"))

    later = judgement.with_findings([Finding("refused", ERROR, Subject("Pod", "v1", "default", "p"), "no")])

    assert (1, 2) == (judgement.result["summary"]["errors"], later.result["summary"]["errors"])
    assert ["invalid", "refused"] == sorted(each["rule"] for each in later.result["findings"])


def test_the_order_of_eviction_on_each_node():
    def limited(name, **more):
        value = pod(name, cpu="100m", **more)
        value["spec"]["containers"][0]["resources"] = {"requests": {"memory": "1Gi"}, "limits": {"memory": "2Gi"}}
        return value

    important = {"apiVersion": "scheduling.k8s.io/v1", "kind": "PriorityClass", "metadata": {"name": "i"}, "value": 7}
    free = pod("free", cpu="100m")
    critical = pod("critical", cpu="100m", priorityClassName="system-node-critical")

    judgement = judged(
        [critical, limited("first"), limited("later", priorityClassName="i"), free], cluster_objects=[NODE, important]
    )

    assert [
        {
            "node": "n",
            "order": [
                {
                    "namespace": "default",
                    "name": "free",
                    "reason": "may use all there is and requests nothing; priority 0",
                },
                {
                    "namespace": "default",
                    "name": "first",
                    "reason": "may use 2Gi and requests 1Gi, 1Gi over; priority 0",
                },
                {
                    "namespace": "default",
                    "name": "later",
                    "reason": "may use 2Gi and requests 1Gi, 1Gi over; priority 7",
                },
            ],
            "never_evicted": [{"namespace": "default", "name": "critical"}],
        }
    ] == judgement.result["eviction"]
    assert [] == judged(pod()).result["eviction"]


@pytest.mark.parametrize(("zone", "wanted"), [("a", []), ("b", [("error", "unschedulable", "p")])])
def test_a_volume_of_the_input_keeps_its_pods_in_its_zone(zone, wanted):
    key = "topology.kubernetes.io/zone"
    term = {"matchExpressions": [{"key": key, "operator": "In", "values": ["a"]}]}
    volume = {
        "accessModes": ["ReadWriteOnce"],
        "capacity": {"storage": "1Gi"},
        "csi": {"driver": "d", "volumeHandle": "h"},
        "claimRef": {"namespace": "default", "name": "data"},
        "nodeAffinity": {"required": {"nodeSelectorTerms": [term]}},
    }
    asked = {"resources": {"requests": {"storage": "1Gi"}}, "accessModes": ["ReadWriteOnce"]}
    claim = {**asked, "storageClassName": "", "volumeName": "disk"}
    volumes = [{"name": "data", "persistentVolumeClaim": {"claimName": "data"}}]
    release = [
        {"apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": "disk"}, "spec": volume},
        {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": "data"}, "spec": claim},
        pod(volumes=volumes, nodeSelector={key: zone}),
    ]
    nodes = [{**NODE, "metadata": {"name": name, "labels": {key: name}}} for name in "ab"]

    assert wanted == rules(judged(release, cluster_objects=nodes))
