#!/usr/bin/python
# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

DOCUMENTATION = r"""
module: endpoint_gap
short_description: The longest time without an answer that a client of an endpoint sees
description:
  - Opens new TLS connections to one endpoint, one after the other, asks a path on each, and tells the longest time
    between two answers. Any HTTP answer counts, also one that says that the API server is busy.
  - Meant to run with C(async) while something is done to the hosts behind the endpoint.
options:
  host:
    description: Address or name of the endpoint.
    type: str
    required: true
  port:
    description: Port of the endpoint.
    type: int
    required: true
  more_ports:
    description: Ports that are tried in turn when O(port) does not answer, for a change of the port itself.
    type: list
    elements: int
    default: []
  ca_path:
    description: File with the authority that the certificate is verified against. Without it nothing is verified.
    type: path
  server_name:
    description: Name that the certificate must have.
    type: str
    default: kubernetes
  path:
    description: Path that is asked with HTTP GET.
    type: str
    default: /readyz
  seconds:
    description: How long to go on.
    type: float
    default: 10
  until:
    description: A file where the module runs. The module ends early, with its result, once that file exists.
    type: path
  timeout:
    description: Seconds for one connection from its first packet to the first line of the answer.
    type: float
    default: 0.15
  interval:
    description: Seconds between the end of one attempt and the start of the next one.
    type: float
    default: 0.02
notes:
  - A gap cannot be told more exactly than one interval and one timeout together.
extends_documentation_fragment:
  - quorum.kube.attributes.info_module
author:
  - The quorum.kube authors (@quorum-kube)
"""

EXAMPLES = r"""
- name: Watch the endpoint for 20 seconds while the play goes on
  quorum.kube.endpoint_gap:
    host: 172.19.170.100
    port: 8443
    seconds: 20
  delegate_to: localhost
  async: 60
  poll: 0
  register: watch
"""

RETURN = r"""
gap:
  description: Longest time between two answers, in seconds. Start and end of the watch count like answers.
  returned: always
  type: float
  sample: 0.64
at:
  description: When the longest gap began, in seconds since the start.
  returned: always
  type: float
  sample: 5.02
attempts:
  description: Number of connections.
  returned: always
  type: int
  sample: 310
failed_count:
  description: Number of connections without an answer.
  returned: always
  type: int
  sample: 4
answers:
  description: Number of answers by their HTTP code.
  returned: always
  type: dict
  sample: {"200": 306}
errors:
  description: Number of failures by their text.
  returned: always
  type: dict
  sample: {"timed out": 4}
"""

import os
import socket
import ssl
import time
from collections import Counter
from collections.abc import Mapping
from typing import Any, Callable, NamedTuple, Optional

from ansible.module_utils.basic import AnsibleModule

from ..module_utils._kube.errors import InputError
from ..module_utils._module import run
from ..module_utils._net.gaps import Gap, longest
from ..module_utils._net.parameters import PORTS, out_of_range

RANGES = {"port": PORTS, "seconds": (0.1, 86400), "timeout": (0.01, 60), "interval": (0, 60)}


class Endpoint(NamedTuple):
    """Where a probe connects and what it asks there."""

    host: str
    port: int
    server_name: str
    path: str
    timeout: float
    context: ssl.SSLContext


def context(ca_path: Optional[str]) -> ssl.SSLContext:
    """A context that verifies against the authority; one that verifies nothing when there is none."""
    if ca_path:
        return ssl.create_default_context(cafile=ca_path)
    made = ssl.create_default_context()
    made.check_hostname = False
    made.verify_mode = ssl.CERT_NONE
    return made


def ask(endpoint: Endpoint) -> str:
    """The HTTP code that a new connection gets; OSError when it gets none in time."""
    end = time.monotonic() + endpoint.timeout
    with socket.create_connection((endpoint.host, endpoint.port), endpoint.timeout) as raw:
        raw.settimeout(max(end - time.monotonic(), 0.001))
        with endpoint.context.wrap_socket(raw, server_hostname=endpoint.server_name) as connection:
            connection.settimeout(max(end - time.monotonic(), 0.001))
            request = f"GET {endpoint.path} HTTP/1.1\r\nHost: {endpoint.server_name}\r\nConnection: close\r\n\r\n"
            connection.sendall(request.encode())
            code = connection.recv(64).decode("latin-1").partition(" ")[2][:3]
    if not code.isdigit():
        raise ConnectionError("closed without an answer")
    return code


class Watch:
    """Counts attempts on an endpoint and remembers when there was an answer."""

    def __init__(self, endpoints: list[Endpoint], interval: float) -> None:
        self.endpoints = endpoints
        self.interval = interval
        self.answered: list[float] = []
        self.answers: Counter[str] = Counter()
        self.errors: Counter[str] = Counter()

    def attempt(self) -> None:
        """One connection; on failure the next endpoint of the list is the first to be tried from then on."""
        try:
            self.answers[ask(self.endpoints[0])] += 1
            self.answered.append(time.monotonic())
        except OSError as error:
            self.errors[error.strerror or str(error) or type(error).__name__] += 1
            self.endpoints.append(self.endpoints.pop(0))

    def run(self, go_on: Callable[[], bool]) -> Gap:
        """Attempts as long as it may go on; the longest gap of that time."""
        start = time.monotonic()
        while go_on():
            self.attempt()
            time.sleep(self.interval)
        return longest(start, self.answered, time.monotonic())


def ports_of(options: Mapping[str, Any]) -> list[int]:
    """The ports in the order in which they are tried; raises InputError with every number that cannot be meant."""
    more = {f"more_ports[{number}]": port for number, port in enumerate(options["more_ports"])}
    problems = out_of_range({**options, **more}, {**RANGES, **dict.fromkeys(more, PORTS)})
    if problems:
        raise InputError(problems)
    return [options["port"], *more.values()]


def work(module: AnsibleModule) -> dict[str, Any]:
    options = module.params
    ports = ports_of(options)
    tls = context(options["ca_path"])
    name, path, timeout = options["server_name"], options["path"], options["timeout"]
    watch = Watch([Endpoint(options["host"], port, name, path, timeout, tls) for port in ports], options["interval"])
    end, until = time.monotonic() + options["seconds"], options["until"]
    gap = watch.run(lambda: time.monotonic() < end and not (until and os.path.exists(until)))
    failed = sum(watch.errors.values())
    return {
        "gap": round(gap.seconds, 3),
        "at": round(gap.at, 3),
        "attempts": failed + len(watch.answered),
        "failed_count": failed,
        "answers": dict(watch.answers),
        "errors": dict(watch.errors),
    }


def main() -> None:
    run(
        work,
        {
            "host": {"type": "str", "required": True},
            "port": {"type": "int", "required": True},
            "more_ports": {"type": "list", "elements": "int", "default": []},
            "ca_path": {"type": "path"},
            "server_name": {"type": "str", "default": "kubernetes"},
            "path": {"type": "str", "default": "/readyz"},
            "seconds": {"type": "float", "default": 10},
            "until": {"type": "path"},
            "timeout": {"type": "float", "default": 0.15},
            "interval": {"type": "float", "default": 0.02},
        },
    )


if __name__ == "__main__":
    main()
