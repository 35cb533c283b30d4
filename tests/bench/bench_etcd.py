# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Kills members of etcd under a writer, and fails when an acknowledged write is lost or members differ at the end.

For every kill it tells how long nobody led, and how long the writer stood still; the difference is its own next
attempt. At etcd's defaults nobody leads for one to two seconds, because every member waits for a random time.

Runs against a lab on which quorum.kube.etcd has been run on the masters, named by QUORUM_LAB_NAME and
QUORUM_LAB_SUBNET like for the lab itself; the number of kills by QUORUM_BENCH_ROUNDS, their order
by QUORUM_BENCH_SEED.
"""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
import time
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
LAB = ROOT / "molecule" / "lab" / "lab"
WRITER = ROOT / "molecule" / "etcd" / "writer.py"
MASTERS = ("master-1", "master-2", "master-3")
ROUNDS = int(os.environ.get("QUORUM_BENCH_ROUNDS", "20"))
SEED = os.environ.get("QUORUM_BENCH_SEED") or str(random.randrange(1 << 32))
PKI = "/etc/etcd/pki"
TLS = f"--cacert={PKI}/ca.crt --cert={PKI}/health.crt --key={PKI}/health.key"
HEALTHY_SECONDS = 60
ELECTED = re.compile(r" elected leader [0-9a-f]+ at term ")


class Kill(NamedTuple):
    """A kill, when it was done, whether its victim led, and the milliseconds until the others had a leader again."""

    victim: str
    begun: float
    led: bool
    election_ms: int


def on(host: str, command: str, text: str | None = None) -> str:
    words = [str(LAB), "exec", host, "--", "sh", "-c", command]
    return subprocess.run(words, check=True, capture_output=True, text=True, input=text).stdout


def etcdctl(words: str) -> Any:
    return json.loads(on(MASTERS[0], f"etcdctl {TLS} {words} -w json"))


def addresses() -> list[str]:
    found = etcdctl("--endpoints=https://127.0.0.1:2379 member list")
    return [member["clientURLs"][0].removeprefix("https://").removesuffix(":2379") for member in found["members"]]


def leader(endpoints: str) -> str:
    """The host that leads, by its name in the cluster."""
    names = {member["ID"]: member["name"] for member in etcdctl(f"--endpoints={endpoints} member list")["members"]}
    return str(names[etcdctl(f"--endpoints={endpoints} endpoint status")[0]["Status"]["leader"]])


def healthy(host: str) -> bool:
    done = on(host, "curl -s -m 2 http://127.0.0.1:2381/readyz || true")
    return done.strip().endswith("ok")


def settled() -> None:
    end = time.monotonic() + HEALTHY_SECONDS
    while not all(healthy(host) for host in MASTERS):
        if time.monotonic() > end:
            raise SystemExit(f"not every member is in health {HEALTHY_SECONDS} s after a kill")
        time.sleep(0.3)


def hashes(endpoints: str) -> set[tuple[int, int]]:
    """Revision and hash of every member's keys."""
    found = etcdctl(f"--endpoints={endpoints} endpoint hashkv")
    return {(entry["HashKV"]["header"]["revision"], entry["HashKV"]["hash"]) for entry in found}


def elected(host: str, since: float) -> float:
    """When a member that was not killed saw the next leader, by the log of its raft."""
    for line in on(host, f"journalctl -q -o cat -u etcd --since=@{int(since)}").splitlines():
        entry = json.loads(line) if line.startswith("{") else {}
        seen = datetime.fromisoformat(entry["ts"]).timestamp() if ELECTED.search(entry.get("msg", "")) else 0.0
        if seen > since:
            return seen
    return 0.0


def killed(victim: str, endpoints: str) -> Kill:
    led = leader(endpoints) == victim
    begun = float(on(victim, "date +%s.%N; systemctl kill --signal=KILL etcd"))
    settled()
    others = [host for host in MASTERS if host != victim]
    seen = min(filter(None, (elected(host, begun) for host in others)), default=0.0) if led else 0.0
    return Kill(victim, begun, led, round((seen - begun) * 1000) if seen else 0)


def row(kill: Kill, gaps: list[dict[str, float]]) -> str:
    own = [gap["ms"] for gap in gaps if kill.begun < gap["end"] < kill.begun + 10]
    stood = max(own, default=0)
    role = "leader  " if kill.led else "follower"
    return f"{kill.victim}  {role}  no leader {kill.election_ms:5} ms  writer stood still {stood:5.0f} ms"


def told(report: dict[str, Any], kills: list[Kill], load: str) -> None:
    for kill in kills:
        print(row(kill, report["gaps"]))
    elections = [kill.election_ms for kill in kills if kill.led]
    print(f"{report['acknowledged']} writes acknowledged, {len(report['lost'])} of them lost")
    print(f"{report['failed_attempts']} attempts failed, the longest gap between two was {report['longest_gap_ms']} ms")
    print(f"the longest election took {max(elections, default=0)} ms, {len(elections)} of {len(kills)} victims led")
    print(f"load of the machine: {load} at the start, {machine_load()} at the end, {os.cpu_count()} cores")


def machine_load() -> str:
    return " ".join(f"{value:.1f}" for value in os.getloadavg())


def main() -> int:
    choice, load = random.Random(SEED), machine_load()
    members = addresses()
    endpoints = ",".join(f"https://{address}:2379" for address in members)
    on(
        MASTERS[0],
        "systemctl stop bench-writer 2>/dev/null; rm -rf /run/bench; cat > /opt/bench-writer.py",
        WRITER.read_text(),
    )
    on(MASTERS[0], f"systemd-run --unit=bench-writer python3 /opt/bench-writer.py /run/bench {' '.join(members)}")
    print(f"{ROUNDS} kills, seed {SEED}", flush=True)
    kills = []
    for dummy in range(ROUNDS):
        victim = choice.choice(MASTERS)
        time.sleep(choice.uniform(0.2, 1.5))
        kills.append(killed(victim, endpoints))
    on(
        MASTERS[0],
        "touch /run/bench/stop; for i in $(seq 60); do test -s /run/bench/report.json && exit; sleep 0.5; done; exit 1",
    )
    report = json.loads(on(MASTERS[0], "cat /run/bench/report.json"))
    same = hashes(endpoints)
    told(report, kills, load)
    print(f"revision and hash of {len(members)} members: {sorted(same)}")
    return 1 if report["lost"] or len(same) != 1 else 0


if __name__ == "__main__":
    sys.exit(main())
