# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.defaulting import default_pod_spec
from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import gates_of
from ansible_collections.quorum.kube.plugins.module_utils._kube.requests import (
    effective_requests,
    pod_limits,
    pod_requests,
)
from ansible_collections.quorum.kube.tests.unit.plugins.module_utils._kube.pods import (
    amounts,
    container,
    resource_lists,
    sidecar,
    specs,
)
from hypothesis import given

GATES = {version: gates_of(version, None) for version in ("1.28", "1.32", "1.33", "1.36", "1.37")}
NEWEST = GATES["1.37"]

TOTALS = [
    ("one container", {"containers": [container(requests="1/1Gi")]}, (1000, 2**30)),
    ("containers add up", {"containers": [container("a", "1/1Gi"), container("b", "250m/-")]}, (1250, 2**30)),
    (
        "A.4: a sidecar before an init container adds to it",
        {
            "containers": [container("a", "1500m/1Gi"), container("b", "250m/-")],
            "initContainers": [sidecar("s", "500m/-"), container("i", "2/3Gi")],
        },
        (2500, 3 * 2**30),
    ),
    (
        "a sidecar after an init container does not",
        {
            "containers": [container("a", "1500m/1Gi"), container("b", "250m/-")],
            "initContainers": [container("i", "2/3Gi"), sidecar("s", "500m/-")],
        },
        (2250, 3 * 2**30),
    ),
    (
        "the highest moment of the start counts for each resource",
        {"containers": [container("a", "1/1Gi")], "initContainers": [container("i", "3/-"), container("j", "-/4Gi")]},
        (3000, 4 * 2**30),
    ),
    (
        "overhead comes on top",
        {"containers": [container("a", "1/1Gi")], "overhead": amounts("250m/120Mi")},
        (1250, 2**30 + 120 * 2**20),
    ),
    (
        "the pod level replaces the containers and overhead is added to it",
        {
            "containers": [container("a", "1/1Gi")],
            "resources": {"requests": amounts("2/-")},
            "overhead": amounts("100m/-"),
        },
        (2100, 2**30),
    ),
    (
        "fractions of a byte are added before they are rounded",
        {"containers": [container("a", "-/1500m"), container("b", "-/1500m")]},
        (0, 3),
    ),
]


@pytest.mark.parametrize("spec, expected", [row[1:] for row in TOTALS], ids=[row[0] for row in TOTALS])
def test_a_pod_asks_for_its_highest_need(spec, expected):
    found = effective_requests(default_pod_spec(spec, NEWEST), None, NEWEST)

    assert expected == (found.get("cpu", 0), found.get("memory", 0))


def test_before_sidecars_a_restart_policy_of_init_containers_is_dropped():
    spec = {"containers": [container("a", "1/-")], "initContainers": [sidecar("s", "500m/-")]}

    assert [1000, 1500] == [
        effective_requests(default_pod_spec(spec, GATES[version]), None, GATES[version])["cpu"]
        for version in ("1.28", "1.33")
    ]


def test_overhead_is_added_to_limits_that_there_are():
    spec = {"containers": [container(limits="1/-")], "overhead": amounts("250m/120Mi")}

    assert {"cpu": "1250m"} == {name: amount.canonical() for name, amount in pod_limits(spec, NEWEST).items()}


def test_unsupported_resources_of_the_pod_level_are_ignored():
    spec = {"containers": [container("a", "1/-")], "resources": {"requests": {"example.com/gpu": "1"}}}

    assert {"cpu": "1"} == {name: amount.canonical() for name, amount in pod_requests(spec, NEWEST).items()}


def test_what_a_container_does_not_request_can_be_assumed():
    spec = {"containers": [container("a", "0/-"), container("b")]}

    assert {"cpu": 100, "memory": 400} == effective_requests(spec, None, NEWEST, missing={"cpu": 100, "memory": 200})


def status(*statuses, reason=None, **fields):
    conditions = [{"type": "PodResizePending", "reason": reason}] if reason else []
    return {"containerStatuses": list(statuses), "conditions": conditions, **fields}


def told(name, allocated=None, actuated=None):
    found = {"name": name}
    if allocated is not None:
        found["allocatedResources"] = amounts(allocated)
    if actuated is not None:
        found["resources"] = {"requests": amounts(actuated)}
    return found


TWO = {"containers": [container("a", "1/-"), container("b", "2/-")]}

RESIZED = [
    ("nothing is told", status(told("a"), told("b")), {"1.32": 3000, "1.36": 3000, "1.37": 3000}),
    (
        "one grows while the other shrinks",
        status(told("a", "2/-", "2/-"), told("b", "1/-", "1/-")),
        {"1.32": 3000, "1.36": 4000, "1.37": 3000},
    ),
    (
        "all of the node's still larger numbers",
        status(told("a", "2/-", "3/-"), told("b", "2/-", "2/-")),
        {"1.32": 3000, "1.36": 5000, "1.37": 5000},
    ),
    (
        "an impossible resize does not count",
        status(told("a", "500m/-", "500m/-"), told("b", "1/-", "1/-"), reason="Infeasible"),
        {"1.32": 3000, "1.36": 1500, "1.37": 1500},
    ),
    (
        "an impossible resize and a container without status",
        status(told("a", "500m/-", "500m/-"), reason="Infeasible"),
        {"1.32": 3000, "1.36": 2500, "1.37": 500},
    ),
    (
        "a deferred resize counts",
        status(told("a", "500m/-", "500m/-"), told("b", "1/-", "1/-"), reason="Deferred"),
        {"1.32": 3000, "1.36": 3000, "1.37": 3000},
    ),
    (
        "totals of the pod level replace the containers'",
        status(
            told("a", "9/-", "9/-"),
            told("b", "9/-", "9/-"),
            allocatedResources=amounts("4/-"),
            resources={"requests": amounts("5/-")},
        ),
        {"1.32": 3000, "1.36": 18000, "1.37": 5000},
    ),
]


@pytest.mark.parametrize("told_status, expected", [row[1:] for row in RESIZED], ids=[row[0] for row in RESIZED])
@pytest.mark.parametrize("version", ["1.32", "1.36", "1.37"])
def test_a_running_pod_counts_what_its_status_tells(told_status, expected, version):
    assert expected[version] == effective_requests(TWO, told_status, GATES[version])["cpu"]


@pytest.mark.parametrize("version, expected", [("1.36", {"cpu": 3000}), ("1.37", {"cpu": 3000, "memory": 2**30})])
def test_the_status_of_the_pod_level_counts_where_it_is_larger(version, expected):
    spec = {"containers": [container("a")], "resources": {"requests": amounts("2/-")}}
    pod_status = {"resources": {"requests": amounts("3/1Gi")}, "allocatedResources": amounts("1/-")}

    found = effective_requests(spec, pod_status, GATES[version])
    assert expected["cpu"] == found["cpu"]
    assert version == "1.36" or expected == found


@given(specs, resource_lists)
def test_another_request_never_makes_a_pod_smaller(spec, added):
    more = {**spec, "containers": [*spec["containers"], container("z", requests=added)]}
    before, after = (effective_requests(each, None, GATES["1.33"]) for each in (spec, more))

    assert all(after[name] >= amount for name, amount in before.items())


@given(specs)
def test_quantities_and_integers_agree(spec):
    stored = default_pod_spec(spec, NEWEST)
    exact = pod_requests(stored, NEWEST)

    assert effective_requests(stored, None, NEWEST) == {
        name: amount.milli_value() if name == "cpu" else amount.value() for name, amount in exact.items()
    }
