# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks members over etcd's JSON gateway, with a client certificate. Private to this collection.

The gateway is part of every member (etcd v3.6 documentation, dev-guide/api_grpc_gateway.md), so no program is needed
on the host, and each member's answer is its own.
"""

from __future__ import annotations

import http.client
import json
import ssl
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, Optional
from urllib.parse import urlsplit

from ._etcd.members import Members, Status, members, status

MEMBER_LIST = "/v3/cluster/member/list"
STATUS = "/v3/maintenance/status"


class NoAnswerError(OSError):
    """Nobody was reached: which says nothing of whether the member belongs to the cluster."""

    def __str__(self) -> str:
        return str(self.args[0])


class RefusedError(OSError):
    """A member has answered, with etcd's own error."""

    def __str__(self) -> str:
        return str(self.args[0])


class Credentials(NamedTuple):
    """Paths of the authority's certificate and of a client's certificate and key."""

    ca: str
    certificate: str
    key: str

    def context(self) -> ssl.SSLContext:
        try:
            context = ssl.create_default_context(cafile=self.ca)
            context.load_cert_chain(self.certificate, self.key)
        except (OSError, ssl.SSLError) as error:
            raise NoAnswerError(f"the client's certificate cannot be used: {error}") from error
        return context


class Endpoint:
    """One member's client URL."""

    def __init__(self, url: str, credentials: Credentials, seconds: float = 3.0) -> None:
        self.url = url
        self.seconds = seconds
        self._credentials = credentials

    def call(self, path: str, body: Optional[Mapping[str, Any]] = None, seconds: float = 0) -> dict[str, Any]:
        """The answer to a request.

        Raises:
            NoAnswerError: When no connection came about in time, TLS included.
            RefusedError: When etcd said no.
        """
        parts = urlsplit(self.url)
        connection = http.client.HTTPSConnection(
            parts.hostname or "",
            parts.port or 443,
            timeout=seconds or self.seconds,
            context=self._credentials.context(),
        )
        try:
            connection.request("POST", path, json.dumps(body or {}), {"Content-Type": "application/json"})
            answer = connection.getresponse()
            text = answer.read().decode("utf-8", "replace")
        except (OSError, http.client.HTTPException) as error:
            raise NoAnswerError(
                f"{self.url}: {getattr(error, 'strerror', None) or error or type(error).__name__}"
            ) from error
        finally:
            connection.close()
        return _parsed(self.url, answer.status, text)

    def members(self, linearizable: bool = False) -> Members:
        """The members as this one knows them; `linearizable` asks the quorum, and fails without one."""
        return members(self.call(MEMBER_LIST, {"linearizable": linearizable}))

    def status(self) -> Status:
        return status(self.call(STATUS))


class Answer(NamedTuple):
    """One member's status, or why there is none."""

    status: Optional[Status]
    error: str


def ask(endpoint: Endpoint) -> Answer:
    try:
        return Answer(endpoint.status(), "")
    except (NoAnswerError, RefusedError) as error:
        return Answer(None, str(error))


def ask_all(endpoints: Sequence[Endpoint]) -> list[Answer]:
    """Every member's answer, all asked at once: one that is down costs its time-out once."""
    if not endpoints:
        return []
    with ThreadPoolExecutor(max_workers=len(endpoints)) as pool:
        return list(pool.map(ask, endpoints))


def until(check: Callable[[], bool], seconds: float, pause: float = 0.1) -> bool:
    """Whether the check came true within the time."""
    end = time.monotonic() + seconds
    while not check():
        if time.monotonic() >= end:
            return False
        time.sleep(pause)
    return True


def _reason(error: Exception) -> str:
    return str(getattr(error, "strerror", None) or error or type(error).__name__)


def _parsed(url: str, code: int, text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        found = {}
    if not isinstance(found, dict):
        found = {}
    if code != 200:
        raise RefusedError(f"{url}: {found.get('message') or found.get('error') or f'HTTP status {code}'}")
    return found
