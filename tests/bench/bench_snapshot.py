# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What it costs to read a cluster of 5,000 nodes and 50,000 pods, and to judge a release of 1,000 pods against it.

etcd and kube-apiserver are the real ones and on this machine; what they hold was written into etcd. Read is with the
playbooks of the collection and the token of a service account that has the documented ClusterRole alone. Memory is the
largest resident size of any process of a playbook. QUORUM_BENCH_NODES takes other numbers of nodes, each with ten pods.
"""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import yaml
from ansible_collections.quorum.kube.tests.bench import bench_relations
from ansible_collections.quorum.kube.tests.bench.large_cluster import NAMESPACE, SECRET, Size, fill
from ansible_collections.quorum.kube.tests.bench.process_cost import Cost, cost_of
from ansible_collections.quorum.kube.tests.kubernetes.client import Client
from ansible_collections.quorum.kube.tests.kubernetes.control_plane import ControlPlane
from ansible_collections.quorum.kube.tests.kubernetes.programs import ProgramsMissing, find
from ansible_collections.quorum.kube.tests.kubernetes.reader import reader_token

SIZE = Size(int(os.environ.get("QUORUM_BENCH_NODES", "5000")))
RELEASE_PODS = 1_000
MOST_SAVING_MIB, MOST_JUDGING_MIB = 200, 500
FILLED_SECONDS = 900
LISTS = re.compile(r'^apiserver_request_total\{.*verb="LIST".*\} (\S+)$', re.MULTILINE)


def filled(plane: ControlPlane) -> None:
    """Fills etcd, and waits until the API server answers for all of it at once."""
    began = time.monotonic()
    count = fill(plane.etcd_address, SIZE)
    while not is_prompt(plane.client):
        if time.monotonic() - began > FILLED_SECONDS:
            raise SystemExit(f"the API server is still busy {FILLED_SECONDS} s after the start")
        time.sleep(1)
    print(f"    {count} objects written in {time.monotonic() - began:.0f} s", flush=True)


def is_prompt(client: Client) -> bool:
    """Whether a list of now comes in a moment: an API server whose memory lags behind etcd waits longer."""
    began = time.monotonic()
    answer = client.request("GET", f"/api/v1/namespaces/{NAMESPACE}/pods", limit="1")
    return answer.accepted and time.monotonic() - began < 2


def lists(client: Client) -> int:
    """How many lists the API server has answered so far."""
    return sum(int(float(count)) for count in LISTS.findall(client.request("GET", "/metrics").body["message"]))


def playbook(name: str, **variables: str | Path) -> Cost:
    words = [word for key, value in variables.items() for word in ("-e", f"{key}={value}")]
    cost = cost_of(["ansible-playbook", f"quorum.kube.{name}", *words], {"ANSIBLE_LOCALHOST_WARNING": "false"})
    if "Traceback" in cost.errors:
        raise SystemExit(f"{name}: {cost.errors}")
    return cost


def release(path: Path) -> None:
    """Shops without their volumes: whether those can be bound, a cluster without storage does not tell."""
    objects = list(bench_relations.around())
    for number in range(RELEASE_PODS // bench_relations.PODS_OF_A_SHOP):
        objects += (each for each in bench_relations.shop(number, 10) if each["kind"] != "PersistentVolumeClaim")
        del objects[-1]["spec"]["template"]["spec"]["volumes"]
    path.write_text(yaml.dump_all(objects, Dumper=yaml.CSafeDumper))


def told(cost: Cost, report: Path) -> dict[str, Any]:
    """The summary of a report, which has to be of the whole release."""
    if not report.exists():
        raise SystemExit(f"the gate wrote no report:\n{cost.output[-2000:]}\n{cost.errors[-2000:]}")
    summary: dict[str, Any] = json.loads(report.read_text())["summary"]
    if summary["pods"] != RELEASE_PODS // bench_relations.PODS_OF_A_SHOP:
        raise SystemExit(f"{report.name} tells of {summary['pods']} workloads")
    return summary


def within(what: str, cost: Cost, most: int) -> bool:
    good = cost.mebibytes <= most
    print(f"{what:<34} {cost} of {most} MiB  {'ok' if good else 'TOO MUCH'}", flush=True)
    return good


def measure(plane: ControlPlane, folder: Path) -> bool:
    kubeconfig = plane.write_kubeconfig(reader_token(plane.client))
    snapshot, manifests = folder / "cluster.json", folder / "release.yml"
    release(manifests)
    before = lists(plane.client)
    cost = playbook("snapshot", kube_snapshot_path=snapshot, kube_snapshot_kubeconfig=kubeconfig)
    if cost.code:
        raise SystemExit(f"nothing was saved:\n{cost.output[-2000:]}")
    asked, text = lists(plane.client) - before, snapshot.read_text()
    good = [within("quorum.kube.snapshot", cost, MOST_SAVING_MIB)]
    print(f"    {asked} lists asked for, {len(text) >> 20} MiB saved")
    good.append(SECRET not in text)
    print(f"    {'no environment, argument, message, Secret or ConfigMap' if good[-1] else 'SECRETS'} in it")
    counted = text.count('"kind":"Node"'), text.count('"kind":"Pod"')
    good.append(counted == (SIZE.nodes, SIZE.pods))
    print(f"    {counted[0]} nodes and {counted[1]} pods in it")
    summaries = []
    for what, where in (
        ("quorum.kube.gate, live", {"kube_gate_kubeconfig": kubeconfig}),
        ("quorum.kube.gate, saved", {"kube_gate_snapshot": snapshot}),
    ):
        report = folder / f"{len(summaries)}.json"
        cost = playbook("gate", kube_gate_src=manifests, kube_gate_report=report, **where)
        summaries.append(told(cost, report))
        good.append(within(what, cost, MOST_JUDGING_MIB))
    good.append(summaries[0] == summaries[1])
    print(f"    {json.dumps(summaries[0])}{'' if good[-1] else f', but saved {json.dumps(summaries[1])}'}")
    return all(good)


def main() -> int:
    try:
        programs = find()
    except ProgramsMissing as reason:
        print(f"left out: {reason}")
        return 0
    with ControlPlane(programs, scheduler=False) as plane, tempfile.TemporaryDirectory() as folder:
        print(f"{SIZE.nodes} nodes and {SIZE.pods} pods of Kubernetes {plane.release}", flush=True)
        filled(plane)
        return 0 if measure(plane, Path(folder)) else 1


if __name__ == "__main__":
    sys.exit(main())
