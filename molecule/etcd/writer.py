"""Writes to a cluster of etcd every 50 ms, through each endpoint in turn, until a file says stop; then counts.

    writer.py FOLDER ENDPOINT...

FOLDER gets `report.json`: how many writes were acknowledged and how many attempts failed, the longest time between two
acknowledged writes in milliseconds, every such time from 200 ms on with the moment of its end, and the acknowledged
writes that the cluster does not hold any more.
"""

from __future__ import annotations

import base64
import http.client
import itertools
import json
import ssl
import sys
import time
from pathlib import Path

PKI = "/etc/etcd/pki"
PAUSE = 0.05
PATIENCE = 0.5
PREFIX = "/writer/"
NOTED = 0.2


def context() -> ssl.SSLContext:
    made = ssl.create_default_context(cafile=f"{PKI}/ca.crt")
    made.load_cert_chain(f"{PKI}/health.crt", f"{PKI}/health.key")
    return made


class Client:
    """One connection to one member, made anew after every failure, with the certificates that are there then."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._connection: http.client.HTTPSConnection | None = None

    def call(self, path: str, body: dict[str, object], seconds: float = PATIENCE) -> dict[str, object] | None:
        try:
            if self._connection is None:
                self._connection = http.client.HTTPSConnection(self._address, 2379, timeout=seconds, context=context())
            self._connection.request("POST", path, json.dumps(body))
            answer = self._connection.getresponse()
            text = answer.read()
            if answer.status == 200:
                return dict(json.loads(text))
        except (OSError, http.client.HTTPException):
            pass
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        return None


def coded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def written(client: Client, number: int) -> bool:
    return client.call("/v3/kv/put", {"key": coded(f"{PREFIX}{number:08}"), "value": coded(str(number))}) is not None


def held(clients: list[Client]) -> set[int]:
    """The numbers of the writes that the cluster holds, by a read that a quorum agrees to."""
    body = {"key": coded(PREFIX), "range_end": coded(PREFIX[:-1] + "0"), "keys_only": True}
    for dummy in range(20):
        for client in clients:
            answer = client.call("/v3/kv/range", body, seconds=10)
            if answer is not None:
                entries: list[dict[str, str]] = answer.get("kvs", [])  # type: ignore[assignment]
                return {int(base64.b64decode(entry["key"]).decode().removeprefix(PREFIX)) for entry in entries}
        time.sleep(0.5)
    raise SystemExit("no member answers at the end")


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(exist_ok=True)
    stop = folder / "stop"
    clients = [Client(address) for address in sys.argv[2:]]
    turns = itertools.cycle(clients)
    acknowledged, failed, longest = set(), 0, 0.0
    gaps: list[dict[str, float]] = []
    last = time.monotonic()
    for number in itertools.count():
        begun = time.monotonic()
        while not written(next(turns), number) and not stop.exists():
            failed += 1
            time.sleep(0.01)
        now = time.monotonic()
        if now - last >= NOTED:
            gaps.append({"end": time.time(), "ms": round((now - last) * 1000)})
        longest, last = max(longest, now - last), now
        if stop.exists():
            break
        acknowledged.add(number)
        time.sleep(max(0.0, PAUSE - (now - begun)))
    report = {
        "acknowledged": len(acknowledged),
        "failed_attempts": failed,
        "longest_gap_ms": round(longest * 1000),
        "gaps": gaps,
        "lost": sorted(acknowledged - held(clients)),
    }
    (folder / "report.json").write_text(json.dumps(report))


main()
