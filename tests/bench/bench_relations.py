# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What relations cost: beside a bare parse of the same manifests, and when the input is ten times as large.

CPU time of one process, in turns; ratios are medians over the rounds. What is parsed is a dense input, and the real
manifests that QUORUM_KUBE_CORPUS names, where there are any. A shop is a Deployment of ten pods with a
Service, a budget, an autoscaler, a claim and configuration, and with rules of every kind between them; every tenth one
has mistakes, since looking for what was meant costs, too. The types of the fields have been looked at before, as they
have in the gate. The cluster has a node for every ten pods.
"""

from __future__ import annotations

import os
import statistics
import sys
from typing import Any, NamedTuple

import yaml
from ansible_collections.quorum.kube.plugins.module_utils._kube.relations.judge import judge
from ansible_collections.quorum.kube.plugins.module_utils._kube.relations.view import View
from ansible_collections.quorum.kube.plugins.module_utils._kube.scheduling.snapshot import Snapshot
from ansible_collections.quorum.kube.plugins.module_utils._kube.validation.schema import Shapes
from ansible_collections.quorum.kube.plugins.module_utils._manifests import load
from ansible_collections.quorum.kube.tests.bench.bench_judge import cpu_seconds, parse, ratio
from ansible_collections.quorum.kube.tests.kubernetes.corpus import CORPUS

ROUNDS = int(os.environ.get("QUORUM_BENCH_ROUNDS", "5"))
PODS_OF_A_SHOP = 10
FEW, MANY, GROWTH = 1_000, 10_000, 12.0
DENSE, REAL = 0.9, 0.25
NAMESPACES = 20


class Document(NamedTuple):
    value: dict[str, Any]
    source: dict[str, Any]


def shop(number: int, right: int) -> list[dict[str, Any]]:
    """The objects of one shop; of every ten so many select what is there."""
    name, namespace = f"shop-{number}", f"team-{number % NAMESPACES}"
    own = {"app.kubernetes.io/name": "shop", "app.kubernetes.io/instance": name}
    meant = {**own, "app.kubernetes.io/instance": f"{name}-old"} if number % 10 >= right else own
    meta = {"name": name, "namespace": namespace}
    pod = {
        "serviceAccountName": name,
        "containers": [
            {
                "name": "shop",
                "image": "shop",
                "ports": [{"name": "http", "containerPort": 8080}],
                "resources": {"requests": {"cpu": "100m", "memory": "64Mi"}, "limits": {"memory": "128Mi"}},
                "envFrom": [{"configMapRef": {"name": name}}],
            }
        ],
        "volumes": [{"name": "data", "persistentVolumeClaim": {"claimName": name}}],
        "tolerations": [{"key": "dedicated", "value": "shop", "effect": "NoSchedule"}],
        "affinity": {
            "podAntiAffinity": {
                "requiredDuringSchedulingIgnoredDuringExecution": [
                    {"topologyKey": "kubernetes.io/hostname", "labelSelector": {"matchLabels": meant}}
                ]
            },
            "nodeAffinity": {
                "preferredDuringSchedulingIgnoredDuringExecution": [
                    {
                        "weight": 1,
                        "preference": {"matchExpressions": [{"key": "disk", "operator": "In", "values": ["ssd"]}]},
                    }
                ]
            },
        },
        "topologySpreadConstraints": [
            {
                "maxSkew": 1,
                "topologyKey": "topology.kubernetes.io/zone",
                "whenUnsatisfiable": "ScheduleAnyway",
                "labelSelector": {"matchLabels": meant},
            }
        ],
    }
    target = {"apiVersion": "apps/v1", "kind": "Deployment", "name": name}
    return [
        _object("v1", "ServiceAccount", meta),
        _object("v1", "ConfigMap", meta, data={"a": "b"}),
        _object("v1", "PersistentVolumeClaim", meta, spec={"accessModes": ["ReadWriteMany"]}),
        _object("v1", "Service", meta, spec={"selector": meant, "ports": [{"port": 80, "targetPort": "http"}]}),
        _object(
            "policy/v1", "PodDisruptionBudget", meta, spec={"maxUnavailable": 1, "selector": {"matchLabels": meant}}
        ),
        _object("autoscaling/v2", "HorizontalPodAutoscaler", meta, spec={"scaleTargetRef": target, "maxReplicas": 20}),
        _object(
            "apps/v1",
            "Deployment",
            meta,
            spec={
                "replicas": PODS_OF_A_SHOP,
                "selector": {"matchLabels": own},
                "template": {"metadata": {"labels": own}, "spec": pod},
            },
        ),
    ]


def _object(version: str, kind: str, meta: dict[str, Any], **content: Any) -> dict[str, Any]:
    return {"apiVersion": version, "kind": kind, "metadata": dict(meta), **content}


def around() -> list[dict[str, Any]]:
    """A namespace, limits and a quota for each team."""
    found = []
    for number in range(NAMESPACES):
        meta = {"name": f"team-{number}", "namespace": f"team-{number}"}
        found += [
            _object("v1", "Namespace", {"name": f"team-{number}"}),
            _object("v1", "LimitRange", meta, spec={"limits": [{"type": "Container", "max": {"memory": "1Gi"}}]}),
            _object("v1", "ResourceQuota", meta, spec={"hard": {"requests.cpu": "10k", "limits.memory": "10Ti"}}),
        ]
    return found


def cluster(pods: int) -> Snapshot:
    """One node for ten pods, in three zones."""
    nodes = [
        {
            "kind": "Node",
            "apiVersion": "v1",
            "metadata": {
                "name": f"node-{number}",
                "labels": {"kubernetes.io/hostname": f"node-{number}", "topology.kubernetes.io/zone": f"z{number % 3}"},
            },
            "status": {"allocatable": {"cpu": "8", "memory": "32Gi", "pods": "110"}},
        }
        for number in range(pods // 10)
    ]
    return Snapshot([*nodes, {"kind": "PodList", "apiVersion": "v1", "items": []}])


def documents(pods: int, right: int = 9) -> list[Document]:
    objects = [*around(), *(each for number in range(pods // PODS_OF_A_SHOP) for each in shop(number, right))]
    return [
        Document(value, {"file": "input.yml", "document": number, "line": None})
        for number, value in enumerate(objects, start=1)
    ]


def main() -> int:
    few, many = documents(FEW), documents(MANY)
    text = yaml.dump_all([each.value for each in few], Dumper=yaml.CSafeDumper)
    small, large = cluster(FEW), cluster(MANY)
    shapes = Shapes()
    found = len(judge(View(few, small, shapes=shapes))), len(judge(View(many, large, shapes=shapes)))
    parsed, judged, grown = [], [], []
    for _round in range(ROUNDS):
        parsed.append(cpu_seconds(lambda: list(yaml.load_all(text, yaml.CSafeLoader))))
        judged.append(cpu_seconds(lambda: judge(View(few, small, shapes=shapes))))
        grown.append(cpu_seconds(lambda: judge(View(many, large, shapes=shapes))))
    growth = ratio(grown, judged)
    print(f"{FEW} pods in {len(few)} objects: {found[0]} findings in {statistics.median(judged):.3f} s of CPU")
    print(f"{MANY} pods in {len(many)} objects: {found[1]} findings in {statistics.median(grown):.3f} s of CPU")
    good = [
        within("beside a bare parse", ratio(judged, parsed), DENSE),
        within("ten times as large", growth, GROWTH),
    ]
    wrong = documents(FEW, 0), documents(MANY, 0)
    fewer = [cpu_seconds(lambda: judge(View(wrong[0], small))) for dummy in range(ROUNDS)]
    more = [cpu_seconds(lambda: judge(View(wrong[1], large))) for dummy in range(ROUNDS)]
    good.append(within("ten times as large, all of it wrong", ratio(more, fewer), GROWTH))
    if CORPUS.is_dir():
        good.append(within("beside a bare parse of real manifests", of_real_manifests(), REAL))
    else:
        print(f"real manifests: left out, {CORPUS} is no folder (QUORUM_KUBE_CORPUS names another)")
    return 0 if all(good) else 1


def of_real_manifests() -> float:
    """Relations of all real manifests as one input, beside a bare parse of their files."""
    real = load([str(CORPUS)]).documents
    shapes = Shapes()
    judge(View(real, shapes=shapes))
    parsed, judged = [], []
    for _round in range(ROUNDS):
        parsed.append(cpu_seconds(lambda: parse(CORPUS)))
        judged.append(cpu_seconds(lambda: judge(View(real, shapes=shapes))))
    return ratio(judged, parsed)


def within(name: str, measured: float, bound: float) -> bool:
    """Prints a ratio beside its bound; tells whether it is within."""
    good = measured <= bound
    print(f"    {name:<38} {measured:6.2f} x  of {bound:5.2f} x  {'ok' if good else 'TOO LONG'}")
    return good


if __name__ == "__main__":
    sys.exit(main())
