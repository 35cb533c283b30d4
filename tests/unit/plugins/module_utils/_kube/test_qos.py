# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.defaulting import default_pod_spec
from ansible_collections.quorum.kube.plugins.module_utils._kube.qos import qos_class, reason
from ansible_collections.quorum.kube.plugins.module_utils._kube.quantity import parse
from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import gates_of
from ansible_collections.quorum.kube.tests.unit.plugins.module_utils._kube.pods import (
    amounts,
    container,
    sidecar,
    specs,
)
from hypothesis import given
from hypothesis import strategies as st

GATES = {version: gates_of(version, None) for version in ("1.28", "1.33", "1.34", "1.36", "1.37")}

CONTAINERS = [
    ("limits alone are requests too", [container(limits="500m/64Mi")], [], "Guaranteed"),
    (
        "a container without limits, though the sums agree",
        [container("a", "100m/100Mi", "200m/200Mi"), container("b", "100m/100Mi")],
        [],
        "Burstable",
    ),
    ("zero requests beside limits", [container(requests="0/0", limits="100m/200Mi")], [], "Burstable"),
    (
        "hugepages and zeros do not count",
        [container(requests={"cpu": "0", "memory": "0", "hugepages-2Mi": "4Mi"}, limits={"hugepages-2Mi": "4Mi"})],
        [],
        "BestEffort",
    ),
    ("an init container without limits", [container(limits="1/1Gi")], [container("i")], "Burstable"),
    ("an init container without any, beside none", [container()], [container("i")], "BestEffort"),
    ("a complete sidecar", [container(limits="1/1Gi")], [sidecar("s", limits="100m/64Mi")], "Guaranteed"),
    ("only an init container requests", [container()], [container("i", "1/-")], "Burstable"),
    ("memory alone", [container(limits="-/64Mi")], [], "Burstable"),
    ("a zero limit is absent", [container(requests="0/64Mi", limits="0/64Mi")], [], "Burstable"),
    ("equal numbers in other units", [container(requests="1000m/1024Mi", limits="1/1Gi")], [], "Guaranteed"),
    (
        "numbers of YAML",
        [container(requests={"cpu": 0.5, "memory": 1e9}, limits={"cpu": "500m", "memory": "1G"})],
        [],
        "Guaranteed",
    ),
    ("1G is not 1Gi", [container(requests="1/1G", limits="1/1Gi")], [], "Burstable"),
    ("a request below the limit", [container(requests="100m/64Mi", limits="200m/64Mi")], [], "Burstable"),
    ("nothing at all", [container()], [], "BestEffort"),
    (
        "ephemeral storage and devices do not count",
        [container(limits={"ephemeral-storage": "1Gi", "example.com/gpu": 1})],
        [],
        "BestEffort",
    ),
    ("rounding up makes a tiny amount count", [container(limits="1u/0.1m")], [], "Guaranteed"),
    ("no containers", [], [], "BestEffort"),
]

POD_LEVEL = [
    ("empty", container(limits="1/1Gi"), {}, ("Guaranteed", "BestEffort", "Guaranteed")),
    ("empty requests", container("a", "1/-"), {"requests": {}}, ("Burstable", "BestEffort", "Burstable")),
    ("zero cpu and silent containers", container(), {"requests": {"cpu": "0"}}, ("BestEffort",) * 3),
    ("zero cpu", container(limits="1/1Gi"), {"requests": {"cpu": "0"}}, ("Guaranteed", "BestEffort", "Burstable")),
    (
        "limits and silent containers",
        container(),
        {"limits": amounts("1/1Gi")},
        ("BestEffort", "Guaranteed", "Guaranteed"),
    ),
    ("limits above requests", container("a", "100m/128Mi"), {"limits": amounts("1/1Gi")}, ("Burstable",) * 3),
    (
        "requests only",
        container(limits="500m/512Mi"),
        {"requests": amounts("1/-")},
        ("Guaranteed", "Burstable", "Guaranteed"),
    ),
    (
        "a cpu limit",
        container(limits="500m/512Mi"),
        {"limits": amounts("1/-")},
        ("Guaranteed", "Burstable", "Burstable"),
    ),
    (
        "what the pod level doesn't support",
        container(limits="1/1Gi"),
        {"requests": {"example.com/gpu": "1"}},
        ("Guaranteed", "BestEffort", "Guaranteed"),
    ),
]

REASONS = [
    (
        {"containers": [container(limits="1/1Gi")]},
        "cpu and memory have limits in every container, and the requests equal them",
    ),
    ({"containers": [container()]}, "no container requests or limits cpu or memory"),
    (
        {
            "containers": [container("web", "100m/-", "200m/64Mi")],
            "initContainers": [sidecar("log"), container("i", "1/-")],
        },
        (
            'sidecar "log" neither requests nor limits cpu; sidecar "log" neither requests nor limits memory; '
            'init container "i" has no cpu limit; init container "i" neither requests nor limits memory; 1 more'
        ),
    ),
    (
        {"containers": [container("web", "0/64Mi", "200m/128Mi")]},
        (
            'container "web" has a cpu request (0) that isn\'t its limit (200m); '
            'container "web" has a memory request (64Mi) that isn\'t its limit (128Mi)'
        ),
    ),
    (
        {"containers": [container()], "resources": {"limits": amounts("1/-")}},
        "the pod level neither requests nor limits memory",
    ),
    (
        {"containers": [container()], "resources": {"limits": amounts("1/1Gi")}},
        "cpu and memory have limits at the pod level, and the requests equal them",
    ),
]


def found(spec, version):
    return qos_class(default_pod_spec(spec, GATES[version]), GATES[version])


@pytest.mark.parametrize(
    "regular, initial, expected", [row[1:] for row in CONTAINERS], ids=[row[0] for row in CONTAINERS]
)
@pytest.mark.parametrize("version", sorted(GATES))
def test_containers_decide_the_class(regular, initial, expected, version):
    assert expected == found({"containers": regular, "initContainers": initial}, version)


@pytest.mark.parametrize("regular, stated, expected", [row[1:] for row in POD_LEVEL], ids=[row[0] for row in POD_LEVEL])
def test_the_pod_level_decides_the_class(regular, stated, expected):
    spec = {"containers": [regular], "resources": stated}

    assert expected == tuple(found(spec, version) for version in ("1.33", "1.36", "1.37"))


@pytest.mark.parametrize("version, expected", [("1.36", "Guaranteed"), ("1.37", "Burstable")])
def test_sums_are_compared_until_1_36(version, expected):
    crossed = [container("a", "100m/100Mi", "200m/200Mi"), container("b", "200m/200Mi", "100m/100Mi")]

    assert expected == found({"containers": crossed}, version)


def test_without_the_gate_the_pod_level_is_dropped():
    gates = gates_of("1.37", {"PodLevelResources": False})
    spec = {"containers": [container()], "resources": {"limits": amounts("1/1Gi")}}

    assert "BestEffort" == qos_class(default_pod_spec(spec, gates), gates)


@pytest.mark.parametrize("spec, expected", REASONS)
def test_the_reason_names_what_decided(spec, expected):
    gates = GATES["1.37"]
    stored = default_pod_spec(spec, gates)

    assert expected == reason(stored, gates, qos_class(stored, gates))


def brute_force(spec):
    """The definition of the classes, read for containers alone."""
    every = [*spec.get("initContainers", []), *spec["containers"]]

    def positive(holder, kind, name):
        value = holder.get("resources", {}).get(kind, {}).get(name)
        return parse(value) if value is not None and parse(value).sign() > 0 else None

    pairs = [
        (positive(holder, "requests", name), positive(holder, "limits", name))
        for holder in every
        for name in ("cpu", "memory")
    ]
    if all(request is None and limit is None for request, limit in pairs):
        return "BestEffort"
    if all(limit is not None and request == limit for request, limit in pairs):
        return "Guaranteed"
    return "Burstable"


@given(specs)
def test_the_class_is_that_of_the_definition(spec):
    gates = GATES["1.37"]
    stored = default_pod_spec({name: value for name, value in spec.items() if name != "resources"}, gates)

    assert brute_force(stored) == qos_class(stored, gates)


@given(specs, st.sampled_from(sorted(GATES)), st.randoms())
def test_the_order_of_containers_does_not_matter(spec, version, randomly):
    shuffled = {**spec, "containers": randomly.sample(spec["containers"], len(spec["containers"]))}

    assert found(spec, version) == found(shuffled, version)


@given(specs)
def test_releases_agree_on_pods_that_pass_validation(spec):
    stored = default_pod_spec({name: value for name, value in spec.items() if name != "resources"}, GATES["1.33"])
    holders = [each.get("resources", {}) for each in (*stored.get("initContainers", ()), *stored["containers"])]
    valid = all(
        parse(each.get("requests", {}).get(name)) <= parse(limit)
        for each in holders
        for name, limit in each.get("limits", {}).items()
    )

    assert not valid or qos_class(stored, GATES["1.33"]) == qos_class(stored, GATES["1.37"])
