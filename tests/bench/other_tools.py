# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Other programs that look at manifests, built from their Go modules, each with the checks that it has by default."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from ansible_collections.quorum.kube.tests.bench.schemas import LOCATION, write_schemas
from ansible_collections.quorum.kube.tests.kubernetes.control_plane import ControlPlane
from ansible_collections.quorum.kube.tests.kubernetes.programs import ProgramsMissing, find

FETCH = Path(__file__).resolve().parents[1] / "assets" / "fetch"
FAILED_TO_READ = "Failed to score files"


class Tool(NamedTuple):
    """A program: the words before the files in its command, and what has to be known of a comparison with it."""

    name: str
    words: Sequence[str]
    note: str
    stops_at: str = ""
    """What it says when it gives up everything because of one file."""

    def command(self, files: Sequence[Path]) -> list[str]:
        return [*self.words, *map(str, files)]

    def readable(self, files: Sequence[Path]) -> list[Path]:
        """The files that can be given to it at once."""
        return [file for file in files if not (self.stops_at and self.stops_at in self._errors(file))]

    def _errors(self, file: Path) -> str:
        return subprocess.run(self.command([file]), capture_output=True, text=True, check=False).stderr


class LeftOut(Exception):
    """Why a tool cannot be compared with."""


@contextmanager
def tools() -> Iterator[dict[str, Tool | LeftOut]]:
    """Every tool by name, or the reason why it is left out; the files that they need are there for the block."""
    makers: dict[str, Callable[[Path], Tool]] = {"kube-linter": _linter, "kube-score": _score, "kubeconform": _conform}
    with tempfile.TemporaryDirectory(prefix="quorum-kube-schemas-") as folder:
        yield {name: _made(make, Path(folder)) for name, make in makers.items()}


def _made(make: Callable[[Path], Tool], folder: Path) -> Tool | LeftOut:
    try:
        return make(folder)
    except LeftOut as reason:
        return reason


def _linter(_folder: Path) -> Tool:
    program = _program("kube-linter")
    return Tool(program.parent.name, [str(program), "lint"], "best practices of workloads")


def _score(_folder: Path) -> Tool:
    program = _program("kube-score")
    return Tool(program.parent.name, [str(program), "score"], "best practices of workloads", FAILED_TO_READ)


def _conform(folder: Path) -> Tool:
    program = _program("kubeconform")
    try:
        with ControlPlane(find(), scheduler=False) as plane:
            count = write_schemas(plane.client.request("GET", "/openapi/v2").body, folder)
            release = plane.release
    except ProgramsMissing as reason:
        raise LeftOut(f"its schemas come from a running API server, and there is {reason}") from None
    words = [str(program), "-summary", "-ignore-missing-schemas", "-schema-location", f"{folder}/{LOCATION}"]
    note = f"types of fields, by {count} schemas made from the API server {release}; other kinds are passed over"
    return Tool(program.parent.name, words, note)


def _program(name: str) -> Path:
    """The program, built where it is not there yet; how far the build is goes to the terminal."""
    with subprocess.Popen([str(FETCH), name], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as fetching:
        told = []
        for line in fetching.stderr or ():
            print(line, end="", file=sys.stderr, flush=True)
            told.append(line)
        folder = fetching.stdout.read() if fetching.stdout else ""
    if fetching.returncode:
        raise LeftOut(" ".join("".join(told).rpartition("fetch: ")[2].split())[:300])
    return Path(folder.strip()) / name
