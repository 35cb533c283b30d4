# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The worked examples: whole answers, each measured on the real scheduler."""

from __future__ import annotations

from ansible_collections.quorum.kube.tests.unit.plugins.module_utils._kube.scheduling.clusters import (
    HOSTNAME,
    ZONE,
    node,
    pod,
    refusals,
    verdict,
)

NODE_AFFINITY = "node(s) didn't match Pod's node affinity/selector"


def required_nodes(*terms):
    return {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": list(terms)}}}


def test_a1_node_affinity_terms_are_ored_and_their_expressions_anded():
    newer = [
        {"key": "gen", "operator": "Gt", "values": ["2"]},
        {"key": "arch", "operator": "NotIn", "values": ["arm64"]},
    ]
    affinity = required_nodes(
        {"matchExpressions": newer}, {"matchExpressions": [{"key": "burst", "operator": "Exists"}]}
    )
    nodes = [
        node("m1", labels={"gen": "3"}),
        node("m2", labels={"gen": "3", "arch": "arm64"}),
        node("m3", labels={"gen": "2", "burst": ""}),
        node("m4"),
    ]

    assert refusals(pod(affinity=affinity), nodes) == {"m2": NODE_AFFINITY, "m4": NODE_AFFINITY}


def test_a2_anti_affinity_by_host_with_affinity_by_zone():
    def terms(app, key):
        term = {"labelSelector": {"matchLabels": {"app": app}}, "topologyKey": key}
        return {"requiredDuringSchedulingIgnoredDuringExecution": [term]}

    asked = pod(
        labels={"app": "cache"},
        affinity={"podAntiAffinity": terms("cache", HOSTNAME), "podAffinity": terms("api", ZONE)},
    )
    nodes = [
        node(name, labels={HOSTNAME: name, ZONE: zone})
        for name, zone in (("k1", "east"), ("k2", "east"), ("k3", "west"))
    ]
    placed = [pod("one", on="k1", labels={"app": "cache"}), pod("two", on="k1", labels={"app": "api"})]

    assert refusals(asked, [*nodes, *placed]) == {
        "k1": "node(s) didn't match pod anti-affinity rules",
        "k3": "node(s) didn't match pod affinity rules",
    }


def test_a3_fewer_domains_than_min_domains_hold_the_minimum_at_zero():
    def constraint(**more):
        selector = {"matchLabels": {"app": "web"}}
        return {
            "topologyKey": ZONE,
            "maxSkew": 2,
            "whenUnsatisfiable": "DoNotSchedule",
            "labelSelector": selector,
            **more,
        }

    nodes = [node(f"k{number}", labels={ZONE: zone}) for number, zone in enumerate("abc", 1)]
    placed = [pod(f"p{number}", on=name, labels={"app": "web"}) for number, name in enumerate(["k1", "k1", "k2", "k3"])]

    asked = pod(labels={"app": "web"}, topologySpreadConstraints=[constraint(minDomains=4)])
    assert refusals(asked, [*nodes, *placed]) == {"k1": "node(s) didn't match pod topology spread constraints"}

    asked = pod(labels={"app": "web"}, topologySpreadConstraints=[constraint()])
    assert refusals(asked, [*nodes, *placed]) == {}


def test_a4_a_sidecar_before_an_init_container_adds_to_it():
    def container(name, **requests):
        return {"name": name, "image": "i", "resources": {"requests": requests}}

    asked = pod(
        containers=[container("a", cpu="1500m", memory="1Gi"), container("b", cpu="250m")],
        initContainers=[
            {**container("side", cpu="500m"), "restartPolicy": "Always"},
            container("init", cpu="2", memory="3Gi"),
        ],
    )
    nodes = [
        node("s", cpu="2", memory="4Gi"),
        node("m", cpu="2500m", memory="2Gi"),
        node("l", cpu="2500m", memory="3Gi"),
    ]

    assert refusals(asked, nodes) == {"s": "Insufficient cpu", "m": "Insufficient memory"}


def test_a5_a_wildcard_host_port_meets_a_specific_address():
    def ports(*found):
        return [{"name": "c", "image": "i", "ports": [{"containerPort": 53, **port} for port in found]}]

    asked = pod(containers=ports({"hostPort": 53, "protocol": "UDP"}, {"hostPort": 53}))
    placed = [
        pod("p1", on="e1", containers=ports({"hostPort": 53, "protocol": "UDP", "hostIP": "127.0.0.1"})),
        pod("p2", on="e2", containers=ports({"hostPort": 5353, "protocol": "UDP"})),
    ]

    assert refusals(asked, [node("e1"), node("e2"), node("e3"), *placed]) == {
        "e1": "node(s) didn't have free ports for the requested pod ports"
    }


def test_a6_every_hard_taint_must_be_tolerated():
    tolerations = [
        {"key": "pool", "value": "batch", "effect": "NoSchedule"},
        {"key": "node.kubernetes.io/unschedulable", "operator": "Exists"},
    ]
    nodes = [
        node("b1", taints=["pool=batch:NoSchedule", "pool=batch:NoExecute"]),
        node("b2", taints=["pool=batch:NoSchedule"], cordoned=True),
        node("b3", taints=["pool=batch:PreferNoSchedule", "pool=batch:NoSchedule"]),
    ]

    assert refusals(pod(tolerations=tolerations), nodes) == {"b1": "node(s) had untolerated taint(s)"}


def test_a9_the_whole_sentence():
    objects = [
        node("p1", cpu="4", memory="4Gi"),
        node("p2", cpu="2", memory="4Gi"),
        node("p3", cpu="4", memory="4Gi", taints=["dedicated=gpu:NoSchedule"]),
        pod("running", on="p1", requests={"cpu": "2"}, priority=10),
    ]
    asked = pod(requests={"cpu": "3"}, priority=10)

    reasons = "0/3 nodes are available: 1 node(s) had untolerated taint(s), 2 Insufficient cpu."
    preemption = (
        "preemption: 0/3 nodes are available: 1 No preemption victims found for incoming pod, "
        "2 Preemption is not helpful for scheduling."
    )
    assert verdict(asked, objects)["message"] == f"{reasons} {preemption}"
    assert verdict(asked, objects, version="1.36")["message"] == f"{reasons} no new claims to deallocate, {preemption}"
