# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""One cause out of all that kubeadm, kubelet and the static pods have written. Private to this collection."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, Optional

LAST = 8
CRASHES = 3

_ERROR = re.compile(r"\[ERROR (\S+?)\]: (.+)")
_IMAGE = re.compile(r'(?:[Ff]ailed to pull|Failed to pull|Back-off pulling) image \\*"([^"\\]+)\\*"')
_NEVER = re.compile(r'Container image \\*"([^"\\]+)\\*" is not present')
_RUNTIME = re.compile(r'(OCI runtime create failed: [^"\\]+)')
_NAMES = re.compile(r"certificate is valid for (.+?), not (\S+?)[\s\"]*(?:$|\n)")
_TOKEN = re.compile(
    r"JWS signature|could not find a JWS|bootstrap token.*expired|invalid bearer token|Unauthorized", re.IGNORECASE
)
_UNREACHED = re.compile(
    r"(?:i/o timeout|no route to host|connection refused|network is unreachable|no such host|Client\.Timeout"
    r"|context deadline exceeded|EOF)"
)


class Evidence(NamedTuple):
    """What was found on the host when kubeadm ended, or would not end.

    Attributes:
        output: What kubeadm has written.
        started: Whether kubeadm has started kubelet.
        kubelet: Properties of the unit as systemctl shows them.
        journal: What kubelet has written since kubeadm began.
        pods: The last lines of each static pod's log, by the name of its container.
        endpoint: The endpoint, and why no connection to it is made; empty when one is.
    """

    output: Sequence[str]
    started: bool
    kubelet: Mapping[str, str]
    journal: Sequence[str]
    pods: Mapping[str, Sequence[str]]
    endpoint: tuple[str, str]


class Diagnosis(NamedTuple):
    """The cause in one sentence with what mends it, and the last lines of the log that shows it."""

    text: str
    log_name: str
    log: list[str]


def hopeless(evidence: Evidence) -> Optional[Diagnosis]:
    """The cause for which waiting is useless, seen while kubeadm still waits; None as long as there is none."""
    return next((one for one in (_crashing(evidence), _missing_image(evidence)) if one), None)


def diagnose(evidence: Evidence) -> Diagnosis:
    """The first cause, the surest before the vaguest; without one, what kubeadm itself has said last."""
    for look in (
        _crashing,
        _missing_image,
        _no_container,
        _wrong_name,
        _refused_token,
        _preflight,
        _endpoint,
        _dead_pod,
    ):
        found = look(evidence)
        if found:
            return found
    said = [line for line in evidence.output if line.strip()]
    last = next((line for line in reversed(said) if line.startswith("error")), (said or ["nothing"])[-1])
    return Diagnosis(f"kubeadm gave up: {last.strip()}", "kubeadm", said[-LAST:])


def _crashing(evidence: Evidence) -> Optional[Diagnosis]:
    """A kubelet that systemd starts again and again. One that is stopped still has the restarts of before: kubelet has
    no configuration until kubeadm has stopped it, and the count begins anew when kubeadm starts it (systemd
    src/core/service.c, `flush_n_restarts`).
    """
    restarts = int(evidence.kubelet.get("NRestarts") or 0)
    ended = evidence.kubelet.get("SubState", "").startswith(("auto-restart", "failed"))
    if not evidence.started or restarts < CRASHES or not ended:
        return None
    fatal = list(dict.fromkeys(_fatal(evidence.journal)))
    reason = fatal[-1] if fatal else f"exit code {evidence.kubelet.get('ExecMainStatus', 'unknown')}"
    text = f"kubelet ends as soon as it is started ({restarts + 1} times): {reason}"
    return Diagnosis(text, "kubelet", (fatal or list(evidence.journal))[-LAST:])


def _fatal(journal: Sequence[str]) -> Iterator[str]:
    """Kubelet's own last words, without klog's header."""
    for line in journal:
        match = re.match(r'[EF]\d{4} \S+ +\d+ \S+\] "?(?:command failed"? err=)?(.+)', line)
        if match:
            yield match.group(1).strip('"')


def _missing_image(evidence: Evidence) -> Optional[Diagnosis]:
    for lines, log_name in ((evidence.output, "kubeadm"), (evidence.journal, "kubelet")):
        for line in lines:
            match = _IMAGE.search(line) or _NEVER.search(line) or re.search(r"failed to pull image (\S+): ", line)
            if match:
                told = [text for text in lines if match.group(1) in text]
                text = (
                    f"the image {match.group(1)} is not on the host and cannot be pulled "
                    "(expected it in containerd's namespace k8s.io, or a registry that the host reaches)"
                )
                return Diagnosis(text, log_name, told[-2:])
    return None


def _no_container(evidence: Evidence) -> Optional[Diagnosis]:
    """What runc or crun says against every container; the last words count, as early ones may be of a start."""
    told = [line for line in evidence.journal if _RUNTIME.search(line)]
    match = _RUNTIME.search(told[-1]) if told else None
    if not match:
        return None
    return Diagnosis(f"the container runtime starts no container: {match.group(1).strip()}", "kubelet", told[-2:])


def _wrong_name(evidence: Evidence) -> Optional[Diagnosis]:
    for line in reversed([*evidence.journal, *evidence.output]):
        match = _NAMES.search(line + "\n")
        if match:
            text = (
                f"the API servers' certificate does not hold {match.group(2)} (it is valid for {match.group(1)}): "
                "make kube_ha_name and kube_ha_address what the cluster was made with, or renew the certificate"
            )
            return Diagnosis(text, "kubeadm", [line.strip()])
    return None


def _refused_token(evidence: Evidence) -> Optional[Diagnosis]:
    told = [line for line in evidence.output if _TOKEN.search(line)]
    if not told:
        return None
    text = (
        "the cluster does not take the token of this join: it has expired, or was taken back; run again for a new one"
    )
    return Diagnosis(text, "kubeadm", told[-LAST:])


def _preflight(evidence: Evidence) -> Optional[Diagnosis]:
    """What kubeadm's own checks found; each with the name under which it can be ignored."""
    errors = [match.groups() for match in map(_ERROR.search, evidence.output) if match]
    if not errors:
        return None
    text = "; ".join(f"{told.strip()} [{name}]" for name, told in errors)
    return Diagnosis(
        f"kubeadm refuses the host: {text}", "kubeadm", [f"{name}: {told}" for name, told in errors][-LAST:]
    )


def _endpoint(evidence: Evidence) -> Optional[Diagnosis]:
    place, reason = evidence.endpoint
    told = [line for line in evidence.output if place in line and _UNREACHED.search(line)]
    if not reason and not told:
        return None
    text = (
        f"the endpoint {place} is not reached from this host: {reason or 'it takes connections and answers none'} "
        "(expected a balancer that leads to a control plane)"
    )
    return Diagnosis(text, "kubeadm", (told or list(evidence.output))[-LAST:])


def _dead_pod(evidence: Evidence) -> Optional[Diagnosis]:
    waited = any("health" in line or "timed out" in line or "deadline" in line for line in evidence.output)
    for name in ("etcd", "kube-apiserver", "kube-controller-manager", "kube-scheduler"):
        lines = list(evidence.pods.get(name, ()))
        fatal = [line for line in lines if re.match(r'[EF]\d{4} |Error:|.*"level":"(?:error|fatal)"', line)]
        if waited and fatal:
            return Diagnosis(f"{name} does not run: {fatal[-1].strip()}", name, lines[-LAST:])
    return None
