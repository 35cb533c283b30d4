# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.errors import InputError
from ansible_collections.quorum.kube.plugins.module_utils._kube.eviction import (
    SIGNALS,
    Candidate,
    Layout,
    ranked,
    request,
    threshold_order,
)
from ansible_collections.quorum.kube.plugins.module_utils._kube.eviction_report import Running
from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import gates_of
from ansible_collections.quorum.kube.plugins.module_utils._kube.usage import Usage, summarized_usage
from ansible_collections.quorum.kube.tests.unit.plugins.module_utils._kube.pods import amounts, container
from hypothesis import given
from hypothesis import strategies as st

NEWEST = gates_of("1.37", None)
MIB, GIB = 2**20, 2**30


def candidate(name, requests=None, priority=None, usage=None, annotations=None, **spec):
    fields = {
        "containers": [container(requests=requests)],
        **({} if priority is None else {"priority": priority}),
        **spec,
    }
    return Candidate("default", name, fields, {"annotations": annotations or {}}, usage)


def memory(count):
    return Usage(memory=count)


def disk(rootfs=0, logs=0, volumes=0):
    places = {"rootfs": rootfs, "logs": logs, "volumes": volumes}
    return Usage(disk=places, inodes=places)


def order(candidates, signal):
    return [place.candidate.name for place in ranked(candidates, signal, Layout(), NEWEST)]


STORAGE = {"ephemeral-storage": "1k"}

ORDERS = [
    (
        "A.8: over the request, then priority, then by how much",
        "memory.available",
        [
            candidate("db", "-/4Gi", 1000, memory(3900 * MIB)),
            candidate("web", "-/512Mi", 1000, memory(700 * MIB)),
            candidate("agent", "-/64Mi", 1000, memory(600 * MIB)),
            candidate("job", None, None, memory(60 * MIB)),
        ],
        ["job", "agent", "web", "db"],
    ),
    (
        "exactly the request is not over it",
        "memory.available",
        [candidate("at", "-/1Mi", 0, memory(MIB)), candidate("over", "-/1Mi", 100, memory(MIB + 1))],
        ["over", "at"],
    ),
    (
        "without numbers first",
        "allocatableMemory.available",
        [candidate("over", None, 0, memory(GIB)), candidate("unknown", "-/1Gi", 9)],
        ["unknown", "over"],
    ),
    (
        "storage",
        "nodefs.available",
        [
            candidate("within", STORAGE, 0, disk(300, 300, 300)),
            candidate("over", STORAGE, 0, disk(400, 400, 400)),
            candidate("important", None, 10, disk(9000)),
        ],
        ["over", "important", "within"],
    ),
    (
        "inodes: any use first, then bytes of storage are taken from inodes",
        "nodefs.inodesFree",
        [
            candidate("none", None, 0, disk()),
            candidate("many", STORAGE, 0, disk(500)),
            candidate("few", None, 0, disk(10)),
        ],
        ["few", "many", "none"],
    ),
    (
        "processes: priority before all else, even without numbers",
        "pid.available",
        [
            candidate("unknown", None, 5),
            candidate("busy", None, 5, Usage(processes=90)),
            candidate("calm", None, 0, Usage(processes=1)),
        ],
        ["calm", "unknown", "busy"],
    ),
    (
        "critical pods never",
        "memory.available",
        [
            candidate("high", None, 2_000_000_000, memory(GIB)),
            candidate("system", None, None, memory(GIB), priorityClassName="system-cluster-critical"),
            candidate("static", None, 0, memory(GIB), {"kubernetes.io/config.source": "file"}),
            candidate("mirror", None, 0, memory(GIB), {"kubernetes.io/config.mirror": "x"}),
            candidate("plain", None, 1_999_999_999, memory(1)),
        ],
        ["plain"],
    ),
]

MEASURED = [
    (Layout(), "nodefs.available", ("rootfs", "logs", "volumes")),
    (Layout(), "imagefs.available", ("rootfs", "logs", "volumes")),
    (Layout(True), "nodefs.available", ("logs", "volumes")),
    (Layout(True), "imagefs.inodesFree", ("rootfs",)),
    (Layout(True), "containerfs.available", ("rootfs",)),
    (Layout(True, True), "nodefs.inodesFree", ("rootfs", "logs", "volumes")),
    (Layout(True, True), "containerfs.available", ("rootfs", "logs", "volumes")),
    (Layout(True, True), "imagefs.available", ()),
]


@pytest.mark.parametrize("signal, candidates, expected", [row[1:] for row in ORDERS], ids=[row[0] for row in ORDERS])
def test_the_order_of_eviction(signal, candidates, expected):
    assert expected == order(candidates, signal)


@pytest.mark.parametrize("layout, signal, expected", MEASURED)
def test_what_a_disk_signal_measures(layout, signal, expected):
    assert expected == layout.measured(signal)


def test_the_reason_tells_the_values_that_decided():
    place = ranked([candidate("web", "-/512Mi", 1000, memory(700 * MIB))], "memory.available", Layout(), NEWEST)[0]

    assert "uses 700Mi and requests 512Mi, 188Mi over; priority 1000" == place.reason


@pytest.mark.parametrize("version, expected", [("1.33", MIB + 5), ("1.36", 2 * MIB + 5), ("1.37", 2 * MIB + 5)])
def test_from_1_34_on_only_the_pod_level_counts_where_it_is_set(version, expected):
    spec = {
        "containers": [container(requests="-/1Mi")],
        "resources": {"requests": amounts("-/2Mi")},
        "overhead": {"memory": "5"},
    }

    assert expected == request(spec, "memory", gates_of(version, None))


def test_overhead_counts_only_beside_a_request():
    assert 0 == request({"containers": [container()], "overhead": {"memory": "5"}}, "memory", NEWEST)


def test_memory_is_handled_before_all_other_thresholds():
    assert ["allocatableMemory.available", "memory.available", "pid.available", "nodefs.available"] == threshold_order(
        ["pid.available", "allocatableMemory.available", "nodefs.available", "memory.available"]
    )


def test_the_summary_counts_local_volumes_only():
    summary = {
        "memory": {"workingSetBytes": 7},
        "process_stats": {"process_count": 3},
        "containers": [
            {"rootfs": {"usedBytes": 1, "inodesUsed": 2}, "logs": {"usedBytes": 10}},
            {"rootfs": None, "logs": {"usedBytes": 20}},
        ],
        "volume": [
            {"name": name, "usedBytes": 100} for name in ("host", "empty", "memory", "config", "secret", "claim")
        ],
    }
    spec = {
        "volumes": [
            {"name": "host", "hostPath": {"path": "/x"}},
            {"name": "empty", "emptyDir": {}},
            {"name": "memory", "emptyDir": {"medium": "Memory"}},
            {"name": "config", "configMap": {"name": "c"}},
            {"name": "secret", "secret": {"secretName": "s"}},
            {"name": "claim", "persistentVolumeClaim": {"claimName": "c"}},
        ]
    }

    assert Usage(
        7, 3, {"rootfs": 1, "logs": 30, "volumes": 300}, {"rootfs": 2, "logs": 0, "volumes": 0}
    ) == summarized_usage(summary, spec)


def pod(name, **fields):
    return {"metadata": {"name": name}, "spec": {"containers": [container()]}, **fields}


def test_stated_pods_are_told_whole():
    running = Running(NEWEST)
    running.add_stated(
        [
            {"pod": pod("done", status={"phase": "Succeeded"}), "usage": {"memory": "9Gi"}},
            {"pod": pod("web", status={"qosClass": "Burstable"}), "usage": {"memory": "1Gi", "volumes": {"x": "1Gi"}}},
        ]
    )

    assert {
        "over_limits": [],
        "order": [
            {
                "namespace": "default",
                "name": "web",
                "reason": "uses 1Gi and requests 0, 1Gi over; priority 0",
                "message": "The node was low on resource: memory. ",
            }
        ],
        "never_evicted": [],
        "threshold_order": ["pid.available"],
        "oom_scores": [
            {"namespace": "default", "name": "web", "container": "a", "role": "container", "oom_score_adj": 999}
        ],
        "threshold": {},
        "admission": [],
    } == running.told("memory.available", ["pid.available"], Layout(), GIB)


def test_all_mistakes_are_told_at_once():
    running = Running(NEWEST)
    wrong = {"metadata": {"name": "x"}, "spec": {"containers": [container(requests="1/1Gb")]}}
    running.add_stated([{"pod": wrong, "usage": {"memory": "x", "disk": 1}}, {"pod": {"kind": "Service"}}, {}])
    running.add_summarized([pod("a")], {"pods": 5})

    with pytest.raises(InputError) as refused:
        running.told("memory", ["disk"], Layout(), None)

    assert [
        "pods[0].pod",
        "pods[0].usage.disk",
        "pods[0].usage.memory",
        "pods[1].pod",
        "pods[2]",
        "stats_summary",
        "signal",
        "signals[0]",
    ] == [problem.place for problem in refused.value.problems]


usages = st.one_of(st.none(), st.builds(Usage, st.integers(0, 10), st.integers(0, 10)))
candidates = st.lists(
    st.builds(
        candidate,
        st.uuids().map(str),
        st.sampled_from([None, "-/1", "-/5"]),
        st.one_of(st.none(), st.integers(-2, 2)),
        usages,
    ),
    max_size=6,
)


@given(candidates, st.sampled_from(SIGNALS))
def test_every_pod_has_one_place(found, signal):
    assert sorted(each.name for each in found) == sorted(order(found, signal))


@given(candidates, st.randoms())
def test_pods_over_their_request_go_before_all_others(found, randomly):
    placed = ranked(randomly.sample(found, len(found)), "memory.available", Layout(), NEWEST)
    known = [place.candidate for place in placed if place.candidate.usage is not None]
    over = [each.usage.memory > request(each.spec, "memory", NEWEST) for each in known]

    assert sorted(over, reverse=True) == over
