# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Kills members of etcd under a writer, and fails when an acknowledged write is lost or members differ at the end.

Runs against a lab on which quorum.kube.etcd has been run on the masters, named by QUORUM_LAB_NAME and
QUORUM_LAB_SUBNET like for the lab itself; the number of kills by QUORUM_BENCH_ROUNDS, their order
by QUORUM_BENCH_SEED.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LAB = ROOT / "molecule" / "lab" / "lab"
WRITER = ROOT / "molecule" / "etcd" / "writer.py"
MASTERS = ("master-1", "master-2", "master-3")
ROUNDS = int(os.environ.get("QUORUM_BENCH_ROUNDS", "20"))
SEED = os.environ.get("QUORUM_BENCH_SEED") or str(random.randrange(1 << 32))
PKI = "/etc/etcd/pki"
TLS = f"--cacert={PKI}/ca.crt --cert={PKI}/health.crt --key={PKI}/health.key"
HEALTHY_SECONDS = 60


def on(host: str, command: str, text: str | None = None) -> str:
    words = [str(LAB), "exec", host, "--", "sh", "-c", command]
    return subprocess.run(words, check=True, capture_output=True, text=True, input=text).stdout


def addresses() -> list[str]:
    found = json.loads(on(MASTERS[0], f"etcdctl --endpoints=https://127.0.0.1:2379 {TLS} member list -w json"))
    return [member["clientURLs"][0].removeprefix("https://").removesuffix(":2379") for member in found["members"]]


def healthy(host: str) -> bool:
    done = on(host, "curl -s -m 2 http://127.0.0.1:2381/readyz || true")
    return done.strip().endswith("ok")


def settled() -> None:
    end = time.monotonic() + HEALTHY_SECONDS
    while not all(healthy(host) for host in MASTERS):
        if time.monotonic() > end:
            raise SystemExit(f"not every member is in health {HEALTHY_SECONDS} s after a kill")
        time.sleep(0.3)


def hashes(members: list[str]) -> set[tuple[int, int]]:
    """Revision and hash of every member's keys."""
    endpoints = ",".join(f"https://{address}:2379" for address in members)
    found = json.loads(on(MASTERS[0], f"etcdctl --endpoints={endpoints} {TLS} endpoint hashkv -w json"))
    return {(entry["HashKV"]["header"]["revision"], entry["HashKV"]["hash"]) for entry in found}


def main() -> int:
    choice = random.Random(SEED)
    members = addresses()
    on(
        MASTERS[0],
        "systemctl stop bench-writer 2>/dev/null; rm -rf /run/bench; cat > /opt/bench-writer.py",
        WRITER.read_text(),
    )
    on(MASTERS[0], f"systemd-run --unit=bench-writer python3 /opt/bench-writer.py /run/bench {' '.join(members)}")
    print(f"{ROUNDS} kills, seed {SEED}", flush=True)
    for number in range(1, ROUNDS + 1):
        victim = choice.choice(MASTERS)
        time.sleep(choice.uniform(0.2, 1.5))
        on(victim, "systemctl kill --signal=KILL etcd")
        settled()
        print(f"{number:3} {victim}", flush=True)
    on(
        MASTERS[0],
        "touch /run/bench/stop; for i in $(seq 60); do test -s /run/bench/report.json && exit; sleep 0.5; done; exit 1",
    )
    report = json.loads(on(MASTERS[0], "cat /run/bench/report.json"))
    told = hashes(members)
    print(f"{report['acknowledged']} writes acknowledged, {len(report['lost'])} of them lost")
    print(f"{report['failed_attempts']} attempts failed, the longest gap between two was {report['longest_gap_ms']} ms")
    print(f"revision and hash of {len(members)} members: {sorted(told)}")
    return 1 if report["lost"] or len(told) != 1 else 0


if __name__ == "__main__":
    sys.exit(main())
