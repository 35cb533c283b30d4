# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a series of connections to one endpoint says: counts, the certificate's names, whether the balancer loops back.

Private to this collection.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Sequence
from statistics import median
from typing import Any, NamedTuple, Optional

OK = "ok"
TIMEOUT = "timeout"
REFUSED = "refused"
RESET = "reset"
UNREACHABLE = "unreachable"
RESOLVE = "name not resolved"
TLS = "tls"
NAME = "name not in certificate"

FINE = "fine"
HAIRPIN = "hairpin"
PARTIAL = "partial"
DOWN = "down"
UNREADY = "unready"

_STATUS_LINE = re.compile(r"HTTP/\d(?:\.\d)? (\d{3})(?: |$)")


class Attempt(NamedTuple):
    """How one new connection ended: `kind` is `ok`, or the reason; `status` is the HTTP code where one was read."""

    kind: str
    milliseconds: float
    status: Optional[int] = None
    detail: str = ""


class Backend(NamedTuple):
    """One API server asked directly, without the balancer; `own` says that its address is this host's."""

    name: str
    address: str
    port: int
    own: bool
    kind: str
    detail: str = ""


class Judgement(NamedTuple):
    """What the counts mean, in one word and in one sentence."""

    verdict: str
    text: str


def http_kind(status: int) -> str:
    """The kind of an answer with an unwanted HTTP code."""
    return f"http {status}"


def status_code(head: bytes) -> Optional[int]:
    """The code of an HTTP answer's first line, or None when these bytes are no HTTP answer."""
    match = _STATUS_LINE.match(head.split(b"\r\n", 1)[0].decode("latin-1"))
    return int(match.group(1)) if match else None


def covered(names: Sequence[str], host: str) -> bool:
    """Whether a certificate with these subject alternative names serves `host`.

    As Go's `crypto/x509` (VerifyHostname) decides, which Kubernetes' clients use: an address must be listed as an
    address, a wildcard stands for exactly one label at the left, the common name never counts.
    """
    address = _address(host)
    if address is not None:
        return any(_address(name) == address for name in names)
    labels = host.lower().rstrip(".").split(".")
    return any(_name_matches(name.lower().rstrip(".").split("."), labels) for name in names if _address(name) is None)


def _address(text: str) -> Any:
    try:
        return ipaddress.ip_address(text.strip("[]"))
    except ValueError:
        return None


def _name_matches(pattern: Sequence[str], labels: Sequence[str]) -> bool:
    if len(pattern) != len(labels) or "" in labels:
        return False
    first_fits = pattern[0] == labels[0] or (pattern[0] == "*" and len(pattern) > 1)
    return first_fits and list(pattern[1:]) == list(labels[1:])


def errors(attempts: Sequence[Attempt]) -> dict[str, int]:
    """How often each kind of failure occurred, the most frequent first."""
    found: dict[str, int] = {}
    for attempt in attempts:
        if attempt.kind != OK:
            found[attempt.kind] = found.get(attempt.kind, 0) + 1
    return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))


def latency(attempts: Sequence[Attempt]) -> dict[str, float]:
    """Shortest, middle and longest time of the answers in milliseconds; empty when none answered."""
    times = [attempt.milliseconds for attempt in attempts if attempt.kind == OK]
    if not times:
        return {}
    return {"min": round(min(times), 1), "median": round(median(times), 1), "max": round(max(times), 1)}


def judge(attempts: Sequence[Attempt], backends: Sequence[Backend]) -> Judgement:
    """Says what the failures mean, and calls time-outs a hairpin only where nothing else explains them.

    A hairpin is a balancer that hands a host's own connection back to it with the source address unchanged: the kernel
    drops a packet that claims to come from itself, so exactly those connections time out (kubernetes/kubeadm#1685).
    It is the explanation when this host is a live backend, no other backend is silent when asked directly, and some
    connections do answer or this host is the only live backend.
    """
    failures = errors(attempts)
    failed, total = sum(failures.values()), len(attempts)
    if not failed:
        return Judgement(FINE, f"{total} of {total} answer")
    alive = [backend for backend in backends if backend.kind == OK]
    silent = [backend for backend in backends if backend.kind != OK]
    if backends and not alive:
        return Judgement(UNREADY, f"{failed} of {total} fail: no API server answers{_directly(backends)}")
    own = next((backend for backend in alive if backend.own), None)
    timeouts = failures.pop(TIMEOUT, 0)
    if own and timeouts and not _explained(silent) and (timeouts < total or len(alive) == 1):
        besides = f"; besides, {_kinds(failures)}" if failures else ""
        return Judgement(
            HAIRPIN,
            f"{timeouts} of {total} fail: hairpin. {_hairpin_reason(own, alive)}{besides}{_directly(silent)}",
        )
    verdict = DOWN if failed == total else PARTIAL
    pinned = " (or the balancer pins all connections of this host to itself)" if own and timeouts == total else ""
    kinds = _kinds(errors(attempts))
    return Judgement(verdict, f"{failed} of {total} fail: {kinds}{_directly(backends)}{pinned}")


def _explained(silent: Sequence[Backend]) -> bool:
    return any(backend.kind in (TIMEOUT, UNREACHABLE) for backend in silent)


def _kinds(failures: dict[str, int]) -> str:
    return ", ".join(f"{count} x {kind}" for kind, count in failures.items())


def _hairpin_reason(own: Backend, alive: Sequence[Backend]) -> str:
    place = "the only backend that answers" if len(alive) == 1 else f"one of {len(alive)} backends that answer"
    return (
        f"This host ({own.address}) is {place}, and what the balancer sends back to it carries its own source address, "
        "which the kernel drops"
    )


def _directly(backends: Sequence[Backend]) -> str:
    if not backends:
        return ""
    told = [f"{backend.name} {backend.detail or backend.kind}" for backend in backends]
    return f"; asked directly: {', '.join(told)}"
