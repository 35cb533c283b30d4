"""Holds a silent watch and a pinging client through a balancer, and tells whether both still work afterwards.

silence.py KUBECONFIG ADDRESS PORT SECONDS
"""

from __future__ import annotations

import base64
import http.client
import json
import select
import ssl
import sys
import tempfile
import time
from pathlib import Path

import yaml

PING_SECONDS = 30
MAPS = "/api/v1/namespaces/default/configmaps"


def credentials(path: str) -> ssl.SSLContext:
    told = yaml.safe_load(Path(path).read_text())
    cluster, user = told["clusters"][0]["cluster"], told["users"][0]["user"]
    with tempfile.NamedTemporaryFile("w") as pair:
        for key in ("client-certificate-data", "client-key-data"):
            pair.write(base64.b64decode(user[key]).decode() + "\n")
        pair.flush()
        context = ssl.create_default_context(cadata=base64.b64decode(cluster["certificate-authority-data"]).decode())
        context.check_hostname = False
        context.load_cert_chain(pair.name)
    return context


class Client:
    """One connection, which is never opened again when it is lost."""

    def __init__(self, address: str, port: int, context: ssl.SSLContext) -> None:
        self.connection = http.client.HTTPSConnection(address, port, context=context, timeout=20)
        self.connection.connect()
        self.connection.auto_open = False

    def ask(self, method: str, path: str, body: object = None) -> http.client.HTTPResponse:
        self.connection.request(method, path, json.dumps(body) if body else None, {"Content-Type": "application/json"})
        return self.connection.getresponse()


def main() -> None:
    kubeconfig, address, port, seconds = sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4])
    context = credentials(kubeconfig)
    name = f"silence-{time.time_ns()}"
    silent, pinging = Client(address, port, context), Client(address, port, context)
    limit = int(seconds) + 60
    watch = silent.ask("GET", f"{MAPS}?watch=true&fieldSelector=metadata.name={name}&timeoutSeconds={limit}")
    if watch.status != 200:
        raise SystemExit(f"the watch got {watch.status}: {watch.read(300)!r}")
    end, pings = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        pinging.ask("GET", "/livez").read()
        pings += 1
        time.sleep(max(0.0, min(PING_SECONDS, end - time.monotonic())))
    if select.select([silent.connection.sock], [], [], 0)[0]:
        raise SystemExit(f"the silent watch was ended within {seconds:.0f} s")
    pinging.ask("GET", "/livez").read()
    made = Client(address, port, context).ask("POST", MAPS, {"metadata": {"name": name}})
    event = json.loads(watch.readline())
    if (made.status, event["type"], event["object"]["metadata"]["name"]) != (201, "ADDED", name):
        raise SystemExit(f"the watch told {event} after the creation of {name}, which got {made.status}")
    print(f"silent for {seconds:.0f} s and {pings + 1} pings on one connection: both go on")


if __name__ == "__main__":
    main()
