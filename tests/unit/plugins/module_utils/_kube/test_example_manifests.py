# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The example manifests show each class."""

from __future__ import annotations

from pathlib import Path

from ansible_collections.quorum.kube.plugins.module_utils._kube.cgroups import Node
from ansible_collections.quorum.kube.plugins.module_utils._kube.qos_report import told_documents
from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import gates_of
from ansible_collections.quorum.kube.plugins.module_utils._kube.workloads import is_workload
from ansible_collections.quorum.kube.plugins.module_utils._manifests import load

EXAMPLES = Path(__file__).resolve().parents[5] / "examples" / "manifests"


def test_the_examples_are_judged():
    found = told_documents(load([str(EXAMPLES)], understood=is_workload), gates_of("1.37", None), {}, "default", Node())

    assert {
        "cache": "Guaranteed",
        "db": "Guaranteed",
        "nightly-report": "BestEffort",
        "node-exporter": "Burstable",
        "training": "Burstable",
        "web": "Burstable",
    } == {pod["name"]: pod["qos_class"] for pod in found["pods"]}
    assert ({"Service": 1}, []) == (found["skipped_kinds"], found["unreadable"])
