# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens one TLS connection and asks one question over it, in bounded time. Private to this collection."""

from __future__ import annotations

import errno
import socket
import ssl
import time
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Optional

from ._net.endpoint import (
    NAME,
    OK,
    REFUSED,
    RESET,
    RESOLVE,
    TIMEOUT,
    TLS,
    UNREACHABLE,
    Attempt,
    Backend,
    covered,
    http_kind,
    status_code,
)

Address = tuple[int, tuple[Any, ...]]

_KINDS = {
    errno.ECONNREFUSED: REFUSED,
    errno.ECONNRESET: RESET,
    errno.EPIPE: RESET,
    errno.EHOSTUNREACH: UNREACHABLE,
    errno.ENETUNREACH: UNREACHABLE,
    errno.ETIMEDOUT: TIMEOUT,
}


class Question(NamedTuple):
    """What is asked on every connection: `wanted` are the HTTP codes that count as an answer."""

    server_name: str
    path: str
    wanted: Sequence[int]
    timeout: float
    context: ssl.SSLContext


class Reply(NamedTuple):
    """How the attempt ended, and the certificate as verified; None when it was not verified or none was seen."""

    attempt: Attempt
    certificate: Optional[dict[str, Any]] = None


def tls_context(ca_path: Optional[str], certificate: Optional[str], key: Optional[str]) -> ssl.SSLContext:
    """A client's context that verifies the chain against `ca_path`, or nothing when that is None.

    Names are compared by `covered`, so that the names which the certificate does have can be told.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_REQUIRED if ca_path else ssl.CERT_NONE
    if ca_path:
        context.load_verify_locations(cafile=ca_path)
    if certificate:
        context.load_cert_chain(certificate, key)
    return context


def resolve(host: str, port: int) -> list[Address]:
    """The addresses of a name in the resolver's order, each once; raises OSError when there are none."""
    found = [(item[0], item[4]) for item in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    return list(dict.fromkeys(found))


def resolve_or_say(host: str, port: int) -> tuple[list[Address], str]:
    """The addresses of a host and, when there are none, why."""
    try:
        return resolve(host, port), ""
    except OSError as error:
        return [], str(error.strerror or error)


def is_local(address: str) -> bool:
    """Whether this host holds the address: the kernel then chooses it as the source as well. No packet is sent."""
    try:
        family, place = resolve(address, 9)[0]
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect(place)
            return bool(probe.getsockname()[0] == place[0])
    except OSError:
        return False


def names_of(certificate: Optional[dict[str, Any]]) -> list[str]:
    """The subject alternative names of a verified certificate, in its order."""
    return [value for _kind, value in (certificate or {}).get("subjectAltName", ())]


def ask(address: Address, question: Question) -> Reply:
    """Opens a new connection and asks; every failure is a kind, none is raised."""
    start = time.monotonic()
    try:
        status, certificate = _exchange(address, question, start + question.timeout)
    except (OSError, ValueError) as error:
        return Reply(Attempt(_kind(error), _since(start), None, _detail(error)))
    return Reply(_judged(status, certificate, question, _since(start)), certificate)


def probe_backend(backend: Mapping[str, Any], question: Question) -> tuple[Backend, Reply]:
    """Asks one backend directly; its certificate must have the endpoint's name as well."""
    places, reason = resolve_or_say(backend["address"], backend["port"])
    reply = ask(places[0], question) if places else Reply(Attempt(RESOLVE, 0.0, None, reason))
    own = is_local(backend["address"])
    named = (backend["name"], backend["address"], backend["port"])
    return Backend(*named, own, reply.attempt.kind, reply.attempt.detail), reply


def certificate_of(replies: Sequence[Reply], names: Sequence[str]) -> dict[str, Any]:
    """What is known of the certificate that was seen first."""
    certificate: Optional[dict[str, Any]] = next((reply.certificate for reply in replies if reply.certificate), None)
    if certificate is None:
        return {"verified": False, "names": [], "expires": "", "covers": {}}
    listed = names_of(certificate)
    return {
        "verified": True,
        "names": listed,
        "expires": certificate.get("notAfter", ""),
        "covers": {name: covered(listed, name) for name in names},
    }


def _judged(status: Optional[int], certificate: Optional[dict[str, Any]], question: Question, took: float) -> Attempt:
    names = names_of(certificate)
    if certificate and not covered(names, question.server_name):
        return Attempt(NAME, took, status, f"{question.server_name} is not among {', '.join(names) or 'no names'}")
    if status is None:
        return Attempt(RESET, took, None, "closed without an HTTP answer")
    if status not in question.wanted:
        return Attempt(http_kind(status), took, status, f"HTTP {status} to {question.path}")
    return Attempt(OK, took, status)


def _exchange(address: Address, question: Question, deadline: float) -> tuple[Optional[int], Optional[dict[str, Any]]]:
    family, place = address
    with socket.socket(family, socket.SOCK_STREAM) as plain:
        plain.settimeout(_left(deadline))
        plain.connect(place)
        plain.settimeout(_left(deadline))
        with question.context.wrap_socket(plain, server_hostname=question.server_name) as secure:
            certificate = secure.getpeercert() or None
            secure.settimeout(_left(deadline))
            secure.sendall(_request(question))
            return status_code(_head(secure, deadline)), certificate


def _request(question: Question) -> bytes:
    host = f"[{question.server_name}]" if ":" in question.server_name else question.server_name
    lines = (f"GET {question.path} HTTP/1.1", f"Host: {host}", "User-Agent: quorum.kube", "Connection: close", "", "")
    return "\r\n".join(lines).encode("ascii")


def _head(secure: ssl.SSLSocket, deadline: float) -> bytes:
    head = b""
    while b"\r\n" not in head and len(head) < 4096:
        secure.settimeout(_left(deadline))
        piece = secure.recv(1024)
        if not piece:
            break
        head += piece
    return head


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise socket.timeout("timed out")
    return left


def _since(start: float) -> float:
    return (time.monotonic() - start) * 1000


def _kind(error: Exception) -> str:
    if isinstance(error, socket.timeout):
        return TIMEOUT
    if isinstance(error, (ssl.SSLEOFError, ssl.SSLZeroReturnError)):
        return RESET
    if isinstance(error, (ssl.SSLError, ValueError)):
        return TLS
    return _KINDS.get(getattr(error, "errno", None) or 0, UNREACHABLE)


def _detail(error: Exception) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"the certificate is not trusted: {error.verify_message}"
    return str(getattr(error, "strerror", None) or error)
