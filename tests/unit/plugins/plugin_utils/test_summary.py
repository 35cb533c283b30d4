# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The summary of a site, compared whole."""

from __future__ import annotations

import json
import textwrap

import pytest
from ansible_collections.quorum.kube.plugins.plugin_utils.node_states import node_problems, read_nodes
from ansible_collections.quorum.kube.plugins.plugin_utils.summary import host_report, problems, render

MASTERS = ["master-1", "master-2", "master-3"]


def site(mode="keepalived"):
    return {
        "cluster_name": "guide",
        "name": "api.k8s.example.com",
        "address": "172.19.170.100",
        "port": 8443,
        "mode": mode,
        "external_lb_method": "redirect",
        "load_balancers": MASTERS,
        "network": "routed",
        "control_plane": MASTERS,
        "nodes": ["node-1"],
        "hosts": [{"name": name, "node_name": name.replace("node", "worker")} for name in [*MASTERS, "node-1"]],
    }


def unit(active="active", sub="running"):
    return {"active": active, "sub": sub, "text": f"{active} ({sub})"}


def server(name, up=True, backend="kube_api"):
    check = "L7OK 200" if up else "L4CON Connection refused"
    return {"backend": backend, "name": name, "up": up, "status": "UP" if up else "DOWN", "check": check}


def results(held=False, down=(), endpoint=None, logins=None, **units):
    return {
        "host": {"held": held, "units": {"haproxy": unit(), "keepalived": unit(), **units}},
        "haproxy": {"running": True, "servers": [server(name, name not in down) for name in MASTERS]},
        "endpoint": endpoint or {"verdict": "fine", "text": "6 of 6 answer", "latency_ms": {"median": 8.6}},
        "logins": {"logins": logins or {}},
    }


def worker():
    return {"host": {"held": False, "units": {}}, "haproxy": {"running": False, "servers": []}}


def reports(*given):
    return [host_report(name, result) for name, result in given]


def text(indented):
    return textwrap.dedent(indented).strip()


def test_a_site_that_is_well():
    logins = {name: {other: "ok" for other in [*MASTERS, "node-1"] if other != name} for name in [*MASTERS, "node-1"]}
    endpoint = {"verdict": "fine", "text": "6 of 6 answer", "latency_ms": {"median": 12.2}}
    well = reports(
        ("master-1", results(logins=logins["master-1"])),
        ("master-2", results(held=True, logins=logins["master-2"])),
        ("master-3", results(logins=logins["master-3"])),
        ("node-1", {**worker(), "endpoint": endpoint, "logins": {"logins": logins["node-1"]}}),
    )

    assert [] == problems(site(), well)
    assert text(
        """
        guide: api.k8s.example.com (172.19.170.100) port 8443, keepalived
        held by master-2

          host      haproxy           keepalived        the endpoint from there
          master-1  active (running)  active (running)  6 of 6 answer, 9 ms
          master-2  active (running)  active (running)  6 of 6 answer, 9 ms
          master-3  active (running)  active (running)  6 of 6 answer, 9 ms
          node-1    -                 -                 6 of 6 answer, 12 ms

        API servers as each haproxy sees them
                    master-1  master-2  master-3
          master-1  UP        UP        UP
          master-2  UP        UP        UP
          master-3  UP        UP        UP

        logins, from the left to the top
                    master-1  master-2  master-3  node-1
          master-1  -         ok        ok        ok
          master-2  ok        -         ok        ok
          master-3  ok        ok        -         ok
          node-1    ok        ok        ok        -

        all is well
        """
    ) == render(site(), well)


def test_a_site_with_a_dead_master_and_a_dead_api_server():
    down = {"host": {"unreachable": True, "msg": "Can it be reached over ssh: ssh: timed out\nmore"}}
    ill = reports(
        ("master-1", down),
        ("master-2", results(held=True, down=["master-1", "master-3"], logins={"master-1": "No route to host"})),
        ("master-3", results(down=["master-1", "master-3"])),
    )

    assert text(
        """
        guide: api.k8s.example.com (172.19.170.100) port 8443, keepalived
        held by master-2

          host      haproxy           keepalived        the endpoint from there
          master-1  unreachable: ssh: timed out
          master-2  active (running)  active (running)  6 of 6 answer, 9 ms
          master-3  active (running)  active (running)  6 of 6 answer, 9 ms

        API servers as each haproxy sees them
                    master-1  master-2  master-3
          master-2  DOWN      UP        DOWN
          master-3  DOWN      UP        DOWN

        logins, from the left to the top
                    master-1
          master-2  FAIL

        not well (4):
          master-1 is unreachable: ssh: timed out
          master-1 is DOWN, L4CON Connection refused, says haproxy on master-2, master-3
          master-3 is DOWN, L4CON Connection refused, says haproxy on master-2, master-3
          master-2 cannot log in to master-1: No route to host
        """
    ) == render(site(), ill)


HAIRPIN = {"verdict": "hairpin", "text": "2 of 6 fail: hairpin. This host (172.19.170.183) is one of 3 backends"}

PROBLEMS = {
    "K11 two holders": (
        site(),
        [("master-1", results(held=True)), ("master-2", results(held=True))],
        ["172.19.170.100 is held by master-1 and master-2 at once; does something drop IP protocol 112?"],
    ),
    "no holder": (
        site(),
        [("master-1", results()), ("master-2", results())],
        ["172.19.170.100 is held by no host that was asked"],
    ),
    "no holder among those that a limit left": (
        site(),
        [("master-1", results()), ("master-2", {})],
        [
            "master-2 is not asked: left out of this run",
            "172.19.170.100 is held by no host that was asked (master-2 could not be)",
        ],
    ),
    "L20 a unit that is not exactly active": (
        site(),
        [
            ("master-1", results(held=True, keepalived=unit("activating", "auto-restart"))),
            ("master-2", results(haproxy=unit("inactive", "dead"))),
        ],
        ["keepalived on master-1 is activating (auto-restart)", "haproxy on master-2 is inactive (dead)"],
    ),
    "a balancer without its services": (
        site(),
        [("master-1", results(held=True)), ("master-2", worker())],
        ["haproxy is not on master-2", "keepalived is not on master-2"],
    ),
    "a module that failed on a host": (
        site("external"),
        [("node-1", {"host": {"failed": True, "msg": "sudo: a password is required"}})],
        ["node-1 is not asked: sudo: a password is required"],
    ),
    "L12 a hairpin, and a keepalived that nobody needs": (
        site("external"),
        [("master-1", results(endpoint=HAIRPIN, keepalived=unit("inactive", "dead")))],
        ["the endpoint from master-1: 2 of 6 fail: hairpin. This host (172.19.170.183) is one of 3 backends"],
    ),
}


@pytest.mark.parametrize(("given", "told", "expected"), PROBLEMS.values(), ids=PROBLEMS.keys())
def test_what_is_not_well_is_told(given, told, expected):
    assert expected == problems(given, reports(*told))


def test_other_backends_of_haproxy_are_not_api_servers():
    told = {"host": {"held": True, "units": {}}, "haproxy": {"servers": [server("peer", False, "other_balancers")]}}

    assert {} == host_report("master-1", told).backends


def node(name, ready="True", message="kubelet is posting ready status", taints=(), **spec):
    return {
        "metadata": {"name": name, "labels": {"kubernetes.io/hostname": name, "disk": "ssd"}},
        "spec": {**spec, "taints": list(taints)},
        "status": {
            "nodeInfo": {"kubeletVersion": "v1.37.2"},
            "conditions": [
                {"type": "MemoryPressure", "status": "False"},
                {"type": "Ready", "status": ready, "message": message},
            ],
        },
    }


def told_nodes(*nodes):
    return read_nodes([{"rc": 0, "stdout": ""}, {"rc": 0, "stdout": json.dumps({"items": nodes})}])


CONTROL_PLANE = {"key": "node-role.kubernetes.io/control-plane", "effect": "NoSchedule"}
FOR_DATABASES = {"key": "dedicated", "value": "db", "effect": "NoExecute"}


def test_the_nodes_are_shown_and_one_that_is_not_ready_is_a_problem():
    nodes = told_nodes(
        node("worker-1", taints=[FOR_DATABASES], unschedulable=True),
        node("master-1", taints=[CONTROL_PLANE]),
        node("master-2", ready="Unknown", message="Kubelet stopped posting node status."),
    )

    shown = render(site(), reports(("master-1", results(held=True))), nodes)

    assert (
        text(
            """
              node      state            version  labels  taints
              master-1  ready            v1.37.2  2       node-role.kubernetes.io/control-plane:NoSchedule
              master-2  not ready        v1.37.2  2       -
              worker-1  ready, cordoned  v1.37.2  2       dedicated=db:NoExecute

            not well (2):
              the node master-2 is not ready: Kubelet stopped posting node status.
              master-3 is no node of the cluster
            """
        )
        == textwrap.dedent(shown[shown.index("  node ") :]).strip()
    )


def test_a_cluster_without_a_network_is_told_what_it_lacks():
    message = "container runtime network not ready: cni plugin not initialized"
    nodes = told_nodes(*(node(name, ready="False", message=message) for name in [*MASTERS, "worker-1"]))

    expected = f"the node master-1 is not ready: {message} (kube_network is none: bring a network, such as by "
    assert expected + "kube_network_manifests)" == next(node_problems({**site(), "network": "none"}, nodes))


def test_a_cluster_that_does_not_answer_is_told():
    refused = read_nodes([{"rc": 1, "stdout": "", "stderr": "E1130 one\nUnable to connect to the server: EOF"}])

    assert ["the cluster does not tell its nodes: Unable to connect to the server: EOF"] == list(
        node_problems(site(), refused)
    )


def test_where_there_is_no_cluster_nothing_is_told_of_nodes():
    not_run = {"rc": 0, "stdout": "skipped, since /etc/kubernetes/admin.conf does not exist"}

    assert [] == list(node_problems(site(), read_nodes([not_run])))
