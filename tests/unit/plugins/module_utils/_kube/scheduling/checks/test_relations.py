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
