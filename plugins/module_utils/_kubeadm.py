# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs kubeadm, ends it when waiting is useless, takes back what was left half done. Private to this collection."""

from __future__ import annotations

import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Optional

from ._cluster.diagnosis import Diagnosis, Evidence, diagnose, hopeless
from ._cluster_host import KUBERNETES, unreached

LOOK_EVERY = 2.0
KUBELET_STARTED = "Starting the kubelet"
PODS = Path("/var/log/pods")
OWN_ETCD = KUBERNETES / "manifests" / "etcd.yaml"
# kubeadm takes every /var/lib/etcd for its own and empties it, also that of a member that it has not made
# (kubernetes/kubernetes cmd/kubeadm/app/cmd/phases/reset/removeetcdmember.go).
SPARE_ETCD = ("--skip-phases=remove-etcd-member",)
COMPONENTS = ("etcd", "kube-apiserver", "kube-controller-manager", "kube-scheduler")


class Endpoint(NamedTuple):
    """Where every host reaches the API."""

    host: str
    port: int


class Run(NamedTuple):
    """How kubeadm ended: all that it has written, and the cause when it failed."""

    output: list[str]
    failure: Optional[Diagnosis]


def run_kubeadm(command: Sequence[str], endpoint: Endpoint, seconds: float) -> Run:
    """Runs it to its end, at most for the given time."""
    began = time.time()
    output: list[str] = []
    with subprocess.Popen(  # noqa: S603  # pylint: disable=ansible-bad-function
        list(command),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as process:
        reader = threading.Thread(target=lambda: output.extend(process.stdout or ()), daemon=True)
        reader.start()
        useless = _watch(process, output, began, seconds)
        reader.join(timeout=5)
    lines = [line.rstrip("\n") for line in output]
    if process.returncode == 0:
        return Run(lines, None)
    return Run(lines, useless or diagnose(evidence(lines, began, endpoint)))


def _watch(process: subprocess.Popen[str], output: Sequence[str], began: float, seconds: float) -> Optional[Diagnosis]:
    """Waits for the end; kills the process when it is hopeless, or when the time is over."""
    while not _ended(process):
        found = hopeless(evidence(list(output), began, None))
        if found or time.time() - began > seconds:
            process.kill()
            process.wait()
            return found
    return None


def _ended(process: subprocess.Popen[str]) -> bool:
    try:
        process.wait(timeout=LOOK_EVERY)
    except subprocess.TimeoutExpired:
        return False
    return True


def take_back(program: str, network: Optional[Mapping[str, Any]]) -> str:
    """Undoes a join that was not brought to its end, with the network of pods that came with it.

    What kubeadm says against it; empty when it is done.
    """
    spared = [] if OWN_ETCD.exists() else list(SPARE_ETCD)
    done = _run([program, "reset", "--force", "--cleanup-tmp-dir", *spared])
    if done.returncode:
        return (done.stderr or done.stdout).strip()[-400:]
    if network:
        _run(["systemctl", "stop", network["service"]])
        _run(["ip", "link", "delete", network["bridge"]])
        for family in ("ip", "ip6"):
            _run(["nft", "delete", "table", family, "kube-proxy"])
        removed = _run(["rm", "--recursive", "--force", *network["files"]])
        return removed.stderr.strip()
    return ""


def evidence(output: Sequence[str], began: float, endpoint: Optional[Endpoint]) -> Evidence:
    """The state of the host now; the endpoint and the pods are looked at only at the end."""
    properties = _said(["systemctl", "show", "kubelet", "--property=ActiveState,SubState,NRestarts,ExecMainStatus"])
    since = f"--since=@{int(began)}"
    return Evidence(
        output=output,
        started=any(KUBELET_STARTED in line for line in output),
        kubelet=dict(line.partition("=")[::2] for line in properties),
        journal=_said(["journalctl", "-q", "--no-pager", "-o", "cat", "-n", "400", "-u", "kubelet", since]),
        pods=static_pod_logs() if endpoint else {},
        endpoint=(endpoint.host, unreached(*endpoint)) if endpoint else ("", ""),
    )


def static_pod_logs() -> Mapping[str, Sequence[str]]:
    """The last lines of each component's newest log, as the container runtime keeps it for kubelet."""
    logs = {}
    for name in COMPONENTS:
        files = sorted(PODS.glob(f"kube-system_{name}-*/{name}/*.log"), key=lambda path: path.stat().st_mtime)
        if files:
            lines = files[-1].read_text(encoding="utf-8", errors="replace").splitlines()[-20:]
            logs[name] = [line.split(" ", 3)[-1] for line in lines]
    return logs


def _said(command: Sequence[str]) -> list[str]:
    return _run(command).stdout.splitlines()


def _run(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """A program that the host does not have has failed like any other."""
    try:
        return subprocess.run(  # noqa: S603  # pylint: disable=ansible-bad-function
            command, stdin=subprocess.DEVNULL, capture_output=True, check=False, text=True, errors="replace"
        )
    except OSError as error:
        return subprocess.CompletedProcess(command, 127, "", str(error))
