# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The module `schedule_info` asks the running API server, and says what the running scheduler says."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest
from ansible_collections.quorum.kube.plugins.module_utils import _live
from ansible_collections.quorum.kube.tests.kubernetes.client import RESOURCES, Client
from ansible_collections.quorum.kube.tests.kubernetes.control_plane import ControlPlane, must
from ansible_collections.quorum.kube.tests.kubernetes.programs import Programs
from ansible_collections.quorum.kube.tests.kubernetes.reader import wait_for_right

SECONDS = 20
Manifest = dict[str, Any]


def node(name: str, cpu: str, **spec: Any) -> Manifest:
    amounts = {"cpu": cpu, "memory": "8Gi", "pods": "110"}
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": name},
        "spec": spec,
        "status": {"allocatable": amounts, "capacity": amounts},
    }


def pod(name: str, cpu: str, **spec: Any) -> Manifest:
    container = {"name": "c", "image": "i", "resources": {"requests": {"cpu": cpu}}}
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": name, "namespace": "default"},
        "spec": {"containers": [container], **spec},
    }


NODES = [
    node("full", "2"),
    node("small", "1"),
    node("tainted", "8", taints=[{"key": "dedicated", "value": "db", "effect": "NoSchedule"}]),
]
PENDING = pod("pending", "1500m")
FITTING = pod("fitting", "200m")


@pytest.fixture(scope="module")
def plane(programs: Programs) -> Iterator[ControlPlane]:
    with ControlPlane(programs) as running:
        for manifest in (*NODES, pod("placed", "1900m", nodeName="full"), PENDING):
            must(running.client.create(manifest))
        yield running


def event_of(client: Client, manifest: Manifest) -> str:
    """The message of the pod's condition, which is that of the event."""
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        for condition in must(client.get(manifest)).get("status", {}).get("conditions") or []:
            if condition["type"] == "PodScheduled" and condition["status"] == "False":
                return str(condition["message"])
        time.sleep(0.05)
    raise AssertionError(f"the scheduler said nothing within {SECONDS} s")


def asked(**options: Any) -> dict[str, Any]:
    """The module's answer when Ansible runs it on this machine; its warnings stand in `stderr`."""
    arguments = json.dumps({"definition": [PENDING, FITTING], **options})
    run = [sys.executable, "-m", "ansible", "adhoc", "localhost", "-i", "localhost,", "-c", "local"]
    interpreter = f"ansible_python_interpreter={sys.executable}"
    environment = {name: value for name, value in os.environ.items() if not name.startswith("K8S_AUTH_")}
    ran = subprocess.run(
        [*run, "-e", interpreter, "-m", "quorum.kube.schedule_info", "-a", arguments],
        env={**environment, "ANSIBLE_STDOUT_CALLBACK": "ansible.builtin.minimal"},
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    _head, found, told = ran.stdout.partition(" => ")
    assert found, ran.stderr
    return {**json.loads(told), "stderr": ran.stderr}


def without_output(answer: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in answer.items() if name not in ("stderr", "invocation", "warnings")}


def test_the_answer_is_the_event_and_that_of_a_snapshot(plane: ControlPlane) -> None:
    event = event_of(plane.client, PENDING)
    lists = [
        {"apiVersion": version, "kind": f"{kind}List", "items": plane.client.list(kind, version)}
        for version, kind in _live.KINDS
        if kind in RESOURCES.get(version, {})
    ]

    live = asked(kubeconfig=str(plane.kubeconfig), kubernetes_version=plane.release)

    assert ["no", "yes"] == [result["schedulable"] for result in live["results"]], live
    assert [event, ""] == [result["message"] for result in live["results"]]
    assert [[], ["small"]] == [result["feasible"] for result in live["results"]]
    saved = asked(cluster_objects=lists, kubernetes_version=plane.release)
    assert without_output(saved) == without_output(live)
    assert "may not be listed" not in live["stderr"]


@pytest.mark.filterwarnings("ignore:Unverified HTTPS request")
def test_lists_of_many_pages_are_whole(plane: ControlPlane, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_live, "PAGE", 2)
    params = {**dict.fromkeys(_live.ACCESS_ARGUMENT_SPEC), "kubeconfig": str(plane.kubeconfig)}

    found = {each["kind"]: len(each["items"]) for each in _live.live_objects(params).lists}

    assert len(NODES) == found["NodeList"]
    assert len(plane.client.list("Pod")) == found["PodList"]
    assert len(plane.client.list("Namespace")) == found["NamespaceList"] > 2


def test_what_may_not_be_listed_is_warned_of_and_unknown(plane: ControlPlane) -> None:
    """A user who may list nodes and pods, but nothing else."""
    rules = [{"apiGroups": [""], "resources": ["nodes", "pods"], "verbs": ["list"]}]
    group = "rbac.authorization.k8s.io"
    subject = {"kind": "User", "name": "reader", "apiGroup": group}
    for path, body in (
        ("clusterroles", {"kind": "ClusterRole", "rules": rules}),
        (
            "clusterrolebindings",
            {
                "kind": "ClusterRoleBinding",
                "roleRef": {"apiGroup": group, "kind": "ClusterRole", "name": "reader"},
                "subjects": [subject],
            },
        ),
    ):
        manifest = {"apiVersion": f"{group}/v1", "metadata": {"name": "reader"}, **body}
        must(plane.client.request("POST", f"/apis/{group}/v1/{path}", manifest))
    wait_for_right(plane.client, "reader", "list", "nodes")

    found = asked(kubeconfig=str(plane.kubeconfig), impersonate_user="reader")
    refused = asked(kubeconfig=str(plane.kubeconfig), impersonate_user="nobody")

    assert ["no", "yes"] == [result["schedulable"] for result in found["results"]], found
    assert "namespaces may not be listed" in " ".join([*found.get("warnings", ()), found["stderr"]])
    assert "the live cluster: the list of nodes: 403 Forbidden" in refused["msg"]


def test_a_cluster_that_cannot_be_asked_is_one_clear_error() -> None:
    nowhere = asked(host="https://127.0.0.1:1", api_key="x", validate_certs=False)
    both = asked(live=True, cluster_objects=NODES)

    assert nowhere["msg"].startswith("the live cluster: ")
    assert both["msg"].startswith("live: true beside cluster_objects (expected either a cluster that is asked")
