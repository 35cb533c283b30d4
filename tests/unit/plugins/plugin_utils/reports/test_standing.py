# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The eviction order that manifests tell is the engine's, if every pod uses all that it may."""

from __future__ import annotations

import random
from typing import Any

from ansible_collections.quorum.kube.plugins.module_utils._kube.eviction import Layout
from ansible_collections.quorum.kube.plugins.module_utils._kube.eviction_report import Running
from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import newest_gates
from ansible_collections.quorum.kube.plugins.plugin_utils.reports.standing import by_node, standings
from ansible_collections.quorum.kube.tests.unit.plugins.plugin_utils.gated import MANIFESTS, gated

ALL_THERE_IS = "1Ti"
PRIORITIES = (-5, 0, 0, 1000, 2_000_000_000)
SIZES = ("64Mi", "128Mi", "1Gi", "3Gi")


def pod(number: int, choice: random.Random) -> dict[str, Any]:
    """A pod with or without a request, with or without a limit."""
    resources: dict[str, Any] = {}
    first, second = sorted(choice.sample(range(len(SIZES)), 2))
    if choice.random() < 0.7:
        resources["requests"] = {"memory": SIZES[first]}
    if choice.random() < 0.6:
        resources["limits"] = {"memory": SIZES[choice.choice([first, second])]}
    spec: dict[str, Any] = {"containers": [{"name": "a", "image": "a", "resources": resources}]}
    spec["priority"] = choice.choice(PRIORITIES)
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": f"p{number:03}"}, "spec": spec}


def test_the_order_is_that_of_the_engine() -> None:
    choice = random.Random(7)
    pods = [pod(number, choice) for number in range(200)]
    running = Running(newest_gates())
    for each in pods:
        limits = each["spec"]["containers"][0]["resources"].get("limits", {})
        running.add_stated([{"pod": each, "usage": {"memory": limits.get("memory", ALL_THERE_IS)}}])

    engine = running.told("memory.available", (), Layout(), None)
    result = gated(definition=pods).result
    told = [{**entry, "priority": each["spec"]["priority"]} for entry, each in zip(result["pods"], pods, strict=True)]
    found = standings({**result, "pods": told})

    assert [each["name"] for each in engine["order"]] == [each.name for each in found if not each.is_critical]
    assert {each["name"] for each in engine["never_evicted"]} == {each.name for each in found if each.is_critical}


def test_pods_of_a_node() -> None:
    result = gated([str(MANIFESTS)], in_turn=True).result
    found = standings(result)

    told = by_node(result, found)

    placed = {(entry["node"], entry["pod"]) for entry in result["results"] if entry["node"]}
    assert placed == {(node, pod) for node, pods in told.items() for _number, pod in pods}
    assert all([number for number, _pod in pods] == sorted(number for number, _pod in pods) for pods in told.values())
    assert {"master-1", "master-2", "master-3", "node-1", "node-2"} == set(told)
