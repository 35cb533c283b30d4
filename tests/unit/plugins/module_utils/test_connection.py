# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""How the ends of real connections on loopback are named. Real API servers answer over TLS in the scenarios."""

from __future__ import annotations

import socket
import threading

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._connection import (
    Question,
    ask,
    is_local,
    resolve,
    resolve_or_say,
    tls_context,
)


@pytest.fixture
def listener():
    """A listening socket whose connections are handled by a function of the test."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        threads = []

        def serve(handle):
            def once():
                connection, _peer = server.accept()
                with connection:
                    handle(connection)

            threads.append(threading.Thread(target=once, daemon=True))
            threads[-1].start()
            return server.getsockname()[1]

        yield serve
        for thread in threads:
            thread.join(5)


def question(timeout=2.0):
    return Question("api.k8s.example.com", "/readyz", (200,), timeout, tls_context(None, None, None))


def kind(port, timeout=2.0):
    return ask(resolve("127.0.0.1", port)[0], question(timeout)).attempt.kind


def test_a_closed_port_is_refused():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]

    assert "refused" == kind(port)


def test_a_peer_that_never_speaks_times_out_in_the_time_given(listener):
    done = threading.Event()
    port = listener(lambda connection: done.wait(5))

    reply = ask(resolve("127.0.0.1", port)[0], question(0.2))
    done.set()

    assert "timeout" == reply.attempt.kind
    assert 150 < reply.attempt.milliseconds < 1500


def test_a_peer_that_closes_at_once_is_a_reset(listener):
    """This is what a proxy without a live backend does."""
    port = listener(lambda connection: connection.recv(16))

    assert "reset" == kind(port)


def test_a_peer_that_speaks_something_else_is_a_tls_failure(listener):
    port = listener(
        lambda connection: (connection.recv(1024), connection.sendall(b"SSH-2.0-OpenSSH_9.2p1 Debian\r\n" * 4))
    )

    assert "tls" == kind(port)


def test_a_name_that_nobody_knows_has_no_address_and_a_reason():
    places, reason = resolve_or_say("nobody.invalid", 6443)

    assert [] == places
    assert reason


def test_own_addresses_are_told_from_others():
    assert [True, False] == [is_local("127.0.0.1"), is_local("192.0.2.1")]
