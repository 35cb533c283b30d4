# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""InterPodAffinity and PodTopologySpread."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.tests.unit.plugins.module_utils._kube.scheduling.clusters import (
    HOSTNAME,
    ZONE,
    node,
    pod,
    refusals,
    verdict,
)

AFFINITY = "node(s) didn't match pod affinity rules"
ANTI_AFFINITY = "node(s) didn't match pod anti-affinity rules"
EXISTING = "node(s) didn't satisfy existing pods anti-affinity rules"
SPREAD = "node(s) didn't match pod topology spread constraints"
SPREAD_LABEL = "node(s) didn't match pod topology spread constraints (missing required label)"

APP = {"matchLabels": {"app": "web"}}
NODES = [node(name, labels={HOSTNAME: name, ZONE: zone}) for name, zone in (("a1", "a"), ("a2", "a"), ("b1", "b"))]
BARE = node("bare", labels={HOSTNAME: "bare"})


def affinity(side, *terms):
    return {side: {"requiredDuringSchedulingIgnoredDuringExecution": list(terms)}}


def term(key=ZONE, selector="app", **more):
    selector = APP if selector == "app" else selector
    return {"topologyKey": key, **({} if selector is None else {"labelSelector": selector}), **more}


def namespace(name, **labels):
    return {"kind": "Namespace", "metadata": {"name": name, "labels": labels}}


def constraint(key=ZONE, selector="app", skew=1, **more):
    selector = APP if selector == "app" else selector
    found = {"topologyKey": key, "maxSkew": skew, "whenUnsatisfiable": "DoNotSchedule", **more}
    return {**found, **({} if selector is None else {"labelSelector": selector})}


@pytest.mark.parametrize(
    ("asked", "refused"),
    [
        pytest.param(affinity("podAffinity", term()), {"b1": AFFINITY, "bare": AFFINITY}, id="the key is needed"),
        pytest.param(
            affinity("podAntiAffinity", term()), {"a1": ANTI_AFFINITY, "a2": ANTI_AFFINITY}, id="it isn't here"
        ),
        pytest.param(affinity("podAntiAffinity", term(HOSTNAME)), {"a1": ANTI_AFFINITY}, id="by host"),
        pytest.param(affinity("podAntiAffinity", term(selector=None)), {}, id="no selector selects nothing"),
        pytest.param(affinity("podAntiAffinity", term(namespaces=["other"])), {}, id="another namespace"),
        pytest.param(
            affinity("podAffinity", term(selector={})), {"b1": AFFINITY, "bare": AFFINITY}, id="an empty one everything"
        ),
    ],
)
def test_one_pod_in_zone_a(asked, refused):
    objects = [*NODES, BARE, pod("web", on="a1", labels={"app": "web"})]

    assert refusals(pod(affinity=asked), objects) == refused


def test_one_pod_must_match_all_affinity_terms():
    asked = affinity("podAffinity", term(), term(HOSTNAME, {"matchLabels": {"tier": "front"}}))
    apart = [pod("web", on="a1", labels={"app": "web"}), pod("front", on="a1", labels={"tier": "front"})]
    both = pod("both", on="b1", labels={"app": "web", "tier": "front"})

    assert list(refusals(pod(affinity=asked), [*NODES, *apart])) == ["a1", "a2", "b1"]
    assert refusals(pod(affinity=asked), [*NODES, *apart, both]) == {"a1": AFFINITY, "a2": AFFINITY}


@pytest.mark.parametrize(
    ("placed", "refused"),
    [
        pytest.param([], ["bare"], id="nobody: the first may go wherever the key is"),
        pytest.param([pod("web", on="bare", labels={"app": "web"})], ["bare"], id="one without a domain doesn't count"),
        pytest.param([pod("web", on="b1", labels={"app": "web"})], ["a1", "a2", "bare"], id="one that counts"),
    ],
)
def test_the_first_pod_of_a_group(placed, refused):
    asked = pod(labels={"app": "web"}, affinity=affinity("podAffinity", term()))

    assert list(refusals(asked, [*NODES, BARE, *placed])) == refused


def test_anti_affinity_of_placed_pods_refuses_and_their_affinity_does_not():
    owner = pod("owner", on="a1", affinity={**affinity("podAntiAffinity", term()), **affinity("podAffinity", term())})

    assert refusals(pod(labels={"app": "web"}), [*NODES, owner]) == {"a1": EXISTING, "a2": EXISTING}
    assert refusals(pod(labels={"app": "api"}), [*NODES, owner]) == {}


def test_terminating_pods_count_for_affinity_but_not_for_spread():
    leaving = pod("web", on="a1", labels={"app": "web"})
    leaving["metadata"]["deletionTimestamp"] = "2026-01-01T00:00:00Z"

    assert list(refusals(pod(affinity=affinity("podAntiAffinity", term())), [*NODES, leaving])) == ["a1", "a2"]
    spread = pod(labels={"app": "web"}, topologySpreadConstraints=[constraint()])
    assert refusals(spread, [*NODES, leaving]) == {}


def test_match_label_keys_become_part_of_the_selector():
    asked = pod(
        labels={"app": "web", "hash": "2"},
        affinity=affinity("podAntiAffinity", term(HOSTNAME, matchLabelKeys=["hash", "absent"])),
    )
    placed = [pod(f"p{tag}", on=name, labels={"app": "web", "hash": tag}) for tag, name in (("1", "a1"), ("2", "a2"))]

    assert refusals(asked, [*NODES, *placed]) == {"a2": ANTI_AFFINITY}


EXCLUSION = {"matchExpressions": [{"key": "team", "operator": "NotIn", "values": ["a"]}]}


@pytest.mark.parametrize(
    ("version", "refused"), [("1.33", []), ("1.34", ["a1", "a2"]), ("1.36", ["a1", "a2"]), ("1.37", [])]
)
def test_a_namespace_selector_of_exclusions_matched_all_from_1_34_to_1_36(version, refused):
    asked = pod(affinity=affinity("podAntiAffinity", term(namespaceSelector=EXCLUSION)))
    placed = pod("web", on="a1", namespace="x", labels={"app": "web"})

    found = refusals(asked, [*NODES, placed, namespace("x", team="a"), namespace("default")], version=version)

    assert list(found) == refused


def test_labels_of_a_namespace_that_was_not_given_leave_it_open():
    selector = {"matchLabels": {"team": "a"}}
    asked = pod(affinity=affinity("podAntiAffinity", term(namespaceSelector=selector)))
    objects = [*NODES, pod("web", on="a1", namespace="x", labels={"app": "web"})]

    found = verdict(asked, objects, complete=False)
    assert (found["schedulable"], found["missing"]) == ("unknown", ["Namespace x"])

    found = verdict(asked, [*objects, namespace("x", team="a")], complete=False)
    assert (found["schedulable"], found["feasible"], found["missing"]) == ("yes", ["b1"], [])


def test_labels_of_a_namespace_do_not_matter_where_nothing_could_be_selected():
    asked = pod(affinity=affinity("podAntiAffinity", term(namespaceSelector={"matchLabels": {"team": "a"}})))

    assert verdict(asked, [*NODES, pod("api", on="a1", namespace="x")], complete=False)["schedulable"] == "yes"


@pytest.mark.parametrize(
    ("asked", "refused"),
    [
        pytest.param(constraint(), {"a1": SPREAD, "a2": SPREAD, "bare": SPREAD_LABEL}, id="one more than the least"),
        pytest.param(constraint(skew=2), {"bare": SPREAD_LABEL}, id="as much as allowed"),
        pytest.param(constraint(minDomains=2), {"a1": SPREAD, "a2": SPREAD, "bare": SPREAD_LABEL}, id="enough domains"),
        pytest.param(constraint(selector=None), {"bare": SPREAD_LABEL}, id="no selector"),
        pytest.param(constraint(selector={}), {"bare": SPREAD_LABEL}, id="an empty selector counts no placed pod"),
        pytest.param(constraint(whenUnsatisfiable="ScheduleAnyway"), {}, id="a soft one refuses nothing"),
    ],
)
def test_spread_with_one_pod_in_zone_a(asked, refused):
    objects = [*NODES, BARE, pod("web", on="a1", labels={"app": "web"})]

    assert refusals(pod(labels={"app": "web"}, topologySpreadConstraints=[asked]), objects) == refused


def test_a_pod_that_its_own_constraint_misses_adds_nothing():
    objects = [*NODES, pod("web", on="a1", labels={"app": "web"})]

    assert refusals(pod(topologySpreadConstraints=[constraint()]), objects) == {}


def test_fewer_domains_than_wanted_make_the_minimum_zero():
    objects = [*NODES, *(pod(f"web-{name}", on=name, labels={"app": "web"}) for name in ("a1", "b1"))]

    asked = pod(labels={"app": "web"}, topologySpreadConstraints=[constraint(minDomains=3)])

    assert refusals(asked, objects) == {"a1": SPREAD, "a2": SPREAD, "b1": SPREAD}


def test_a_node_without_any_one_key_drops_out_of_all_counts():
    lone = node("lone", labels={ZONE: "c"})
    objects = [*NODES, lone, *(pod(f"web-{name}", on=name, labels={"app": "web"}) for name in ("a1", "b1"))]

    asked = pod(labels={"app": "web"}, topologySpreadConstraints=[constraint(), constraint(HOSTNAME)])

    assert refusals(asked, objects) == {"a1": SPREAD, "b1": SPREAD, "lone": SPREAD_LABEL}


@pytest.mark.parametrize(
    ("policies", "refused"),
    [
        pytest.param(
            {},
            {"t1": "node(s) had untolerated taint(s)", "a1": SPREAD, "a2": SPREAD, "b1": SPREAD},
            id="taints don't matter",
        ),
        pytest.param({"nodeTaintsPolicy": "Honor"}, {"t1": "node(s) had untolerated taint(s)"}, id="taints matter"),
    ],
)
def test_a_tainted_empty_zone_holds_the_minimum_at_zero_by_default(policies, refused):
    tainted = node("t1", labels={HOSTNAME: "t1", ZONE: "t"}, taints=["control-plane:NoSchedule"])
    placed = [pod(f"web-{name}", on=name, labels={"app": "web"}) for name in ("a1", "b1")]

    asked = pod(labels={"app": "web"}, topologySpreadConstraints=[constraint(**policies)])

    assert refusals(asked, [*NODES, tainted, *placed]) == refused


@pytest.mark.parametrize(
    ("policy", "refused"), [("Honor", []), ("Ignore", ["a1", "a2"])], ids=["by default", "without the pod's own choice"]
)
def test_nodes_outside_the_pod_s_own_choice_do_not_count(policy, refused):
    objects = [*NODES, pod("web", on="a1", labels={"app": "web"})]
    asked = pod(
        labels={"app": "web"},
        nodeSelector={ZONE: "a"},
        topologySpreadConstraints=[constraint(nodeAffinityPolicy=policy)],
    )

    found = verdict(asked, objects)["reasons"]

    assert [name for name, reasons in found.items() if reasons == [SPREAD]] == refused


SCOPES = [
    pytest.param({}, ["own"], id="nothing said: the pod's own"),
    pytest.param({"namespaces": ["listed"]}, ["listed"], id="a list: exactly those"),
    pytest.param({"namespaceSelector": {}}, ["labelled", "listed", "other", "own"], id="an empty selector: all"),
    pytest.param({"namespaceSelector": {"matchLabels": {"team": "a"}}}, ["labelled"], id="a selector: without its own"),
    pytest.param(
        {"namespaces": ["listed"], "namespaceSelector": {"matchLabels": {"team": "a"}}},
        ["labelled", "listed"],
        id="both: either",
    ),
    pytest.param(
        {"namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": "other"}}},
        ["other"],
        id="the label that every namespace has",
    ),
]


@pytest.mark.parametrize(("scope", "selected"), SCOPES)
def test_the_namespaces_of_a_term(scope, selected):
    names = ["labelled", "listed", "other", "own"]
    labels = {"labelled": {"team": "a"}}
    spaces = [namespace(name, **{"kubernetes.io/metadata.name": name, **labels.get(name, {})}) for name in names]
    nodes = [node(name, labels={HOSTNAME: name}) for name in names]
    placed = [pod("web", on=name, namespace=name, labels={"app": "web"}) for name in names]
    asked = pod(namespace="own", affinity=affinity("podAntiAffinity", term(HOSTNAME, **scope)))

    assert list(refusals(asked, [*nodes, *spaces, *placed])) == selected


def test_the_scope_of_a_placed_pod_is_told_from_its_own_namespace():
    owner = pod("owner", on="a1", namespace="x", affinity=affinity("podAntiAffinity", term(HOSTNAME)))
    everywhere = pod(
        "all", on="a2", namespace="x", affinity=affinity("podAntiAffinity", term(HOSTNAME, namespaceSelector={}))
    )
    objects = [*NODES, owner, everywhere, namespace("x"), namespace("default")]

    assert refusals(pod(labels={"app": "web"}), objects) == {"a2": EXISTING}
    assert refusals(pod(labels={"app": "web"}, namespace="x"), objects) == {"a1": EXISTING, "a2": EXISTING}


@pytest.mark.parametrize("version", ["1.33", "1.34", "1.36", "1.37"])
def test_exclusions_of_namespaces_hold_for_terms_of_placed_pods_in_all_releases(version):
    owner = pod("owner", on="a1", affinity=affinity("podAntiAffinity", term(HOSTNAME, namespaceSelector=EXCLUSION)))
    objects = [*NODES, owner, namespace("x", team="a"), namespace("y", team="b"), namespace("default")]

    found = [refusals(pod(labels={"app": "web"}, namespace=name), objects, version=version) for name in "xy"]

    assert found == [{}, {"a1": EXISTING}]


@pytest.mark.parametrize(
    "asked",
    [
        pytest.param({"labels": {"app": "api"}}, id="other labels"),
        pytest.param({"labels": {"app": "web"}, "namespaces": ["other"]}, id="another namespace"),
        pytest.param({"labels": {"app": "web"}, "second": {"matchLabels": {"tier": "x"}}}, id="one of two terms"),
    ],
)
def test_a_pod_that_its_own_terms_miss_is_no_first_pod(asked):
    terms = [term(**({"namespaces": asked["namespaces"]} if "namespaces" in asked else {}))]
    terms += [term(selector=asked["second"])] if "second" in asked else []

    found = refusals(pod(labels=asked["labels"], affinity=affinity("podAffinity", *terms)), NODES)

    assert found == dict.fromkeys(["a1", "a2", "b1"], AFFINITY)


def test_finished_pods_neither_attract_nor_repel():
    done = {**pod("web", on="a1", labels={"app": "web"}), "status": {"phase": "Failed"}}
    guard = pod("guard", on="a1", affinity=affinity("podAntiAffinity", term()))
    objects = [*NODES, done, {**guard, "status": {"phase": "Succeeded"}}]

    assert refusals(pod(affinity=affinity("podAntiAffinity", term())), objects) == {}
    assert refusals(pod(labels={"app": "web"}), objects) == {}


def test_a_node_has_the_first_of_three_reasons():
    guard = pod("guard", on="a1", labels={"app": "web"}, affinity=affinity("podAntiAffinity", term()))
    front = {"matchLabels": {"tier": "front"}}
    own = affinity("podAntiAffinity", term(HOSTNAME))
    objects = [*NODES, guard, pod("front", on="a2", labels={"tier": "front"})]

    both = pod(labels={"app": "web"}, affinity={**own, **affinity("podAffinity", term(HOSTNAME, front))})
    assert refusals(both, objects) == {"a1": AFFINITY, "a2": EXISTING, "b1": AFFINITY}
    assert refusals(pod(labels={"app": "web"}, affinity=own), objects) == {"a1": ANTI_AFFINITY, "a2": EXISTING}


@pytest.mark.parametrize(
    ("keys", "refused"),
    [
        pytest.param({"mismatchLabelKeys": ["hash"]}, ["a1"], id="others than the pod's"),
        pytest.param({"mismatchLabelKeys": ["absent"]}, ["a1", "a2"], id="a key that the pod lacks is passed over"),
        pytest.param({"selector": None, "matchLabelKeys": ["hash"]}, [], id="no selector stays none"),
    ],
)
def test_label_keys_that_must_match_or_must_not(keys, refused):
    asked = pod(labels={"app": "web", "hash": "2"}, affinity=affinity("podAntiAffinity", term(HOSTNAME, **keys)))
    placed = [pod(f"p{tag}", on=name, labels={"app": "web", "hash": tag}) for tag, name in (("1", "a1"), ("2", "a2"))]

    assert list(refusals(asked, [*NODES, *placed])) == refused


def test_the_first_constraint_that_a_node_fails_gives_its_reason():
    objects = [*NODES, pod("web", on="a1", labels={"app": "web"})]
    zone, rack = constraint(), constraint("rack", skew=5)

    first, second = (
        refusals(pod(labels={"app": "web"}, topologySpreadConstraints=order), [*objects, RACKED])
        for order in ([zone, rack], [rack, zone])
    )

    # No node but one is counted, so that its own domain is the least: nodes of zone a have nothing against zone.
    assert first == second == dict.fromkeys(["a1", "a2", "b1"], SPREAD_LABEL)


RACKED = node("racked", labels={HOSTNAME: "racked", ZONE: "c", "rack": "1"})


@pytest.mark.parametrize("version", ["1.33", "1.34"], ids=["by the scheduler", "by the API server"])
@pytest.mark.parametrize(
    ("keys", "refused"),
    [(["hash"], []), (["absent"], ["a1", "a2"])],
    ids=["pods of the same value count", "a key that the pod lacks is passed over"],
)
def test_spread_over_pods_of_the_same_label(keys, refused, version):
    objects = [*NODES, pod("old", on="a1", labels={"app": "web", "hash": "1"})]
    asked = pod(labels={"app": "web", "hash": "2"}, topologySpreadConstraints=[constraint(matchLabelKeys=keys)])

    assert list(refusals(asked, objects, version=version)) == refused


def test_spread_counts_running_pods_of_its_own_namespace_alone():
    done = {**pod("done", on="a1", labels={"app": "web"}), "status": {"phase": "Succeeded"}}
    objects = [*NODES, done, pod("web", on="a2", namespace="other", labels={"app": "web"})]

    assert refusals(pod(labels={"app": "web"}, topologySpreadConstraints=[constraint()]), objects) == {}


def test_a_cordoned_node_counts_for_spread_where_taints_do_not():
    """Cordoning alone is no taint; the taint that the node controller adds to it is one."""
    cordoned = node("t1", labels={HOSTNAME: "t1", ZONE: "t"}, cordoned=True)
    placed = [pod(f"web-{name}", on=name, labels={"app": "web"}) for name in ("a1", "b1")]
    asked = pod(labels={"app": "web"}, topologySpreadConstraints=[constraint(nodeTaintsPolicy="Honor")])

    found = refusals(asked, [*NODES, cordoned, *placed])

    assert [name for name, reason in found.items() if reason == SPREAD] == ["a1", "a2", "b1"]
