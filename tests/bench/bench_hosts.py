# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""How the roles `hosts` and `ssh_trust` grow with the number of hosts. Needs no lab.

The time is that of the computing for one host, as a ratio of two sizes in the same run. The tasks are those that
Ansible starts for one host when a playbook runs the role on simulated hosts, all of them this machine, in check mode.
"""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from ansible_collections.quorum.kube.plugins.module_utils._hosts.entries import parse_entries
from ansible_collections.quorum.kube.plugins.module_utils._hosts.hosts_text import with_block
from ansible_collections.quorum.kube.plugins.module_utils._hosts.ssh_lines import (
    authorized_keys,
    client_config,
    known_hosts,
    parse_identities,
)
from ansible_collections.quorum.kube.plugins.module_utils._hosts.trust import parse_trust

SMALL, LARGE = 100, 1000
# Ten times the hosts may take no more than this many times as long: in proportion, with room for noise.
MOST = 20.0
FEW, MANY = 5, 100
PLAY = """
- name: Run the role
  hosts: all
  gather_facts: false
  tasks:
    - name: Run the role
      ansible.builtin.include_role:
        name: quorum.kube.{role}
"""


def hosts(count: int) -> list[dict[str, object]]:
    return [
        {"name": f"host-{i}", "addresses": [f"10.{i // 250}.{i % 250}.1", f"fd00::{i + 1:x}"]} for i in range(count)
    ]


def hosts_block(count: int) -> None:
    entries = parse_entries(hosts(count), "k8s.example.com")
    text = with_block("127.0.0.1 localhost\n127.0.1.1 host-0\n", "hosts", entries, "host-0").text
    assert text == with_block(text, "hosts", entries, "host-0").text


def trust_files(count: int) -> None:
    key = base64.b64encode(b"\0\0\0\x0bssh-ed25519" + bytes(36)).decode()
    keys = [f"ssh-ed25519 {key}"]
    trust = parse_trust("bench", hosts(count), "full", [], "host-0")
    said = [{"name": peer.name, "public_keys": keys, "host_keys": keys, "port": 22} for peer in trust.hosts]
    identities = parse_identities(said)
    lines = authorized_keys(trust, identities, [], [], False)
    authorized_keys(trust, identities, lines, [], False)
    known_hosts(trust.targets, identities)
    client_config(trust, "root", "~/.ssh/quorum_bench", identities)


def seconds(work: Callable[[int], None], count: int) -> float:
    """The best of three."""
    times = []
    for _round in range(3):
        start = time.process_time()
        work(count)
        times.append(time.process_time() - start)
    return min(times)


def tasks_per_host(role: str, count: int) -> float:
    """How many tasks Ansible starts for one host of so many."""
    with tempfile.TemporaryDirectory() as folder:
        inventory, play = Path(folder, "inventory.json"), Path(folder, "play.yml")
        variables = {
            "ansible_connection": "local",
            "ansible_python_interpreter": sys.executable,
            "hosts_entries": hosts(count),
            "hosts_path": f"{folder}/{{{{ inventory_hostname }}}}",
            "hosts_cloud_init_managed": False,
            "ssh_trust_hosts": hosts(count),
        }
        names = {str(host["name"]): {} for host in hosts(count)}
        inventory.write_text(json.dumps({"all": {"hosts": names, "vars": variables}}), encoding="utf-8")
        play.write_text(PLAY.format(role=role), encoding="utf-8")
        # What sshd would say of itself, so that the machine needs none.
        sshd = Path(folder, "sshd")
        sshd.write_text("#!/bin/sh\necho port 22\n", encoding="utf-8")
        sshd.chmod(0o755)
        command = ["ansible-playbook", "--check", "--forks", "10", "-i", str(inventory), str(play)]
        environment = {**os.environ, "ANSIBLE_STDOUT_CALLBACK": "json", "PATH": f"{folder}:{os.environ['PATH']}"}
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
        if done.returncode != 0:
            raise SystemExit(f"{role}: {done.stdout[-2000:]}{done.stderr}")
        tasks = json.loads(done.stdout[done.stdout.index("{") :])["plays"][0]["tasks"]
        return max(sum(name in task["hosts"] for task in tasks) for name in names)


def main() -> int:
    good = True
    for name, work in (("hosts: the block", hosts_block), ("ssh_trust: the files", trust_files)):
        small, large = seconds(work, SMALL), seconds(work, LARGE)
        fits = large / small <= MOST
        good = good and fits
        times = f"{SMALL} hosts {small:.4f} s, {LARGE} hosts {large:.4f} s"
        print(f"{name:<24} {times}: {large / small:.1f} times, of {MOST:.0f}")
    for role in sys.argv[1:] or ["hosts", "ssh_trust"]:
        few, many = tasks_per_host(role, FEW), tasks_per_host(role, MANY)
        good = good and few == many
        print(f"{role}: tasks for a host   {FEW} hosts {few}, {MANY} hosts {many}: {'ok' if few == many else 'GROWS'}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
