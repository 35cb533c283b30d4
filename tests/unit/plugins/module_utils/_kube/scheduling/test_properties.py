# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What holds of every cluster and every pod, on generated ones."""

from __future__ import annotations

import copy
import random

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.scheduling.bits import names_of
from ansible_collections.quorum.kube.plugins.module_utils._kube.scheduling.simulate import Run
from ansible_collections.quorum.kube.plugins.module_utils._kube.workloads import pods_of
from ansible_collections.quorum.kube.tests.kubernetes.worlds import NAMESPACES, World
from ansible_collections.quorum.kube.tests.unit.plugins.module_utils._kube.scheduling.clusters import judging, verdict

SEEDS = range(1, 31)
SPACES = [{"kind": "Namespace", "metadata": {"name": name, "labels": labels}} for name, labels in NAMESPACES.items()]


def world(seed):
    """A cluster with its pods marked as the API server would, and pods to ask about."""
    made = World(seed)
    objects = [*SPACES, *made.cluster()]
    return objects, [made.pod() for _number in range(8)]


def told(judge, asked):
    return [judge.told(found) for pod in asked for ref in pods_of(pod) for found in judge.each(ref)]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_order_of_objects_does_not_matter(seed):
    objects, asked = world(seed)
    nodes = [entry for entry in objects if entry["kind"] == "Node"]
    others = [entry for entry in objects if entry["kind"] != "Node"]
    random.Random(seed).shuffle(others)

    assert told(judging([*others, *nodes]), asked) == told(judging(objects), asked)


@pytest.mark.parametrize("seed", SEEDS)
def test_pods_that_came_and_went_leave_nothing_behind(seed):
    objects, asked = world(seed)
    before = judging(objects)
    expected = told(before, asked)
    cluster = before.cluster
    chosen = random.Random(seed)

    with cluster.rehearsal():
        for number, pods in enumerate(cluster.population.by_node):
            for pod in list(pods):
                if chosen.random() < 0.5:
                    cluster.remove(pod, number)
        list(Run(before).all(ref for pod in asked for ref in pods_of(pod)))

    assert told(before, asked) == expected


@pytest.mark.parametrize("seed", SEEDS)
def test_a_run_places_pods_on_feasible_nodes_and_counts_as_a_new_cluster_does(seed):
    objects, asked = world(seed)
    judge = judging(objects)
    placed = copy.deepcopy(objects)

    for pod in asked[:4]:
        for ref in pods_of(pod):
            for each in Run(judge).all([ref]):
                names = judge.cluster.names
                if each.number is not None:
                    assert names[each.number] in names_of(each.judged.answer.feasible, names)
                    spec = {**dict(each.judged.ask.shape.spec), "nodeName": names[each.number]}
                    metadata = {**pod["metadata"], "namespace": each.judged.replica.pod.namespace}
                    placed.append({**pod, "metadata": metadata, "spec": spec})

    if not any(entry["spec"].get("volumes") for entry in asked[:4]):
        assert told(judge, asked[4:]) == told(judging(placed), asked[4:])


@pytest.mark.parametrize("seed", SEEDS)
def test_a_toleration_or_a_smaller_request_never_loses_a_node(seed):
    objects, asked = world(seed)
    for pod in asked:
        feasible = set(verdict(pod, objects)["feasible"])
        tolerant, small = copy.deepcopy(pod), copy.deepcopy(pod)
        tolerant["spec"].setdefault("tolerations", []).append({"operator": "Exists"})
        for container in (*small["spec"]["containers"], *small["spec"].get("initContainers", ())):
            container["resources"] = {}
        small["spec"].pop("resources", None)

        honors_taints = "nodeTaintsPolicy" in str(pod["spec"].get("topologySpreadConstraints"))
        assert honors_taints or feasible <= set(verdict(tolerant, objects)["feasible"])
        assert feasible <= set(verdict(small, objects)["feasible"])


@pytest.mark.parametrize("version", ["1.28", "1.30", "1.33", "1.35", "1.36", "1.37"])
def test_every_release_answers(version):
    for seed in SEEDS:
        objects, asked = world(seed)
        for pod in asked:
            found = verdict(pod, objects, version=version)

            assert (found["schedulable"] == "yes") == bool(found["feasible"])
            assert bool(found["message"]) == (found["schedulable"] == "no")
