# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""NodeName, NodeUnschedulable, TaintToleration and NodeAffinity."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.tests.unit.plugins.module_utils._kube.scheduling.clusters import (
    node,
    pod,
    refusals,
    verdict,
)

TAINTED = "node(s) had untolerated taint(s)"
AFFINITY = "node(s) didn't match Pod's node affinity/selector"


def terms(*found):
    return {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": list(found)}}}


def expressions(*found):
    return {"matchExpressions": [dict(zip(("key", "operator", "values"), entry)) for entry in found]}


def named(operator, *values):
    return {"key": "metadata.name", "operator": operator, "values": list(values)}


@pytest.mark.parametrize(
    ("toleration", "refused"),
    [
        pytest.param({"key": "k", "value": "v"}, False, id="no operator means Equal, no effect means any"),
        pytest.param({"key": "k", "operator": "Equal", "value": "w"}, True, id="Equal compares the value"),
        pytest.param({"key": "k"}, True, id="Equal without a value is the empty value"),
        pytest.param({"key": "k", "operator": "Exists"}, False, id="Exists takes any value"),
        pytest.param({"operator": "Exists"}, False, id="Exists without a key takes every taint"),
        pytest.param({"key": "k", "operator": "Exists", "effect": "NoExecute"}, True, id="another effect"),
        pytest.param({"key": "k", "operator": "Gt", "value": "1"}, True, id="Gt never matches while its gate is off"),
    ],
)
def test_a_taint_and_a_toleration(toleration, refused):
    found = refusals(pod(tolerations=[toleration]), [node("n", taints=["k=v:NoSchedule"])])

    assert found == ({"n": TAINTED} if refused else {})


@pytest.mark.parametrize(
    ("value", "refused"),
    [("10", False), ("5", True), ("010", True), ("many", True)],
    ids=["greater", "equal", "a leading zero", "no number"],
)
def test_numeric_tolerations_with_their_gate(value, refused):
    asked = pod(tolerations=[{"key": "k", "operator": "Gt", "value": "5"}])
    gates = {"TaintTolerationComparisonOperators": True}

    found = refusals(asked, [node("n", taints=[f"k={value}:NoSchedule"])], feature_gates=gates)

    assert found == ({"n": TAINTED} if refused else {})


def test_soft_taints_refuse_nothing():
    assert refusals(pod(), [node("n", taints=["k=v:PreferNoSchedule"])]) == {}


@pytest.mark.parametrize(
    ("version", "texts"),
    [
        ("1.33", ["node(s) had untolerated taint {a: }", "node(s) had untolerated taint {b: x}"]),
        ("1.34.1", ["node(s) had untolerated taint {a: }", "node(s) had untolerated taint {b: x}"]),
        ("1.34.2", [TAINTED, TAINTED]),
        ("1.34", [TAINTED, TAINTED]),
    ],
)
def test_the_first_untolerated_taint_is_named_up_to_1_34_1(version, texts):
    nodes = [node("n1", taints=["b=y:PreferNoSchedule", "a:NoSchedule"]), node("n2", taints=["b=x:NoExecute"])]

    assert refusals(pod(), nodes, version=version) == dict(zip(["n1", "n2"], texts))


def test_pods_stay_on_lost_nodes_for_a_while_by_default():
    lost = ["node.kubernetes.io/not-ready:NoExecute", "node.kubernetes.io/unreachable:NoExecute"]

    assert refusals(pod(), [node("n", taints=lost)]) == {}
    assert refusals(pod(), [node("n", taints=["node.kubernetes.io/not-ready:NoSchedule"])]) == {"n": TAINTED}


@pytest.mark.parametrize(
    ("tolerations", "refused"),
    [
        pytest.param([], True, id="none"),
        pytest.param([{"key": "node.kubernetes.io/unschedulable"}], False, id="Equal with no value"),
        pytest.param([{"key": "node.kubernetes.io/unschedulable", "value": "x"}], True, id="Equal with a value"),
        pytest.param([{"operator": "Exists", "effect": "NoSchedule"}], False, id="every NoSchedule taint"),
    ],
)
def test_a_cordoned_node(tolerations, refused):
    found = refusals(pod(tolerations=tolerations), [node("n", cordoned=True)])

    assert found == ({"n": "node(s) were unschedulable"} if refused else {})


@pytest.mark.parametrize(
    ("affinity", "feasible"),
    [
        pytest.param(terms({}), [], id="an empty term matches nothing"),
        pytest.param(terms({}, expressions(("disk", "Exists"))), ["ssd"], id="an empty term beside another"),
        pytest.param(
            terms(expressions(("disk", "NotIn", ["ssd"]))), ["bare", "gen2"], id="NotIn holds without the key"
        ),
        pytest.param(terms(expressions(("disk", "DoesNotExist"))), ["bare", "gen2"], id="DoesNotExist"),
        pytest.param(terms(expressions(("gen", "Gt", ["1"]))), ["gen2"], id="Gt needs the key"),
        pytest.param(terms(expressions(("gen", "Lt", ["010"]))), ["gen2"], id="Lt reads leading zeros"),
        pytest.param(terms(expressions(("gen", "Gt", ["many"]))), [], id="a term that does not parse is dropped"),
        pytest.param(
            terms(expressions(("gen", "Gt", ["x"])), expressions(("disk", "Exists"))), ["ssd"], id="others stay"
        ),
        pytest.param(terms({"matchFields": [named("NotIn", "bare")]}), ["gen2", "ssd"], id="NotIn a name"),
    ],
)
def test_required_node_affinity(affinity, feasible):
    nodes = [node("bare"), node("gen2", labels={"gen": "2"}), node("ssd", labels={"disk": "ssd"})]

    found = verdict(pod(affinity=affinity), nodes)

    assert found["feasible"] == feasible
    assert set(map(tuple, found["reasons"].values())) <= {(AFFINITY,)}


def test_node_selector_and_affinity_must_both_hold():
    asked = pod(nodeSelector={"disk": ""}, affinity=terms(expressions(("gen", "Exists"))))
    nodes = [
        node("both", labels={"disk": "", "gen": "1"}),
        node("one", labels={"gen": "1"}),
        node("two", labels={"disk": "x"}),
    ]

    assert refusals(asked, nodes) == {"one": AFFINITY, "two": AFFINITY}


@pytest.mark.parametrize(
    ("version", "reasons", "message"),
    [
        (
            "1.37",
            {"n1": ["node(s) didn't satisfy plugin(s) [NodeAffinity]"]},
            "1 Insufficient cpu, 1 node(s) didn't satisfy",
        ),
        ("1.31", {}, "0/2 nodes are available: 1 Insufficient cpu. preemption:"),
        (
            "1.30",
            {"n1": ["node is filtered out by the prefilter result"]},
            "1 node is filtered out by the prefilter result",
        ),
        ("1.29", {}, "0/2 nodes are available: 1 Insufficient cpu. preemption:"),
    ],
)
def test_nodes_that_no_term_names_are_left_out(version, reasons, message):
    asked = pod(requests={"cpu": "100"}, affinity=terms({"matchFields": [named("In", "n2")]}))

    found = verdict(asked, [node("n1"), node("n2")], version=version)

    assert found["reasons"] == {**reasons, "n2": ["Insufficient cpu"]}
    assert message in found["message"]


def test_names_that_exclude_each_other_reject_the_pod():
    asked = pod(affinity=terms({"matchFields": [named("In", "n1"), named("In", "n2")]}))

    found = verdict(asked, [node("n1"), node("n2")])

    assert found["message"] == "0/2 nodes are available: pod affinity terms conflict. not found"
    assert found["reasons"] == {name: ["pod affinity terms conflict"] for name in ("n1", "n2")}


def test_the_earliest_filter_gives_the_only_reason():
    nodes = [node("n", taints=["a:NoSchedule"], cordoned=True, cpu="1")]

    assert refusals(pod(requests={"cpu": "2"}, nodeSelector={"no": "such"}), nodes) == {
        "n": "node(s) were unschedulable"
    }


@pytest.mark.parametrize(
    ("version", "reason"),
    [
        ("1.37", "node(s) didn't satisfy plugin(s) [NodeName]"),
        ("1.36", "node(s) didn't match the requested node name"),
    ],
)
def test_a_pod_that_names_its_node(version, reason):
    assert refusals(pod(nodeName="n2"), [node("n1"), node("n2")], version=version) == {"n1": reason}


@pytest.mark.parametrize(
    ("named", "refused"),
    [
        pytest.param(node("n", taints=["a:NoSchedule"], cordoned=True), {}, id="a scheduler's reasons don't count"),
        pytest.param(node("n", taints=["a:NoExecute"]), {"n": TAINTED}, id="NoExecute taints count"),
        pytest.param(node("n", cpu="1"), {"n": "Insufficient cpu"}, id="resources count"),
    ],
)
def test_the_kubelet_of_a_named_node(named, refused):
    assert refusals(pod(nodeName="n", requests={"cpu": "2"}), [named]) == refused


@pytest.mark.parametrize(
    ("found", "refused"),
    [
        pytest.param([named("In", "n1")], ["n2", "n3"], id="one name"),
        pytest.param([named("In", "n1"), named("In", "n2")], ["n3"], id="the names of all terms"),
    ],
)
def test_names_of_all_terms_are_looked_at(found, refused):
    asked = pod(affinity=terms(*({"matchFields": [field]} for field in found)))

    told = refusals(asked, [node(name) for name in ("n1", "n2", "n3")])

    assert told == dict.fromkeys(refused, "node(s) didn't satisfy plugin(s) [NodeAffinity]")


def test_one_term_without_a_name_opens_all_nodes():
    asked = pod(affinity=terms({"matchFields": [named("In", "n1")]}, expressions(("disk", "Exists"))))

    assert refusals(asked, [node("n1"), node("n2", labels={"disk": ""}), node("n3")]) == {"n3": AFFINITY}


def test_a_name_and_an_expression_of_one_term_must_both_hold():
    both = {"matchFields": [named("In", "n1")], **expressions(("disk", "Exists"))}

    assert refusals(pod(affinity=terms(both)), [node("n1"), node("n2", labels={"disk": ""})]) == {
        "n1": AFFINITY,
        "n2": "node(s) didn't satisfy plugin(s) [NodeAffinity]",
    }


def test_wishes_refuse_no_node():
    wish = [{"weight": 100, "preference": expressions(("disk", "Exists"))}]
    asked = pod(affinity={"nodeAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": wish}})

    assert refusals(asked, [node("n")]) == {}


@pytest.mark.parametrize(
    ("toleration", "refused"),
    [
        pytest.param({"key": "other", "operator": "Exists"}, False, id="nothing said of it: five minutes"),
        pytest.param(
            {"key": "node.kubernetes.io/not-ready", "value": "x", "effect": "NoExecute"},
            True,
            id="something said of it, whatever it is: nothing is added",
        ),
        pytest.param(
            {"key": "node.kubernetes.io/not-ready", "operator": "Exists", "effect": "NoSchedule"},
            False,
            id="said of another effect",
        ),
    ],
)
def test_what_a_pod_says_of_lost_nodes_itself_stands(toleration, refused):
    lost = node("n", taints=["node.kubernetes.io/not-ready:NoExecute"])

    assert refusals(pod(tolerations=[toleration]), [lost]) == ({"n": TAINTED} if refused else {})


@pytest.mark.parametrize(
    ("named", "spec", "refused"),
    [
        pytest.param(node("n"), {"nodeSelector": {"no": "such"}}, AFFINITY, id="node affinity counts"),
        pytest.param(node("n"), {"requests": {"example.com/gpu": "1"}}, "", id="a device that the node lacks does not"),
        pytest.param(
            node("n", cpu="1", **{"example.com/gpu": "1"}),
            {"requests": {"example.com/gpu": "2"}},
            "Insufficient example.com/gpu",
            id="but one that it has too few of",
        ),
        pytest.param(
            node("n"),
            {"affinity": {"podAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [{"topologyKey": "k"}]}}},
            "",
            id="other pods do not",
        ),
    ],
)
def test_what_else_the_kubelet_of_a_named_node_looks_at(named, spec, refused):
    assert refusals(pod(nodeName="n", **spec), [named]) == ({"n": refused} if refused else {})
