# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""One cause for each way in which kubeadm fails; the lines are those of kubeadm and kubelet 1.37."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._cluster.diagnosis import (
    Diagnosis,
    Evidence,
    diagnose,
    hopeless,
)

RUNNING = {"ActiveState": "active", "SubState": "running", "NRestarts": "0", "ExecMainStatus": "0"}
CRASHING = {"ActiveState": "activating", "SubState": "auto-restart", "NRestarts": "4", "ExecMainStatus": "1"}
PLACE = "api.k8s.example.com"


def evidence(*output, started=True, kubelet=None, journal=(), pods=None, endpoint=""):
    return Evidence(output, started, kubelet or RUNNING, journal, pods or {}, (PLACE, endpoint))


UNHEALTHY = "error: error execution phase kubelet-start: the kubelet is not healthy after 2m0s"
NO_ANSWER = (
    "error: error execution phase preflight: couldn't validate the identity of the API Server: "
    'failed to request the cluster-info ConfigMap: Get "https://api.k8s.example.com:8443/api/v1/namespaces/'
    'kube-public/configmaps/cluster-info?timeout=10s": dial tcp 172.19.170.100:8443: connect: no route to host'
)
PULL = (
    'E1130 17:41:02.114213    2201 pod_workers.go:1324] "Error syncing pod, skipping" err="failed to '
    '\\"StartContainer\\" for \\"kube-apiserver\\" with ErrImagePull: \\"failed to pull image '
    '\\\\\\"registry.k8s.io/kube-apiserver:v1.37.2\\\\\\": dial tcp: lookup registry.k8s.io: no such host\\"" '
    'pod="kube-system/kube-apiserver-master-1"'
)
WRONG_NAME = (
    'error: Get "https://10.0.0.9:8443/healthz": tls: failed to verify certificate: x509: '
    "certificate is valid for 10.96.0.1, 172.19.170.183, not 10.0.0.9"
)
NO_TOKEN = (
    "error: error execution phase preflight: couldn't validate the identity of the API Server: could not find "
    'a JWS signature in the cluster-info ConfigMap for token ID "abcdef"'
)
CGROUP = (
    'E1130 17:43:10.000001     911 run.go:72] "command failed" err="failed to run Kubelet: kubelet is configured '
    'to not run on a host using cgroup v1"'
)

REFUSED = (
    'E1130 22:33:49.503244    6078 remote_runtime.go:325] "RunPodSandbox from runtime service failed" err="rpc error: '
    'code = Unknown desc = failed to start sandbox \\"ec59\\": failed to create containerd task: failed to create shim '
    'task: OCI runtime create failed: unknown version specified"'
)

CASES = {
    "a kubelet that ends at once": (
        evidence(UNHEALTHY, kubelet=CRASHING, journal=["I1130 starting", CGROUP, CGROUP]),
        Diagnosis(
            "kubelet ends as soon as it is started (5 times): failed to run Kubelet: kubelet is configured to not run "
            "on a host using cgroup v1",
            "kubelet",
            ["failed to run Kubelet: kubelet is configured to not run on a host using cgroup v1"],
        ),
    ),
    "a program that starts no container": (
        evidence("error: error execution phase wait-control-plane: connection refused", journal=[REFUSED]),
        Diagnosis(
            "the container runtime starts no container: OCI runtime create failed: unknown version specified",
            "kubelet",
            [REFUSED],
        ),
    ),
    "an image that kubelet cannot have": (
        evidence("[wait-control-plane] Waiting", journal=["I1130 starting", PULL]),
        Diagnosis(
            "the image registry.k8s.io/kube-apiserver:v1.37.2 is not on the host and cannot be pulled "
            "(expected it in containerd's namespace k8s.io, or a registry that the host reaches)",
            "kubelet",
            [PULL],
        ),
    ),
    "an image that kubeadm cannot have": (
        evidence(
            "[preflight] Some fatal errors occurred:",
            "\t[ERROR ImagePull]: failed to pull image registry.k8s.io/etcd:3.7.0-0: failed to resolve image",
        ),
        Diagnosis(
            "the image registry.k8s.io/etcd:3.7.0-0 is not on the host and cannot be pulled "
            "(expected it in containerd's namespace k8s.io, or a registry that the host reaches)",
            "kubeadm",
            ["\t[ERROR ImagePull]: failed to pull image registry.k8s.io/etcd:3.7.0-0: failed to resolve image"],
        ),
    ),
    "an endpoint that the certificate does not hold": (
        evidence(WRONG_NAME),
        Diagnosis(
            "the API servers' certificate does not hold 10.0.0.9 (it is valid for 10.96.0.1, 172.19.170.183): "
            "make kube_ha_name and kube_ha_address what the cluster was made with, or renew the certificate",
            "kubeadm",
            [WRONG_NAME],
        ),
    ),
    "a token that has expired": (
        evidence(NO_TOKEN),
        Diagnosis(
            "the cluster does not take the token of this join: it has expired, or was taken back; "
            "run again for a new one",
            "kubeadm",
            [NO_TOKEN],
        ),
    ),
    "what kubeadm's own checks refuse, all of it": (
        evidence("[ERROR NumCPU]: the number of available CPUs 1 is less than 2", "\t[ERROR Swap]: swap is on"),
        Diagnosis(
            "kubeadm refuses the host: the number of available CPUs 1 is less than 2 [NumCPU]; swap is on [Swap]",
            "kubeadm",
            ["NumCPU: the number of available CPUs 1 is less than 2", "Swap: swap is on"],
        ),
    ),
    "a wrong address of the endpoint": (
        evidence(NO_ANSWER, endpoint="api.k8s.example.com:8443: No route to host"),
        Diagnosis(
            "the endpoint api.k8s.example.com is not reached from this host: "
            "api.k8s.example.com:8443: No route to host (expected a balancer that leads to a control plane)",
            "kubeadm",
            [NO_ANSWER],
        ),
    ),
    "an etcd that is not reached": (
        evidence(
            "error: kube-apiserver check failed at https://172.19.170.183:6443/livez: context deadline exceeded",
            pods={"kube-apiserver": ["I1130 starting", "F1130 17:44:01.1 1 instance.go:232] Error creating leases"]},
        ),
        Diagnosis(
            "kube-apiserver does not run: F1130 17:44:01.1 1 instance.go:232] Error creating leases",
            "kube-apiserver",
            ["I1130 starting", "F1130 17:44:01.1 1 instance.go:232] Error creating leases"],
        ),
    ),
    "anything else": (
        evidence("[init] Using Kubernetes version: v1.37.2", "error: cannot do that", "To see the stack trace …"),
        Diagnosis(
            "kubeadm gave up: error: cannot do that",
            "kubeadm",
            ["[init] Using Kubernetes version: v1.37.2", "error: cannot do that", "To see the stack trace …"],
        ),
    ),
    "nothing at all": (evidence(), Diagnosis("kubeadm gave up: nothing", "kubeadm", [])),
}


@pytest.mark.parametrize(("found", "expected"), CASES.values(), ids=CASES.keys())
def test_each_failure_has_one_cause_and_its_log(found, expected):
    assert expected == diagnose(found)


def test_waiting_ends_when_kubelet_crashes_or_an_image_is_missing():
    crashing = evidence(kubelet=CRASHING, journal=[CGROUP])
    missing = evidence(journal=[PULL])

    assert ["kubelet", "kubelet"] == [hopeless(crashing).log_name, hopeless(missing).log_name]


@pytest.mark.parametrize(
    "found",
    [
        evidence("[certs] Generating"),
        evidence(started=False, kubelet=CRASHING, journal=[CGROUP]),
        evidence(kubelet={**RUNNING, "NRestarts": "4"}),
        evidence(kubelet={**CRASHING, "NRestarts": "1"}),
        evidence(kubelet={**CRASHING, "ActiveState": "inactive", "SubState": "dead", "ExecMainStatus": "0"}),
        evidence(kubelet={}),
    ],
    ids=[
        "all is well",
        "kubeadm has not started kubelet yet",
        "kubelet runs again",
        "one restart",
        "kubeadm has stopped it and starts it anew",
        "no systemd",
    ],
)
def test_waiting_goes_on_while_there_is_hope(found):
    assert hopeless(found) is None
