# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The module kubeadm_host as Ansible runs it, with a kubeadm that does what its part's script says."""

from __future__ import annotations

import json
import pathlib
import socket
import stat
from collections.abc import Iterator
from typing import Any

import pytest
from ansible_collections.quorum.kube.plugins.module_utils import _cluster_host, _kubeadm
from ansible_collections.quorum.kube.plugins.modules import kubeadm_host
from ansible_collections.quorum.kube.tests.unit.plugins.modules.cluster_host import ClusterHost

# The parts are preflight, init, join and reset. What kubeadm was given to read is kept for the test.
KUBEADM = (
    "part=$1",
    '[ "$2" != phase ] || part=preflight',
    "[ ! -e kubeadm.yaml ] || cp kubeadm.yaml given.yaml",
    '[ ! -e "$part.sh" ] || . "./$part.sh"',
)
QUIET = "ActiveState=active\nSubState=running\nNRestarts=0\nExecMainStatus=0\n"
CRASHING = "ActiveState=activating\nSubState=auto-restart\nNRestarts=4\nExecMainStatus=1\n"
SWAP = 'E1130 17:43:10.000001     911 run.go:72] "command failed" err="running with swap on is not supported"'
INIT = "kubeadm init --skip-token-print --config kubeadm.yaml"
JOIN = "kubeadm join --config kubeadm.yaml"
RESET = "kubeadm reset --force --cleanup-tmp-dir --skip-phases=remove-etcd-member"
PREFLIGHT = "kubeadm init phase preflight --config kubeadm.yaml"
ADMITTED = {"action": "join", "token": "abcdef.0123456789abcdef", "authority": "sha256:0f"}
SHARED = {"sa.key": "0600", "sa.pub": "0644"}


class Host(ClusterHost):
    """A host whose kubelet and whose journal say what their files say."""

    endpoint = ("127.0.0.1", 1)

    def run(self, **options: Any) -> dict[str, Any]:
        if options["action"] == "take_back":
            return super().run(**options)
        kind = "JoinConfiguration" if options["action"] == "join" else "InitConfiguration"
        documents = [{"kind": kind, "discovery": {"bootstrapToken": {}}}]
        host, port = self.endpoint
        return super().run(**{"documents": documents, "endpoint": host, "endpoint_port": port, **options})

    @property
    def record(self) -> Any:
        return json.loads(self.reads("kubeadm.json")) if self.has("kubeadm.json") else None

    def left(self, action: str, *, done: bool = False) -> None:
        """What a run of before has left."""
        self.writes("kubeadm.json", json.dumps({"cluster": "kubernetes", "action": action, "done": done}))

    @property
    def programs_called(self) -> list[str]:
        return [call for call in self.calls if call.startswith("kubeadm")]


@pytest.fixture
def host(tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Host:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(_cluster_host, "LOCK", str(tmp_path / "lock"))
    monkeypatch.setattr(_cluster_host, "RECORD", tmp_path / "kubeadm.json")
    monkeypatch.setattr(_cluster_host, "NETWORKS", (tmp_path / "net.d",))
    monkeypatch.setattr(_cluster_host, "KUBERNETES", tmp_path)
    monkeypatch.setattr(_cluster_host, "AUTHORITY", tmp_path / "pki/ca.crt")
    monkeypatch.setattr(_kubeadm, "OWN_ETCD", tmp_path / "manifests/etcd.yaml")
    monkeypatch.setattr(_kubeadm, "PODS", tmp_path / "pods")
    monkeypatch.setattr(_kubeadm, "LOOK_EVERY", 0.05)
    host = Host(tmp_path, kubeadm_host, capsys)
    host.has_program("kubeadm", *KUBEADM)
    host.has_program("systemctl", "cat unit")
    host.has_program("journalctl", "cat journal")
    host.writes("unit", QUIET)
    host.writes("journal", "")
    return host


@pytest.fixture
def listening(host: Host) -> Iterator[None]:
    """A balancer that takes connections at the host's endpoint."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        host.endpoint = server.getsockname()
        yield


def test_a_cluster_is_made_once(host: Host) -> None:
    pin = host.has_certificate("pki/ca")

    assert {"changed": True, "repaired": False} == host.run(action="init", ignored_errors=["Mem", "NumCPU"])
    assert {"changed": False, "repaired": False} == host.run(action="init")
    assert [f"{INIT} --ignore-preflight-errors=Mem,NumCPU"] == host.programs_called
    assert {"cluster": "kubernetes", "action": "init", "done": True, "networks": [], "authority": pin} == host.record


def test_the_token_that_init_wants_lives_for_a_minute_and_no_file_keeps_it(host: Host) -> None:
    host.run(action="init")

    tokens = json.loads(host.reads("given.yaml"))["bootstrapTokens"]
    assert ["1m0s"] == [token["ttl"] for token in tokens]
    assert not host.has("kubeadm.yaml")


def test_a_join_holds_to_the_authority_and_brings_the_shared_files(host: Host) -> None:
    files = [{"path": str(host.folder / f"pki/{name}"), "content": name, "mode": mode} for name, mode in SHARED.items()]

    told = host.run(**ADMITTED, shared_files=files)

    assert ({"changed": True, "repaired": False}, [JOIN]) == (told, host.programs_called)
    given = json.loads(host.reads("given.yaml"))["discovery"]["bootstrapToken"]
    assert {"token": "abcdef.0123456789abcdef", "caCertHashes": ["sha256:0f"]} == given
    modes = {name: oct(stat.S_IMODE((host.folder / f"pki/{name}").stat().st_mode)) for name in SHARED}
    assert {"sa.key": "0o600", "sa.pub": "0o644"} == modes
    assert "sa.key" == host.reads("pki/sa.key")


def test_a_half_done_init_passes_over_what_it_has_left_itself(host: Host) -> None:
    host.left("init")
    host.writes(
        "preflight.sh",
        "echo '\t[ERROR Port-6443]: Port 6443 is in use'\n"
        "echo '\t[ERROR FileAvailable--etc-kubernetes-manifests-kube-apiserver.yaml]: exists'\n"
        "echo '\t[ERROR Swap]: running with swap on is not supported'\n"
        "exit 1\n",
    )

    told = host.run(action="init", ignored_errors=["Mem"])

    passed = "Mem,Port-6443,FileAvailable--etc-kubernetes-manifests-kube-apiserver.yaml"
    expected = [f"{PREFLIGHT} --ignore-preflight-errors=Mem", f"{INIT} --ignore-preflight-errors={passed}"]
    assert ({"changed": True, "repaired": True}, expected) == (told, host.programs_called)


def test_a_half_done_join_is_taken_back_and_made_anew(host: Host) -> None:
    host.left("join")

    told = host.run(**ADMITTED)

    assert ({"changed": True, "repaired": True}, [RESET, JOIN]) == (told, host.programs_called)


def test_a_half_done_join_that_cannot_be_taken_back_stays_as_it_is(host: Host) -> None:
    host.left("join")
    host.writes("reset.sh", "echo 'failed to remove the containers' >&2; exit 1")

    told = host.run(**ADMITTED)

    expected = "kubeadm reset: failed to remove the containers (expected the half done join to be taken back)"
    assert (expected, [RESET]) == (told["msg"], host.programs_called)
    assert not host.record["done"]


def test_a_failure_is_told_by_its_cause_and_leaves_a_record(host: Host) -> None:
    error = (
        "error: error execution phase preflight: couldn't validate the identity of the API Server: could not find "
        'a JWS signature in the cluster-info ConfigMap for token ID "abcdef"'
    )
    host.writes("join.sh", f"echo '[preflight] Running pre-flight checks'\necho {json.dumps(error)}\nexit 1\n")

    told = host.run(**ADMITTED)

    cause = (
        "the cluster does not take the token of this join: it has expired, or was taken back; run again for a new one"
    )
    msg = f"kubeadm join: {cause}\nkubeadm:\n  {error}"
    failure = {"failed": True, "changed": True, "msg": msg, "cause": cause, "log_name": "kubeadm", "log": [error]}
    assert failure == told
    assert {"cluster": "kubernetes", "action": "join", "done": False, "networks": []} == host.record


def test_waiting_for_a_kubelet_that_ends_at_once_is_ended(host: Host) -> None:
    host.writes("unit", CRASHING)
    host.writes("journal", f"{SWAP}\n")
    host.writes("init.sh", "echo '[kubelet-start] Starting the kubelet'; exec sleep 60")

    told = host.run(action="init", timeout=30)

    reason = "running with swap on is not supported"
    expected = (f"kubelet ends as soon as it is started (5 times): {reason}", "kubelet", [reason])
    assert expected == (told["cause"], told["log_name"], told["log"])


def test_kubeadm_is_ended_when_its_time_is_over(host: Host, listening: None) -> None:
    host.writes("init.sh", "echo '[wait-control-plane] Waiting'; exec sleep 60")

    assert "kubeadm gave up: [wait-control-plane] Waiting" == host.run(action="init", timeout=0)["cause"]


def test_no_cluster_is_made_behind_an_endpoint_that_nobody_serves(host: Host) -> None:
    told = host.run(action="init", endpoint_required=True)

    expected = (
        "the endpoint: 127.0.0.1:1: Connection refused (expected a balancer that takes connections there; "
        "correct kube_ha_address and kube_ha_name, or set up the balancer)"
    )
    assert (expected, [], None) == (told["msg"], host.calls, host.record)


def test_a_balancer_without_servers_is_enough_to_begin(host: Host, listening: None) -> None:
    assert host.run(action="init", endpoint_required=True)["changed"]


def test_check_mode_foretells_and_does_nothing(host: Host) -> None:
    told = host.run(action="init", _ansible_check_mode=True)

    assert ({"changed": True, "repaired": False}, [], None) == (told, host.calls, host.record)


def test_a_join_needs_a_token_and_an_authority(host: Host) -> None:
    expected = "action is join but all of the following are missing: token, authority"

    assert (expected, []) == (host.run(action="join")["msg"], host.calls)


def test_a_member_is_taken_back_once(host: Host) -> None:
    host.left("join", done=True)

    assert {"changed": True, "repaired": False} == host.run(action="take_back", cri_socket="unix:///run/c.sock")
    assert {"changed": False, "repaired": False} == host.run(action="take_back")
    reset = RESET.replace("--skip", "--cri-socket=unix:///run/c.sock --skip")
    assert ([reset], None) == (host.programs_called, host.record)


def test_a_member_that_is_half_taken_back_is_none_any_more(host: Host) -> None:
    host.left("join", done=True)
    host.writes("reset.sh", "echo 'failed to remove the containers' >&2; exit 1")

    told = host.run(action="take_back")

    expected = "kubeadm reset: failed to remove the containers (expected the host to be taken back)"
    record = {"cluster": "kubernetes", "action": "take_back", "done": False, "networks": []}
    assert (expected, record) == (told["msg"], host.record)


def test_the_network_that_pods_have_brought_goes_and_one_of_before_stays(host: Host) -> None:
    host.writes("net.d/10-theirs.conflist", "{}")
    host.has_program("rm")
    host.run(**ADMITTED)
    host.writes("net.d/20-brought.conflist", "{}")

    host.run(action="take_back")

    removed = [call for call in host.calls if call.startswith("rm")]
    assert ["rm --recursive --force net.d/20-brought.conflist"] == removed
