"""Runs every part of the test suite, one line of progress a part, and ends in one closing line.

A part is a command; its whole output goes to a log of its own. All parts run even when one fails, so that
one run tells every mistake; a failing part shows the end of its log at once.
"""

from __future__ import annotations

import argparse
import datetime
import os
import pathlib
import re
import signal
import subprocess
import sys
import threading
import time

CHECKOUT = pathlib.Path(__file__).resolve().parent.parent
CACHE = pathlib.Path(
    os.environ.get("QUORUM_KUBE_CACHE")
    or pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "quorum.kube"
)
HEARTBEAT_SECONDS = 60
LOG_TAIL_LINES = 60
# "12 passed", "3 skipped" … in pytest's closing lines; the scenarios count as one test each.
COUNTS = re.compile(rb"(\d+) (passed|failed|errors?|skipped|xfailed)\b")
CLOSING = re.compile(rb"^=+ .*\b(?:passed|failed|error|skipped)\b.* in [\d.]+s.* =+\s*$")

PARTS = (
    ("lint", [".ci/lint"]),
    ("package", [".ci/package"]),
    ("unit", [".ci/unit"]),
    ("sanity", [".ci/sanity"]),
    ("reports", [".ci/reports"]),
    ("assets", [".ci/assets"]),
    ("kubernetes", [".ci/kubernetes"]),
    ("scenarios", [".ci/scenarios"]),
)


def say(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')}  {text}", flush=True)


def counts(log: pathlib.Path) -> dict[str, int]:
    """Adds up the closing lines of every pytest run in a log."""
    total: dict[str, int] = {}
    with log.open("rb") as lines:
        for line in lines:
            if CLOSING.match(line):
                for number, word in COUNTS.findall(line):
                    key = word.decode().rstrip("s") if word.startswith(b"error") else word.decode()
                    total[key] = total.get(key, 0) + int(number)
    return total


def run(name: str, command: list[str], log: pathlib.Path, position: str) -> bool:
    """True when the command ended with 0; its output is in the log, and its end on the screen when it did not."""
    started = time.monotonic()
    say(f"[{position}] {name} …")
    done = threading.Event()

    def beat() -> None:
        while not done.wait(HEARTBEAT_SECONDS):
            say(f"[{position}] {name}: {time.monotonic() - started:.0f} s, {last_line(log)}")

    with log.open("wb") as output:
        process = subprocess.Popen(
            command, cwd=CHECKOUT, stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True
        )
        threading.Thread(target=beat, daemon=True).start()
        try:
            code = process.wait()
        except BaseException:
            os.killpg(process.pid, signal.SIGTERM)
            raise
        finally:
            done.set()
    passed = code == 0
    result = "passed" if passed else f"FAILED (exit code {code})"
    say(f"[{position}] {name}: {result} in {time.monotonic() - started:.0f} s")
    if not passed:
        lines = log.read_bytes().splitlines()[-LOG_TAIL_LINES:]
        print(f"---- end of {log}", *(line.decode(errors="replace") for line in lines), "----", sep="\n", flush=True)
    return passed


def last_line(log: pathlib.Path) -> str:
    lines = log.read_bytes()[-2000:].split(b"\n")
    text = next((line.decode(errors="replace").strip() for line in reversed(lines) if line.strip()), "")
    return text[:120]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    names = [name for name, dummy in PARTS]
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"only these parts of: {', '.join(names)}")
    chosen = parser.parse_args().parts
    unknown = sorted(set(chosen) - set(names))
    if unknown:
        parser.error(f"no such part: {', '.join(unknown)} (expected: {', '.join(names)})")

    started = time.monotonic()
    logs = CACHE / "log" / datetime.datetime.now().strftime("%Y%m%d-%H%M%S")
    logs.mkdir(parents=True)
    parts = [part for part in PARTS if not chosen or part[0] in chosen]
    say(f"{len(parts)} parts; logs in {logs}")
    total: dict[str, int] = {"passed": 0, "failed": 0}
    broken = []
    for number, (name, command) in enumerate(parts, 1):
        log = logs / f"{name}.log"
        if not run(name, command, log, f"{number}/{len(parts)}"):
            broken.append(name)
        for word, count in counts(log).items():
            total[word] = total.get(word, 0) + count
    if broken:
        say(f"failed parts: {', '.join(broken)}; logs in {logs}")
        total["failed"] = max(total["failed"], len(broken))
    words = ", ".join(
        f"{total[word]} {word}" for word in ("failed", "error", "passed", "skipped", "xfailed") if total.get(word)
    )
    good = f"{len(parts) - len(broken)} of {len(parts)} parts"
    print(f"===== {words or 'nothing ran'}, {good} in {time.monotonic() - started:.2f}s =====")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
