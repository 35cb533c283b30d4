# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The judgement of a series of connections, and the names of certificates."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._net.endpoint import (
    OK,
    REFUSED,
    RESET,
    TIMEOUT,
    Attempt,
    Backend,
    covered,
    errors,
    http_kind,
    judge,
    latency,
    status_code,
)


def attempts(**counts):
    kinds = {"ok": OK, "timeout": TIMEOUT, "refused": REFUSED, "reset": RESET, "unauthorized": http_kind(401)}
    return [Attempt(kinds[name], 10.0) for name, count in counts.items() for _each in range(count)]


def masters(first=OK, second=OK, third=OK, own="master-1"):
    return [
        Backend(name, f"172.19.170.{183 + index}", 6443, name == own, kind)
        for index, (name, kind) in enumerate(zip(("master-1", "master-2", "master-3"), (first, second, third)))
    ]


LOOP = "and what the balancer sends back to it carries its own source address, which the kernel drops"

JUDGEMENTS = {
    "nothing failed": (attempts(ok=12), masters(), ("fine", "12 of 12 answer")),
    "L12 a third times out on a backend while all backends live": (
        attempts(ok=8, timeout=4),
        masters(),
        ("hairpin", f"4 of 12 fail: hairpin. This host (172.19.170.183) is one of 3 backends that answer, {LOOP}"),
    ),
    "L12 everything times out on the only live backend": (
        attempts(timeout=12),
        masters(second=REFUSED, third=REFUSED),
        (
            "hairpin",
            (
                f"12 of 12 fail: hairpin. This host (172.19.170.183) is the only backend that answers, {LOOP}"
                "; asked directly: master-2 refused, master-3 refused"
            ),
        ),
    ),
    "a hairpin beside a balancer that still uses a refusing backend": (
        attempts(ok=4, timeout=4, refused=4),
        masters(third=REFUSED),
        (
            "hairpin",
            (
                f"4 of 12 fail: hairpin. This host (172.19.170.183) is one of 2 backends that answer, {LOOP}"
                "; besides, 4 x refused; asked directly: master-3 refused"
            ),
        ),
    ),
    "time-outs that a silent backend explains are no hairpin": (
        attempts(ok=8, timeout=4),
        masters(third=TIMEOUT),
        (
            "partial",
            "4 of 12 fail: 4 x timeout; asked directly: master-1 ok, master-2 ok, master-3 timeout",
        ),
    ),
    "time-outs on a host that is no backend are no hairpin": (
        attempts(ok=8, timeout=4),
        masters(own=None),
        ("partial", "4 of 12 fail: 4 x timeout; asked directly: master-1 ok, master-2 ok, master-3 ok"),
    ),
    "time-outs on a backend whose own API server is down are no hairpin": (
        attempts(ok=8, timeout=4),
        masters(first=REFUSED),
        (
            "partial",
            "4 of 12 fail: 4 x timeout; asked directly: master-1 refused, master-2 ok, master-3 ok",
        ),
    ),
    "refusals are no hairpin": (
        attempts(ok=8, refused=4),
        masters(),
        ("partial", "4 of 12 fail: 4 x refused; asked directly: master-1 ok, master-2 ok, master-3 ok"),
    ),
    "everything times out while others live: unreachable, or pinned": (
        attempts(timeout=12),
        masters(),
        (
            "down",
            (
                "12 of 12 fail: 12 x timeout; asked directly: master-1 ok, master-2 ok, master-3 ok"
                " (or the balancer pins all connections of this host to itself)"
            ),
        ),
    ),
    "no API server is up yet": (
        attempts(refused=7, reset=5),
        masters(REFUSED, REFUSED, REFUSED),
        (
            "unready",
            (
                "12 of 12 fail: no API server answers; "
                "asked directly: master-1 refused, master-2 refused, master-3 refused"
            ),
        ),
    ),
    "without backends nothing is called a hairpin": (
        attempts(ok=8, timeout=4),
        [],
        ("partial", "4 of 12 fail: 4 x timeout"),
    ),
    "L11 unauthorized probes are told by their code": (
        attempts(unauthorized=3),
        [],
        ("down", "3 of 3 fail: 3 x http 401"),
    ),
}


@pytest.mark.parametrize(("tried", "backends", "expected"), JUDGEMENTS.values(), ids=JUDGEMENTS.keys())
def test_the_judgement_names_a_hairpin_only_where_nothing_else_explains_it(tried, backends, expected):
    assert expected == tuple(judge(tried, backends))


@pytest.mark.parametrize(
    ("names", "host", "expected"),
    [
        (["api.k8s.example.com"], "api.k8s.example.com", True),
        (["API.k8s.example.com"], "api.K8S.example.com.", True),
        (["*.k8s.example.com"], "api.k8s.example.com", True),
        (["*.example.com"], "api.k8s.example.com", False),
        (["*"], "api", False),
        (["a*.example.com"], "api.example.com", False),
        (["*.example.com"], ".example.com", False),
        (["172.19.170.200"], "172.19.170.200", True),
        (["172.19.170.200"], "172.19.170.20", False),
        (["fd77:0:0:0:0:0:0:1"], "fd77::1", True),
        (["fd77::1"], "[fd77::1]", True),
        (["*.19.170.200"], "172.19.170.200", False),
        ([], "api.k8s.example.com", False),
    ],
)
def test_a_certificate_covers_a_host_as_go_decides_it(names, host, expected):
    assert expected is covered(names, host)


def test_errors_are_counted_by_kind_the_most_frequent_first():
    assert [("timeout", 3), ("refused", 1), ("reset", 1)] == list(
        errors(attempts(ok=2, reset=1, refused=1, timeout=3)).items()
    )


def test_latency_is_that_of_the_answers_alone():
    tried = [Attempt(OK, 1.04), Attempt(OK, 9.0), Attempt(OK, 2.0), Attempt(TIMEOUT, 3000.0)]

    assert {"min": 1.0, "median": 2.0, "max": 9.0} == latency(tried)
    assert {} == latency([Attempt(TIMEOUT, 3000.0)])


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (b"HTTP/1.1 200 OK\r\nDate: x", 200),
        (b"HTTP/2 503\r\n", 503),
        (b"HTTP/1.0 404 Not Found", 404),
        (b"SSH-2.0-OpenSSH\r\n", None),
        (b"\x15\x03\x01", None),
        (b"", None),
    ],
)
def test_the_status_code_is_read_from_the_first_line(head, expected):
    assert expected == status_code(head)
