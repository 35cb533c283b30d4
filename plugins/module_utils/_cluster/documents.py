# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The documents that kubeadm is given, in the configuration API of the releases we make. Private to this collection.

kubeadm.k8s.io/v1beta4 is what 1.34 to 1.37 read (kubernetes/kubernetes cmd/kubeadm/app/apis/kubeadm/v1beta4).
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any

KUBEADM = "kubeadm.k8s.io/v1beta4"
KUBELET = "kubelet.config.k8s.io/v1beta1"
KUBE_PROXY = "kubeproxy.config.k8s.io/v1alpha1"

ETCD_FILES = {
    "caFile": "/etc/kubernetes/etcd/ca.crt",
    "certFile": "/etc/kubernetes/etcd/client.crt",
    "keyFile": "/etc/kubernetes/etcd/client.key",
}

_NFTABLES_SINCE = (5, 13)


def init_documents(settings: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What `kubeadm init` takes: the first control plane, the cluster, and its kubelets and kube-proxies."""
    cluster = {
        "apiVersion": KUBEADM,
        "kind": "ClusterConfiguration",
        "clusterName": settings["cluster_name"],
        "kubernetesVersion": f"v{settings['version']}",
        "controlPlaneEndpoint": host_port(settings["endpoint"], settings["endpoint_port"]),
        "apiServer": {"certSANs": list(dict.fromkeys(name for name in settings["names"] if name))},
        "networking": {"podSubnet": settings["pod_subnet"], "serviceSubnet": settings["service_subnet"]},
        "etcd": etcd(settings["etcd_endpoints"]),
    }
    init = {
        "apiVersion": KUBEADM,
        "kind": "InitConfiguration",
        "localAPIEndpoint": _local_endpoint(settings),
        "nodeRegistration": _registration(settings),
        "timeouts": _timeouts(settings),
    }
    proxy = {"mode": proxy_mode(settings["proxy_mode"], settings["kernel"]), **settings["kube_proxy_configuration"]}
    return [
        init,
        merged(cluster, settings["cluster_configuration"]),
        {"apiVersion": KUBELET, "kind": "KubeletConfiguration", **settings["kubelet_configuration"]},
        {"apiVersion": KUBE_PROXY, "kind": "KubeProxyConfiguration", **proxy},
    ]


def join_documents(settings: Mapping[str, Any], control_plane: bool) -> list[dict[str, Any]]:
    """What `kubeadm join` takes. The token and the pin of the CA are put in on the host."""
    document: dict[str, Any] = {
        "apiVersion": KUBEADM,
        "kind": "JoinConfiguration",
        "discovery": {
            "bootstrapToken": {"apiServerEndpoint": host_port(settings["endpoint"], settings["endpoint_port"])}
        },
        "nodeRegistration": _registration(settings),
        "timeouts": _timeouts(settings),
    }
    if control_plane:
        document["controlPlane"] = {"localAPIEndpoint": _local_endpoint(settings)}
    return [document]


def etcd(endpoints: Sequence[str]) -> dict[str, Any]:
    """Members of our own with our client certificate; kubeadm's own member on each control plane without any."""
    return {"external": {"endpoints": list(endpoints), **ETCD_FILES}} if endpoints else {"local": {}}


def external_etcd(documents: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The etcd of its own that the documents name; empty without one."""
    for document in documents:
        external: dict[str, Any] = document.get("etcd", {}).get("external", {})
        if external:
            return external
    return {}


def with_secrets(documents: Sequence[Mapping[str, Any]], token: str, authority: str) -> list[dict[str, Any]]:
    """The documents with what only the host may know: the token, and the pin of the authority that a join holds to."""
    completed: list[dict[str, Any]] = copy.deepcopy(list(map(dict, documents)))
    for document in completed:
        if document["kind"] == "JoinConfiguration":
            document["discovery"]["bootstrapToken"].update(token=token, caCertHashes=[authority])
        elif document["kind"] == "InitConfiguration":
            document["bootstrapTokens"] = [{"token": token, "ttl": "1m0s"}]
    return completed


def proxy_mode(wanted: str, kernel: str) -> str:
    """The mode as wanted, else nftables where the kernel can and iptables elsewhere.

    kube-proxy asks for Linux 5.13 (kubernetes/kubernetes pkg/proxy/nftables).
    """
    if wanted:
        return wanted
    numbers = [int(part) for part in kernel.split("-", maxsplit=1)[0].split(".")[:2] if part.isdecimal()]
    return "nftables" if tuple(numbers) >= _NFTABLES_SINCE else "iptables"


def host_port(host: str, port: int) -> str:
    """Host and port in one text, an IPv6 address in brackets."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def merged(document: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """The document with the mappings of `more` put in at every depth; other values of `more` replace."""
    result = dict(document)
    for key, value in more.items():
        before = result.get(key)
        deeper = isinstance(before, Mapping) and isinstance(value, Mapping)
        result[key] = merged(before, value) if deeper else value  # type: ignore[arg-type]
    return result


def _local_endpoint(settings: Mapping[str, Any]) -> dict[str, Any]:
    return {"advertiseAddress": settings["address"], "bindPort": settings["api_port"]}


def _registration(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The name and address of the node. A control plane that is a worker as well carries no taint."""
    registration: dict[str, Any] = {
        "name": settings["name"],
        "criSocket": settings["cri_socket"],
        "imagePullPolicy": "IfNotPresent",
        "kubeletExtraArgs": [{"name": "node-ip", "value": settings["address"]}],
    }
    return {**registration, "taints": []} if settings["worker"] else registration


def _timeouts(settings: Mapping[str, Any]) -> dict[str, str]:
    """Shorter than kubeadm's own minutes: a host that has not answered by then is looked into."""
    seconds = f"{settings['timeout']}s"
    return {
        "controlPlaneComponentHealthCheck": seconds,
        "kubeletHealthCheck": seconds,
        "tlsBootstrap": seconds,
        "discovery": seconds,
    }
