# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What kubeadm is given."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._cluster.documents import (
    external_etcd,
    host_port,
    init_documents,
    join_documents,
    merged,
    proxy_mode,
    with_secrets,
)

SETTINGS = {
    "name": "master-1",
    "address": "172.19.170.183",
    "api_port": 6443,
    "worker": False,
    "cri_socket": "unix:///run/containerd/containerd.sock",
    "endpoint": "api.k8s.example.com",
    "endpoint_port": 8443,
    "timeout": 120,
    "cluster_name": "guide",
    "version": "1.37.2",
    "names": ["api.k8s.example.com", "172.19.170.100", "master-1", "master-1", ""],
    "pod_subnet": "10.244.0.0/16",
    "service_subnet": "10.96.0.0/16",
    "etcd_endpoints": ["https://172.19.170.183:2379"],
    "proxy_mode": "",
    "kernel": "6.1.0-18-amd64",
    "cluster_configuration": {"apiServer": {"extraArgs": [{"name": "profiling", "value": "false"}]}},
    "kubelet_configuration": {"cgroupDriver": "cgroupfs"},
    "kube_proxy_configuration": {"conntrack": {"min": 0}},
}
REGISTRATION = {
    "name": "master-1",
    "criSocket": "unix:///run/containerd/containerd.sock",
    "imagePullPolicy": "IfNotPresent",
    "kubeletExtraArgs": [{"name": "node-ip", "value": "172.19.170.183"}],
}
TIMEOUTS = dict.fromkeys(
    ("controlPlaneComponentHealthCheck", "kubeletHealthCheck", "tlsBootstrap", "discovery"), "120s"
)


def test_init_is_given_the_host_the_cluster_its_kubelets_and_proxies():
    expected = [
        {
            "apiVersion": "kubeadm.k8s.io/v1beta4",
            "kind": "InitConfiguration",
            "localAPIEndpoint": {"advertiseAddress": "172.19.170.183", "bindPort": 6443},
            "nodeRegistration": REGISTRATION,
            "timeouts": TIMEOUTS,
        },
        {
            "apiVersion": "kubeadm.k8s.io/v1beta4",
            "kind": "ClusterConfiguration",
            "clusterName": "guide",
            "kubernetesVersion": "v1.37.2",
            "controlPlaneEndpoint": "api.k8s.example.com:8443",
            "apiServer": {
                "certSANs": ["api.k8s.example.com", "172.19.170.100", "master-1"],
                "extraArgs": [{"name": "profiling", "value": "false"}],
            },
            "networking": {"podSubnet": "10.244.0.0/16", "serviceSubnet": "10.96.0.0/16"},
            "etcd": {
                "external": {
                    "endpoints": ["https://172.19.170.183:2379"],
                    "caFile": "/etc/kubernetes/etcd/ca.crt",
                    "certFile": "/etc/kubernetes/etcd/client.crt",
                    "keyFile": "/etc/kubernetes/etcd/client.key",
                }
            },
        },
        {
            "apiVersion": "kubelet.config.k8s.io/v1beta1",
            "kind": "KubeletConfiguration",
            "cgroupDriver": "cgroupfs",
        },
        {
            "apiVersion": "kubeproxy.config.k8s.io/v1alpha1",
            "kind": "KubeProxyConfiguration",
            "mode": "nftables",
            "conntrack": {"min": 0},
        },
    ]

    assert expected == init_documents(SETTINGS)


def test_a_worker_is_given_where_to_join_and_no_secret():
    expected = [
        {
            "apiVersion": "kubeadm.k8s.io/v1beta4",
            "kind": "JoinConfiguration",
            "discovery": {"bootstrapToken": {"apiServerEndpoint": "api.k8s.example.com:8443"}},
            "nodeRegistration": {**REGISTRATION, "taints": []},
            "timeouts": TIMEOUTS,
        }
    ]

    assert expected == join_documents({**SETTINGS, "worker": True}, control_plane=False)


def test_a_control_plane_that_joins_listens_on_its_own_address():
    found = join_documents(SETTINGS, control_plane=True)[0]["controlPlane"]

    assert {"localAPIEndpoint": {"advertiseAddress": "172.19.170.183", "bindPort": 6443}} == found


def test_without_members_of_ours_kubeadm_makes_its_own_etcd():
    assert {"local": {}} == init_documents({**SETTINGS, "etcd_endpoints": []})[1]["etcd"]


@pytest.mark.parametrize(
    ("wanted", "kernel", "expected"),
    [
        ("", "6.1.0-18-amd64", "nftables"),
        ("", "5.13.0", "nftables"),
        ("", "5.4.0-100-generic", "iptables"),
        ("", "4.18.0-553.el8_10.x86_64", "iptables"),
        ("ipvs", "6.1.0", "ipvs"),
    ],
)
def test_kube_proxy_has_the_mode_that_the_kernel_can(wanted, kernel, expected):
    assert expected == proxy_mode(wanted, kernel)


def test_an_ipv6_address_is_in_brackets():
    assert ["[fd77::100]:8443", "api:8443"] == [host_port("fd77::100", 8443), host_port("api", 8443)]


def test_a_cluster_of_ipv6_addresses_has_brackets_where_a_port_follows_and_nowhere_else():
    settings = {
        **SETTINGS,
        "address": "fd77::183",
        "endpoint": "fd77::100",
        "names": ["fd77::100", "master-1", "fd77::183"],
        "pod_subnet": "fd00:244::/48",
        "service_subnet": "fd00:96::/112",
        "etcd_endpoints": ["https://[fd77::183]:2379"],
    }

    init, cluster, *dummy = init_documents(settings)
    [join] = join_documents(settings, control_plane=True)

    own = {"advertiseAddress": "fd77::183", "bindPort": 6443}
    assert [own, own] == [init["localAPIEndpoint"], join["controlPlane"]["localAPIEndpoint"]]
    node_ip = [{"name": "node-ip", "value": "fd77::183"}]
    assert [node_ip, node_ip] == [each["nodeRegistration"]["kubeletExtraArgs"] for each in (init, join)]
    places = [cluster["controlPlaneEndpoint"], join["discovery"]["bootstrapToken"]["apiServerEndpoint"]]
    assert ["[fd77::100]:8443", "[fd77::100]:8443"] == places
    assert ["fd77::100", "master-1", "fd77::183"] == cluster["apiServer"]["certSANs"]
    assert {"podSubnet": "fd00:244::/48", "serviceSubnet": "fd00:96::/112"} == cluster["networking"]
    assert ["https://[fd77::183]:2379"] == cluster["etcd"]["external"]["endpoints"]


def test_merging_goes_to_every_depth_and_leaves_the_original():
    document = {"a": {"b": 1, "c": {"d": 2}}, "e": [1]}

    assert {"a": {"b": 3, "c": {"d": 2, "f": 4}}, "e": [2]} == merged(
        document, {"a": {"b": 3, "c": {"f": 4}}, "e": [2]}
    )
    assert {"a": {"b": 1, "c": {"d": 2}}, "e": [1]} == document


@pytest.mark.parametrize(
    ("kind", "document", "added"),
    [
        ("InitConfiguration", {}, {"bootstrapTokens": [{"token": "a.b", "ttl": "1m0s"}]}),
        (
            "JoinConfiguration",
            {"discovery": {"bootstrapToken": {"apiServerEndpoint": "api:8443"}}},
            {
                "discovery": {
                    "bootstrapToken": {"apiServerEndpoint": "api:8443", "token": "a.b", "caCertHashes": ["sha256:0"]}
                }
            },
        ),
        ("ClusterConfiguration", {}, {}),
    ],
)
def test_secrets_come_into_a_copy_of_the_documents(kind, document, added):
    given = [{"kind": kind, **document}]

    assert [{"kind": kind, **document, **added}] == with_secrets(given, "a.b", "sha256:0")
    assert [{"kind": kind, **document}] == given


def test_the_external_etcd_is_found_among_the_documents():
    external = {"endpoints": ["https://172.19.170.183:2379"]}

    assert external == external_etcd([{"kind": "InitConfiguration"}, {"etcd": {"external": external}}])
    assert {} == external_etcd([{"kind": "InitConfiguration"}, {"etcd": {"local": {}}}])
