# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs kubeadm, ends it when waiting is useless, takes back what it has made. Private to this collection."""

from __future__ import annotations

import os
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Optional

from ._cluster.diagnosis import Diagnosis, Evidence, diagnose, hopeless
from ._cluster.documents import external_etcd
from ._cluster_host import KUBERNETES, etcd_holds_cluster, new_networks, unreached
from ._kube.errors import Problem

LOOK_EVERY = 2.0
KUBELET_STARTED = "Starting the kubelet"
PODS = Path("/var/log/pods")
OWN_ETCD = KUBERNETES / "manifests" / "etcd.yaml"
# kubeadm takes every /var/lib/etcd for its own and empties it, also that of a member that it has not made
# (kubernetes/kubernetes cmd/kubeadm/app/cmd/phases/reset/removeetcdmember.go).
SPARE_ETCD = ("--skip-phases=remove-etcd-member",)
COMPONENTS = ("etcd", "kube-apiserver", "kube-controller-manager", "kube-scheduler")
LEFT_BY_INIT = ("FileAvailable", "DirAvailable", "Port")
PROXY_MARK = "KUBE-"
"""In the name of every chain of kube-proxy's and kubelet's (kubernetes/kubernetes pkg/proxy/iptables, 1.37)."""


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


def obstacles(
    documents: Sequence[Mapping[str, Any]], endpoint: Endpoint, endpoint_required: bool, half: bool
) -> list[Problem]:
    """What keeps a host from making a cluster: nobody would reach it, or it would lie on top of another one's data."""
    problems = []
    reason = unreached(*endpoint) if endpoint_required else ""
    if reason:
        expected = (
            "a balancer that takes connections there; correct kube_ha_address and kube_ha_name, or set up the balancer"
        )
        problems.append(Problem("the endpoint", reason, expected))
    external = external_etcd(documents)
    if external and not half and etcd_holds_cluster(external["endpoints"], external):
        expected = "empty members, or a control plane of that cluster that serves; restore it, or empty etcd on purpose"
        problems.append(Problem("etcd", "it holds the objects of a cluster that was made before", expected))
    return problems


def left_by_init(command: Sequence[str], endpoint: Endpoint) -> list[str]:
    """Those of kubeadm's checks that only what our own half done init has left makes fail.

    Every phase of init takes what it finds, such as the CA, and makes the rest anew.
    """
    outcome = run_kubeadm(command, endpoint, 120)
    names = [line.split("[ERROR ", 1)[1].split("]", 1)[0] for line in outcome.output if "[ERROR " in line]
    return [name for name in names if name.startswith(LEFT_BY_INIT)]


def take_back(program: str, network: Optional[Mapping[str, Any]], socket: str = "") -> str:
    """Undoes what kubeadm has made of the host, with what it leaves: kube-proxy's rules, and the network of the pods,
    whether it is ours or pods have brought it.

    What stands against it; empty when it is done.
    """
    spared = [] if OWN_ETCD.exists() else list(SPARE_ETCD)
    chosen = [f"--cri-socket={socket}"] if socket else []
    if os.access(program, os.X_OK):
        done = _run([program, "reset", "--force", "--cleanup-tmp-dir", *chosen, *spared])
        if done.returncode:
            return (done.stderr or done.stdout).strip()[-400:]
    _forget_services()
    files = new_networks()
    if network:
        _run(["systemctl", "stop", network["service"]])
        _run(["ip", "link", "delete", network["bridge"]])
        files += network["files"]
    return _run(["rm", "--recursive", "--force", *files]).stderr.strip() if files else ""


def _forget_services() -> None:
    """No rule of kube-proxy's is left in any of its modes; the next one would take them for its own."""
    for family in ("ip", "ip6"):
        _run(["nft", "delete", "table", family, "kube-proxy"])
    for program in ("iptables", "ip6tables"):
        for table in ("nat", "filter", "mangle"):
            rules = _said([f"{program}-save", "-t", table])
            if any(PROXY_MARK in rule for rule in rules):
                kept = "".join(f"{rule}\n" for rule in rules if PROXY_MARK not in rule)
                _run([f"{program}-restore", "-T", table], kept)
    _run(["ip", "link", "delete", "kube-ipvs0"])


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


def _run(command: Sequence[str], given: str = "") -> subprocess.CompletedProcess[str]:
    """A program that the host does not have has failed like any other."""
    try:
        return subprocess.run(  # noqa: S603  # pylint: disable=ansible-bad-function
            command, input=given, capture_output=True, check=False, text=True, errors="replace"
        )
    except OSError as error:
        return subprocess.CompletedProcess(command, 127, "", str(error))
