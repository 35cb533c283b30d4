# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a host has of a cluster, and which API servers it reaches. Private to this collection."""

from __future__ import annotations

import base64
import fcntl
import http.client
import json
import os
import re
import socket
import ssl
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Optional

from ._cluster.course import ENDPOINT, Found, Serving
from ._cluster.documents import host_port
from ._cluster.x509 import public_key_hash

LOCK = "/run/lock/quorum.kube-kubeadm"
RECORD = Path("/var/lib/quorum.kube/kubeadm.json")
KUBERNETES = Path("/etc/kubernetes")
AUTHORITY = KUBERNETES / "pki" / "ca.crt"
SERVING_CERTIFICATE = KUBERNETES / "pki" / "apiserver.crt"
NETWORKS = (Path("/etc/cni/net.d"), Path("/var/lib/cni/networks"))
"""Where a network of pods, whoever brings it, writes what containerd reads and which addresses it has given."""
TRACES = ("admin.conf", "bootstrap-kubelet.conf", "kubelet.conf", "manifests/kube-apiserver.yaml", "pki/ca.key")

_TIMEOUT = 2.0
_CLUSTER_INFO = "/api/v1/namespaces/kube-public/configmaps/cluster-info"


@contextmanager
def alone() -> Iterator[None]:
    """Waits until no other run works on this host."""
    with open(LOCK, "w", encoding="ascii") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def found() -> Found:
    """The host as it is on disk."""
    traces = [str(KUBERNETES / name) for name in TRACES if (KUBERNETES / name).exists()]
    return Found(traces, pin(AUTHORITY), read_record())


def found_at_rest() -> Found:
    """The host when nothing is at work there: what a run that was killed has begun goes on without it."""
    host = found()
    if host.record is None or host.record.get("done"):
        return host
    with alone():
        return found()


def read_record() -> Optional[dict[str, Any]]:
    """What this collection has kept of its own doing on this host."""
    try:
        record: dict[str, Any] = json.loads(RECORD.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    return record


def write_record(record: Mapping[str, Any]) -> None:
    """Keeps what has been begun or done; whole, or as it was before."""
    RECORD.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
    copy = RECORD.with_suffix(".new")
    with open(copy, "w", encoding="utf-8") as file:
        json.dump(record, file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(copy, RECORD)


def begin(cluster: str, action: str) -> dict[str, Any]:
    """Keeps that something has begun, and which networks of pods were there before anything did; returns the record."""
    networks = (read_record() or {}).get("networks", list(map(str, _networks())))
    record = {"cluster": cluster, "action": action, "done": False, "networks": networks}
    write_record(record)
    return record


def new_networks() -> list[str]:
    """The files of networks of pods that have come to the host since it was begun with."""
    before = (read_record() or {}).get("networks")
    return [] if before is None else [str(path) for path in _networks() if str(path) not in before]


def _networks() -> list[Path]:
    return sorted(path for folder in NETWORKS if folder.is_dir() for path in folder.iterdir())


def forget_record() -> None:
    """Nothing of ours is on the host."""
    RECORD.unlink(missing_ok=True)


def write_private(path: str, text: str, mode: int) -> None:
    """A file that nobody but root has been able to read at any time, unless its mode lets others."""
    os.makedirs(os.path.dirname(path), mode=0o755, exist_ok=True)
    with open(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
    os.chmod(path, mode)


def pin(path: Path) -> str:
    """The hash of the certificate's public key; empty without one."""
    try:
        return public_key_hash(path.read_text(encoding="ascii"))
    except (FileNotFoundError, ValueError, IndexError):
        return ""


def serving(control_plane: Sequence[Mapping[str, Any]], port: int, endpoint: str, endpoint_port: int) -> list[Serving]:
    """The control planes whose API server is ready, in their order, and the endpoint last where it leads to one."""
    places = [(str(one["name"]), str(one["address"]), port) for one in control_plane]
    places.append((ENDPOINT, endpoint, endpoint_port))
    with ThreadPoolExecutor(max_workers=len(places)) as pool:
        return [one for one in pool.map(lambda place: _served(*place), places) if one is not None]


def _served(name: str, host: str, port: int) -> Optional[Serving]:
    if get(host, port, "/readyz") is None:
        return None
    version = json.loads(get(host, port, "/version") or b"{}").get("gitVersion", "")
    return Serving(name, version, _told_authority(get(host, port, _CLUSTER_INFO) or b""))


def _told_authority(cluster_info: bytes) -> str:
    """The pin of the CA in the ConfigMap that kubeadm makes for joining hosts."""
    match = re.search(rb"certificate-authority-data: ([A-Za-z0-9+/=]+)", cluster_info)
    return public_key_hash(base64.b64decode(match.group(1)).decode("ascii")) if match else ""


def get(
    host: str, port: int, path: str, context: Optional[ssl.SSLContext] = None, body: Optional[str] = None
) -> Optional[bytes]:
    """The body of an answer 200; None without one. Certificates are not verified unless the context does."""
    connection = http.client.HTTPSConnection(host, port, timeout=_TIMEOUT, context=context or _unverified())
    try:
        connection.request("POST" if body else "GET", path, body=body)
        response = connection.getresponse()
        return response.read() if response.status == 200 else None
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()


def unreached(host: str, port: int) -> str:
    """Why no connection is made; empty when one is."""
    try:
        with socket.create_connection((host, port), timeout=3.0):
            return ""
    except OSError as error:
        place = host_port(host, port)
        return f"{place}: {error.strerror or error}"


def etcd_holds_cluster(endpoints: Sequence[str], files: Mapping[str, str]) -> bool:
    """Whether etcd has objects of Kubernetes: a cluster was made on it before. False when no member answers."""
    context = ssl.create_default_context(cafile=files["caFile"])
    context.load_cert_chain(files["certFile"], files["keyFile"])
    key, end = (base64.b64encode(text).decode() for text in (b"/registry/", b"/registry0"))
    question = json.dumps({"key": key, "range_end": end, "limit": 1, "keys_only": True})
    for endpoint in endpoints:
        host, dummy, port = endpoint.rpartition("//")[2].rpartition(":")
        answer = get(host.strip("[]"), int(port), "/v3/kv/range", context, question)
        if answer is not None:
            return bool(json.loads(answer).get("kvs"))
    return False


def _unverified() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context
