# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Real manifests of other projects, where the machine has a folder with them."""

from __future__ import annotations

import copy
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.workloads import pods_of
from ansible_collections.quorum.kube.plugins.module_utils._manifests import Document, load

BESIDE = Path(__file__).resolve().parents[2].parent / "shared" / "corpus"
CORPUS = Path(os.environ.get("QUORUM_KUBE_CORPUS") or BESIDE)
"""The folder that QUORUM_KUBE_CORPUS names, or the one beside the checkout; it need not be there."""


def folder() -> Path:
    """The folder of real manifests; where there is none, the test is left out."""
    if not CORPUS.is_dir():
        pytest.skip(f"real manifests are left out: {CORPUS} is no folder (QUORUM_KUBE_CORPUS names another)")
    return CORPUS


def documents(kinds: frozenset[str]) -> list[Document]:
    """Every readable object of these kinds."""
    return load([str(folder())], None, lambda value: value.get("kind") in kinds).documents


def in_default_namespace(value: Any) -> dict[str, Any]:
    """A copy of an object for a control plane in which there is no other namespace, and no class of others."""
    result: dict[str, Any] = copy.deepcopy(dict(value))
    meta = result.setdefault("metadata", {})
    if result.get("kind") != "Node" and isinstance(meta, dict):
        meta["namespace"] = "default"
    return result


def pods(value: Any) -> Iterator[dict[str, Any]]:
    """The pods that an object's templates stand for."""
    for ref in pods_of(value):
        spec = {**ref.spec}
        for name in ("priorityClassName", "priority", "runtimeClassName", "overhead"):
            spec.pop(name, None)
        meta = {"name": "generated", "namespace": "default"}
        meta.update({name: ref.metadata[name] for name in ("labels", "annotations") if ref.metadata.get(name)})
        yield {"apiVersion": "v1", "kind": "Pod", "metadata": meta, "spec": spec}
