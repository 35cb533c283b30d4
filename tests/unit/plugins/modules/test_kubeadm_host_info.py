# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The module kubeadm_host_info as Ansible runs it, beside API servers that speak TLS on addresses of loopback."""

from __future__ import annotations

import base64
import fcntl
import http.server
import json
import pathlib
import socket
import ssl
import threading
from collections.abc import Iterator
from typing import Any, ClassVar

import pytest
from ansible_collections.quorum.kube.plugins.module_utils import _cluster_host
from ansible_collections.quorum.kube.plugins.modules import kubeadm_host_info
from ansible_collections.quorum.kube.tests.unit.plugins.modules.cluster_host import ClusterHost

MASTERS = [{"name": f"master-{number}", "address": f"127.0.0.{number}"} for number in (1, 2, 3)]
CLUSTER_INFO = "/api/v1/namespaces/kube-public/configmaps/cluster-info"
PROGRAMS = ("kubeadm", "kubelet", "kubectl")


class ApiServer(http.server.BaseHTTPRequestHandler):
    """Answers what an anonymous client may read of a cluster."""

    bodies: ClassVar[dict[str, bytes]] = {}

    def do_GET(self) -> None:
        body = self.bodies.get(self.path)
        self.send_response(404 if body is None else 200)
        self.end_headers()
        self.wfile.write(body or b"")

    def log_message(self, *_: Any) -> None:
        pass


class Host(ClusterHost):
    """One of the three masters, or a worker; the endpoint is an address where nobody serves unless it is told."""

    port = 1

    def run(self, name: str = "master-1", **options: Any) -> dict[str, Any]:
        given = {"name": name, "control_plane": MASTERS, "endpoint": "127.0.0.9", **options}
        return super().run(**{"api_port": self.port, "endpoint_port": self.port, **given})

    def course(self, name: str = "master-1", **options: Any) -> tuple[str, str, str]:
        told = self.run(name, **options)
        return told["action"], told["stage"], told["through"]


@pytest.fixture
def host(tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Host:
    monkeypatch.setattr(_cluster_host, "LOCK", str(tmp_path / "lock"))
    monkeypatch.setattr(_cluster_host, "RECORD", tmp_path / "kubeadm.json")
    monkeypatch.setattr(_cluster_host, "KUBERNETES", tmp_path)
    monkeypatch.setattr(_cluster_host, "AUTHORITY", tmp_path / "pki/ca.crt")
    monkeypatch.setattr(kubeadm_host_info, "SERVING_CERTIFICATE", tmp_path / "pki/apiserver.crt")
    return Host(tmp_path, kubeadm_host_info, capsys)


@pytest.fixture
def pin(host: Host, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """master-2 serves; the pin of its cluster's authority."""
    pin = host.has_certificate("cluster/ca")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(host.folder / "cluster/ca.crt", host.folder / "cluster/ca.key")
    told = b'{"data": {"kubeconfig": "clusters:\\n- cluster:\\n    certificate-authority-data: %s\\n"}}'
    authority = base64.b64encode((host.folder / "cluster/ca.crt").read_bytes())
    bodies = {
        "/readyz": b"ok",
        "/version": b'{"gitVersion": "v1.37.2"}',
        CLUSTER_INFO: told % authority,
    }
    monkeypatch.setattr(ApiServer, "bodies", bodies)
    server = http.server.ThreadingHTTPServer(("127.0.0.2", 0), ApiServer)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    host.port = server.server_address[1]
    yield pin
    server.shutdown()
    server.server_close()


def test_the_first_of_blank_hosts_makes_the_cluster_and_the_others_wait(host: Host) -> None:
    names = ["master-1", "master-2", "node-1"]
    expected = [("init", "blank", ""), ("wait", "blank", ""), ("wait", "blank", "")]

    assert expected == [host.course(name) for name in names]


def test_a_blank_host_joins_who_serves(host: Host, pin: str) -> None:
    told = host.run("node-1")

    assert ("join", "blank", "master-2") == (told["action"], told["stage"], told["through"])
    assert [{"name": "master-2", "version": "v1.37.2", "authority": pin}] == told["serving"]


def test_the_first_master_joins_as_well_when_it_was_installed_anew(host: Host, pin: str) -> None:
    assert ("join", "blank", "master-2") == host.course("master-1")


def test_no_second_cluster_is_made_while_the_endpoint_answers(host: Host, pin: str) -> None:
    away = [{**master, "address": "127.0.0.8"} for master in MASTERS]

    told = host.run("master-1", control_plane=away, endpoint="127.0.0.2")

    assert ("wait", [""]) == (told["action"], [one["name"] for one in told["serving"]])


def test_what_a_killed_run_has_begun_decides(host: Host, pin: str) -> None:
    begun = {}
    for action in ("init", "join"):
        host.writes("kubeadm.json", json.dumps({"action": action, "done": False}))
        begun[action] = host.course()

    assert {"init": ("init", "half", ""), "join": ("join", "half", "master-2")} == begun


def test_what_a_killed_run_has_left_at_work_is_judged_by_its_end(host: Host, pin: str) -> None:
    host.writes("kubeadm.json", '{"action": "join", "done": false}')

    def end() -> None:
        host.writes("kubeadm.json", '{"action": "join", "done": true}')
        work.close()

    with (host.folder / "lock").open("w") as work:
        fcntl.flock(work, fcntl.LOCK_EX)
        threading.Timer(0.2, end).start()
        assert ("nothing", "member", "master-2") == host.course("node-1")


def test_a_member_without_a_record_proves_itself_by_its_authority(host: Host, pin: str) -> None:
    host.writes("kubelet.conf", "")
    host.writes("pki/ca.crt", host.reads("cluster/ca.crt"))

    assert ("nothing", "member", "master-2") == host.course()


def test_the_member_of_another_cluster_is_refused(host: Host, pin: str) -> None:
    host.writes("kubelet.conf", "")
    host.has_certificate("pki/ca")

    told = host.run()

    traces = f"{host.folder}/kubelet.conf, {host.folder}/pki/ca.key"
    expected = f"has {traces}, which is not of this cluster as far as can be told"
    assert ("refuse", "foreign", expected) == (told["action"], told["stage"], told["text"])


def test_an_unreadable_authority_proves_nothing(host: Host, pin: str) -> None:
    host.writes("kubelet.conf", "")
    host.writes("pki/ca.crt", "-----BEGIN PRIVATE KEY-----\n")

    assert ("refuse", "foreign", "") == host.course()


def test_a_connection_that_is_never_answered_is_nobody_who_serves(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_cluster_host, "_TIMEOUT", 0.2)
    with socket.create_server(("127.0.0.2", 0)) as silent:
        host.port = silent.getsockname()[1]

        assert [] == host.run()["serving"]


def test_waiting_ends_with_its_time(host: Host) -> None:
    assert ("wait", "blank", "") == host.course("node-1", wait=1)


def test_programs_tell_their_versions_each_in_its_own_way(host: Host) -> None:
    host.has_program("kubeadm", "echo v1.37.2")
    host.has_program("kubelet", "echo Kubernetes v1.36.3-rc.0")
    host.has_program("kubectl", "echo cannot execute >&2; exit 126")

    assert {"kubeadm": "1.37.2", "kubelet": "1.36.3-rc.0", "kubectl": ""} == host.run()["programs"]


def test_a_blank_host_has_no_program_and_no_certificate(host: Host) -> None:
    told = host.run()

    assert (dict.fromkeys(PROGRAMS, ""), [], []) == (told["programs"], told["certificate_names"], told["problems"])


def test_the_names_in_the_certificate_of_the_own_server_are_told(host: Host) -> None:
    host.has_certificate("pki/apiserver", "DNS:api.k8s.example.com", "IP:172.19.170.100", "IP:fd77::183")

    assert ["api.k8s.example.com", "172.19.170.100", "fd77::183"] == host.run()["certificate_names"]


@pytest.mark.parametrize(
    ("name", "version", "expected"),
    [
        pytest.param("node-1", "1.37.2", [], id="the release that is served"),
        pytest.param("node-1", "1.36.3", [], id="a worker of one minor release less"),
        pytest.param(
            "node-1",
            "1.35.1",
            ["1.35.1, and the cluster serves 1.37.2 (expected 1.37.2, or at most one minor release older)"],
            id="a worker of two less",
        ),
        pytest.param(
            "node-1",
            "1.37.3",
            ["1.37.3, and the cluster serves 1.37.2 (expected 1.37.2, or at most one minor release older)"],
            id="a worker that is newer than the control plane",
        ),
        pytest.param(
            "master-3",
            "1.36.3",
            ["1.36.3, and the cluster serves 1.37.2 (expected 1.37.2)"],
            id="a master of another release",
        ),
    ],
)
def test_a_release_that_does_not_go_with_the_others(
    host: Host, pin: str, name: str, version: str, expected: list[str]
) -> None:
    assert [f"kube_version: {problem}" for problem in expected] == host.run(name, version=version)["problems"]


def test_the_kubelet_on_the_host_is_not_exchanged(host: Host) -> None:
    host.has_program("kubelet", "echo Kubernetes v1.36.3")

    expected = ["kube_version: 1.37.2, and kubelet 1.36.3 is on the host (expected 1.36.3)"]
    assert expected == host.run(version="1.37.2")["problems"]


def test_a_cluster_without_a_control_plane_is_refused(host: Host) -> None:
    told = host.run(control_plane=[])

    assert (True, "control_plane: nothing (expected at least one host)") == (told["failed"], told["msg"])
