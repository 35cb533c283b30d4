# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What kube-apiserver refuses: the real one and the gate are asked about the same objects."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import Any, Optional

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import Gates, gates_of
from ansible_collections.quorum.kube.plugins.module_utils._kube.validation.document import KINDS, Judge
from ansible_collections.quorum.kube.tests.kubernetes import corpus, totals
from ansible_collections.quorum.kube.tests.kubernetes.client import RESOURCES, Client
from ansible_collections.quorum.kube.tests.kubernetes.comparison import compare, validity_difference
from ansible_collections.quorum.kube.tests.kubernetes.generators import Fields, Generator
from ansible_collections.quorum.kube.tests.kubernetes.openapi import published
from ansible_collections.quorum.kube.tests.kubernetes.shrinking import smallest

SHOWN = 5


@pytest.fixture(scope="module")
def gates(release: str) -> Gates:
    return gates_of(release, None)


@pytest.fixture(scope="module")
def judge(gates: Gates) -> Judge:
    return Judge(gates)


def report(client: Client, judge: Judge, differing: list[tuple[str, dict[str, Any]]]) -> str:
    """The first differences, each with the smallest manifest that still shows it."""
    lines = []
    for origin, manifest in differing[:SHOWN]:
        small = smallest(manifest, lambda each: bool(validity_difference(client, judge, each)))
        lines += [f"{origin}: {json.dumps(small, ensure_ascii=False)}", validity_difference(client, judge, small)]
    return "\n".join(lines)


def asked(client: Client, judge: Judge, make: Callable[[int], dict[str, Any]], first: int, count: int) -> None:
    """Asks both about `count` objects, each of a seed of its own, and fails with the differences."""
    answers: Counter[int] = Counter()
    differing = []
    for seed in range(first, first + count):
        manifest = make(seed)
        answer = client.create(manifest, dry_run=True)
        answers[answer.status] += 1
        if compare(answer, judge, manifest):
            differing.append((f"seed {seed}", manifest))
    totals.count(totals.VALIDITY, count, len(differing))
    print(f"seeds {first} to {first + count - 1}, answers by status: {dict(answers)}, differences: {len(differing)}")

    assert not differing, f"{len(differing)} of {count} differ\n{report(client, judge, differing)}"


def generated(kind: str, strange: int = 0, served: Optional[Fields] = None) -> Callable[[int], dict[str, Any]]:
    def make(seed: int) -> dict[str, Any]:
        draw = Generator(seed, served=served)
        manifest: dict[str, Any] = getattr(draw, kind)()
        if strange:
            draw.strange_fields(manifest, manifest["kind"], 1 + seed % strange)
        return manifest

    return make


def test_generated_pods(client: Client, judge: Judge, seed: int, count: int) -> None:
    asked(client, judge, generated("pod"), seed, count)


def test_generated_workloads(client: Client, judge: Judge, seed: int, count: int) -> None:
    asked(client, judge, generated("workload"), seed, count // 3)


def test_generated_nodes(client: Client, judge: Judge, seed: int, count: int) -> None:
    asked(client, judge, generated("node"), seed, count // 6)


@pytest.mark.parametrize("kind", ["pod", "workload", "node"])
def test_any_field_of_the_api(client: Client, judge: Judge, seed: int, count: int, kind: str) -> None:
    """Fields that the release does not have yet are left out: it ignores them."""
    asked(client, judge, generated(kind, strange=6, served=published(client)), seed, count // 4)


def test_real_manifests(client: Client, judge: Judge) -> None:
    """Objects of versions that are no longer served are left out: the server has no place to ask."""
    differing, statuses, left_out = [], Counter(), 0
    for document in corpus.documents(KINDS):
        manifest = corpus.in_default_namespace(document.value)
        if manifest.get("kind") not in RESOURCES.get(str(manifest.get("apiVersion")), {}):
            left_out += 1
            continue
        answer = client.create(manifest, dry_run=True)
        statuses[answer.status] += 1
        if compare(answer, judge, manifest):
            differing.append((f"{document.file} document {document.document}", manifest))
    totals.count(totals.VALIDITY, sum(statuses.values()), len(differing))
    print(f"answers by status: {dict(statuses)}, of versions not served: {left_out}, differences: {len(differing)}")

    assert sum(statuses.values()) > 0
    assert not differing, report(client, judge, differing)
