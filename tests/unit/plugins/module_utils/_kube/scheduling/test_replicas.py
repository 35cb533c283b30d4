# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""From workloads to the pods that are asked about: controllers, admission, and claims that come with a pod."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.errors import InputError
from ansible_collections.quorum.kube.tests.unit.plugins.module_utils._kube.scheduling.clusters import (
    HOSTNAME,
    node,
    pod,
    refusals,
    verdict,
    verdicts,
)

WAIT = {
    "kind": "StorageClass",
    "metadata": {"name": "wait"},
    "provisioner": "csi.example.com",
    "volumeBindingMode": "WaitForFirstConsumer",
}
NOW = {**WAIT, "metadata": {"name": "now"}, "volumeBindingMode": "Immediate"}


def workload(kind, spec, template=None, **more):
    labels = {"app": "web"}
    body = {
        "selector": {"matchLabels": labels},
        "template": {"metadata": {"labels": labels, **(template or {})}, "spec": spec},
    }
    return {"apiVersion": "apps/v1", "kind": kind, "metadata": {"name": "web"}, "spec": {**body, **more}}


def spec(**more):
    return pod(**more)["spec"]


def claim(name, storage_class):
    body = {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}
    if storage_class is not None:
        body["storageClassName"] = storage_class
    return {
        "apiVersion": "v1",
        "kind": "PersistentVolumeClaim",
        "metadata": {"name": name, "namespace": "default"},
        "spec": body,
    }


def test_equal_replicas_are_asked_about_once():
    (found,) = verdicts(workload("Deployment", spec(), replicas=3), [node("n")])

    assert (found["kind"], found["name"], found["pod"], found["replica"]) == ("Deployment", "web", "web-0", 0)
    assert found["template"] == "spec.template"


def test_a_daemon_set_has_a_pod_for_each_node_that_it_wants_one_on():
    nodes = [
        node("n1"),
        node("n2", cordoned=True),
        node("n3", taints=["dedicated=gpu:NoSchedule"]),
        node("n4", taints=["node.kubernetes.io/disk-pressure:NoSchedule"]),
        node("n5", cpu="1"),
    ]

    found = verdicts(workload("DaemonSet", spec(requests={"cpu": "2"})), nodes)

    assert [(each["pod"], each["feasible"]) for each in found] == [
        ("web-n1", ["n1"]),
        ("web-n2", ["n2"]),
        ("web-n4", ["n4"]),
        ("web-n5", []),
    ]
    assert found[3]["message"] == (
        "0/5 nodes are available: 1 Insufficient cpu, 4 node(s) didn't satisfy plugin(s) [NodeAffinity]. preemption: "
        "0/5 nodes are available: 5 Preemption is not helpful for scheduling."
    )


def test_a_daemon_set_loses_its_template_s_affinity_terms_but_not_its_choice():
    term = {"matchExpressions": [{"key": "disk", "operator": "Exists"}]}
    affinity = {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [term]}}}
    nodes = [node("n1", labels={"disk": "ssd"}), node("n2")]

    found = verdicts(workload("DaemonSet", spec(affinity=affinity)), nodes)

    assert [each["pod"] for each in found] == ["web-n1"]


def test_pods_of_a_stateful_set_carry_their_ordinal():
    alone = {
        "podAntiAffinity": {
            "requiredDuringSchedulingIgnoredDuringExecution": [
                {"topologyKey": HOSTNAME, "labelSelector": {"matchLabels": {"apps.kubernetes.io/pod-index": "5"}}}
            ]
        }
    }
    taken = pod("other", on="n1", labels={"apps.kubernetes.io/pod-index": "5"})
    nodes = [node(name, labels={HOSTNAME: name}) for name in ("n1", "n2")]
    asked = workload("StatefulSet", spec(affinity=alone), replicas=2, ordinals={"start": 5})

    (found,) = verdicts(asked, [*nodes, taken])

    assert (found["pod"], found["feasible"]) == ("web-5", ["n2"])


@pytest.mark.parametrize(
    ("storage_class", "schedulable", "missing"),
    [
        ("wait", "yes", []),
        ("now", "unknown", ["the PersistentVolume of PersistentVolumeClaim default/data-web-0"]),
        (None, "yes", []),
        ("none", "no", []),
    ],
    ids=["a class that waits", "a class that binds at once", "the default class", "a class that doesn't exist"],
)
def test_claims_of_a_stateful_set_come_with_its_pods(storage_class, schedulable, missing):
    annotations = {"storageclass.kubernetes.io/is-default-class": "true"}
    default = {**WAIT, "metadata": {"name": "wait", "annotations": annotations}}
    template = claim("data", storage_class)
    asked = workload("StatefulSet", spec(), replicas=1, volumeClaimTemplates=[template])

    (found,) = verdicts(asked, [node("n"), default, NOW], complete=False)

    assert (found["schedulable"], found["missing"]) == (schedulable, missing)


def test_a_claim_among_the_manifests_is_new():
    asked = pod(volumes=[{"name": "v", "persistentVolumeClaim": {"claimName": "data"}}])

    found = verdict(asked, [node("n"), WAIT], complete=False, manifests=[claim("data", "wait")])
    assert found["schedulable"] == "yes"

    found = verdict(asked, [node("n"), WAIT], complete=True)
    assert found["message"] == '0/1 nodes are available: persistentvolumeclaim "data" not found. not found'


def test_claims_of_ephemeral_volumes_come_with_the_pod():
    template = {"spec": claim("", "wait")["spec"]}
    asked = pod(volumes=[{"name": "v", "ephemeral": {"volumeClaimTemplate": template}}])

    assert verdict(asked, [node("n"), WAIT])["schedulable"] == "yes"
    assert verdict(asked, [node("n"), {**WAIT, "provisioner": "kubernetes.io/no-provisioner"}])["reasons"] == {
        "n": ["node(s) didn't find available persistent volumes to bind"]
    }


def test_limit_ranges_fill_in_requests():
    limit = {"type": "Container", "default": {"cpu": "3"}, "defaultRequest": {"cpu": "2"}}
    range_ = {"kind": "LimitRange", "metadata": {"name": "r", "namespace": "default"}, "spec": {"limits": [limit]}}
    elsewhere = {**range_, "metadata": {"name": "r", "namespace": "other"}}

    assert refusals(pod(), [node("n", cpu="1"), range_]) == {"n": "Insufficient cpu"}
    assert refusals(pod(), [node("n", cpu="1"), elsewhere]) == {}


def test_an_overhead_that_is_no_quantity_is_one_clear_error():
    runtime = {"kind": "RuntimeClass", "metadata": {"name": "vm"}, "overhead": {"podFixed": {"cpu": "much"}}}

    with pytest.raises(InputError, match=r"^RuntimeClass vm: overhead\.podFixed\[cpu\]: quantities must match"):
        verdict(pod(runtimeClassName="vm"), [node("n"), runtime])


def test_limit_ranges_of_wrong_types_are_one_clear_error():
    limit = {"type": "Container", "default": {"cpu": "much"}}
    range_ = {"kind": "LimitRange", "metadata": {"name": "r"}, "spec": {"limits": [limit]}}

    with pytest.raises(InputError, match=r"^LimitRange default/r: spec\.limits\[0\]\.default"):
        verdict(pod(), [node("n"), range_])


def test_a_runtime_class_brings_overhead_and_a_choice_of_nodes():
    runtime = {
        "kind": "RuntimeClass",
        "metadata": {"name": "vm"},
        "overhead": {"podFixed": {"cpu": "500m"}},
        "scheduling": {"nodeSelector": {"vm": "yes"}, "tolerations": [{"key": "vm", "operator": "Exists"}]},
    }
    nodes = [
        node("large", labels={"vm": "yes"}, taints=["vm:NoSchedule"], cpu="2"),
        node("small", labels={"vm": "yes"}, cpu="1"),
        node("other", cpu="2"),
    ]
    asked = pod(runtimeClassName="vm", requests={"cpu": "1"})

    assert refusals(asked, [*nodes, runtime]) == {
        "other": "node(s) didn't match Pod's node affinity/selector",
        "small": "Insufficient cpu",
    }
    assert verdict(asked, nodes)["missing"] == ["RuntimeClass vm"]


def test_a_pod_that_runs_already_is_asked_about_as_if_it_did_not():
    ports = [{"name": "c", "image": "i", "ports": [{"containerPort": 80, "hostPort": 80}]}]
    running = pod("asked", on="n", containers=ports)

    assert refusals(pod("asked", containers=ports), [node("n"), running]) == {}
    assert list(refusals(pod("another", containers=ports), [node("n"), running])) == ["n"]
