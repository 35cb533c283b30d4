"""Runs every part of the test suite, one line of progress a part, and ends in one closing line.

A part is a command; its whole output goes to a log of its own. All parts run even when one fails, so that
one run tells every mistake; a failing part shows the end of its log at once. Parts that only compute run beside those
that wait for real hosts, and leave the processor to them.
"""

from __future__ import annotations

import argparse
import contextlib
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
NICENESS = 10
LOG_TAIL_LINES = 60
# "12 passed", "3 skipped" … in pytest's closing lines; the scenarios count as one test each.
COUNTS = re.compile(rb"(\d+) (passed|failed|errors?|skipped|xfailed)\b")
CLOSING = re.compile(rb"^=+ .*\b(?:passed|failed|error|skipped)\b.* in [\d.]+s.* =+\s*$")

COMPUTING = ("lint", "package", "unit", "integration", "sanity", "reports")
RUNNING = ("assets", "kubernetes", "scenarios")
PARTS = COMPUTING + RUNNING


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


class Run:
    """The chosen parts of one run: `results` says of each part that has ended whether it passed."""

    def __init__(self, parts: list[str], logs: pathlib.Path) -> None:
        self.parts = parts
        self.logs = logs
        self.results: dict[str, bool] = {}
        self._processes: set[subprocess.Popen[bytes]] = set()
        self._interrupted = False

    def wait(self) -> None:
        """Ends with the last part; when it is interrupted, with the parts that were running."""
        lanes = [[part for part in lane if part in self.parts] for lane in (COMPUTING, RUNNING)]
        threads = [threading.Thread(target=self._lane, args=[lane], daemon=True) for lane in lanes]
        try:
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        except BaseException:
            self._interrupted = True
            for process in self._processes:
                os.killpg(process.pid, signal.SIGTERM)
            raise

    def _lane(self, parts: list[str]) -> None:
        for part in parts:
            if self._interrupted:
                return
            self.results[part] = self._part(part)

    def _part(self, part: str) -> bool:
        """True when the part ended with 0. Its output is in its log; when it failed, the log's end is on the screen."""
        started = time.monotonic()
        position = f"[{self.parts.index(part) + 1}/{len(self.parts)}] {part}"
        log = self.logs / f"{part}.log"
        command = ["nice", f"-n{NICENESS}", f".ci/{part}"] if part in COMPUTING else [f".ci/{part}"]
        say(f"{position} …")
        with log.open("wb") as output:
            process = subprocess.Popen(
                command, cwd=CHECKOUT, stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True
            )
            self._processes.add(process)
            if part in COMPUTING:
                step_back(process.pid)
            while True:
                try:
                    code = process.wait(HEARTBEAT_SECONDS)
                    break
                except subprocess.TimeoutExpired:
                    say(f"{position}: {time.monotonic() - started:.0f} s, {last_line(log)}")
            self._processes.discard(process)
        result = "passed" if code == 0 else f"FAILED (exit code {code})"
        say(f"{position}: {result} in {time.monotonic() - started:.0f} s")
        if code != 0:
            lines = log.read_text(errors="replace").splitlines()[-LOG_TAIL_LINES:]
            print(f"---- end of {log}", *lines, "----", sep="\n", flush=True)
        return code == 0


def step_back(pid: int) -> None:
    """Makes a session nice as a whole: where Linux groups sessions, its processes are nice to one another only."""
    with contextlib.suppress(OSError):
        pathlib.Path(f"/proc/{pid}/autogroup").write_text(str(NICENESS))


def last_line(log: pathlib.Path) -> str:
    lines = log.read_bytes()[-2000:].split(b"\n")
    text = next((line.decode(errors="replace").strip() for line in reversed(lines) if line.strip()), "")
    return text[:120]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"only these parts of: {', '.join(PARTS)}")
    chosen = parser.parse_args().parts
    unknown = sorted(set(chosen) - set(PARTS))
    if unknown:
        parser.error(f"no such part: {', '.join(unknown)} (expected: {', '.join(PARTS)})")

    signal.signal(signal.SIGTERM, lambda *dummy: sys.exit(128 + signal.SIGTERM))
    started = time.monotonic()
    logs = CACHE / "log" / datetime.datetime.now().strftime("%Y%m%d-%H%M%S")
    logs.mkdir(parents=True)
    parts = [part for part in PARTS if not chosen or part in chosen]
    say(f"{len(parts)} parts; logs in {logs}")
    suite = Run(parts, logs)
    suite.wait()
    total: dict[str, int] = {"passed": 0, "failed": 0}
    for part in parts:
        for word, count in counts(logs / f"{part}.log").items():
            total[word] = total.get(word, 0) + count
    broken = [part for part in parts if not suite.results.get(part)]
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
