# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Probes and lifecycle handlers of containers, as kube-apiserver refuses them. Private to this collection.

Rules: kubernetes `pkg/apis/core/validation/validation.go` validateProbe, validateHandler, validateLifecycle (1.28 -
1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Callable, Union

from .field import named
from .review import Review
from .texts import header_name, number_of_port, port_name

_TWO_HANDLERS = "may not specify more than 1 handler type"
_SIGNALS = (
    "SIGABRT",
    "SIGALRM",
    "SIGBUS",
    "SIGCHLD",
    "SIGCLD",
    "SIGCONT",
    "SIGFPE",
    "SIGHUP",
    "SIGILL",
    "SIGINT",
    "SIGIO",
    "SIGIOT",
    "SIGKILL",
    "SIGPIPE",
    "SIGPOLL",
    "SIGPROF",
    "SIGPWR",
    "SIGQUIT",
    "SIGRTMAX",
    "SIGRTMAX-1",
    "SIGRTMAX-10",
    "SIGRTMAX-11",
    "SIGRTMAX-12",
    "SIGRTMAX-13",
    "SIGRTMAX-14",
    "SIGRTMAX-2",
    "SIGRTMAX-3",
    "SIGRTMAX-4",
    "SIGRTMAX-5",
    "SIGRTMAX-6",
    "SIGRTMAX-7",
    "SIGRTMAX-8",
    "SIGRTMAX-9",
    "SIGRTMIN",
    "SIGRTMIN+1",
    "SIGRTMIN+10",
    "SIGRTMIN+11",
    "SIGRTMIN+12",
    "SIGRTMIN+13",
    "SIGRTMIN+14",
    "SIGRTMIN+15",
    "SIGRTMIN+2",
    "SIGRTMIN+3",
    "SIGRTMIN+4",
    "SIGRTMIN+5",
    "SIGRTMIN+6",
    "SIGRTMIN+7",
    "SIGRTMIN+8",
    "SIGRTMIN+9",
    "SIGSEGV",
    "SIGSTKFLT",
    "SIGSTOP",
    "SIGSYS",
    "SIGTERM",
    "SIGTRAP",
    "SIGTSTP",
    "SIGTTIN",
    "SIGTTOU",
    "SIGURG",
    "SIGUSR1",
    "SIGUSR2",
    "SIGVTALRM",
    "SIGWINCH",
    "SIGXCPU",
    "SIGXFSZ",
)


def check_probes(review: Review, container: Mapping[str, Any], path: str) -> None:
    """Liveness, readiness and startup probe, in this order."""
    for kind in ("livenessProbe", "readinessProbe", "startupProbe"):
        probe = container.get(kind)
        if probe is None:
            continue
        place = f"{path}.{kind}"
        _probe(review, probe, place)
        if kind == "readinessProbe":
            seconds = probe.get("terminationGracePeriodSeconds")
            if seconds is not None:
                review.errors.invalid(
                    f"{place}.terminationGracePeriodSeconds", seconds, "must not be set for readinessProbes"
                )
        elif (probe.get("successThreshold") or 1) != 1:
            review.errors.invalid(f"{place}.successThreshold", probe["successThreshold"], "must be 1")


def _probe(review: Review, probe: Mapping[str, Any], path: str) -> None:
    _handler(review, probe, path, _PROBE_HANDLERS)
    for name in ("initialDelaySeconds", "timeoutSeconds", "periodSeconds", "successThreshold", "failureThreshold"):
        review.errors.non_negative(f"{path}.{name}", probe.get(name) or 0)
    seconds = probe.get("terminationGracePeriodSeconds")
    if seconds is not None and seconds <= 0:
        review.errors.invalid(f"{path}.terminationGracePeriodSeconds", seconds, "must be greater than 0")


def check_lifecycle(review: Review, lifecycle: Mapping[str, Any], path: str) -> None:
    for name in ("postStart", "preStop"):
        handler = lifecycle.get(name)
        if handler is not None:
            _handler(review, handler, f"{path}.{name}", _HOOK_HANDLERS)
    signal = lifecycle.get("stopSignal")
    if signal is not None and review.rules.stop_signals:
        _stop_signal(review, signal, f"{path}.stopSignal")


def _stop_signal(review: Review, signal: str, path: str) -> None:
    if review.spec.get("os") is None:
        review.errors.forbidden(path, "may not be set for containers with empty `spec.os.name`")
    elif review.os_name == "windows" and signal not in ("SIGKILL", "SIGTERM"):
        review.errors.unsupported(path, named(signal), ("SIGKILL", "SIGTERM"))
    elif review.os_name == "linux" and signal not in _SIGNALS:
        review.errors.unsupported(path, named(signal), _SIGNALS)


Handler = Callable[[Review, Mapping[str, Any], str], None]


def _handler(review: Review, owner: Mapping[str, Any], path: str, handlers: Mapping[str, Handler]) -> None:
    found = 0
    for name, check in handlers.items():
        action = owner.get(name)
        if action is None or (name == "sleep" and not review.rules.sleep_action):
            continue
        found += 1
        if found > 1:
            review.errors.forbidden(f"{path}.{name}", _TWO_HANDLERS)
        else:
            check(review, action, f"{path}.{name}")
    if not found:
        review.errors.required(path, "must specify a handler type")


def _execute(review: Review, action: Mapping[str, Any], path: str) -> None:
    if not action.get("command"):
        review.errors.required(f"{path}.command")


def _http_get(review: Review, action: Mapping[str, Any], path: str) -> None:
    errors = review.errors
    _number_or_name(review, action.get("port"), f"{path}.port")
    scheme = action.get("scheme") or "HTTP"
    if scheme not in ("HTTP", "HTTPS"):
        errors.unsupported(f"{path}.scheme", named(scheme), ("HTTP", "HTTPS"))
    for item in action.get("httpHeaders") or ():
        name = (item or {}).get("name") or ""
        errors.invalid_each(f"{path}.httpHeaders", name, header_name(name))
    protocol = action.get("protocol")
    if protocol is None or not review.rules.http_protocol:
        return
    if protocol not in ("HTTP1", "HTTP2"):
        errors.unsupported(f"{path}.protocol", named(protocol), ("HTTP1", "HTTP2"))
    elif protocol == "HTTP2" and scheme != "HTTP":
        errors.invalid(f"{path}.protocol", named(protocol), "is only supported with HTTP (H2C)")
    elif protocol == "HTTP2" and action.get("host"):
        errors.invalid(f"{path}.host", action["host"], 'must be empty when `protocol` is "HTTP2"')


def _tcp_socket(review: Review, action: Mapping[str, Any], path: str) -> None:
    _number_or_name(review, action.get("port"), f"{path}.port")


def _grpc(review: Review, action: Mapping[str, Any], path: str) -> None:
    _number_or_name(review, action.get("port") or 0, f"{path}.port")
    mode = action.get("mode")
    if mode is not None and review.rules.grpc_mode and mode not in ("Plaintext", "TLS"):
        review.errors.unsupported(f"{path}.mode", named(mode), ("Plaintext", "TLS"))


def _sleep(review: Review, action: Mapping[str, Any], path: str) -> None:
    seconds, most = action.get("seconds") or 0, review.grace_seconds
    least = 0 if review.rules.sleep_zero else 1
    if least <= seconds <= most:
        return
    if review.rules.sleep_zero:
        text = f"must be non-negative and less than terminationGracePeriodSeconds ({most})"
    else:
        text = f"must be greater than 0 and less than terminationGracePeriodSeconds ({most})"
        if review.rules.sleep_names_gate:
            text += ". Enable AllowPodLifecycleSleepActionZeroValue feature gate for zero sleep."
    review.errors.invalid(path, seconds, text)


def _number_or_name(review: Review, port: Union[int, str, None], path: str) -> None:
    if isinstance(port, str):
        review.errors.invalid_each(path, port, port_name(port))
    else:
        review.errors.invalid_each(path, port or 0, number_of_port(port or 0))


_PROBE_HANDLERS: Mapping[str, Handler] = {
    "exec": _execute,
    "httpGet": _http_get,
    "tcpSocket": _tcp_socket,
    "grpc": _grpc,
}
_HOOK_HANDLERS: Mapping[str, Handler] = {
    "exec": _execute,
    "httpGet": _http_get,
    "tcpSocket": _tcp_socket,
    "sleep": _sleep,
}
