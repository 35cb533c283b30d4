# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The inventory's hosts as nodes: what is declared of them, and the Node objects that they will be."""

from __future__ import annotations

import re

import pytest
from ansible._internal._datatag._tags import VaultedValue
from ansible_collections.quorum.kube.plugins.module_utils._judging import ARGUMENT_SPEC
from ansible_collections.quorum.kube.plugins.module_utils._kube.errors import InputError
from ansible_collections.quorum.kube.plugins.module_utils._schedule import SCHEDULE_ARGUMENT_SPEC, schedule
from ansible_collections.quorum.kube.plugins.plugin_utils.inventory import read
from ansible_collections.quorum.kube.plugins.plugin_utils.inventory_nodes import inventory_nodes, without_capacity
from ansible_collections.quorum.kube.plugins.plugin_utils.nodes import declared_nodes
from ansible_collections.quorum.kube.plugins.plugin_utils.preflight import judge_inventory

GROUPS = {"kube_control_plane": ["m1"], "kube_node": ["n1", "n2"], "etcd": ["e1"]}
SITE = {"kube_ha_address": "10.77.0.100", "kube_ha_name": "api.k8s.lan"}
CONTROL_PLANE = "node-role.kubernetes.io/control-plane"
SCHEDULE_DEFAULTS = {
    name: option.get("default") for name, option in {**ARGUMENT_SPEC, **SCHEDULE_ARGUMENT_SPEC}.items()
}


def hostvars(**of_host):
    addresses = {"m1": "10.77.0.11", "n1": "10.77.0.21", "n2": "10.77.0.22", "e1": "10.77.0.31"}
    return {name: {**SITE, "ansible_host": address, **of_host.get(name, {})} for name, address in addresses.items()}


def told(variables):
    """What preflight says of labels and names of nodes."""
    return [
        (finding.host, finding.variable, finding.found, finding.expected)
        for finding in judge_inventory(read(variables, GROUPS))[1]
        if finding.check in ("node-labels", "value")
    ]


def test_declarations_have_the_form_of_the_module():
    variables = hostvars(
        n1={
            "kube_node_name": "worker-1",
            "kube_node_labels": {"example.com/rack": "r7"},
            "kube_node_annotations": {"example.com/owner": "two words"},
            "kube_node_taints": ["dedicated=db:NoSchedule", {"key": "slow", "effect": "PreferNoSchedule"}],
        },
        n2={"kube_node_ip": "10.88.0.22,fd00::22"},
    )
    nothing = {"labels": {}, "annotations": {}, "taints": [], "absent_taints": []}

    assert [
        {"name": "m1", "address": "10.77.0.11", **nothing},
        {
            "name": "worker-1",
            "address": "10.77.0.21",
            "labels": {"example.com/rack": "r7"},
            "annotations": {"example.com/owner": "two words"},
            "taints": [
                {"key": "dedicated", "value": "db", "effect": "NoSchedule"},
                {"key": "slow", "value": "", "effect": "PreferNoSchedule"},
            ],
            "absent_taints": [],
        },
        {"name": "n2", "address": "10.88.0.22", **nothing},
    ] == declared_nodes(variables, GROUPS)
    assert ["worker-1"] == [node["name"] for node in declared_nodes(variables, GROUPS, ["n1"])]


@pytest.mark.parametrize(
    ("groups", "variables", "expected"),
    [
        pytest.param(GROUPS, {}, [], id="the control plane keeps its taint"),
        pytest.param(
            GROUPS,
            {"kube_control_plane_schedulable": True},
            [CONTROL_PLANE, "node-role.kubernetes.io/master"],
            id="it is taken off where the inventory says so, under its old key as well",
        ),
        pytest.param(
            {**GROUPS, "kube_node": ["m1", "n1", "n2"]},
            {},
            [CONTROL_PLANE, "node-role.kubernetes.io/master"],
            id="it is taken off a host that is a worker as well",
        ),
        pytest.param(
            {**GROUPS, "kube_node": ["m1", "n1", "n2"]},
            {"kube_control_plane_schedulable": False},
            [],
            id="unless the inventory says otherwise",
        ),
    ],
)
def test_b6_where_workloads_may_run_on_the_control_plane(groups, variables, expected):
    found = declared_nodes(hostvars(m1=variables), groups)[0]
    node = inventory_nodes(hostvars(m1=variables), groups)[0]

    assert [{"key": key, "effect": ""} for key in expected] == found["absent_taints"]
    assert ([] if expected else [{"key": CONTROL_PLANE, "effect": "NoSchedule"}]) == node["spec"]["taints"]


def test_b6_a_taint_that_is_declared_is_not_declared_absent_as_well():
    variables = {"kube_control_plane_schedulable": True, "kube_node_taints": [f"{CONTROL_PLANE}:PreferNoSchedule"]}

    found = declared_nodes(hostvars(m1=variables), GROUPS)[0]

    assert [{"key": "node-role.kubernetes.io/master", "effect": ""}] == found["absent_taints"]


def test_preflight_names_every_label_that_the_api_server_would_refuse():
    long = "a" * 64
    variables = hostvars(
        m1={"kube_node_labels": {"gpu": True}, "kube_node_taints": "dedicated=db:NoSchedule"},
        n1={
            "kube_node_labels": {"-a": "1", "b": "x y"},
            "kube_node_annotations": {"a/b/c": "1"},
            "kube_node_taints": ["dedicated=db", {"key": "k", "effect": "Never"}],
        },
        n2={"kube_node_name": "n1", "kube_node_capacity": {"cpu": "four"}, "kube_node_labels": {"k": long}},
    )

    found = told(variables)

    assert [
        ("m1", "kube_node_labels", "gpu: True", "texts; numbers, true and false need quotes"),
        (
            "m1",
            "kube_node_taints",
            "'dedicated=db:NoSchedule'",
            "a list of taints such as dedicated=db:NoSchedule",
        ),
        ("n2", "kube_node_capacity", "cpu: 'four'", "amounts such as 4, 500m or 8Gi"),
    ] == found[:3]
    assert [
        ("n1", "kube_node_labels", 'Invalid value: "-a": name part must consist of'),
        ("n1", "kube_node_labels", 'Invalid value: "x y": a valid label must be'),
        ("n1", "kube_node_annotations", 'Invalid value: "a/b/c": a valid label key must consist of'),
        ("n1", "kube_node_taints", '[0]: "dedicated=db"'),
        ("n1", "kube_node_taints", '[1].effect: Unsupported value: "Never"'),
        ("n2", "kube_node_labels", f'Invalid value: "{long}": must be no more than 63'),
        ("n2", "kube_node_name", "n1, which is the node of n1"),
    ] == [
        (host, variable, text[: len(start)])
        for (host, variable, text, _expected), start in zip(
            found[3:],
            [
                'Invalid value: "-a": name part must consist of',
                'Invalid value: "x y": a valid label must be',
                'Invalid value: "a/b/c": a valid label key must consist of',
                '[0]: "dedicated=db"',
                '[1].effect: Unsupported value: "Never"',
                f'Invalid value: "{long}": must be no more than 63',
                "n1, which is the node of n1",
            ],
            strict=True,
        )
    ]


def test_a_mistake_of_all_hosts_is_told_once():
    wrong = {"kube_node_labels": {"a": "x y"}}

    everywhere = told(hostvars(m1=wrong, n1=wrong, n2=wrong, e1=wrong))
    on_two = told(hostvars(n1=wrong, n2=wrong))

    assert ["inventory"] == [host for host, *_rest in everywhere]
    assert [("n1", True)] == [(host, found.endswith(" (as on 1 more)")) for host, _variable, found, _rest in on_two]


def test_every_wrong_taint_is_told_by_its_number():
    taints = ["x", "a=b:Nope", {"key": "a"}, 3, "ok:NoSchedule", "ok:NoSchedule"]

    assert ["[0]: ", "[3]: ", "[1].effect: Unsupported", "[2].effect: Required", "[5]: Duplicate"] == [
        re.match(r"[^ ]+ (Unsupported|Required|Duplicate)?", found)[0]
        for _host, _variable, found, _expected in told(hostvars(n1={"kube_node_taints": taints}))
    ]


def test_a_value_out_of_a_vault_is_not_shown():
    secret = VaultedValue(ciphertext="x").tag("Not A Name")
    variables = hostvars(
        n1={"kube_node_name": secret, "kube_node_labels": {"a": f"{secret}!", "b": secret}}, n2={"kube_node_name": "N2"}
    )

    with pytest.raises(InputError) as refused:
        inventory_nodes(variables, GROUPS)

    assert [
        ("n1", "kube_node_name", "a vaulted value"),
        ("n2", "kube_node_name", "'N2': upper-case letters"),
        ("n1", "kube_node_labels", "a vaulted value"),
        ("n1", "kube_node_labels", "a vaulted value"),
    ] == [row[:3] for row in told(variables)]
    assert ["a vaulted value"] * 3 + ["'N2': upper-case letters"] == [
        problem.found for problem in refused.value.problems
    ]


def test_filters_refuse_what_preflight_names():
    with pytest.raises(InputError) as refused:
        inventory_nodes(hostvars(n1={"kube_node_labels": {"a": 1}}, n2={"kube_node_taints": ["x"]}), GROUPS)

    assert ["n1: kube_node_labels", "n2: kube_node_taints"] == [problem.place for problem in refused.value.problems]


def test_a_node_is_what_kubeadm_and_the_kubelet_would_make_of_its_host():
    facts = {
        "architecture": "x86_64",
        "processor_vcpus": 4,
        "memtotal_mb": 8000,
        "mounts": [
            {"mount": "/", "size_total": 10_000},
            {"mount": "/var", "size_total": 50_000},
            {"mount": "/var/lib/etcd", "size_total": 70_000},
        ],
    }
    taints = ["dedicated=db:NoSchedule"]
    labels = {"example.com/rack": "r7", "kubernetes.io/os": "plan9"}

    found = inventory_nodes(
        hostvars(n1={"ansible_facts": facts, "kube_node_labels": labels, "kube_node_taints": taints}), GROUPS
    )

    assert ["m1", "n1", "n2"] == [node["metadata"]["name"] for node in found]
    assert {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {
            "name": "n1",
            "labels": {
                "beta.kubernetes.io/arch": "amd64",
                "beta.kubernetes.io/os": "linux",
                "example.com/rack": "r7",
                "kubernetes.io/arch": "amd64",
                "kubernetes.io/hostname": "n1",
                "kubernetes.io/os": "linux",
            },
            "annotations": {},
        },
        "spec": {"taints": [{"key": "dedicated", "value": "db", "effect": "NoSchedule"}]},
        "status": {
            "capacity": {"cpu": "4", "memory": "8000Mi", "ephemeral-storage": "50000", "pods": "110"},
            "allocatable": {"cpu": "4", "memory": "8283750400", "ephemeral-storage": "45000", "pods": "110"},
            "addresses": [
                {"type": "InternalIP", "address": "10.77.0.21"},
                {"type": "Hostname", "address": "n1"},
            ],
        },
    } == found[1]
    assert {CONTROL_PLANE, "node.kubernetes.io/exclude-from-external-load-balancers"} <= set(
        found[0]["metadata"]["labels"]
    )
    assert ["m1", "n2"] == without_capacity(found)


def test_variables_go_before_facts():
    injected = {"ansible_processor_vcpus": 4, "ansible_memtotal_mb": 8000}
    variables = {"kube_node_capacity": {"cpu": 8, "nvidia.com/gpu": 2}, "kube_node_allocatable": {"memory": "7Gi"}}

    status = inventory_nodes(hostvars(n1={**injected, **variables}), GROUPS)[1]["status"]

    assert {"cpu": "8", "memory": "8000Mi", "nvidia.com/gpu": "2", "pods": "110"} == status["capacity"]
    assert {"cpu": "8", "memory": "7Gi", "nvidia.com/gpu": "2", "pods": "110"} == status["allocatable"]


def test_groups_come_from_each_host_where_they_are_not_given():
    named = {"m1": ["kube_control_plane"], "n1": ["kube_node"], "e1": ["etcd"]}
    variables = {host: {"group_names": groups} for host, groups in named.items()}

    assert ["m1", "n1"] == [node["metadata"]["name"] for node in inventory_nodes(variables)]
    assert ["a", "b"] == [node["metadata"]["name"] for node in inventory_nodes({"a": {}, "b": {}})]


def test_the_gate_judges_before_the_cluster_exists():
    capacity = {"kube_node_capacity": {"cpu": "2", "memory": "4Gi"}}
    variables = hostvars(m1=capacity, n1=capacity, n2={**capacity, "kube_node_taints": ["dedicated=db:NoSchedule"]})

    def asked(cpu, node=""):
        container = {"name": "c", "image": "i", "resources": {"requests": {"cpu": cpu}}}
        selector = {"nodeSelector": {"kubernetes.io/hostname": node}} if node else {}
        pod = {"kind": "Pod", "metadata": {"name": "p"}, "spec": {"containers": [container], **selector}}
        options = {"definition": pod, "cluster_objects": inventory_nodes(variables, GROUPS)}
        result = schedule({**SCHEDULE_DEFAULTS, **options})["results"][0]
        return result["schedulable"], result["feasible"], result["message"].partition(" preemption:")[0]

    assert ("yes", ["n1"], "") == asked("1")
    assert (
        "no",
        [],
        "0/3 nodes are available: 1 Insufficient cpu, 2 node(s) had untolerated taint(s).",
    ) == asked("3")
    assert ("yes", ["n1"], "") == asked("1", "n1")
