# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Odd values anywhere in manifests, clusters and usages: everything is answered or refused in words.

`run COUNT [FIRST_SEED]` asks about one input a seed on all processors, tells how far it is, and ends with what it
found. An input that raises, or that takes too long, is told with its seed, and where it is one object with the smallest
one that still raises; `run 1 SEED` asks about it again.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import signal
import sys
import time
import traceback
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from ansible_collections.quorum.kube.tests.fuzz.subjects import Subject, subject_of
from ansible_collections.quorum.kube.tests.kubernetes.shrinking import smallest

STEPS = 20
MOST_MIB = 1024
MOST_SECONDS = 10
SHOWN = 5


class Failure(NamedTuple):
    seed: int
    subject: str
    text: str


class Part(NamedTuple):
    """What came of some seeds in one process; `slowest` is the input that took most time of the processor."""

    asked: Counter[str]
    refused: int
    failures: list[Failure]
    peak_mib: int
    slowest: tuple[float, int]


def run_part(seeds: range) -> Part:
    """Asks about every seed, whatever becomes of the others."""
    asked: Counter[str] = Counter()
    refused, failures, slowest = 0, [], (0.0, seeds.start)
    signal.signal(signal.SIGVTALRM, _out_of_time)
    for seed in seeds:
        subject, started = subject_of(seed), time.process_time()
        asked[subject.name] += 1
        signal.setitimer(signal.ITIMER_VIRTUAL, MOST_SECONDS)
        try:
            refused += subject.ask(seed)
        except Exception:
            failures.append(Failure(seed, subject.name, traceback.format_exc(limit=-6)))
        slowest = max(slowest, (time.process_time() - started, seed))
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return Part(asked, refused, failures, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, slowest)


def _out_of_time(_signal: int, _frame: object) -> None:
    raise TimeoutError(f"no answer within {MOST_SECONDS} s of the processor's time")


def smallest_failing(subject: Subject, seed: int) -> str:
    """The smallest object that still raises, as JSON where it can be; empty where the input is no single object."""
    if subject.draw is None or subject.judge is None:
        return ""
    judge = subject.judge

    def raises(value: dict[str, object]) -> bool:
        try:
            judge(value, seed)
        except Exception:
            return True
        return False

    return json.dumps(smallest(subject.draw(seed), raises), default=repr)[:2000]


def main(count: int, first: int) -> int:
    started = time.monotonic()
    bounds = [first + count * step // STEPS for step in range(STEPS + 1)]
    parts = [range(*each) for each in zip(bounds, bounds[1:]) if each[0] < each[1]]
    asked: Counter[str] = Counter()
    refused, peak, slowest, failures = 0, 0, (0.0, first), list[Failure]()
    workers = min(os.cpu_count() or 1, len(parts))
    print(f"{count} inputs from seed {first} in {workers} processes", flush=True)
    with ProcessPoolExecutor(workers) as pool:
        for part in pool.map(run_part, parts):
            asked, refused, peak = asked + part.asked, refused + part.refused, max(peak, part.peak_mib)
            slowest, failures = max(slowest, part.slowest), failures + part.failures
            done, took = asked.total(), time.monotonic() - started
            print(
                f"  {done:>9,} of {count:,} after {took:4.0f} s: {refused:,} refused, {len(failures)} raised, "
                f"{peak} MiB at most, {done / took:,.0f} a second",
                flush=True,
            )
    counts = ", ".join(f"{number:,} for {name}" for name, number in sorted(asked.items()))
    print(f"{counts}; the slowest took {slowest[0]:.2f} s (seed {slowest[1]}, {subject_of(slowest[1]).name})")
    for failure in failures[:SHOWN]:
        told = smallest_failing(subject_of(failure.seed), failure.seed)
        print(f"seed {failure.seed} ({failure.subject}) raises; again with: make fuzz N=1 SEED={failure.seed}")
        print(f"{told}\n{failure.text}" if told else failure.text)
    if peak > MOST_MIB:
        print(f"a process took {peak} MiB (expected at most {MOST_MIB})")
    return 1 if failures or peak > MOST_MIB else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int)
    parser.add_argument("first_seed", type=int, nargs="?", default=1)
    words = parser.parse_args()
    sys.exit(main(words.count, words.first_seed))
