# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The real kube-scheduler and the gate on the same clusters and pods: feasible nodes, sentences and scores."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import Gates, gates_of
from ansible_collections.quorum.kube.plugins.module_utils._kube.scheduling.bits import names_of
from ansible_collections.quorum.kube.plugins.module_utils._kube.scheduling.configuration import Profile
from ansible_collections.quorum.kube.plugins.module_utils._kube.scheduling.explain import sentences
from ansible_collections.quorum.kube.plugins.module_utils._kube.scheduling.judging import Judging
from ansible_collections.quorum.kube.plugins.module_utils._kube.scheduling.profiles import profiles_of
from ansible_collections.quorum.kube.plugins.module_utils._kube.scheduling.scoring import scores_by_node
from ansible_collections.quorum.kube.plugins.module_utils._kube.scheduling.snapshot import Snapshot
from ansible_collections.quorum.kube.plugins.module_utils._kube.workloads import WORKLOADS, pods_of
from ansible_collections.quorum.kube.tests.kubernetes import corpus, totals
from ansible_collections.quorum.kube.tests.kubernetes.control_plane import ControlPlane, must
from ansible_collections.quorum.kube.tests.kubernetes.programs import Programs
from ansible_collections.quorum.kube.tests.kubernetes.scheduler import SETTLE_SECONDS, Decision, Manifest, Oracle
from ansible_collections.quorum.kube.tests.kubernetes.worlds import NAMESPACES, World

PODS_PER_WORLD = 30
CONFIGURED_DECISIONS = 120
SEEN_SECONDS = 5
SHARE = 3
"""A decision takes ten times as long as a validation: of `--pods` generated pods a third is decided."""


Profiles = Mapping[str, Profile]
DEFAULT: Profiles = {"default-scheduler": Profile()}


@contextmanager
def running(programs: Programs, config: dict[str, Any] | None = None) -> Iterator[Oracle]:
    """A scheduler that logs what it scores, in a control plane of its own with some namespaces and a service."""
    with ControlPlane(programs, scheduler_verbosity=10, scheduler_config=config) as plane:
        for name, labels in NAMESPACES.items():
            if name != "default":
                must(plane.client.create(_object("Namespace", name, labels=labels)))
            service = _object("Service", "web", namespace=name)
            must(plane.client.create({**service, "spec": {"selector": {"app": "web"}, "ports": [{"port": 80}]}}))
        oracle = Oracle(plane)
        try:
            yield oracle
        finally:
            oracle.close()


def _object(kind: str, name: str, **metadata: Any) -> Manifest:
    return {"apiVersion": "v1", "kind": kind, "metadata": {"name": name, **metadata}}


@pytest.fixture(scope="module")
def oracle(programs: Programs) -> Iterator[Oracle]:
    with running(programs) as found:
        yield found


@pytest.fixture(scope="module")
def gates(oracle: Oracle) -> Gates:
    version = oracle.client.request("GET", "/version").body["gitVersion"]
    return gates_of(version, None)


def difference(
    snapshot: list[Manifest], pod: Manifest, decision: Decision, gates: Gates, profiles: Profiles
) -> dict[str, Any]:
    """Where the gate says otherwise than the scheduler; empty where both agree."""
    judging = Judging(Snapshot(snapshot, complete=True), (), gates, profiles)
    (found,) = (judged for ref in pods_of(pod) for judged in judging.each(ref))
    feasible = frozenset(names_of(found.answer.feasible, judging.cluster.names))
    said = sentences(found.ask, found.answer, judging.budgets)
    differs: dict[str, Any] = {}
    if feasible != decision.feasible:
        differs["feasible"] = {"scheduler": sorted(decision.feasible), "gate": sorted(feasible)}
    if decision.message not in said:
        differs["message"] = {"scheduler": decision.message, "gate": said}
    numbers = [judging.cluster.number[name] for name in sorted(decision.scores)]
    scores = scores_by_node(found.ask, numbers) if numbers and not differs else decision.scores
    if scores != decision.scores:
        differs["scores"] = {"scheduler": decision.scores, "gate": scores}
    return differs


def compared(oracle: Oracle, gates: Gates, seed: int, count: int, profiles: Profiles) -> list[dict[str, Any]]:
    """The differences on so many decisions about generated pods on generated clusters."""
    decided = scored = asked_again = 0
    differences = []
    world_seed = seed
    while decided < count:
        world = World(world_seed)
        with oracle.cluster(world.cluster()) as snapshot:
            for _number in range(PODS_PER_WORLD):
                pod = world.pod()
                decision = oracle.ask(pod)
                if decision is None:
                    continue
                decided += 1
                scored += bool(decision.scores)
                found = difference(snapshot, pod, decision, gates, profiles)
                if found and oracle.has_evicted(snapshot):
                    decided -= 1
                    break
                if found and not decision.changes:
                    asked_again += 1
                    found = asked_later(oracle, snapshot, pod, gates, profiles)
                if found:
                    differences.append({"seed": world_seed, **found, "pod": pod})
                if decision.changes:
                    break
        world_seed += 1
    seeds = f"seeds {seed} to {world_seed - 1}"
    told = f"{decided} decisions, {scored} of them with scores, {asked_again} asked again, {seeds}"
    print(f"\n{told}: {len(differences)} differences")
    totals.count(totals.DECISIONS, decided, len(differences))
    return differences


def asked_later(
    oracle: Oracle, snapshot: list[Manifest], pod: Manifest, gates: Gates, profiles: Profiles
) -> dict[str, Any]:
    """The difference that is left when the scheduler has seen that the pod before is gone: its caches follow late."""
    until = time.monotonic() + SEEN_SECONDS
    while True:
        time.sleep(SETTLE_SECONDS)
        decision = oracle.ask(pod)
        told = {"decision": "none when asked again"}
        found = difference(snapshot, pod, decision, gates, profiles) if decision else told
        if not found or time.monotonic() > until or (decision and decision.changes):
            return found


def test_generated_pods_on_generated_clusters(oracle: Oracle, gates: Gates, seed: int, count: int) -> None:
    differences = compared(oracle, gates, seed, count // SHARE, DEFAULT)

    assert differences == [], json.dumps(differences[:3], indent=1)


CONFIGURED = {
    "full nodes first, weights of its own, nothing said of images": {
        "plugins": {
            "score": {
                "disabled": [{"name": "ImageLocality"}, {"name": "TaintToleration"}],
                "enabled": [{"name": "TaintToleration", "weight": 7}],
            }
        },
        "pluginConfig": [
            {
                "name": "NodeResourcesFit",
                "args": {
                    "ignoredResources": ["example.com/gpu"],
                    "scoringStrategy": {
                        "type": "MostAllocated",
                        "resources": [
                            {"name": "cpu", "weight": 3},
                            {"name": "memory", "weight": 1},
                            {"name": "ephemeral-storage", "weight": 2},
                        ],
                    },
                },
            },
            {"name": "InterPodAffinity", "args": {"hardPodAffinityWeight": 30}},
        ],
    },
    "a shape, default constraints and added affinity": {
        "plugins": {"multiPoint": {"disabled": [{"name": "NodePorts"}, {"name": "DefaultPreemption"}]}},
        "pluginConfig": [
            {
                "name": "NodeResourcesFit",
                "args": {
                    "scoringStrategy": {
                        "type": "RequestedToCapacityRatio",
                        "resources": [{"name": "cpu", "weight": 1}, {"name": "example.com/gpu", "weight": 5}],
                        "requestedToCapacityRatio": {
                            "shape": [{"utilization": 10, "score": 2}, {"utilization": 90, "score": 9}]
                        },
                    }
                },
            },
            {
                "name": "NodeResourcesBalancedAllocation",
                "args": {
                    "resources": [
                        {"name": "cpu", "weight": 1},
                        {"name": "memory", "weight": 1},
                        {"name": "ephemeral-storage", "weight": 1},
                    ]
                },
            },
            {
                "name": "PodTopologySpread",
                "args": {
                    "defaultingType": "List",
                    "defaultConstraints": [
                        {
                            "topologyKey": "topology.kubernetes.io/zone",
                            "maxSkew": 1,
                            "whenUnsatisfiable": "ScheduleAnyway",
                        },
                        {"topologyKey": "kubernetes.io/hostname", "maxSkew": 1, "whenUnsatisfiable": "DoNotSchedule"},
                    ],
                },
            },
            {
                "name": "NodeAffinity",
                "args": {
                    "addedAffinity": {
                        "requiredDuringSchedulingIgnoredDuringExecution": {
                            "nodeSelectorTerms": [{"matchExpressions": [{"key": "size", "operator": "Exists"}]}]
                        },
                        "preferredDuringSchedulingIgnoredDuringExecution": [
                            {
                                "weight": 40,
                                "preference": {"matchExpressions": [{"key": "disk", "operator": "Exists"}]},
                            }
                        ],
                    }
                },
            },
        ],
    },
}


@pytest.mark.parametrize("profile", CONFIGURED.values(), ids=CONFIGURED)
def test_configured_profiles(programs: Programs, gates: Gates, seed: int, profile: dict[str, Any]) -> None:
    config = {"profiles": [{"schedulerName": "default-scheduler", **profile}]}
    with running(programs, config) as oracle:
        differences = compared(oracle, gates, seed, CONFIGURED_DECISIONS, profiles_of(config))

    assert differences == [], json.dumps(differences[:3], indent=1)


def test_workloads_of_real_manifests(oracle: Oracle, gates: Gates) -> None:
    """Every workload of the corpus on a small cluster, without the claims it needs."""
    world = World(1)
    differences = []
    decided = 0
    pods = (pod for document in corpus.documents(frozenset(WORKLOADS)) for pod in corpus.pods(document.value))
    found = [pod for pod in pods if isinstance(pod["spec"], dict) and not pod["spec"].get("nodeName")]
    with oracle.cluster(world.cluster()) as snapshot:
        for number, pod in enumerate(found):
            pod["metadata"]["name"] = f"asked-{number}"
            decision = oracle.ask(pod)
            if decision is not None:
                decided += 1
                differs = difference(snapshot, pod, decision, gates, DEFAULT)
                if differs and not decision.changes:
                    differs = asked_later(oracle, snapshot, pod, gates, DEFAULT)
                differences += [{**differs, "pod": pod}] if differs else []
    totals.count(totals.DECISIONS, decided, len(differences))
    print(f"\n{decided} decisions on {len(found)} real pods, {len(differences)} differences")

    assert differences == [], json.dumps(differences[:3], indent=1)
