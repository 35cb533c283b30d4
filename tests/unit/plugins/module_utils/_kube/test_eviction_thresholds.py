# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Thresholds beside what the kubelet observes, and who is let in under pressure."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.errors import InputError
from ansible_collections.quorum.kube.plugins.module_utils._kube.eviction import SIGNALS, Candidate, Layout
from ansible_collections.quorum.kube.plugins.module_utils._kube.eviction_report import Running
from ansible_collections.quorum.kube.plugins.module_utils._kube.eviction_thresholds import (
    observed_in,
    stated,
    threshold_of,
)
from ansible_collections.quorum.kube.plugins.module_utils._kube.pressure_admission import refusal_text
from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import gates_of, newest_gates

NEWEST = newest_gates()
GIB, MIB = 2**30, 2**20

SUMMARY = {
    "node": {
        "memory": {"availableBytes": 3 * GIB, "workingSetBytes": 5 * GIB},
        "systemContainers": [
            {"name": "kubelet", "memory": {"availableBytes": 1, "workingSetBytes": 1}},
            {"name": "pods", "memory": {"availableBytes": 2 * GIB, "workingSetBytes": 4 * GIB}},
        ],
        "fs": {"availableBytes": 10 * GIB, "capacityBytes": 40 * GIB, "inodesFree": 1000, "inodes": 4096},
        "runtime": {"imageFs": {"availableBytes": 5 * GIB, "capacityBytes": 20 * GIB}},
        "rlimit": {"maxpid": 32768, "curproc": 768},
    }
}


@pytest.mark.parametrize(
    ("signal", "expected"),
    [
        ("memory.available", ("3Gi", "8Gi")),
        ("allocatableMemory.available", ("2Gi", "6Gi")),
        ("nodefs.available", ("10Gi", "40Gi")),
        ("nodefs.inodesFree", ("1k", "4096")),
        ("imagefs.available", ("5Gi", "20Gi")),
        ("imagefs.inodesFree", None),
        ("containerfs.available", None),
        ("containerfs.inodesFree", None),
        ("pid.available", ("32k", "32768")),
    ],
)
def test_what_the_summary_tells_of_a_signal(signal, expected):
    found = observed_in(SUMMARY, signal)

    assert expected == (found and tuple(amount.canonical() for amount in found))
    assert signal in SIGNALS


@pytest.mark.parametrize("summary", [None, {}, {"node": []}, {"node": {"memory": {"availableBytes": "3Gi"}}}])
def test_a_summary_that_tells_nothing_is_no_observation(summary):
    assert [None] * len(SIGNALS) == [observed_in(summary, signal) for signal in SIGNALS]


@pytest.mark.parametrize(
    ("text", "observed", "expected"),
    [
        ("100Mi", {"available": "90Mi"}, {"quantity": "100Mi", "available": "90Mi", "met": True}),
        ("100Mi", {"available": "100Mi"}, {"quantity": "100Mi", "available": "100Mi", "met": False}),
        ("0.5Gi", {"available": "1Gi"}, {"quantity": "512Mi", "available": "1Gi", "met": False}),
        (
            "10%",
            {"available": "3Gi", "capacity": "40Gi"},
            {"quantity": "4294967360", "available": "3Gi", "met": True},
        ),
        ("50%", {"available": "3Gi", "capacity": "8Gi"}, {"quantity": "4Gi", "available": "3Gi", "met": True}),
    ],
)
def test_a_threshold_is_a_quantity_or_a_percentage_of_32_bits(text, observed, expected):
    problems = []
    found = threshold_of(text, stated(observed, problems), problems)

    assert [] == problems
    assert expected == found.told()


@pytest.mark.parametrize(
    ("text", "observed", "places"),
    [
        ("lots", {"available": "1Gi"}, ["threshold"]),
        ("-1%", {"available": "1Gi", "capacity": "2Gi"}, ["threshold"]),
        ("x%", {"available": "1Gi", "capacity": "2Gi"}, ["threshold"]),
        ("nan%", {"available": "1Gi", "capacity": "2Gi"}, ["threshold"]),
        ("1e99%", {"available": "1Gi", "capacity": "2Gi"}, ["threshold"]),
        ("10%", {"available": "1Gi"}, ["observed.capacity"]),
        ("10%", None, ["threshold"]),
        ("100Mi", {"available": "x", "capacity": "y"}, ["observed.available", "observed.capacity", "threshold"]),
    ],
)
def test_mistakes_are_named(text, observed, places):
    problems = []

    assert None is threshold_of(text, stated(observed, problems), problems)
    assert places == [problem.place for problem in problems]


def test_huge_pages_are_not_available_memory():
    without = observed_in(SUMMARY, "memory.available").without(2 * GIB)
    with_none_left = observed_in(SUMMARY, "memory.available").without(4 * GIB)

    assert ("1Gi", "6Gi") == tuple(amount.canonical() for amount in without)
    assert "0" == with_none_left.available.canonical()


def test_the_sentence_on_the_threshold_stands_in_the_message():
    running = Running(NEWEST)
    running.add_stated([{"pod": {"metadata": {"name": "web"}, "spec": {"containers": [{"name": "a"}]}}}])
    threshold = threshold_of("100Mi", stated({"available": "90Mi"}, []), [])

    told = running.told("memory.available", [], Layout(), None, threshold)

    assert ["The node was low on resource: memory. Threshold quantity: 100Mi, available: 90Mi. "] == [
        entry["message"] for entry in told["order"]
    ]
    assert {"quantity": "100Mi", "available": "90Mi", "met": True} == told["threshold"]


def candidate(priority=None, annotations=None, tolerations=()):
    return Candidate(
        "default", "p", {"priority": priority, "tolerations": list(tolerations)}, {"annotations": annotations}, None
    )


MEMORY = {"key": "node.kubernetes.io/memory-pressure", "operator": "Exists", "effect": "NoSchedule"}
REFUSED = "The node had condition: [MemoryPressure]. "


@pytest.mark.parametrize(
    ("pod", "qos", "conditions", "expected"),
    [
        pytest.param(candidate(), "BestEffort", [], "", id="no pressure"),
        pytest.param(candidate(), "BestEffort", ["MemoryPressure"], REFUSED, id="who requests nothing"),
        pytest.param(candidate(), "Burstable", ["MemoryPressure"], "", id="who requests something"),
        pytest.param(candidate(), "Guaranteed", ["MemoryPressure"], "", id="who requests all of it"),
        pytest.param(candidate(tolerations=[MEMORY]), "BestEffort", ["MemoryPressure"], "", id="who tolerates it"),
        pytest.param(
            candidate(tolerations=[{"operator": "Exists"}]), "BestEffort", ["MemoryPressure"], "", id="or everything"
        ),
        pytest.param(
            candidate(tolerations=[{**MEMORY, "effect": "NoExecute"}]),
            "BestEffort",
            ["MemoryPressure"],
            REFUSED,
            id="another effect is not tolerated",
        ),
        pytest.param(
            candidate(tolerations=[MEMORY]),
            "Guaranteed",
            ["DiskPressure"],
            "The node had condition: [DiskPressure]. ",
            id="under other pressure nobody comes in",
        ),
        pytest.param(
            candidate(),
            "Guaranteed",
            ["MemoryPressure", "PIDPressure"],
            "The node had condition: [MemoryPressure PIDPressure]. ",
            id="nor under two kinds of it",
        ),
        pytest.param(candidate(2_000_000_000), "BestEffort", ["DiskPressure"], "", id="but critical pods"),
        pytest.param(
            candidate(annotations={"kubernetes.io/config.source": "file"}),
            "BestEffort",
            ["DiskPressure"],
            "",
            id="and static ones",
        ),
    ],
)
def test_who_is_let_in_under_pressure(pod, qos, conditions, expected):
    assert expected == refusal_text(pod, qos, conditions, NEWEST)


def test_admission_is_told_of_every_pod():
    running = Running(gates_of("1.30", None))
    pods = [
        {"metadata": {"name": "a"}, "spec": {"containers": [{"name": "c"}]}},
        {
            "metadata": {"name": "b"},
            "spec": {"containers": [{"name": "c", "resources": {"requests": {"cpu": "1"}}}]},
        },
    ]
    running.add_stated([{"pod": pod} for pod in pods])

    assert [
        {"namespace": "default", "name": "a", "admitted": False, "message": REFUSED},
        {"namespace": "default", "name": "b", "admitted": True, "message": ""},
    ] == running.told(None, [], Layout(), None, conditions=["MemoryPressure"])["admission"]
    with pytest.raises(InputError) as refused:
        running.told(None, [], Layout(), None, conditions=["Ready"])
    assert ["conditions[0]"] == [problem.place for problem in refused.value.problems]
