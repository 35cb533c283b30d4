# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a command costs: wall time, CPU time of all its processes, and the largest resident size of any of them.

As a program it starts the command and tells its cost in a file. A process counts the memory of the one that started it
as its own largest size, so that it must be a small one.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Cost(NamedTuple):
    """Seconds and mebibytes of a command that has ended, its exit code, and what it wrote."""

    wall: float
    cpu: float
    mebibytes: int
    code: int
    output: str
    errors: str

    def __str__(self) -> str:
        return f"{self.wall:7.2f} s, {self.cpu:7.2f} s of CPU, {self.mebibytes:5} MiB"


def cost_of(command: Sequence[str], environment: Mapping[str, str] | None = None) -> Cost:
    """Runs the command without input and waits for it."""
    with tempfile.NamedTemporaryFile("r") as told:
        ran = subprocess.run(
            [sys.executable, "-I", "-S", __file__, told.name, *command],
            env=None if environment is None else {**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            check=True,
        )
        return Cost(*json.load(told), output=ran.stdout, errors=ran.stderr)


def _tell(file: str, command: Sequence[str]) -> None:
    began = time.monotonic()
    started = os.posix_spawnp(command[0], command, os.environ)
    dummy, status, usage = os.wait4(started, 0)
    wall = time.monotonic() - began
    with open(file, "w", encoding="utf-8") as told:
        cpu, mebibytes = usage.ru_utime + usage.ru_stime, usage.ru_maxrss // 1024
        json.dump([wall, cpu, mebibytes, os.waitstatus_to_exitcode(status)], told)


if __name__ == "__main__":
    _tell(sys.argv[1], sys.argv[2:])
