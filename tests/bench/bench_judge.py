# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What judging a folder of manifests costs beside a bare parse of the same files with PyYAML's C loader.

Judged are the quality of service class and the validity of every object; loading is measured with it and without. CPU
time of one process, parse and judgement in turns; the ratio is the median of those of each round. What loading and
judging together may cost is bounded, judging alone is told for whoever works on it. Folders: a thousand generated pods
in as many files, and the real manifests that QUORUM_KUBE_CORPUS names, where there are any.
"""

from __future__ import annotations

import contextlib
import gc
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml
from ansible_collections.quorum.kube.plugins.module_utils._kube.cgroups import Node
from ansible_collections.quorum.kube.plugins.module_utils._kube.qos_report import told_documents
from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import gates_of
from ansible_collections.quorum.kube.plugins.module_utils._kube.validation.report import Report
from ansible_collections.quorum.kube.plugins.module_utils._kube.validation.schema import Shapes
from ansible_collections.quorum.kube.plugins.module_utils._kube.workloads import is_workload
from ansible_collections.quorum.kube.plugins.module_utils._manifests import Documents, load
from ansible_collections.quorum.kube.tests.kubernetes.corpus import CORPUS
from ansible_collections.quorum.kube.tests.kubernetes.generators import Generator

PODS = 1000
ROUNDS = int(os.environ.get("QUORUM_BENCH_ROUNDS", "5"))
GATES = gates_of(None, None)


def files_of(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in (".yml", ".yaml", ".json") and path.is_file())


def parse(folder: Path) -> None:
    for path in files_of(folder):
        with open(path, "rb") as file, contextlib.suppress(yaml.YAMLError, UnicodeDecodeError):
            list(yaml.load_all(file, yaml.CSafeLoader))


def loaded(folder: Path) -> Documents:
    return load([str(folder)], None, is_workload)


def judge(found: Documents) -> int:
    """How many objects there were; their class and their validity are told as the modules tell them."""
    shapes = Shapes()
    told_documents(found, GATES, {}, "default", Node(), shapes)
    report = Report(GATES, {}, "default", shapes)
    return len([report.told(document) for document in found.documents])


def cpu_seconds(work: Callable[[], Any]) -> float:
    gc.collect()
    began = time.process_time()
    work()
    return time.process_time() - began


def measure(name: str, folder: Path, bound: float) -> bool:
    """Prints the ratios of a folder; tells whether loading and judging are within their bound."""
    judge(loaded(folder))
    parsed, whole, alone = [], [], []
    for _round in range(ROUNDS):
        parsed.append(cpu_seconds(lambda: parse(folder)))
        whole.append(cpu_seconds(lambda: judge(loaded(folder))))
        found = loaded(folder)
        alone.append(cpu_seconds(lambda found=found: judge(found)))  # type: ignore[misc]
    count, base = len(loaded(folder).documents), statistics.median(parsed)
    print(f"{name}: {count} objects in {len(files_of(folder))} files, bare parse {base:.3f} s of CPU")
    good = ratio(whole, parsed) <= bound
    verdict = "ok" if good else "TOO LONG"
    print(f"    loading and judging    {ratio(whole, parsed):5.2f} x  of {bound:.1f} x  {verdict}")
    print(f"    judging alone          {ratio(alone, parsed):5.2f} x")
    return good


def ratio(measured: list[float], base: list[float]) -> float:
    """The median of the ratios of each round, so that a busy moment of the machine spoils one round alone."""
    return statistics.median(one / other for one, other in zip(measured, base, strict=True))


def generate(folder: Path) -> None:
    for number in range(PODS):
        pod = Generator(number, mistakes=0.0).pod()
        pod["metadata"]["name"] = f"pod-{number}"
        (folder / f"pod-{number:04}.yml").write_text(yaml.safe_dump(pod, sort_keys=False), encoding="utf-8")


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="quorum-kube-bench-") as folder:
        generate(Path(folder))
        good = measure("generated pods", Path(folder), 3.0)
    if CORPUS.is_dir():
        good = measure("real manifests", CORPUS, 1.5) and good
    else:
        print(f"real manifests: left out, {CORPUS} is no folder (QUORUM_KUBE_CORPUS names another)")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
