# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What exactly a refused node lacks."""

from __future__ import annotations

from ansible_collections.quorum.kube.tests.unit.plugins.module_utils._kube.scheduling.clusters import (
    HOSTNAME,
    node,
    pod,
    verdict,
)


def lacks(asked, objects):
    return {name: (told["plugin"], told["lacks"]) for name, told in verdict(asked, objects)["details"].items()}


def test_resources_and_pod_slots():
    objects = [
        node("n1", cpu="2", memory="1Gi"),
        node("n2", cpu="4", memory="4Gi", pods="1"),
        pod("placed", on="n2", requests={"cpu": "1700m"}),
    ]

    assert lacks(pod(requests={"cpu": "2500m", "memory": "3Gi"}), objects) == {
        "n1": ("NodeResourcesFit", ["cpu: 500m short (2 of 2 free)", "memory: 2Gi short (1Gi of 1Gi free)"]),
        "n2": ("NodeResourcesFit", ["Too many pods: 1 are there", "cpu: 200m short (2300m of 4 free)"]),
    }


def test_taints_and_expressions():
    expressions = [
        {"key": "gen", "operator": "Gt", "values": ["2"]},
        {"key": "disk", "operator": "In", "values": ["ssd", "nvme"]},
    ]
    terms = {"nodeSelectorTerms": [{"matchExpressions": expressions}, {}]}
    asked = pod(
        nodeSelector={"pool": "a"},
        affinity={"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": terms}},
    )
    nodes = [node("n1", taints=["a=b:NoSchedule", "c:NoExecute"]), node("n2", labels={"gen": "2", "disk": "ssd"})]

    assert lacks(asked, nodes) == {
        "n1": ("TaintToleration", ["taint a=b:NoSchedule", "taint c:NoExecute"]),
        "n2": (
            "NodeAffinity",
            [
                "nodeSelector pool=a (the node has none)",
                'nodeSelectorTerms[0]: gen>2 (the node has "2")',
                "nodeSelectorTerms[1]: matches no node",
            ],
        ),
    }


def test_relations_and_ports():
    term = {"topologyKey": HOSTNAME, "labelSelector": {"matchLabels": {"app": "web"}}}
    alone = {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [term]}}
    ports = [{"name": "c", "image": "i", "ports": [{"containerPort": 80, "hostPort": 80}]}]
    nodes = [node(name, labels={HOSTNAME: name}) for name in ("n1", "n2")]
    placed = [pod("web", on="n1", labels={"app": "web"}), pod("port", on="n2", containers=ports)]

    assert lacks(pod(affinity=alone, containers=ports), [*nodes, *placed]) == {
        "n1": ("InterPodAffinity", ["a pod that its anti-affinity selects in the same host"]),
        "n2": ("NodePorts", ["host port 80/TCP"]),
    }
