# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the relations say of real manifests is what a person has looked at, line by line: corpus.txt.

An input is one folder with the files right in it, as `kubectl apply --filename` takes it; the workloads that come with
nodes are judged against these as well. A changed line is looked at before it goes into the file:
`QUORUM_KUBE_GOLDEN=write` writes it anew.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from ansible_collections.quorum.kube.plugins.module_utils._kube.findings import Finding
from ansible_collections.quorum.kube.plugins.module_utils._kube.relations.judge import judge
from ansible_collections.quorum.kube.plugins.module_utils._kube.relations.view import View
from ansible_collections.quorum.kube.plugins.module_utils._kube.scheduling.snapshot import Snapshot
from ansible_collections.quorum.kube.plugins.module_utils._manifests import SUFFIXES, load
from ansible_collections.quorum.kube.tests.kubernetes import corpus

GOLDEN = Path(__file__).parent / "corpus.txt"
WITH_NODES = ("open-simulator/example/application", "open-simulator/example/cluster/demo_1")


def inputs(root: Path) -> Iterator[tuple[str, list[str]]]:
    """Each folder with the manifests that are right in it."""
    for folder, folders, names in os.walk(root):
        folders.sort()
        files = sorted(os.path.join(folder, name) for name in names if name.lower().endswith(SUFFIXES))
        if files:
            yield os.path.relpath(folder, root), files


def line(root: Path, finding: Finding) -> str:
    subject = finding.object
    place = f"{os.path.relpath(subject.file, root)}:{subject.line}"
    name = f"{subject.kind} {subject.namespace}/{subject.name}"
    message = finding.message.replace(f"{root}{os.sep}", "")
    return f"{finding.severity:<7} {finding.rule}  {place}  {name}  {finding.field}: {message}"


def judged(root: Path) -> Iterator[str]:
    for folder, files in inputs(root):
        yield from section(root, folder, View(load(files).documents))
    workloads, cluster = (root / name for name in WITH_NODES)
    snapshot = [document.value for document in load([str(cluster)]).documents]
    for folder, files in inputs(workloads):
        view = View(load(files).documents, Snapshot(snapshot))
        yield from section(root, f"{WITH_NODES[0]}/{folder} on {WITH_NODES[1]}", view)


def section(root: Path, title: str, view: View) -> Iterator[str]:
    found = [line(root, finding) for finding in judge(view)]
    if found:
        yield from (f"# {title}", *found, "")


def test_the_findings_of_real_manifests_are_those_that_a_person_has_judged() -> None:
    text = "\n".join(judged(corpus.folder()))
    if os.environ.get("QUORUM_KUBE_GOLDEN") == "write":
        GOLDEN.write_text(text, encoding="utf-8")
    assert GOLDEN.read_text(encoding="utf-8") == text


def test_no_real_release_is_refused_without_its_cluster() -> None:
    """Every error in the golden file is one against nodes that came with the workloads."""
    titles = [part.partition("\n")[0] for part in GOLDEN.read_text(encoding="utf-8").split("# ") if "error " in part]
    assert [title for title in titles if " on " not in title] == []
