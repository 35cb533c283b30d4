# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Records what real members of etcd answer, for the tests beside it: one JSON file for each release.

    record.py PROGRAMS RELEASE...        PROGRAMS holds etcd-vRELEASE/{etcd,etcdctl,etcdutl}

Three members run on loopback, and four are talked to: all well, with a learner, read-only, with one and with two down.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

NAMES = ("m1", "m2", "m10")
LEARNER = "m3"
PORTS = {"m1": 23790, "m2": 23890, "m10": 23990, LEARNER: 24090}
FIRST = ",".join(f"{name}=http://127.0.0.1:{PORTS[name] + 1}" for name in NAMES)
SECONDS = 20


class Site:
    """Members of one release in a folder."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self.programs = programs
        self.folder = folder
        self.running: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, name: str, cluster: str, state: str) -> None:
        client, peer = (f"http://127.0.0.1:{PORTS[name] + more}" for more in (0, 1))
        flags = {
            "name": name,
            "data-dir": self.folder / name,
            "listen-client-urls": client,
            "advertise-client-urls": client,
            "listen-peer-urls": peer,
            "initial-advertise-peer-urls": peer,
            "initial-cluster": cluster,
            "initial-cluster-state": state,
            "log-level": "error",
        }
        words = [str(self.programs / "etcd"), *(f"--{flag}={value}" for flag, value in flags.items())]
        with (self.folder / f"{name}.log").open("w") as log:
            self.running[name] = subprocess.Popen(words, stdout=log, stderr=log)

    def stop(self, name: str) -> None:
        member = self.running.pop(name)
        member.kill()
        member.wait()

    def gateway(self, name: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """The answer to a request, or its status and what was said with it."""
        url = f"http://127.0.0.1:{PORTS[name]}{path}"
        request = urllib.request.Request(url, json.dumps(body or {}).encode())
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            return {"status": error.code, "answer": json.loads(error.read())}
        except OSError:
            return None

    def statuses(self) -> dict[str, Any]:
        return {name: self.gateway(name, "/v3/maintenance/status") for name in PORTS if name in self.running}

    def ctl(self, *words: str, names: tuple[str, ...] = NAMES) -> Any:
        endpoints = ",".join(f"http://127.0.0.1:{PORTS[name]}" for name in names)
        program = [str(self.programs / "etcdctl"), f"--endpoints={endpoints}", "--command-timeout=3s", "-w=json"]
        done = subprocess.run([*program, *words], capture_output=True, text=True, check=False, timeout=60)
        try:
            return json.loads(done.stdout)
        except ValueError:
            return done.stdout.strip()

    def settled(self, leader: bool = True) -> None:
        """Every running member answers and says the same of the leader."""
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            told = list(self.statuses().values())
            known = {one.get("leader", "") for one in told if one}
            if None not in told and len(known) == 1 and bool(known - {""}) == leader:
                return
            time.sleep(0.2)
        raise SystemExit("the members do not agree")


def identity(site: Site, name: str) -> str:
    return str(site.statuses()[name]["header"]["member_id"])


def well(site: Site) -> dict[str, Any]:
    return {
        "members": site.gateway("m1", "/v3/cluster/member/list"),
        "statuses": site.statuses(),
        "etcdctl": {
            "member list": site.ctl("member", "list"),
            "endpoint status": site.ctl("endpoint", "status"),
            "endpoint health": site.ctl("endpoint", "health"),
            "alarm list": site.ctl("alarm", "list"),
        },
    }


def snapshot(site: Site) -> Any:
    path = site.folder / "snapshot.db"
    site.ctl("snapshot", "save", str(path), names=("m1",))
    words = [str(site.programs / "etcdutl"), "snapshot", "status", str(path), "-w=json"]
    return json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)


def learner(site: Site) -> dict[str, Any]:
    url = f"http://127.0.0.1:{PORTS[LEARNER] + 1}"
    added, hasty = {}, None
    end = time.monotonic() + SECONDS
    while "member" not in added and time.monotonic() < end:
        hasty = added or hasty
        added = site.gateway("m1", "/v3/cluster/member/add", {"peerURLs": [url], "isLearner": True})
        time.sleep(0.5)
    body = {"ID": added["member"]["ID"]}
    told = {
        "hasty addition": hasty,
        "members": site.gateway("m1", "/v3/cluster/member/list"),
        "promotion": site.gateway("m1", "/v3/cluster/member/promote", body),
    }
    site.start(LEARNER, f"{FIRST},{LEARNER}={url}", "existing")
    end = time.monotonic() + SECONDS
    while not site.gateway(LEARNER, "/v3/maintenance/status") and time.monotonic() < end:
        time.sleep(0.2)
    time.sleep(1)
    told["started"] = site.gateway("m1", "/v3/cluster/member/list")
    told["statuses"] = site.statuses()
    told["etcdctl"] = {"endpoint status": site.ctl("endpoint", "status", names=(*NAMES, LEARNER))}
    site.gateway("m1", "/v3/cluster/member/remove", body)
    site.stop(LEARNER)
    return told


def full(site: Site) -> dict[str, Any]:
    body = {"memberID": identity(site, "m2"), "alarm": "NOSPACE"}
    site.gateway("m1", "/v3/maintenance/alarm", {**body, "action": "ACTIVATE"})
    time.sleep(1)
    told = {
        "statuses": site.statuses(),
        "write": site.gateway("m1", "/v3/kv/put", {"key": "YQ==", "value": "YQ=="}),
        "etcdctl": {"alarm list": site.ctl("alarm", "list"), "endpoint status": site.ctl("endpoint", "status")},
    }
    site.gateway("m1", "/v3/maintenance/alarm", {**body, "action": "DEACTIVATE"})
    return told


def refusals(site: Site) -> dict[str, Any]:
    revision = site.statuses()["m1"]["header"]["revision"]
    site.gateway("m1", "/v3/kv/compaction", {"revision": revision, "physical": True})
    return {
        "compacted": site.gateway("m1", "/v3/kv/compaction", {"revision": revision}),
        "unknown member": site.gateway("m1", "/v3/cluster/member/remove", {"ID": "1"}),
    }


def one_down(site: Site) -> dict[str, Any]:
    site.stop("m10")
    time.sleep(2)
    site.settled()
    return {
        "members": site.gateway("m1", "/v3/cluster/member/list"),
        "statuses": site.statuses(),
        "etcdctl": {
            "endpoint status": site.ctl("endpoint", "status"),
            "endpoint health": site.ctl("endpoint", "health"),
        },
    }


def two_down(site: Site) -> dict[str, Any]:
    site.stop("m2")
    site.settled(leader=False)
    return {
        "members": site.gateway("m1", "/v3/cluster/member/list", {"linearizable": False}),
        "linearizable members": site.gateway("m1", "/v3/cluster/member/list", {"linearizable": True}),
        "statuses": site.statuses(),
        "etcdctl": {"endpoint status": site.ctl("endpoint", "status", names=("m1",))},
    }


def recorded(programs: Path) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as name:
        site = Site(programs, Path(name))
        try:
            for member in NAMES:
                site.start(member, FIRST, "new")
            site.settled()
            for number in range(5):
                site.gateway("m1", "/v3/kv/put", {"key": "a2V5", "value": f"MDA{number}"})
            told = {"well": well(site), "snapshot": snapshot(site), "refusals": refusals(site)}
            for step in (full, learner, one_down, two_down):
                told[step.__name__.replace("_", " ")] = step(site)
            return told
        finally:
            for member in list(site.running):
                site.stop(member)


def main(programs: str, *releases: str) -> None:
    for release in releases:
        told = recorded(Path(programs).expanduser() / f"etcd-v{release}")
        path = Path(__file__).with_name(f"{release}.json")
        path.write_text(json.dumps(told, indent=1, sort_keys=True) + "\n")
        print(path.name, path.stat().st_size, "bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
