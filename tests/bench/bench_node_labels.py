# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""`node_labels` on 1,000 nodes of a real kube-apiserver on loopback: seconds, and requests for each node that changes.

The nodes have no kubelets. Ansible runs the module as a user would, and the API server itself counts the requests.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from ansible_collections.quorum.kube.tests.kubernetes.client import Client
from ansible_collections.quorum.kube.tests.kubernetes.control_plane import ControlPlane, must
from ansible_collections.quorum.kube.tests.kubernetes.programs import ProgramsMissing, find

COUNT = 1000
MOST_SECONDS = 20.0
_REQUESTS = re.compile(r"^apiserver_request_total\{(.*)\} (\S+)$", re.MULTILINE)
PLAY = """
- hosts: localhost
  gather_facts: false
  tasks:
    - quorum.kube.node_labels:
        nodes: "{{ wishes }}"
        kubeconfig: "{{ kubeconfig }}"
"""


def create_nodes(client: Client, names: list[str]) -> None:
    for name in names:
        manifest = {
            "apiVersion": "v1",
            "kind": "Node",
            "metadata": {"name": name, "labels": {"kubernetes.io/hostname": name, "kubernetes.io/os": "linux"}},
            "status": {
                "addresses": [{"type": "Hostname", "address": name}],
                "allocatable": {"cpu": "4", "pods": "110"},
            },
        }
        must(client.create(manifest))


def requests(client: Client) -> dict[str, int]:
    """How many reads and patches of nodes the API server has answered."""
    text = str(client.request("GET", "/metrics").body["message"])
    found = {"GET": 0, "LIST": 0, "PATCH": 0}
    for labels, count in _REQUESTS.findall(text):
        verb = re.search(r'verb="(\w+)"', labels)
        if 'resource="nodes"' in labels and 'subresource=""' in labels and verb and verb[1] in found:
            found[verb[1]] += int(float(count))
    return found


def wishes(names: list[str], shift: int) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "labels": {"example.com/rack": f"r{(number + shift) % 40}", "node-role.kubernetes.io/worker": ""},
            "annotations": {"example.com/owner": "the platform team"},
            "taints": ["dedicated=batch:NoSchedule"] if number % 10 == 0 else [],
        }
        for number, name in enumerate(names)
    ]


def run(folder: Path, kubeconfig: Path, wanted: list[dict[str, Any]]) -> tuple[float, bool]:
    play, variables = folder / "play.yml", folder / "wishes.json"
    play.write_text(PLAY, encoding="utf-8")
    variables.write_text(json.dumps({"wishes": wanted, "kubeconfig": str(kubeconfig)}), encoding="utf-8")
    command = [sys.executable, "-m", "ansible", "playbook", "-i", "localhost,", "-c", "local", str(play)]
    command += ["-e", f"@{variables}", "-e", f"ansible_python_interpreter={sys.executable}"]
    environment = {**os.environ, "ANSIBLE_STDOUT_CALLBACK": "json"}
    start = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    seconds = time.monotonic() - start
    if done.returncode != 0:
        raise SystemExit(done.stdout[-2000:] + done.stderr[-2000:])
    told = json.loads(done.stdout[done.stdout.index("{") :])
    return seconds, bool(told["stats"]["localhost"]["changed"])


def main() -> int:
    try:
        programs = find(os.environ.get("QUORUM_KUBE_RELEASE", ""))
    except ProgramsMissing as reason:
        print(f"left out: the real programs are missing: {reason}")
        return 0
    names = [f"node-{number}" for number in range(COUNT)]
    good = True
    with ControlPlane(programs, scheduler=False) as plane, tempfile.TemporaryDirectory() as folder:
        kubeconfig = plane.write_kubeconfig()
        create_nodes(plane.client, names)
        rounds = [("first run", 0, COUNT), ("second run", 0, 0), ("other racks", 1, COUNT)]
        for name, shift, changing in rounds:
            before = requests(plane.client)
            seconds, changed = run(Path(folder), kubeconfig, wishes(names, shift))
            asked = {verb: count - before[verb] for verb, count in requests(plane.client).items()}
            reads = asked["GET"] + asked["LIST"]
            fits = seconds <= MOST_SECONDS and asked["PATCH"] <= changing and changed == bool(changing)
            fits = fits and reads <= max(changing, 1 + COUNT // 500)
            good = good and fits
            told = f"{seconds:5.1f} s of {MOST_SECONDS:.0f}, {reads} reads and {asked['PATCH']} patches"
            print(f"{name:<12} {COUNT} nodes: {told}: {'ok' if fits else 'TOO MUCH'}", flush=True)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
