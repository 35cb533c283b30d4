# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.cgroups import (
    Node,
    container_cgroup,
    cpu_quota,
    cpu_shares,
    cpu_weight,
    exclusive_cpus,
    pod_cgroup,
)
from ansible_collections.quorum.kube.plugins.module_utils._kube.defaulting import default_pod_spec
from ansible_collections.quorum.kube.plugins.module_utils._kube.qos import qos_class
from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import gates_of
from ansible_collections.quorum.kube.tests.unit.plugins.module_utils._kube.pods import amounts, container, sidecar

NEWEST = gates_of("1.37", None)
GIB = 2**30


def group(shares, weight, quota, memory, **more):
    return {
        "v1": {
            "cpu.shares": shares,
            "cpu.cfs_period_us": 100000,
            "cpu.cfs_quota_us": quota or -1,
            "memory.limit_in_bytes": memory or -1,
            **{name: value for name, value in more.items() if name.endswith("in_bytes")},
        },
        "v2": {
            "cpu.weight": weight,
            "cpu.max": f"{quota or 'max'} 100000",
            "memory.max": memory or "max",
            **{name: value for name, value in more.items() if not name.endswith("in_bytes")},
        },
    }


HUGE = {"hugetlb.2MB.limit_in_bytes": 4 * 2**20, "hugetlb.2MB.max": 4 * 2**20}

PODS = [
    ("guaranteed", {"containers": [container(limits="500m/1Gi")]}, group(512, 20, 50000, GIB)),
    ("best effort", {"containers": [container()]}, group(2, 1, 0, 0)),
    ("burstable without limits", {"containers": [container(requests="1/1Gi")]}, group(1024, 39, 0, 0)),
    (
        "burstable, limits in some containers",
        {"containers": [container("a", "100m/-", "1/1Gi"), container("b")]},
        group(102, 4, 0, 0),
    ),
    (
        "burstable, limits in all containers",
        {"containers": [container("a", "100m/-", "1/1Gi"), container("b", "100m/-", "500m/1Gi")]},
        group(204, 8, 150000, 2 * GIB),
    ),
    (
        "the pod level limits what the containers don't",
        {"containers": [container("a", "100m/128Mi")], "resources": {"limits": amounts("1/1Gi")}},
        group(102, 4, 100000, GIB),
    ),
    (
        "overhead and hugepages",
        {
            "containers": [container(limits={"cpu": "500m", "memory": "1Gi", "hugepages-2Mi": "4Mi"})],
            "overhead": amounts("250m/1Gi"),
        },
        group(768, 30, 75000, 2 * GIB, **HUGE),
    ),
]

CONTAINERS = [
    ("guaranteed", {"containers": [container(limits="500m/1Gi")]}, group(512, 20, 50000, GIB)),
    ("best effort", {"containers": [container()]}, group(2, 1, 0, 0)),
    ("a tiny limit", {"containers": [container(limits="1m/1Gi")]}, group(2, 1, 1000, GIB)),
    (
        "the pod level's limits where it has none",
        {"containers": [container()], "resources": {"limits": amounts("2/1Gi")}},
        group(2048, 79, 200000, GIB),
    ),
]


@pytest.mark.parametrize("spec, expected", [row[1:] for row in PODS], ids=[row[0] for row in PODS])
def test_the_group_of_a_pod(spec, expected):
    stored = default_pod_spec(spec, NEWEST)

    assert expected == pod_cgroup(stored, qos_class(stored, NEWEST), NEWEST)


@pytest.mark.parametrize("spec, expected", [row[1:] for row in CONTAINERS], ids=[row[0] for row in CONTAINERS])
def test_the_group_of_a_container(spec, expected):
    stored = default_pod_spec(spec, NEWEST)
    expected["v2"]["memory.swap.max"] = 0

    found = container_cgroup(stored["containers"][0], stored, qos_class(stored, NEWEST), NEWEST, Node())
    assert expected == found


def test_shares_weights_and_quotas_stay_in_their_ranges():
    assert [2, 2, 1024, 262144] == [cpu_shares(milli) for milli in (0, 1, 1000, 10**9)]
    assert [1, 39, 10000] == [cpu_weight(shares) for shares in (2, 1024, 262144)]
    assert [0, 1000, 1000, 50000] == [cpu_quota(milli) for milli in (0, 1, 10, 500)]


@pytest.mark.parametrize(
    "requests, limits, node, critical, expected",
    [
        ("-/1Gi", "-/2Gi", Node(16 * GIB, 8 * GIB), False, GIB // 2),
        ("-/1Gi", "-/2Gi", Node(16 * GIB, 8 * GIB), True, 0),
        ("-/1Gi", "-/2Gi", Node(16 * GIB), False, 0),
        ("-/1Gi", "-/1Gi", Node(16 * GIB, 8 * GIB), False, 0),
        ("1/-", None, Node(16 * GIB, 8 * GIB), False, 0),
        ("-/32Gi", "-/64Gi", Node(16 * GIB, 8 * GIB), False, 0),
    ],
)
def test_limited_swap_is_shared_by_memory_requests_of_burstable_pods(requests, limits, node, critical, expected):
    spec = {"containers": [container("a", requests, limits), container("b")]}

    found = container_cgroup(spec["containers"][0], spec, "Burstable", NEWEST, node, critical=critical)
    assert expected == found["v2"]["memory.swap.max"]


def test_without_the_gate_swap_is_not_written():
    spec = {"containers": [container()]}

    found = container_cgroup(spec["containers"][0], spec, "BestEffort", gates_of("1.29", None), Node())
    assert "memory.swap.max" not in found["v2"]


def test_memory_qos_with_its_gate_until_1_36():
    gates = gates_of("1.36", {"MemoryQoS": True})
    spec = {"containers": [container(requests="-/1Gi", limits="-/2Gi")]}

    unified = container_cgroup(spec["containers"][0], spec, "Burstable", gates, Node())["v2"]
    assert (GIB, (GIB + GIB * 9 // 10) // 4096 * 4096) == (unified["memory.min"], unified["memory.high"])
    assert GIB == pod_cgroup(spec, "Burstable", gates)["v2"]["memory.min"]
    assert "memory.min" not in container_cgroup(spec["containers"][0], spec, "Burstable", NEWEST, Node())["v2"]


@pytest.mark.parametrize(
    "written, stated, gates, expected",
    [
        (container(limits="2/1Gi"), None, None, 2),
        (container(limits="2000m/1Gi"), None, None, 2),
        (container(limits="1500m/1Gi"), None, None, 0),
        (container(requests="1/1Gi", limits="2/1Gi"), None, None, 0),
        (container(limits="2/1Gi"), "2/1Gi", None, 0),
        (container(limits="2/1Gi"), "2/1Gi", {"PodLevelResourceManagers": True}, 2),
        (container(limits="2/-"), "2/1Gi", {"PodLevelResourceManagers": True}, 0),
    ],
)
def test_whole_cpus_of_guaranteed_pods_are_exclusive(written, stated, gates, expected):
    on = gates_of("1.37", gates)
    spec = {
        "containers": [written],
        **({"resources": {"limits": amounts(stated), "requests": amounts(stated)}} if stated else {}),
    }
    stored = default_pod_spec(spec, on)

    assert expected == exclusive_cpus(stored["containers"][0], stored, qos_class(stored, on), on)


def test_a_sidecar_may_have_exclusive_cpus():
    spec = default_pod_spec(
        {"containers": [container(limits="500m/1Gi")], "initContainers": [sidecar("s", limits="1/1Gi")]}, NEWEST
    )

    assert 1 == exclusive_cpus(spec["initContainers"][0], spec, qos_class(spec, NEWEST), NEWEST)
