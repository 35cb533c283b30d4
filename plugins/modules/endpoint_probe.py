#!/usr/bin/python
# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

DOCUMENTATION = r"""
module: endpoint_probe
short_description: Counts how many new connections to a Kubernetes API endpoint succeed
description:
  - Opens a number of new TLS connections from the host to one endpoint, asks a path on each, and counts the answers and
    the failures by kind.
  - Says whether the failures are a hairpin, that is a balancer which sends a backend's own connections back to it so
    that they time out. Each of O(backends) is asked directly as well, to tell a hairpin from a dead API server.
  - Never fails because of what it found; read RV(verdict) or RV(failed_count).
extends_documentation_fragment:
  - quorum.kube.attributes
  - quorum.kube.attributes.info_module
options:
  host:
    description: Name or address that is connected to. The addresses that the host finds for a name are used in turn.
    type: str
    required: true
  port:
    description: TCP port that is connected to.
    type: int
    default: 6443
  server_name:
    description: Name or address that the certificate must have and that is sent as server name. Defaults to O(host).
    type: str
  names:
    description: More names and addresses for which C(covers) tells whether the certificate has them.
    type: list
    elements: str
    default: []
  attempts:
    description: Number of connections. Of three backends taken at random, 12 miss one in less than 3 of 100 runs.
    type: int
    default: 12
  parallel:
    description: Number of connections that are open at the same time.
    type: int
    default: 6
  timeout:
    description: Seconds for one connection from the first packet to the first line of the answer.
    type: float
    default: 3.0
  wait:
    description: Seconds for which connections are counted anew until none fails. The last count is the result.
    type: float
    default: 0.0
  path:
    description: Path that is asked with HTTP GET. V(/readyz) turns false when an API server begins to shut down.
    type: str
    default: /readyz
  status:
    description: HTTP codes that count as success.
    type: list
    elements: int
    default: [200]
  ca_path:
    description: File on the host with the certificates that the endpoint's chain is verified against. Without it, or if
      the file does not exist, nothing is verified, C(verified) is false and no name is known.
    type: path
  client_certificate:
    description: File on the host with a client's certificate, for API servers that refuse anonymous requests.
    type: path
  client_key:
    description: File on the host with the key of O(client_certificate).
    type: path
  backends:
    description: The API servers behind the endpoint. Without them, no failure is called a hairpin.
    type: list
    elements: dict
    default: []
    suboptions:
      name:
        description: What the backend is called in the result.
        type: str
        required: true
      address:
        description: Its IP address. When this host holds it, the backend is the host's own.
        type: str
        required: true
      port:
        description: Its port.
        type: int
        default: 6443
author:
  - The quorum.kube authors (@quorum-kube)
"""

EXAMPLES = r"""
- name: Count the connections that the balancer sends back to this master
  quorum.kube.endpoint_probe:
    host: 172.19.170.200
    server_name: api.k8s.example.com
    ca_path: /etc/kubernetes/pki/ca.crt
    attempts: 24
    backends:
      - {name: master-1, address: 172.19.170.183}
      - {name: master-2, address: 172.19.170.184}
  register: endpoint
"""

RETURN = r"""
attempts:
  description: Number of connections that were tried.
  returned: success
  type: int
ok_count:
  description: Number of connections that answered with a wanted code.
  returned: success
  type: int
failed_count:
  description: Number of connections that did not.
  returned: success
  type: int
errors:
  description: Failures by kind, V(timeout), V(refused), V(reset), V(unreachable), V(tls), V(name not resolved),
    V(name not in certificate), or V(http) with the code.
  returned: success
  type: dict
details:
  description: For each kind of failure, how the first connection of that kind ended.
  returned: success
  type: dict
addresses:
  description: Addresses of O(host) as this host resolves it.
  returned: success
  type: list
  elements: str
latency_ms:
  description: Shortest, middle and longest time of the answers in milliseconds; empty when there was none.
  returned: success
  type: dict
  sample: {"min": 6.1, "median": 9.4, "max": 31.0}
certificate:
  description: The first certificate seen; its C(names) and C(expires) are known if its chain
    was C(verified), and C(covers) tells which of O(server_name) and O(names) it has.
  returned: success
  type: dict
  sample: {"verified": true, "names": ["api.k8s.example.com"], "expires": "Nov 28 14:00:00 2036 GMT",
    "covers": {"api.k8s.example.com": true}}
backends:
  description: How each of O(backends) answered directly.
  returned: success
  type: list
  elements: dict
  sample: [{"name": "master-1", "address": "172.19.170.183", "port": 6443, "own": true, "kind": "ok", "detail": ""}]
verdict:
  description: V(fine) when nothing failed; V(hairpin); V(unready) when no backend answers directly; V(partial) when
    some connections failed for another reason; V(down) when all did.
  returned: success
  type: str
text:
  description: The verdict as a sentence.
  returned: success
  type: str
  sample: "12 of 12 answer"
"""

import os
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from ansible.module_utils.basic import AnsibleModule

from ..module_utils._connection import (
    Address,
    Question,
    Reply,
    ask,
    certificate_of,
    probe_backend,
    resolve_or_say,
    tls_context,
)
from ..module_utils._kube.errors import InputError, Problem
from ..module_utils._module import run
from ..module_utils._net.endpoint import FINE, RESOLVE, UNREADY, Attempt, Backend, errors, judge, latency
from ..module_utils._net.parameters import PORTS, out_of_range

ARGUMENTS: dict[str, Any] = {
    "host": {"type": "str", "required": True},
    "port": {"type": "int", "default": 6443},
    "server_name": {"type": "str"},
    "names": {"type": "list", "elements": "str", "default": []},
    "attempts": {"type": "int", "default": 12},
    "parallel": {"type": "int", "default": 6},
    "timeout": {"type": "float", "default": 3.0},
    "wait": {"type": "float", "default": 0.0},
    "path": {"type": "str", "default": "/readyz"},
    "status": {"type": "list", "elements": "int", "default": [200]},
    "ca_path": {"type": "path"},
    "client_certificate": {"type": "path"},
    "client_key": {"type": "path", "no_log": False},
    "backends": {
        "type": "list",
        "elements": "dict",
        "default": [],
        "options": {
            "name": {"type": "str", "required": True},
            "address": {"type": "str", "required": True},
            "port": {"type": "int", "default": 6443},
        },
    },
}
RANGES = {"port": PORTS, "attempts": (1, 1000), "parallel": (1, 64), "timeout": (0.01, 60), "wait": (0, 3600)}


def check(options: Mapping[str, Any]) -> None:
    """Raises InputError with every option that is out of its range."""
    problems = out_of_range(options, RANGES)
    if not options["path"].startswith("/"):
        problems.append(Problem("path", repr(options["path"]), "a path that begins with /"))
    if problems:
        raise InputError(problems)


def question_of(options: Mapping[str, Any], server_name: str) -> Question:
    """What is asked on every connection of this run."""
    ca_path = options["ca_path"] if options["ca_path"] and os.path.exists(options["ca_path"]) else None
    try:
        context = tls_context(ca_path, options["client_certificate"], options["client_key"])
    except OSError as error:
        place = "ca_path, client_certificate, client_key"
        raise InputError([Problem(place, str(error), "readable PEM files")]) from error
    return Question(server_name, options["path"], options["status"], options["timeout"], context)


def work(module: AnsibleModule) -> dict[str, Any]:
    """Asks the endpoint and its backends, and says what the answers mean."""
    options = module.params
    check(options)
    server_name = options["server_name"] or options["host"]
    question = question_of(options, server_name)
    end = time.monotonic() + options["wait"]
    while True:
        result = count(options, question)
        if result["verdict"] in (FINE, UNREADY) or time.monotonic() >= end:
            return result
        time.sleep(1)


def count(options: Mapping[str, Any], question: Question) -> dict[str, Any]:
    """Opens all connections once."""
    places, reason = resolve_or_say(options["host"], options["port"])
    with ThreadPoolExecutor(max_workers=options["parallel"]) as pool:
        direct = [pool.submit(probe_backend, backend, question) for backend in options["backends"]]
        tries = [
            pool.submit(ask, places[index % len(places)], question)
            for index in range(options["attempts"] if places else 0)
        ]
        backends = [future.result() for future in direct]
        replies = [future.result() for future in tries]
    replies = replies or [Reply(Attempt(RESOLVE, 0.0, None, reason))] * options["attempts"]
    return report(replies, backends, places, [question.server_name, *options["names"]])


def report(
    replies: Sequence[Reply],
    backends: Sequence[tuple[Backend, Reply]],
    places: Sequence[Address],
    names: Sequence[str],
) -> dict[str, Any]:
    """The module's result."""
    attempts = [reply.attempt for reply in replies]
    found = errors(attempts)
    judgement = judge(attempts, [backend for backend, _reply in backends])
    failed = sum(found.values())
    certificates = [*replies, *(reply for _backend, reply in backends)]
    return {
        "attempts": len(attempts),
        "ok_count": len(attempts) - failed,
        "failed_count": failed,
        "errors": found,
        "details": {kind: next(item.detail for item in attempts if item.kind == kind) for kind in found},
        "addresses": [place[0] for _family, place in places],
        "latency_ms": latency(attempts),
        "certificate": certificate_of(certificates, names),
        "backends": [backend._asdict() for backend, _reply in backends],
        "verdict": judgement.verdict,
        "text": judgement.text,
    }


def main() -> None:
    """Runs the module."""
    run(work, ARGUMENTS, required_by={"client_key": ["client_certificate"]})


if __name__ == "__main__":
    main()
