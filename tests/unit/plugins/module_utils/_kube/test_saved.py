# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a saved snapshot keeps of an object."""

from __future__ import annotations

from ansible_collections.quorum.kube.plugins.module_utils._kube.saved import head, kinds_of, pruned
from ansible_collections.quorum.kube.plugins.module_utils._kube.scheduling.snapshot import Snapshot

POD = {
    "apiVersion": "v1",
    "kind": "Pod",
    "metadata": {
        "name": "p",
        "namespace": "shop",
        "labels": {"app": "web"},
        "resourceVersion": "7",
        "managedFields": [{}],
        "annotations": {
            "kubernetes.io/config.mirror": "x",
            "scheduling.k8s.io/group-name": "g",
            "kubectl.kubernetes.io/last-applied-configuration": "the password again",
            "vault.example/token": "hunter2",
            "plain": "hunter2",
        },
    },
    "spec": {
        "nodeName": "n",
        "containers": [
            {
                "name": "c",
                "image": "i",
                "command": ["run", "--password=hunter2"],
                "args": ["hunter2"],
                "env": [{"name": "PASSWORD", "value": "hunter2"}],
                "envFrom": [{"secretRef": {"name": "s"}}],
                "livenessProbe": {"httpGet": {"httpHeaders": [{"name": "Authorization", "value": "hunter2"}]}},
                "lifecycle": {"preStop": {"exec": {"command": ["hunter2"]}}},
                "resources": {"requests": {"cpu": "1"}},
                "ports": [{"containerPort": 80, "hostPort": 80}],
                "volumeMounts": [{"name": "token", "mountPath": "/var/run/secrets"}],
            }
        ],
        "volumes": [
            {"name": "token", "projected": {"sources": []}},
            {"name": "data", "persistentVolumeClaim": {"claimName": "data"}},
        ],
    },
    "status": {
        "phase": "Running",
        "podIP": "10.0.0.1",
        "message": "hunter2",
        "conditions": [{"type": "Ready", "status": "False", "reason": "r", "message": "hunter2"}],
        "containerStatuses": [
            {"name": "c", "ready": True, "lastState": {"terminated": {"message": "hunter2"}}, "resources": {}}
        ],
    },
}


def test_a_pod_keeps_what_the_gate_looks_at_and_no_secret():
    assert {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {
            "name": "p",
            "namespace": "shop",
            "labels": {"app": "web"},
            "annotations": {"kubernetes.io/config.mirror": "x", "scheduling.k8s.io/group-name": "g"},
        },
        "spec": {
            "nodeName": "n",
            "containers": [
                {
                    "name": "c",
                    "image": "i",
                    "resources": {"requests": {"cpu": "1"}},
                    "ports": [{"containerPort": 80, "hostPort": 80}],
                }
            ],
            "volumes": [{"name": "data", "persistentVolumeClaim": {"claimName": "data"}}],
        },
        "status": {
            "phase": "Running",
            "conditions": [{"type": "Ready", "status": "False", "reason": "r"}],
            "containerStatuses": [{"name": "c", "ready": True, "resources": {}}],
        },
    } == pruned(POD)


def test_a_node_keeps_what_it_offers_and_not_what_it_tells_all_the_time():
    amounts = {"cpu": "1"}
    node = {
        "kind": "Node",
        "metadata": {"name": "n", "resourceVersion": "1"},
        "spec": {"taints": []},
        "status": {"allocatable": amounts, "conditions": [{"lastHeartbeatTime": "now"}], "nodeInfo": {}, "images": []},
    }

    assert {
        "kind": "Node",
        "metadata": {"name": "n"},
        "spec": {"taints": []},
        "status": {"allocatable": amounts, "images": []},
    } == pruned(node)


def test_other_objects_lose_only_what_servers_manage():
    service = {"kind": "Service", "metadata": {"name": "s", "uid": "u", "resourceVersion": "1"}, "spec": {"ports": []}}

    assert {**service, "metadata": {"name": "s", "uid": "u"}} == pruned(service)


def test_the_kinds_of_a_snapshot_are_known_even_where_there_is_no_object():
    snapshot = Snapshot([{"kind": "Node", "metadata": {"name": "n"}}, head(["Node", "PersistentVolume"], "1.37.2")])

    assert [True, True, False] == [snapshot.gives(kind) for kind in ("Node", "PersistentVolume", "StorageClass")]
    assert [] == snapshot.of("ClusterSnapshot")


def test_a_head_that_somebody_has_bent_names_nothing():
    assert ["Node"] == list(kinds_of({**head([], ""), "kinds": ["Node", 7]}))
    assert [] == list(kinds_of({**head([], ""), "kinds": "Node"}))
    assert [] == list(kinds_of({"kind": "List", "kinds": ["Node"]}))
