# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""How long a second run of site takes, in runs of a bare ping task on the same hosts.

Runs against a lab on which quorum.kube.site has been run, with API servers behind it. Named by QUORUM_LAB_NAME and
QUORUM_LAB_SUBNET, like for the lab itself; the number of pairs by QUORUM_BENCH_ROUNDS.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
PROJECT = CHECKOUT / "examples" / "private-cloud"
PINGS = 30
ROUNDS = int(os.environ.get("QUORUM_BENCH_ROUNDS", "3"))
PING = "- hosts: all\n  gather_facts: false\n  tasks:\n" + "    - ansible.builtin.ping:\n" * PINGS


def seconds(playbook: str, connection: str) -> tuple[float, str]:
    """How long a playbook runs on the lab's hosts, and what it printed; it must end well."""
    started = time.monotonic()
    command = ["ansible-playbook", "-i", "inventory", "-i", connection, playbook]
    run = subprocess.run(command, cwd=PROJECT, check=True, capture_output=True, text=True)
    return time.monotonic() - started, run.stdout


def main() -> int:
    lab = subprocess.run([str(CHECKOUT / "molecule/lab/lab"), "connection"], check=True, capture_output=True, text=True)
    ratios = []
    with tempfile.NamedTemporaryFile("w", suffix=".yml") as ping:
        ping.write(PING)
        ping.flush()
        for number in range(1, ROUNDS + 1):
            site, text = seconds("site.yml", lab.stdout.strip())
            if "changed=0" not in text or any(f"changed={digit}" in text for digit in "123456789"):
                raise SystemExit("site changed something (expected a lab on which quorum.kube.site has been run)")
            pings, _text = seconds(ping.name, lab.stdout.strip())
            ratios.append(site / pings)
            print(f"{number}: site {site:5.1f} s, {PINGS} pings {pings:5.1f} s, ratio {ratios[-1]:.2f}")
    median = statistics.median(ratios)
    print(f"second run of site: {median:.2f} x {PINGS} pings (at most 1.00) {'ok' if median <= 1 else 'TOO LONG'}")
    return median > 1


if __name__ == "__main__":
    sys.exit(main())
