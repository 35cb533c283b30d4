"""Running other programs, telling progress, and locks between two runs of the lab."""

from __future__ import annotations

import fcntl
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from quorum_lab.errors import LabError


def say(text: str) -> None:
    """One line of progress for the person who waits."""
    print(f"{time.strftime('%H:%M:%S')}  {text}", file=sys.stderr, flush=True)


def run(
    command: Sequence[str],
    *,
    stdin: str | None = None,
    check: bool = True,
    timeout: float | None = None,
    env: dict[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """The finished program with its output; with `check` a failure is an error that shows the end of that output."""
    try:
        done = subprocess.run(
            command,
            input=stdin,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=timeout,
            env=env,
            check=False,
        )
    except FileNotFoundError:
        raise LabError(f"{command[0]} is not installed") from None
    except subprocess.TimeoutExpired:
        raise LabError(f"no end after {timeout:.0f} s: {' '.join(command)}") from None
    if check and done.returncode:
        said = (done.stderr.strip() or done.stdout.strip()).splitlines()[-12:]
        raise LabError("\n  ".join([f"{' '.join(command)} ended with {done.returncode}:", *said]))
    return done


@contextmanager
def locked(path: Path, waiting_for: str) -> Iterator[None]:
    """Holds the lock file; a second run waits for the first and says so."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say(f"waiting: {waiting_for}")
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def write_file(path: Path, text: str, mode: int = 0o644) -> None:
    """The file has exactly this content, also if the lab is killed in between."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.new")
    temporary.write_text(text)
    temporary.chmod(mode)
    temporary.replace(path)
