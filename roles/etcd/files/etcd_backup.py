# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Snapshots of an etcd cluster that are known to restore: saved, checked, restored into a throw-away member, "
"kept or removed.

The timer of a member and the playbooks run this one program. It prints one JSON object; its exit code is 0 when all is
well. Member and clients are named by flags alone: variables of the environment are not read (etcd 3.6.0 ignored them).
"""

from __future__ import annotations

import argparse
import datetime
import fcntl
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, Optional

NAME = re.compile(r"etcd-(?P<cluster>.+)-(?P<time>\d{8}T\d{6}Z)-r(?P<revision>\d+)\.db")
MEMBER = re.compile(
    rb'\{"id":(\d+),"peerURLs":\[[^\]]*\](?:,"name":"[^"]*")?(?:,"isLearner":true)?(?:,"clientURLs":\[[^\]]*\])?\}'
)
SUM_SIZE = 32
PAGE = 512
SPARE = 64 << 20
SECONDS = 30
DRILL_SECONDS = 120
SOCKET = "unix://client:1"
PEER = "http://localhost:1"


class BackupError(Exception):
    """Why there is no snapshot that can be relied on; one sentence for the operator."""


class Snapshot(NamedTuple):
    """A snapshot by its name, which carries the time; the file's own time is whatever a copy made of it."""

    path: Path
    cluster: str
    time: str
    revision: int


def snapshots(names: Iterable[Path], cluster: str) -> list[Snapshot]:
    """The cluster's snapshots among the files, newest first by the time in their names. Other files are "
    "nobody's business here."""
    found = []
    for path in names:
        match = NAME.fullmatch(path.name)
        if match and match["cluster"] == cluster:
            found.append(Snapshot(path, cluster, match["time"], int(match["revision"])))
    return sorted(found, key=lambda one: (one.time, one.revision), reverse=True)


def surplus(found: Sequence[Snapshot], keep: int) -> list[Snapshot]:
    """What retention removes: all but the `keep` newest, and never the newest."""
    return list(found[max(1, keep) :])


def file_problem(path: Path) -> str:
    """Why the file is no whole snapshot; empty when it is one.

    A server sends whole pages and their SHA-256 behind them (etcd's etcdutl/snapshot/v3_snapshot.go), at which
    `etcdutl snapshot status` does not look.
    """
    size = path.stat().st_size
    if size <= SUM_SIZE or size % PAGE != SUM_SIZE:
        return f"{size} bytes: it is cut, or no snapshot that etcd's server has sent"
    digest = hashlib.sha256()
    left = size - SUM_SIZE
    with path.open("rb") as content:
        while left:
            block = content.read(min(left, 1 << 20))
            digest.update(block)
            left -= len(block)
        whole = content.read() == digest.digest()
    return "" if whole else "its SHA-256 differs from the one at its end: it is cut or damaged"


def embedded_members(content: bytes) -> list[dict[str, Any]]:
    """The members of the cluster that the snapshot was taken from, as its own pages hold them, by name."""
    entries = {match[1]: json.loads(match[0]) for match in MEMBER.finditer(content)}
    told = [
        {"id": f"{entry['id']:x}", "name": entry.get("name", ""), "peer_urls": entry["peerURLs"]}
        for entry in entries.values()
    ]
    return sorted(told, key=lambda entry: (entry["name"], entry["id"]))


def best_member(statuses: Sequence[Mapping[str, Any]], first: str = "") -> Optional[str]:
    """The endpoint to take a snapshot from: one without errors but NOSPACE that knows a leader, the furthest ahead.

    Of equals a follower is taken before the leader, and this host's own before others.
    """

    def rank(entry: Mapping[str, Any]) -> tuple[int, bool, bool]:
        status = entry["Status"]
        leading = status.get("leader") == status["header"]["member_id"]
        return status["header"].get("revision", 0), not leading, entry["Endpoint"] == first

    well = [
        entry
        for entry in statuses
        if entry["Status"].get("leader")
        and not entry["Status"].get("isLearner")
        and all("NOSPACE" in error for error in entry["Status"].get("errors", ()))
    ]
    return max(well, key=rank)["Endpoint"] if well else None


class Tools:
    """etcd's programs, the cluster's endpoints and the client's certificate."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        self.programs = Path(settings.get("programs", "/usr/local/bin"))
        self.endpoints = list(settings.get("endpoints", ()))
        files = {"cacert": "ca", "cert": "certificate", "key": "key"}
        self.tls = [f"--{flag}={settings[name]}" for flag, name in files.items() if settings.get(name)]
        self.environment = {
            name: text for name, text in os.environ.items() if not name.startswith(("ETCDCTL_", "ETCD_"))
        }

    def run(self, program: str, *words: str, cwd: Optional[Path] = None, seconds: float = SECONDS) -> str:
        try:
            done = subprocess.run(
                [str(self.programs / program), *words],
                cwd=cwd,
                env=self.environment,
                capture_output=True,
                text=True,
                check=False,
                timeout=seconds,
            )
        except OSError as error:
            raise BackupError(f"{self.programs / program}: {error.strerror}") from error
        except subprocess.TimeoutExpired:
            raise BackupError(f"{program} {words[0]} has not ended within {seconds:.0f} s") from None
        if done.returncode:
            raise BackupError(f"{program} {' '.join(words[:2])}: {last_line(done.stderr)}")
        return done.stdout

    def ask(self, endpoint: str, *words: str, seconds: float = SECONDS) -> str:
        return self.run("etcdctl", *words, f"--endpoints={endpoint}", *self.tls, seconds=seconds)

    def tried(self) -> str:
        """The one version of all three programs; one that is missing shows before anything depends on it."""
        asked = {"etcd": "--version", "etcdctl": "version", "etcdutl": "version"}
        versions = {name: re.search(r"(\d+\.\d+\.\d+)", self.run(name, word)) for name, word in asked.items()}
        told = {program: match[1] for program, match in versions.items() if match}
        if len(set(told.values())) != 1 or len(told) != len(versions):
            found = ", ".join(f"{name} {version}" for name, version in told.items())
            raise BackupError(f"etcd's programs in {self.programs} are not of one version: {found}")
        return told["etcd"]

    def statuses(self) -> list[dict[str, Any]]:
        """What each member says that answers; one that does not is left out."""
        answers: list[dict[str, Any]] = []
        for endpoint in self.endpoints:
            try:
                answers += json.loads(self.ask(endpoint, "endpoint", "status", "-w=json", "--command-timeout=4s"))
            except (BackupError, ValueError):
                continue
        return answers

    def count(self, endpoint: str, *words: str, cwd: Optional[Path] = None, tls: bool = True) -> tuple[int, int]:
        """How many keys there are, and the revision at which they were counted."""
        asked = ["get", "", "--prefix", "--count-only", "--write-out=fields", f"--endpoints={endpoint}"]
        text = self.run("etcdctl", *asked, *(self.tls if tls else ()), *words, cwd=cwd)
        fields = dict(re.findall(r'^"(\w+)" : (\d+)$', text, re.MULTILINE))
        return int(fields["Count"]), int(fields["Revision"])


def last_line(text: str) -> str:
    """What a program said last; of a line of etcd's log, the message and its error."""
    lines = [line for line in text.strip().splitlines() if line.strip()]
    last = lines[-1].removeprefix("Error: ") if lines else "it has failed and said nothing"
    try:
        entry = json.loads(last)
        return ": ".join(str(entry[key]) for key in ("msg", "error") if key in entry) or last
    except (ValueError, TypeError):
        return last


def check(tools: Tools, path: Path) -> dict[str, Any]:
    """What the file holds. Raises when it is no whole snapshot."""
    if not path.is_file():
        raise BackupError(f"{path}: no such file")
    problem = file_problem(path)
    if problem:
        raise BackupError(f"{path}: {problem}")
    told = json.loads(tools.run("etcdutl", "snapshot", "status", str(path), "--write-out=json", seconds=DRILL_SECONDS))
    note = sidecar(path)
    recorded = json.loads(note.read_text()) if note.is_file() else {}
    return {
        "path": str(path),
        "revision": max(1, told["revision"]),  # an empty store is at 1, and its file says 0
        "size": path.stat().st_size,
        "members": embedded_members(path.read_bytes()),
        "cluster": recorded.get("cluster", ""),
        "keys": recorded.get("keys"),
    }


def drill(tools: Tools, path: Path, scratch: Path) -> dict[str, Any]:
    """Keys and revision of a throw-away member that was restored from the snapshot. Nothing is left of it.

    It listens on sockets in a folder that only root can enter: its data are the cluster's secrets, without a password.
    """
    room(scratch, 2 * path.stat().st_size + SPARE)
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="drill-", dir=scratch) as name:
        folder = Path(name)
        first = ["--name=drill", f"--initial-cluster=drill={PEER}", f"--initial-advertise-peer-urls={PEER}"]
        tools.run(
            "etcdutl", "snapshot", "restore", str(path), "--data-dir=data", *first, cwd=folder, seconds=DRILL_SECONDS
        )
        listen = [
            f"--listen-client-urls={SOCKET}",
            f"--advertise-client-urls={SOCKET}",
            "--listen-peer-urls=unix://peer:1",
        ]
        with (folder / "log").open("w") as log:
            member = subprocess.Popen(
                [str(tools.programs / "etcd"), "--data-dir=data", "--log-level=error", *first, *listen],
                cwd=folder,
                env=tools.environment,
                stdout=log,
                stderr=log,
            )
            try:
                keys, revision = counted(tools, folder, member)
            finally:
                member.kill()
                member.wait()
    return {"keys": keys, "revision": revision, "seconds": round(time.monotonic() - started, 1)}


def counted(tools: Tools, folder: Path, member: subprocess.Popen[bytes]) -> tuple[int, int]:
    end = time.monotonic() + DRILL_SECONDS
    while True:
        try:
            return tools.count(SOCKET, "--command-timeout=3s", cwd=folder, tls=False)
        except BackupError as error:
            if member.poll() is not None or time.monotonic() > end:
                log = last_line((folder / "log").read_text(errors="replace"))
                raise BackupError(
                    f"the restored member does not answer: {log if member.poll() is not None else error}"
                ) from None
        time.sleep(0.2)


def room(folder: Path, wanted: int) -> None:
    free = shutil.disk_usage(folder).free
    if free < wanted:
        raise BackupError(
            f"{folder}: {free >> 20} MiB free, {-(-wanted >> 20)} MiB wanted for the snapshot and its drill"
        )


def sidecar(path: Path) -> Path:
    return path.with_name(f"{path.name}.json")


def save(settings: Mapping[str, Any], tools: Tools) -> dict[str, Any]:
    """A snapshot that was restored and counted; the older ones beyond `keep` are gone."""
    folder = Path(settings["folder"])
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    version = tools.tried()
    statuses = tools.statuses()
    endpoint = best_member(statuses, tools.endpoints[0] if tools.endpoints else "")
    if endpoint is None:
        raise BackupError(
            f"no healthy member among {', '.join(tools.endpoints) or 'no endpoints'}: {len(statuses)} answer"
        )
    source = next(entry["Status"] for entry in statuses if entry["Endpoint"] == endpoint)
    room(folder, 3 * source["dbSize"] + SPARE)
    unfinished = folder / f".{settings['cluster']}.part"
    unfinished.unlink(missing_ok=True)
    tools.ask(endpoint, "snapshot", "save", str(unfinished), seconds=DRILL_SECONDS)
    unfinished.chmod(0o600)
    try:
        told = check(tools, unfinished)
        tried = drill(tools, unfinished, folder)
        compare(tools, endpoint, told, tried)
    except BackupError:
        unfinished.unlink(missing_ok=True)
        raise
    now = datetime.datetime.now(datetime.timezone.utc)
    target = folder / f"etcd-{settings['cluster']}-{now:%Y%m%dT%H%M%SZ}-r{told['revision']}.db"
    note = {
        **{key: told[key] for key in ("revision", "size", "members")},
        "cluster": settings["cluster"],
        "cluster_id": f"{source['header']['cluster_id']:x}",
        "member": endpoint,
        "version": version,
        "time": f"{now:%Y-%m-%dT%H:%M:%SZ}",
        "keys": tried["keys"],
        "drill_seconds": tried["seconds"],
    }
    write(sidecar(target), json.dumps(note, indent=2) + "\n")
    unfinished.replace(target)
    return {"path": str(target), **note, "removed": prune(folder, settings["cluster"], settings["keep"])}


def compare(tools: Tools, endpoint: str, told: Mapping[str, Any], tried: Mapping[str, Any]) -> None:
    """The restored member has the snapshot's revision, and as many keys as the cluster had at that revision."""
    if tried["revision"] != told["revision"]:
        raise BackupError(f"the restored member is at revision {tried['revision']}, the snapshot at {told['revision']}")
    try:
        keys = tools.count(endpoint, f"--rev={told['revision']}")[0]
    except BackupError:
        return
    if keys != tried["keys"]:
        raise BackupError(
            f"the restored member has {tried['keys']} keys, the cluster has {keys} at revision {told['revision']}"
        )


def prune(folder: Path, cluster: str, keep: int) -> list[str]:
    gone = [one.path for one in surplus(snapshots(folder.iterdir(), cluster), keep)]
    for path in gone:
        path.unlink()
        sidecar(path).unlink(missing_ok=True)
    return [str(path) for path in gone]


def write(path: Path, text: str) -> None:
    unfinished = path.with_name(f".{path.name}.new")
    unfinished.write_text(text)
    unfinished.chmod(0o600)
    unfinished.replace(path)


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """One backup of a folder at a time; the second one waits."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (folder / ".lock").open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="etcd-backup", description="Saves, checks and tries snapshots of etcd.")
    parser.add_argument("command", choices=["save", "check", "drill", "list", "prune", "tools"])
    parser.add_argument("file", nargs="?", type=Path, help="the snapshot (check, drill)")
    parser.add_argument("--settings", type=Path, default=Path("/etc/etcd/backup.json"))
    words = parser.parse_args(arguments)
    try:
        print(json.dumps(answer(words.command, words.file, json.loads(words.settings.read_text()))))
    except (BackupError, OSError) as error:
        print(json.dumps({"error": str(error)}))
        print(f"etcd-backup: {error}", file=sys.stderr)
        return 1
    return 0


def answer(command: str, file: Optional[Path], settings: Mapping[str, Any]) -> dict[str, Any]:
    tools = Tools(settings)
    folder = Path(settings["folder"])
    if command == "tools":
        return {"version": tools.tried()}
    if command == "list":
        found = snapshots(folder.iterdir(), settings["cluster"]) if folder.is_dir() else []
        return {"snapshots": [str(one.path) for one in found]}
    if command == "prune":
        return {"removed": prune(folder, settings["cluster"], settings["keep"])}
    if command == "save":
        with alone(folder):
            return save(settings, tools)
    if file is None:
        raise BackupError(f"{command}: no snapshot is named")
    told = check(tools, file.absolute())
    if command == "drill":
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        told["drill"] = drill(tools, file.absolute(), folder)
    return told


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
