# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

import copy

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.defaulting import default_pod_spec
from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import gates_of
from ansible_collections.quorum.kube.tests.unit.plugins.module_utils._kube.pods import (
    amounts,
    container,
    sidecar,
    specs,
)
from hypothesis import given
from hypothesis import strategies as st

GATES = {version: gates_of(version, None) for version in ("1.28", "1.33", "1.36", "1.37")}
NEWEST = GATES["1.37"]

FROM_LIMITS = [
    ("a limit is the request as well", container(limits="500m/64Mi"), "500m/64Mi"),
    ("a request stays", container(requests="100m/-", limits="500m/64Mi"), "100m/64Mi"),
    ("an explicit zero is a request", container(requests="0/-", limits="500m/64Mi"), "0/64Mi"),
    (
        "every resource follows",
        container(limits={"example.com/gpu": 1, "hugepages-2Mi": "4Mi", "ephemeral-storage": "1Gi"}),
        {"example.com/gpu": 1, "hugepages-2Mi": "4Mi", "ephemeral-storage": "1Gi"},
    ),
    ("amounts are rounded up to thousandths", container(limits="100u/0.1m"), "1m/1m"),
]

POD_LEVEL = [
    ("requests only", "500m/512Mi", "500m/512Mi", {"requests": "1/-"}, ("1/-", None), ("1/512Mi", "1/512Mi")),
    ("a limit of cpu", "500m/512Mi", "500m/512Mi", {"limits": "1/-"}, ("500m/512Mi", "1/-"), ("500m/512Mi", "1/512Mi")),
    ("limits over requests", "100m/128Mi", None, {"limits": "1/1Gi"}, ("100m/128Mi", "1/1Gi"), ("100m/128Mi", "1/1Gi")),
    ("limits alone", None, None, {"limits": "1/1Gi"}, ("1/1Gi", "1/1Gi"), ("1/1Gi", "1/1Gi")),
    ("a smaller request", "1/1Gi", "2/1Gi", {"requests": "1/-"}, ("1/-", None), ("1/1Gi", "2/1Gi")),
    ("a limit of zero counts as one", "0/0", "0/0", {"requests": "1/1Gi"}, ("1/1Gi", None), ("1/1Gi", "1/1Gi")),
    ("nothing", "500m/512Mi", "500m/512Mi", {}, (None, None), (None, None)),
    ("empty lists", "500m/512Mi", "500m/512Mi", {"requests": {}, "limits": {}}, ({}, {}), ({}, {})),
]


def resources(requests, limits):
    return {kind: amounts(value) for kind, value in (("requests", requests), ("limits", limits)) if value is not None}


@pytest.mark.parametrize("written, requests", [row[1:] for row in FROM_LIMITS], ids=[row[0] for row in FROM_LIMITS])
def test_requests_follow_limits_in_pods(written, requests):
    spec = default_pod_spec({"containers": [written], "initContainers": [written]}, NEWEST)

    assert [amounts(requests)] * 2 == [
        spec[kind][0]["resources"]["requests"] for kind in ("containers", "initContainers")
    ]


def test_templates_get_no_requests_from_limits_but_are_rounded():
    spec = default_pod_spec({"containers": [container(limits="100u/64Mi")]}, NEWEST, template=True)

    assert {"limits": {"cpu": "1m", "memory": "64Mi"}} == spec["containers"][0]["resources"]


def test_overhead_is_rounded_up():
    assert {"cpu": "1m"} == default_pod_spec({"containers": [], "overhead": {"cpu": "1u"}}, NEWEST)["overhead"]


def test_plain_defaults_are_filled_in():
    spec = default_pod_spec({"containers": [container(ports=[{"containerPort": 80}])], "nodeName": None}, NEWEST)

    assert {
        "containers": [container(ports=[{"containerPort": 80, "protocol": "TCP"}])],
        "restartPolicy": "Always",
        "schedulerName": "default-scheduler",
        "terminationGracePeriodSeconds": 30,
        "dnsPolicy": "ClusterFirst",
    } == spec


@pytest.mark.parametrize("template, host_port", [(False, 80), (True, None)])
def test_host_ports_follow_container_ports_in_pods_on_the_host_network(template, host_port):
    written = {"hostNetwork": True, "containers": [container(ports=[{"containerPort": 80}])]}

    spec = default_pod_spec(written, NEWEST, template=template)

    assert host_port == spec["containers"][0]["ports"][0].get("hostPort")


@pytest.mark.parametrize("row", POD_LEVEL, ids=[row[0] for row in POD_LEVEL])
@pytest.mark.parametrize("version", ["1.36", "1.37"])
def test_the_pod_level_is_filled_from_the_containers(row, version):
    _title, requests, limits, stated, until_1_36, since_1_37 = row
    written = {
        "containers": [container("a", requests, limits)],
        "resources": {k: amounts(v) for k, v in stated.items()},
    }

    expected = resources(*(since_1_37 if version == "1.37" else until_1_36))
    assert expected == default_pod_spec(written, GATES[version])["resources"]


def test_one_container_without_the_limit_keeps_the_pod_level_from_getting_it():
    written = {
        "containers": [container("a", limits="1/1Gi"), container("b", limits="1/-")],
        "resources": {"requests": amounts("3/3Gi")},
    }

    assert resources("3/3Gi", "3/-") == default_pod_spec(written, NEWEST)["resources"]


def test_init_containers_and_sidecars_must_have_the_limit_too():
    written = {"containers": [container(limits="1/-")], "resources": {"requests": amounts("1/-")}}

    assert [resources("1/-", None)] * 2 == [
        default_pod_spec({**written, "initContainers": [added]}, NEWEST)["resources"]
        for added in (container("i"), sidecar("s"))
    ]


@pytest.mark.parametrize("version, cpu", [("1.36", {}), ("1.37", {"cpu": "500m", "memory": "512Mi"})])
def test_hugepages_at_the_pod_level(version, cpu):
    written = {
        "containers": [container(limits="500m/512Mi")],
        "resources": {"limits": {"hugepages-2Mi": "4Mi"}, "requests": {"hugepages-2Mi": "4Mi"}},
    }

    expected = {
        "limits": {"hugepages-2Mi": "4Mi", **cpu},
        "requests": {"hugepages-2Mi": "4Mi", "cpu": "500m", "memory": "512Mi"},
    }
    assert expected == default_pod_spec(written, GATES[version])["resources"]


@pytest.mark.parametrize("version", ["1.36", "1.37"])
def test_hugepage_limits_of_containers_rise_to_the_pod_level(version):
    huge = container(limits={"cpu": "1", "hugepages-2Mi": "4Mi"})
    written = {"containers": [huge, {**huge, "name": "b"}], "resources": {"limits": {"cpu": "2"}}}

    assert "8Mi" == default_pod_spec(written, GATES[version])["resources"]["limits"]["hugepages-2Mi"]


def test_fields_of_gates_that_are_off_are_dropped():
    written = {"containers": [container()], "initContainers": [sidecar()], "resources": {"limits": amounts("1/1Gi")}}

    spec = default_pod_spec(written, GATES["1.28"])

    assert "resources" not in spec
    assert [container("s")] == spec["initContainers"]


@given(specs, st.sampled_from(sorted(GATES)), st.booleans())
def test_defaulting_twice_changes_nothing_and_the_input_stays(spec, version, template):
    before = copy.deepcopy(spec)
    once = default_pod_spec(spec, GATES[version], template=template)

    assert before == spec
    assert once == default_pod_spec(once, GATES[version], template=template)
