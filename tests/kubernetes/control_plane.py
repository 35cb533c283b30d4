# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""A real control plane on loopback: etcd, kube-apiserver and kube-scheduler in a folder of their own."""

from __future__ import annotations

import ctypes
import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path
from types import TracebackType
from typing import Any, Callable

from ansible_collections.quorum.kube.tests.kubernetes.admission import FollowedClient
from ansible_collections.quorum.kube.tests.kubernetes.client import Answer, Client
from ansible_collections.quorum.kube.tests.kubernetes.programs import Programs

HOST = "127.0.0.1"
READY_SECONDS = 90
ADMISSION_OFF = "ServiceAccount,TaintNodesByCondition"
PR_SET_PDEATHSIG = 1


class ControlPlaneError(Exception):
    """A program ended early or did not become ready; the text carries the end of its log."""


class ControlPlane:
    """A running control plane; as a context manager it ends its programs by process id whatever happens.

    `feature_gates` go to the API server and the scheduler, `scheduler_config` is a KubeSchedulerConfiguration
    without its client connection. With `scheduler=False` pods stay as they are created. From verbosity 10 on the
    scheduler logs what each plugin scores for each feasible node.
    """

    def __init__(
        self,
        programs: Programs,
        *,
        feature_gates: dict[str, bool] | None = None,
        scheduler: bool = True,
        scheduler_config: dict[str, Any] | None = None,
        admission_off: str = ADMISSION_OFF,
        scheduler_verbosity: int = 0,
    ) -> None:
        self.programs = programs
        self._gates = ",".join(f"{name}={str(state).lower()}" for name, state in sorted((feature_gates or {}).items()))
        self._wants_scheduler = scheduler
        self._scheduler_config = scheduler_config
        self._admission_off = admission_off
        self._scheduler_verbosity = scheduler_verbosity
        self._processes: dict[str, subprocess.Popen[bytes]] = {}
        self._folder = Path()
        self._token = secrets.token_hex(16)
        self._port = 0
        self.client: Client
        self.etcd_address: str

    def __enter__(self) -> ControlPlane:
        self._folder = Path(tempfile.mkdtemp(prefix="quorum-kube-"))
        try:
            self._start_etcd_and_apiserver()
            if self._wants_scheduler:
                self.start_scheduler(self._scheduler_config)
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    @property
    def release(self) -> str:
        """The running API server's own version, such as `1.37.2`."""
        return str(self.client.request("GET", "/version").body["gitVersion"]).lstrip("v")

    def log(self, name: str) -> Path:
        """The log file of a program, which is gone with the run."""
        return self._folder / f"{name}.log"

    @property
    def kubeconfig(self) -> Path:
        """A file for clients of this API server, written when the scheduler starts, or by `write_kubeconfig`."""
        return self._folder / "kubeconfig"

    def write_kubeconfig(self, token: str = "") -> Path:
        """A file for clients of this API server: its administrator's, or that of whom the token belongs to."""
        return self._write("token.kubeconfig" if token else "kubeconfig", json.dumps(self._kubeconfig(token)))

    def new_client(self) -> Client:
        """One more client, for another thread; who asks for it closes it."""
        return Client(HOST, self._port, self._token)

    def stop(self) -> None:
        """Ends scheduler, API server and etcd, in this order, and removes their folder."""
        if hasattr(self, "client"):
            self.client.close()
        for name in ("kube-scheduler", "kube-apiserver", "etcd"):
            self._end(name)
        shutil.rmtree(self._folder, ignore_errors=True)

    def start_scheduler(self, config: dict[str, Any] | None = None) -> None:
        """Starts the scheduler, or starts it again with another configuration."""
        self._end("kube-scheduler")
        port = _free_port()
        kubeconfig = self.write_kubeconfig()
        settings: dict[str, Any] = {
            "apiVersion": "kubescheduler.config.k8s.io/v1",
            "kind": "KubeSchedulerConfiguration",
        }
        settings.update(config or {})
        settings["clientConnection"] = {"kubeconfig": str(kubeconfig), "qps": 5000, "burst": 5000}
        settings["leaderElection"] = {"leaderElect": False}
        settings.setdefault("podInitialBackoffSeconds", 1)
        settings.setdefault("podMaxBackoffSeconds", 1)
        file = self._write("scheduler.json", json.dumps(settings))
        arguments = [f"--config={file}", f"--secure-port={port}", f"--bind-address={HOST}"]
        arguments += [f"--cert-dir={self._folder / 'scheduler'}", *self._gate_arguments()]
        arguments += [f"--v={self._scheduler_verbosity}"]
        self._start("kube-scheduler", self.programs.kube_scheduler, arguments)
        probe = Client(HOST, port, self._token)
        try:
            self._wait("kube-scheduler", lambda: probe.request("GET", "/healthz").status == 200)
        finally:
            probe.close()

    def _start_etcd_and_apiserver(self) -> None:
        etcd_port, peer_port, self._port = _free_port(), _free_port(), _free_port()
        etcd = self.etcd_address = f"http://{HOST}:{etcd_port}"
        peer = f"http://{HOST}:{peer_port}"
        self._start(
            "etcd",
            self.programs.etcd,
            [
                f"--data-dir={self._folder / 'etcd'}",
                f"--listen-client-urls={etcd}",
                f"--advertise-client-urls={etcd}",
                f"--listen-peer-urls={peer}",
                f"--initial-advertise-peer-urls={peer}",
                f"--initial-cluster=default={peer}",
                "--unsafe-no-fsync",
            ],
        )
        self._wait("etcd", lambda: _health(f"{etcd}/health"))
        key = self._service_account_key()
        tokens = self._write("tokens.csv", f'{self._token},admin,admin,"system:masters"\n')
        self._start(
            "kube-apiserver",
            self.programs.kube_apiserver,
            [
                f"--etcd-servers={etcd}",
                f"--cert-dir={self._folder / 'apiserver'}",
                f"--secure-port={self._port}",
                f"--bind-address={HOST}",
                "--service-account-issuer=https://kubernetes.default",
                f"--service-account-key-file={key}",
                f"--service-account-signing-key-file={key}",
                f"--token-auth-file={tokens}",
                "--authorization-mode=RBAC",
                "--service-cluster-ip-range=10.0.0.0/24",
                f"--disable-admission-plugins={self._admission_off}",
                "--allow-privileged=true",
                "--max-requests-inflight=2000",
                *self._gate_arguments(),
            ],
        )
        self.client = FollowedClient(HOST, self._port, self._token)
        self._wait("kube-apiserver", lambda: self.client.request("GET", "/readyz").status == 200)
        self._wait("kube-apiserver", lambda: self.client.request("GET", "/api/v1/namespaces/default").status == 200)
        priorities = "/apis/scheduling.k8s.io/v1/priorityclasses/system-node-critical"
        self._wait("kube-apiserver", lambda: self.client.request("GET", priorities).status == 200)

    def _service_account_key(self) -> Path:
        path = self._folder / "service-account.key"
        command = ["openssl", "genrsa", "-out", str(path), "2048"]
        subprocess.run(command, check=True, stdin=subprocess.DEVNULL, capture_output=True)
        return path

    def _kubeconfig(self, token: str) -> dict[str, Any]:
        return {
            "apiVersion": "v1",
            "kind": "Config",
            "current-context": "default",
            "clusters": [{"name": "c", "cluster": {"server": self.client.address, "insecure-skip-tls-verify": True}}],
            "users": [{"name": "u", "user": {"token": token or self._token}}],
            "contexts": [{"name": "default", "context": {"cluster": "c", "user": "u"}}],
        }

    def _gate_arguments(self) -> list[str]:
        return [f"--feature-gates={self._gates}"] if self._gates else []

    def _write(self, name: str, text: str) -> Path:
        path = self._folder / name
        path.write_text(text)
        path.chmod(0o600)
        return path

    def _start(self, name: str, program: Path, arguments: list[str]) -> None:
        with open(self._folder / f"{name}.log", "wb") as log:
            self._processes[name] = subprocess.Popen(
                [str(program), *arguments],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                cwd=self._folder,
                start_new_session=True,
                preexec_fn=_die_with_parent,  # noqa: PLW1509 - it calls nothing but prctl
            )

    def _end(self, name: str) -> None:
        process = self._processes.pop(name, None)
        if process is None:
            return
        process.terminate()
        try:
            process.wait(2)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _wait(self, name: str, ready: Callable[[], bool]) -> None:
        until = time.monotonic() + READY_SECONDS
        while time.monotonic() < until:
            try:
                if ready():
                    return
            except OSError:
                pass
            if self._processes[name].poll() is not None:
                raise ControlPlaneError(f"{name} ended with {self._processes[name].returncode}: {self._log_end(name)}")
            time.sleep(0.05)
        raise ControlPlaneError(f"{name} was not ready within {READY_SECONDS} s: {self._log_end(name)}")

    def _log_end(self, name: str) -> str:
        return (self._folder / f"{name}.log").read_text(errors="replace")[-2000:]


def must(answer: Answer) -> dict[str, Any]:
    """The object of an accepted answer; a refusal is a mistake of the test."""
    assert answer.accepted, f"{answer.status}: {answer.message}"
    return answer.body


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def _health(url: str) -> bool:
    with urllib.request.urlopen(url, timeout=2) as answer:
        return b"true" in answer.read()


def _die_with_parent() -> None:
    """The kernel ends the program when this process is gone, even when it was killed and could not say so (Linux)."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() == 1:
        os._exit(1)
