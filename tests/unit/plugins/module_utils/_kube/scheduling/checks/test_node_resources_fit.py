# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""NodeResourcesFit and NodePorts."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.tests.unit.plugins.module_utils._kube.scheduling.clusters import (
    node,
    pod,
    refusals,
    verdict,
)

NOT_HELPFUL = "1 Preemption is not helpful for scheduling."


@pytest.mark.parametrize(
    ("requests", "reason"),
    [
        pytest.param({"cpu": "2", "memory": "4Gi"}, "", id="equality fits"),
        pytest.param({"cpu": "2001m"}, "Insufficient cpu", id="one thousandth too much"),
        pytest.param(
            {"cpu": "3", "memory": "5Gi"}, "Insufficient cpu, Insufficient memory", id="all shortages are told"
        ),
        pytest.param(
            {"ephemeral-storage": "1"}, "Insufficient ephemeral-storage", id="absent from allocatable is none"
        ),
        pytest.param({"example.com/gpu": "1"}, "Insufficient example.com/gpu", id="extended resource"),
        pytest.param({"kubernetes.io/batch": "1"}, "Insufficient kubernetes.io/batch", id="native name with a prefix"),
        pytest.param({"hugepages-2Mi": "2Mi"}, "Insufficient hugepages-2Mi", id="hugepages"),
        pytest.param({"storage": "1Gi"}, "", id="no scalar resource to the scheduler"),
        pytest.param({"cpu": "0", "example.com/gpu": "0"}, "", id="zero fits anywhere"),
    ],
)
def test_what_a_node_must_have_left(requests, reason):
    found = refusals(pod(requests=requests), [node("n", cpu="2", memory="4Gi")])

    assert found == ({"n": reason} if reason else {})


def test_requests_of_placed_pods_count_and_those_of_finished_ones_do_not():
    over = {**pod("over", on="n", requests={"cpu": "2"}), "status": {"phase": "Succeeded"}}
    leaving = pod("leaving", on="n", requests={"cpu": "1"})
    leaving["metadata"]["deletionTimestamp"] = "2026-01-01T00:00:00Z"

    objects = [node("n", cpu="2", memory="1Gi"), over, leaving]

    assert refusals(pod(requests={"cpu": "1"}), objects) == {}
    assert refusals(pod(requests={"cpu": "1001m"}), objects) == {"n": "Insufficient cpu"}


def test_limits_of_a_placed_pod_are_its_requests_where_it_has_none():
    placed = pod("placed", on="n")
    placed["spec"]["containers"][0]["resources"] = {"limits": {"cpu": "1500m"}}

    found = refusals(pod(requests={"cpu": "1"}), [node("n", cpu="2"), placed])

    assert found == {"n": "Insufficient cpu"}


def test_a_pod_without_requests_fits_an_overcommitted_node_but_needs_a_slot():
    objects = [node("n", cpu="1", pods="2"), pod("a", on="n", requests={"cpu": "4"})]

    assert refusals(pod(), objects) == {}
    assert refusals(pod(), [*objects, pod("b", on="n")]) == {"n": "Too many pods"}


def test_a_node_that_tells_no_number_of_pods_takes_none():
    bare = node("n")
    bare["status"]["allocatable"] = {"cpu": "4"}

    assert refusals(pod(), [bare]) == {"n": "Too many pods"}


@pytest.mark.parametrize(
    ("version", "preemption"),
    [("1.37", NOT_HELPFUL), ("1.33", "1 No preemption victims found for incoming pod.")],
)
def test_a_request_above_the_whole_node_cannot_be_cured_from_1_34_on(version, preemption):
    found = verdict(pod(requests={"cpu": "3"}, priority=5), [node("n", cpu="2")], version=version)

    assert found["message"].endswith(f"preemption: 0/1 nodes are available: {preemption}")


def test_an_extended_resource_of_a_device_class_is_left_to_its_driver():
    device_class = {
        "kind": "DeviceClass",
        "metadata": {"name": "gpus"},
        "spec": {"extendedResourceName": "example.com/gpu"},
    }
    with_plugin = node("plugin", cpu="1", **{"example.com/gpu": "1"})
    asked = pod(requests={"example.com/gpu": "2"})

    found = verdict(asked, [node("driver"), with_plugin, device_class])
    assert (found["schedulable"], found["missing"]) == ("unknown", ["devices of DeviceClass gpus"])
    assert found["reasons"] == {"plugin": ["Insufficient example.com/gpu"]}

    found = verdict(asked, [node("driver"), with_plugin, device_class], version="1.35")
    assert (found["schedulable"], found["missing"]) == ("no", [])


def ports(*found, role="containers"):
    containers = [{"name": "c", "image": "i", "ports": [{"containerPort": 80, **port} for port in found]}]
    if role == "sidecar":
        containers[0]["restartPolicy"] = "Always"
        return {"initContainers": containers}
    return {"containers": containers}


@pytest.mark.parametrize(
    ("wanted", "taken", "conflict"),
    [
        pytest.param({}, {}, False, id="no host port"),
        pytest.param({"hostPort": 80}, {"hostPort": 80}, True, id="same port"),
        pytest.param({"hostPort": 80}, {"hostPort": 80, "protocol": "UDP"}, False, id="another protocol"),
        pytest.param(
            {"hostPort": 80, "hostIP": "::"}, {"hostPort": 80, "hostIP": "10.0.0.1"}, False, id=":: is an address"
        ),
        pytest.param(
            {"hostPort": 80, "hostIP": "0.0.0.0"}, {"hostPort": 80, "hostIP": "::"}, True, id="0.0.0.0 is all"
        ),
        pytest.param(
            {"hostPort": 80, "hostIP": "10.0.0.1"}, {"hostPort": 80, "hostIP": "10.0.0.2"}, False, id="two addresses"
        ),
    ],
)
def test_host_ports(wanted, taken, conflict):
    found = refusals(pod(**ports(wanted)), [node("n"), pod("placed", on="n", **ports(taken))])

    assert found == ({"n": "node(s) didn't have free ports for the requested pod ports"} if conflict else {})


def test_host_network_makes_every_container_port_a_host_port():
    objects = [node("n"), pod("placed", on="n", hostNetwork=True, **ports({}))]

    assert list(refusals(pod(**ports({"hostPort": 80})), objects)) == ["n"]


@pytest.mark.parametrize(("version", "refused"), [("1.34", ["n"]), ("1.33", [])])
def test_host_ports_of_sidecars_count_from_1_34_on(version, refused):
    asked = pod(**ports({"hostPort": 80}, role="sidecar"))

    found = refusals(asked, [node("n"), pod("placed", on="n", **ports({"hostPort": 80}))], version=version)

    assert list(found) == refused


@pytest.mark.parametrize(("version", "unknown"), [("1.36", True), ("1.35", False)])
def test_the_name_that_every_device_class_is_known_by(version, unknown):
    asked = pod(requests={"deviceclass.resource.kubernetes.io/gpus": "1"})

    found = verdict(asked, [node("n"), {"kind": "DeviceClass", "metadata": {"name": "gpus"}}], version=version)

    assert found["schedulable"] == ("unknown" if unknown else "no")


def test_limits_do_not_count_beside_requests():
    resources = {"requests": {"cpu": "1"}, "limits": {"cpu": "9"}}

    assert refusals(pod(containers=[{"name": "c", "image": "i", "resources": resources}]), [node("n", cpu="1")]) == {}


@pytest.mark.parametrize(
    ("spec", "refused"),
    [
        pytest.param({"resources": {"requests": {"cpu": "1"}}}, {}, id="the pod level replaces its containers"),
        pytest.param(
            {"resources": {"requests": {"cpu": "1"}}, "overhead": {"cpu": "1"}},
            {"n": "Insufficient cpu"},
            id="overhead is added to it",
        ),
        pytest.param({"resources": {"requests": {"memory": "1Gi"}}}, {"n": "Insufficient cpu"}, id="per resource"),
    ],
)
def test_pod_level_requests(spec, refused):
    """The containers' 2 cpu are more than the pod level allows: the API server would refuse it, the fit does not."""
    assert refusals(pod(requests={"cpu": "2"}, **spec), [node("n", cpu="1500m", memory="4Gi")]) == refused


def test_an_amount_below_a_thousandth_is_rounded_up():
    assert refusals(pod(requests={"cpu": "1000100u"}), [node("n", cpu="1")]) == {"n": "Insufficient cpu"}
    assert refusals(pod(requests={"memory": "1024500m"}), [node("n", cpu="1", memory="1025")]) == {}
