# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""How long a client of the endpoint is without an answer when hosts die, restart, reload or are overloaded.

Runs against a lab on which quorum.kube.load_balancer has been run, with API servers behind it. The lab's own variables,
QUORUM_LAB_NAME and so on, name it. QUORUM_BENCH_ROUNDS is the number of kills, and twice that of reboots;
QUORUM_BENCH_UNREADY the seconds that an API server is not ready after a reboot, and that none is ready at all.

    molecule/lab/lab up && molecule/lab/lab apiservers
    ansible-playbook -i examples/private-cloud/inventory -i molecule/lab/inventory quorum.kube.load_balancer
    make bench NAME=failover && molecule/lab/lab down
"""

from __future__ import annotations

import os
import random
import socket
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from adverts import Adverts
from ansible_collections.quorum.kube.plugins.modules.endpoint_gap import Endpoint, Watch, context
from quorum_lab.settings import read_settings

LAB = Path(__file__).resolve().parents[2] / "molecule" / "lab" / "lab"
MASTERS = ("master-1", "master-2", "master-3")
SETTINGS = read_settings(os.environ)
ADDRESS = SETTINGS.endpoint
PORT = 8443
ROUNDS = int(os.environ.get("QUORUM_BENCH_ROUNDS", "20"))
UNREADY = int(os.environ.get("QUORUM_BENCH_UNREADY", "10"))
ADVERT = 0.2
ADVERTS = Adverts(SETTINGS.networks[-1], ADVERT)

KILLED_MEDIAN, KILLED_WORST, PLANNED, UNPLUGGED, BALANCER_DEAD = 0.8, 1.0, 0.3, 2.0, 4.0
MUTED = 0.5  # haproxy gives a silent server 0.3 s, and the client gives up 0.15 s after its first packet
SETTLED = 90
MUTE = (
    "add table inet mute; add chain inet mute input { type filter hook input priority -10; };"
    "add rule inet mute input tcp dport 6443 drop"
)
OVERLOAD = 20


class Target(NamedTuple):
    """What was measured, in seconds, and the most that it may be."""

    name: str
    measured: float
    most: float

    def __str__(self) -> str:
        word = "ok" if self.measured <= self.most else "TOO LONG"
        return f"{self.name:<58} {self.measured:6.3f} s  of {self.most:.1f} s  {word}"


def lab(*words: str) -> str:
    return subprocess.run([str(LAB), *words], check=True, capture_output=True, text=True).stdout


def on(host: str, command: str) -> str:
    return lab("exec", host, "--", "sh", "-c", command)


def holders() -> list[str]:
    return [name for name in MASTERS if ADDRESS in on(name, "ip -br address || true").replace("/", " ").split()]


def holder() -> str:
    """The one host that holds the address; waits until it is exactly one."""
    end = time.monotonic() + SETTLED
    while time.monotonic() < end:
        if len(found := holders()) == 1:
            return found[0]
        time.sleep(0.3)
    raise SystemExit(f"{ADDRESS} is held by {' and '.join(holders()) or 'no host'} (expected exactly one)")


def settle(host: str) -> None:
    """Returns when the host serves again: its balancer, its keepalived and its API server as its balancer sees it."""
    up = '^haproxy_server_status{proxy="kube_api".*state="UP"} 1'
    metrics = "http://127.0.0.1:8404/metrics"
    command = f"systemctl is-active -q keepalived && curl -s {metrics} | grep -c '{up}' | grep -qx {len(MASTERS)}"
    end = time.monotonic() + SETTLED
    while subprocess.run(
        [str(LAB), "exec", host, "--", "sh", "-c", command], check=False, capture_output=True
    ).returncode:
        if time.monotonic() > end:
            raise SystemExit(f"{host} does not serve all API servers after {SETTLED} s")
        time.sleep(0.5)


@contextmanager
def watched() -> Iterator[Callable[[], float]]:
    """Watches the endpoint while the block runs; afterwards the value tells the longest gap."""
    watch = Watch([Endpoint(ADDRESS, PORT, "kubernetes", "/readyz", 0.15, context(None))], 0.02)
    over = threading.Event()
    found: list[float] = []
    thread = threading.Thread(target=lambda: found.append(watch.run(lambda: not over.is_set()).seconds))
    thread.start()
    time.sleep(1)
    try:
        yield lambda: found[0]
    finally:
        over.set()
        thread.join()


@contextmanager
def unmoved(reason: str) -> Iterator[None]:
    """The address stays on its holder while the block runs, and no other host claims it even for a moment."""
    before, start = holder(), time.monotonic()
    yield
    claimed = ADVERTS.masters(start)
    if holder() != before or len(claimed) != 1:
        raise SystemExit(f"{reason} has moved {ADDRESS} from {before} to {holder()} (claimed by {', '.join(claimed)})")


def killed() -> float:
    """The gap when the holder loses its power."""
    victim = holder()
    with watched() as gap:
        lab("kill", victim)
        time.sleep(2.5)
    lab("start", victim)
    for name in MASTERS:
        settle(name)
    return gap()


def rebooted() -> float:
    """K12: the longest gap when hosts are shut down in order, every other time the holder."""
    gaps = []
    for count in range(max(1, ROUNDS // 2)):
        holds = holder()
        victim = random.choice([name for name in MASTERS if name != holds]) if count % 2 else holds
        with watched() as gap:
            on(victim, "systemctl reboot || true")
            time.sleep(4)
        gaps.append(gap())
        boot(victim)
        if count == 0:
            gaps.append(unready(victim))
        for name in MASTERS:
            settle(name)
    return max(gaps)


def boot(victim: str) -> None:
    """The host that shuts down runs again."""
    end = time.monotonic() + SETTLED
    while not subprocess.run([str(LAB), "exec", victim, "--", "true"], check=False, capture_output=True).returncode:
        if time.monotonic() > end:
            raise SystemExit(f"{victim} is not down {SETTLED} s after `systemctl reboot`")
        time.sleep(0.5)
    lab("start", victim)


def unready(victim: str) -> float:
    """K2: a host that came back gets neither the address nor traffic as long as its API server answers 500."""
    with unmoved("K2: an API server that is not ready"), watched() as gap:
        lab("stub", victim, "500")
        time.sleep(UNREADY)
    down = f'^haproxy_server_status{{proxy="kube_api",server="{victim}",state="DOWN"}} 1'
    for name in MASTERS:
        if "1" not in on(name, f"curl -s http://127.0.0.1:8404/metrics | grep -c '{down}' || true"):
            raise SystemExit(f"K2: the balancer of {name} hands traffic to {victim}, whose API server answers 500")
    lab("unstub", victim)
    return gap()


def reloaded() -> float:
    """The gap when balancer and keepalived of every host take in their configuration anew; the address must stay."""
    with unmoved("a reload"), watched() as gap:
        for name in MASTERS:
            on(name, "systemctl reload haproxy && systemctl reload keepalived")
        time.sleep(2)
    return gap()


def stopped() -> float:
    """The gap when keepalived of the holder is stopped."""
    victim = holder()
    with watched() as gap:
        on(victim, "systemctl stop keepalived")
        time.sleep(2)
    on(victim, "systemctl start keepalived")
    settle(victim)
    return gap()


def overloaded() -> float:
    """K19: every API server answers 429 for 20 s, then 500; the address must stay, and clients hear the answer."""
    for name in MASTERS:
        lab("stub", name, "200")
    time.sleep(4)
    with unmoved("K19: that no API server is ready"), watched() as gap:
        for code, seconds in (("429", OVERLOAD), ("500", UNREADY), ("200", 8)):
            for name in MASTERS:
                lab("stub", name, code)
            time.sleep(seconds)
    for name in MASTERS:
        on(name, "systemctl stop lab-stub; systemctl start lab-apiserver")
    for name in MASTERS:
        settle(name)
    return gap()


def without_api() -> float:
    """K21: the API server of the holder dies; the traffic goes to the others, and the address stays."""
    victim = holder()
    with unmoved("K21: the death of one API server"), watched() as gap:
        on(victim, "systemctl kill -s KILL lab-apiserver; systemctl stop lab-apiserver")
        time.sleep(4)
    on(victim, "systemctl start lab-apiserver")
    settle(victim)
    return gap()


def with_mute_api() -> float:
    """K21: packets to the holder's API server are dropped; the traffic goes to the others, and the address stays."""
    victim = holder()
    with unmoved("K21: that one API server has fallen silent"), watched() as gap:
        on(victim, f"nft '{MUTE}'")
        time.sleep(6)
        on(victim, "nft delete table inet mute")
    settle(victim)
    return gap()


def without_balancer() -> float:
    """K1: haproxy of the holder is stopped for good; another host takes the address, and the API answers through it."""
    victim = holder()
    with watched() as gap:
        on(victim, "systemctl stop haproxy")
        time.sleep(6)
    if victim in holders():
        raise SystemExit(f"K1: {victim} holds {ADDRESS} without a balancer")
    on(victim, "systemctl start haproxy")
    settle(victim)
    return gap()


def unplugged() -> float:
    """K21: the holder's cable is pulled and put back; there is one holder afterwards."""
    victim = holder()
    with watched() as gap:
        lab("unplug", victim)
        time.sleep(4)
        lab("plug", victim)
        time.sleep(4)
    for name in MASTERS:
        settle(name)
    holder()
    return gap()


def reset_after_kill() -> float:
    """K17: how long an open connection through the address goes on waiting when the holder is killed."""
    victim = holder()
    with socket.create_connection((ADDRESS, PORT), 5) as connection:
        connection.settimeout(1)
        lab("kill", victim)
        start = time.monotonic()
        while time.monotonic() - start < SETTLED:
            try:
                connection.sendall(b"x")
                connection.recv(1)
                break
            except TimeoutError:
                continue
            except OSError:
                break
        gap = time.monotonic() - start
    lab("start", victim)
    for name in MASTERS:
        settle(name)
    return gap


def main() -> None:
    print(f"{ADDRESS}:{PORT}, held by {holder()}", flush=True)
    for name in MASTERS:
        settle(name)
    kills, targets = [], []
    with ADVERTS.heard():
        for count in range(1, ROUNDS + 1):
            kills.append(killed())
            print(f"kill {count}: {kills[-1]:.3f} s", flush=True)
        for name, measure, most in MEASURES:
            targets.append(Target(name, measure(), most))
            print(targets[-1], flush=True)
    summary = [
        Target(f"holder killed, median of {ROUNDS}", statistics.median(kills), KILLED_MEDIAN),
        Target(f"holder killed, worst of {ROUNDS}", max(kills), KILLED_WORST),
        Target("K11 K12: two holders at once, in all of this", ADVERTS.overlap(), ADVERT),
    ]
    print(*summary, sep="\n")
    targets += summary
    sys.exit(any(target.measured > target.most for target in targets))


MEASURES = (
    ("holder's keepalived stopped", stopped, PLANNED),
    ("K12 R3 L5: balancers and keepalived reloaded on all hosts", reloaded, PLANNED),
    (f"K12 K2: {max(1, ROUNDS // 2)} reboots, of the holder every other time", rebooted, PLANNED),
    (f"K19: all answer 429, then 500 for {UNREADY} s; the address stays", overloaded, KILLED_WORST),
    ("K21: holder's API server killed, and the address stays", without_api, PLANNED),
    ("K21: holder's port 6443 drops all packets, and the address stays", with_mute_api, MUTED),
    ("K1: holder's haproxy stopped", without_balancer, BALANCER_DEAD),
    ("K21: holder unplugged and plugged in again", unplugged, UNPLUGGED),
    ("K17: an open connection learns of the holder's death", reset_after_kill, 5.0),
)


if __name__ == "__main__":
    main()
