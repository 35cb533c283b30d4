# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Traps of objects as a whole: fields that nobody reads, names, nodes. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any

from ..names import dns_label
from .schema import fields_of, type_at, unknown_fields
from .trap import DEAD_RULE, FRAGILE, IMPOSSIBLE, Object, Trap
from .traps import DEPRECATED_LABELS

HOSTNAME = "kubernetes.io/hostname"
_HOST_NAMES = {
    "CronJob": "Pod names and hostnames",
    "Deployment": "Pod names and hostnames",
    "Job": "Pod names and hostnames",
    "Pod": "the Pod's hostname",
    "ReplicaSet": "Pod names and hostnames",
    "ReplicationController": "Pod names and hostnames",
}


def unknown_field_traps(value: Any, type_name: str, path: str = "") -> Iterator[Trap]:
    """Misspelt and misplaced fields: the API server drops them, kubectl refuses them."""
    for place in unknown_fields(value, type_name):
        name = place.rpartition(".")[2]
        owner = type_at(type_name, place.rpartition(".")[0])
        near = get_close_matches(name, fields_of(owner), n=1, cutoff=0.75) if owner else []
        hint = f' (did you mean "{near[0]}"?)' if near else ""
        text = f"the API knows no such field: the server drops it, and kubectl refuses the object{hint}"
        yield Trap(f"{path}.{place}" if path else place, "unknown-field", DEAD_RULE, name, text)


def name_traps(document: Object) -> Iterator[Trap]:
    """Names that are no host names, in the API server's own words."""
    kind, name = document.get("kind") or "", (document.get("metadata") or {}).get("name") or ""
    reasons = dns_label(name) if name and kind in _HOST_NAMES else ()
    if reasons:
        text = (
            f"this is used in {_HOST_NAMES[kind]}, which can result in surprising behavior; "
            f"a DNS label is recommended: [{' '.join(reasons)}]"
        )
        yield Trap("metadata.name", "long-name", FRAGILE, name, text)


def node_traps(node: Object) -> Iterator[Trap]:
    labels = (node.get("metadata") or {}).get("labels") or {}
    status = node.get("status") or {}
    for name in ("allocatable", "capacity"):
        amounts = status.get(name)
        if amounts is not None:
            if "pods" not in amounts:
                text = "without a number of pods the node has room for none: Too many pods"
                yield Trap(f"status.{name}", "node-without-pods", IMPOSSIBLE, amounts, text)
            break
    if labels and HOSTNAME not in labels:
        text = (
            f"without the label {HOSTNAME} no affinity to a pod by host can be met, and the node is left out of spread"
        )
        yield Trap("metadata.labels", "node-without-hostname", FRAGILE, None, text)
    for index, taint in enumerate((node.get("spec") or {}).get("taints") or ()):
        key = (taint or {}).get("key") or ""
        if key in DEPRECATED_LABELS:
            yield Trap(
                f"spec.taints[{index}].key", "deprecated-label", FRAGILE, key, f"{key}: {DEPRECATED_LABELS[key]}"
            )
