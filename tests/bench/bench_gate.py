# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the whole gate costs beside a bare parse of the same files with PyYAML's C loader, and how much memory it takes.

Everything is in it: loading, validity, classes, relations, the policy without rules, and the text report. CPU time of
one process, parse and gate in turns; the ratio is the median of those of each round. The same against nodes, with every
replica placed in turn, is told and not bounded, since it grows with the nodes. Folders: the real manifests that
QUORUM_KUBE_CORPUS names, where there are any, and a thousand generated pods in as many files.

Then the gate and other tools in a process each, which starts with nothing in memory: CPU time, largest resident size,
and how many times that of the tool the gate needs. None of them asks a cluster. A tool that cannot be built is left out
with the reason.
"""

from __future__ import annotations

import resource
import sys
import tempfile
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from ansible_collections.quorum.kube.plugins.plugin_utils.gate.judging import judge
from ansible_collections.quorum.kube.plugins.plugin_utils.gate.reading import GATE_ARGUMENT_SPEC, read_request
from ansible_collections.quorum.kube.plugins.plugin_utils.reports import render
from ansible_collections.quorum.kube.tests.bench.bench_judge import (
    ROUNDS,
    cpu_seconds,
    files_of,
    generate,
    parse,
    ratio,
)
from ansible_collections.quorum.kube.tests.bench.other_tools import LeftOut, Tool, tools
from ansible_collections.quorum.kube.tests.bench.process_cost import Cost, cost_of
from ansible_collections.quorum.kube.tests.kubernetes.corpus import CORPUS

NODES = 20
MOST_MEMORY_MIB = 300
TODAY = date(2026, 1, 1)
BARE_PARSE = """
import contextlib, sys, yaml
for path in sys.argv[1:]:
    with open(path, "rb") as file, contextlib.suppress(yaml.YAMLError, UnicodeDecodeError):
        list(yaml.load_all(file, yaml.CSafeLoader))
"""
DEFAULTS = {name: option.get("default") for name, option in GATE_ARGUMENT_SPEC.items()}


def gate(folder: Path, **more: Any) -> dict[str, Any]:
    """The gate's result, after its text has been written as well."""
    result = judge(read_request({**DEFAULTS, "src": [str(folder)], **more}), TODAY).result
    render("text", result)
    return result


def nodes() -> list[dict[str, Any]]:
    amounts = {"cpu": "64", "memory": "256Gi", "pods": "110", "ephemeral-storage": "1Ti"}
    return [
        {
            "apiVersion": "v1",
            "kind": "Node",
            "metadata": {"name": f"node-{number}", "labels": {"kubernetes.io/hostname": f"node-{number}"}},
            "status": {"allocatable": amounts, "capacity": amounts},
        }
        for number in range(NODES)
    ]


def measure(name: str, folder: Path, bound: float) -> bool:
    """Prints the ratios of a folder; tells whether the gate is within its bound."""
    cluster = nodes()
    result = gate(folder)
    parsed, judged, placed = [], [], []
    for _round in range(ROUNDS):
        parsed.append(cpu_seconds(lambda: parse(folder)))
        judged.append(cpu_seconds(lambda: gate(folder)))
        placed.append(cpu_seconds(lambda: gate(folder, cluster_objects=cluster)))
    base, found = sorted(parsed)[len(parsed) // 2], len(result["findings"])
    print(f"{name}: {len(files_of(folder))} files, {len(result['objects'])} objects judged, {found} findings")
    print(f"    bare parse             {base:5.2f} s of CPU")
    good = ratio(judged, parsed) <= bound
    print(
        f"    whole gate             {ratio(judged, parsed):5.2f} x  of {bound:.1f} x  {'ok' if good else 'TOO LONG'}"
    )
    print(f"    against {NODES} nodes       {ratio(placed, parsed):5.2f} x")
    return good


def compare(name: str, folder: Path, others: Mapping[str, Tool | LeftOut]) -> None:
    """Prints what the gate, a bare parse and each of the others cost with the same files."""
    files = files_of(folder)
    print(f"{name}, a process each:")
    whole = typical([sys.executable, __file__, str(folder)])
    print(f"    whole gate             {told(whole)}")
    started = typical(["ansible-playbook", "quorum.kube.gate", "-e", f"kube_gate_src={folder}"])
    print(f"    as a playbook          {told(started)}")
    parsed = typical([sys.executable, "-c", BARE_PARSE, *map(str, files)])
    print(f"    bare parse             {told(parsed)}  gate {beside(whole, parsed)}")
    for title, tool in others.items():
        if isinstance(tool, LeftOut):
            print(f"    {title:<22} left out: {tool}")
            continue
        given = tool.readable(files)
        cost = typical(tool.command(given))
        print(f"    {tool.name:<22} {told(cost)}  gate {beside(whole, cost)}")
        fewer = f"; with the {len(given)} of {len(files)} files that do not stop it" if len(given) < len(files) else ""
        print(f"        {tool.note}{fewer}")


def typical(command: Sequence[str]) -> Cost:
    """The cost of the round in the middle, by CPU time."""
    costs = sorted((cost_of(command) for dummy in range(ROUNDS)), key=lambda cost: cost.cpu)
    return costs[len(costs) // 2]


def told(cost: Cost) -> str:
    return f"{cost.cpu:6.2f} s of CPU {cost.mebibytes:5} MiB"


def beside(whole: Cost, other: Cost) -> str:
    return f"{whole.cpu / other.cpu:5.2f} x the time, {whole.mebibytes / other.mebibytes:4.2f} x the memory"


def main() -> int:
    if sys.argv[1:]:
        gate(Path(sys.argv[1]))
        return 0
    good = True
    with tempfile.TemporaryDirectory(prefix="quorum-kube-bench-") as folder:
        generate(Path(folder))
        folders = {"generated pods": Path(folder)}
        good = measure("generated pods", Path(folder), 3.0) and good
        if CORPUS.is_dir():
            folders["real manifests"] = CORPUS
            good = measure("real manifests", CORPUS, 1.5) and good
        else:
            print(f"real manifests: left out, {CORPUS} is no folder (QUORUM_KUBE_CORPUS names another)")
        used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        small = used <= MOST_MEMORY_MIB
        print(f"memory at most           {used} MiB of {MOST_MEMORY_MIB} MiB  {'ok' if small else 'TOO MUCH'}")
        with tools() as others:
            for name, each in folders.items():
                compare(name, each, others)
    return 0 if good and small else 1


if __name__ == "__main__":
    sys.exit(main())
