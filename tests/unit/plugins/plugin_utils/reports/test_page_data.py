# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the page knows is what the result says, however it is packed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from ansible_collections.quorum.kube.plugins.plugin_utils import reports
from ansible_collections.quorum.kube.plugins.plugin_utils.reports.page_data import page_data
from ansible_collections.quorum.kube.plugins.plugin_utils.reports.placement import pod_rows
from ansible_collections.quorum.kube.tests.unit.plugins.plugin_utils.gated import MANIFESTS, gated
from ansible_collections.quorum.kube.tests.unit.plugins.plugin_utils.reports.findings import finding, result, waived

POD = {"name": "a", "image": "a", "resources": {"requests": {"cpu": "1"}}}


def node(number: int) -> dict[str, Any]:
    """A node; every third has too little of everything."""
    status = {"allocatable": {"cpu": "0" if number % 3 == 0 else "4", "memory": "8Gi", "pods": "110"}}
    name = f"n{number:02}"
    return {"apiVersion": "v1", "kind": "Node", "metadata": {"name": name, "labels": {}}, "status": status}


def pod(name: str, **spec: Any) -> dict[str, Any]:
    """A pod that requests one CPU."""
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name}, "spec": {"containers": [POD], **spec}}


def unpacked(data: dict[str, Any]) -> dict[str, dict[str, str]]:
    """The kind of each cell, by pod and node."""
    texts = data["texts"]
    told: dict[str, dict[str, str]] = {}
    for entry, number in zip(data["pods"], data["matrix"]["rows"], strict=True):
        runs = data["matrix"]["patterns"][number]
        cells = [cell for cell, length in zip(runs[::2], runs[1::2], strict=True) for _each in range(length)]
        told[texts[entry[3]]] = {
            texts[name]: texts[data["matrix"]["cells"][cell][0]]
            for names, cell in zip(data["nodes"], cells, strict=True)
            for name in names
        }
    return told


def test_every_cell_is_what_the_scheduler_said() -> None:
    for nodes in (9, 90):
        pods = [pod("free"), pod("bound", nodeName="n01"), pod("picky", nodeSelector={"disk": "ssd"})]
        found = gated(definition=pods, cluster=[node(number) for number in range(nodes)]).result
        expected = {
            entry["name"]: dict.fromkeys(entry["feasible"], "fits")
            | {name: detail["plugin"] for name, detail in entry["details"].items()}
            for entry in found["results"]
        }

        told = unpacked(page_data(found))

        assert expected == {
            name: {at: kind for at, kind in row.items() if at in expected[name]} for name, row in told.items()
        }
        assert {nodes} == {len(row) for row in told.values()}


def test_many_nodes_that_fare_alike_share_a_column() -> None:
    found = gated(definition=pod("free"), cluster=[node(number) for number in range(90)]).result

    data = page_data(found)

    assert [30, 60] == sorted(len(names) for names in data["nodes"])
    assert len(json.dumps(data["matrix"])) < 300


def test_replicas_that_fare_alike_share_a_row() -> None:
    rows = pod_rows(gated([str(MANIFESTS)], in_turn=True).result)

    assert [
        ("cache", "yes", 1, 2),
        ("training", "no", 1, 0),
        ("nightly-report", "yes", 1, 2),
        ("node-exporter", "yes", 5, 5),
        ("db-0", "yes", 1, 2),
        ("db-1", "yes", 1, 1),
        ("db-2", "no", 1, 0),
        ("web-0", "yes", 1, 2),
        ("web-1", "yes", 1, 1),
        ("web-2", "no", 1, 0),
    ] == [(row.name, row.answer, row.count, row.feasible) for row in rows]


def test_nodes_that_were_only_counted() -> None:
    found = gated(definition=pod("free"), cluster=[node(number) for number in range(9)]).result
    (entry,) = found["results"]
    entry.update(feasible=[], reasons={}, details={})

    assert [6] == [row.feasible for row in pod_rows(found)]
    assert {"none"} == set(unpacked(page_data(found))["free"].values())


def test_findings_find_their_pod_even_among_namesakes() -> None:
    first = finding("trap", file="a.yml")
    second = finding("trap", file="b.yml", waived=waived())
    pods = [
        {
            **each["object"],
            "template": "",
            "qos_class": name,
            "reason": "",
            "requests": {},
            "limits": {},
            "containers": [],
        }
        for each, name in ((first, "BestEffort"), (second, "Guaranteed"))
    ]

    data = page_data(result(first, second, pods=pods))

    assert [entry[0] for entry in data["pods"]] == [entry[0] for entry in data["findings"]]
    assert data["findings"][0][0] != data["findings"][1][0]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, 'class="accepted"|Release <strong>accepted</strong>'),
        ({"applied": []}, 'class="accepted"|Release <strong>applied</strong>'),
        ({"unreadable": [{}]}, 'class="refused"|Release <strong>refused</strong>'),
        ({"applied": [], "unreadable": [{}]}, 'class="refused"|Release <strong>applied, and it does not run</strong>'),
        ({"applied": [], "state": "absent"}, 'class="accepted"|Release <strong>removed</strong>'),
    ],
)
def test_the_page_says_what_became_of_the_input(changes: dict[str, Any], expected: str) -> None:
    page = reports.render("html", result(**changes))

    look, verdict = expected.split("|")
    assert f"<body {look}>" in page
    assert f"<h1>{verdict}</h1>" in page


def test_the_page_is_the_same_for_the_same_result() -> None:
    found = reports.located(gated([str(MANIFESTS)], survive=1).result)

    assert reports.render("html", found) == reports.render("html", found)
