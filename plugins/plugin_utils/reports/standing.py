# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Who would be evicted first on a node that runs out of memory, as far as manifests alone can tell.

The kubelet evicts pods first that use more than they request, then those of lower priority, then those that exceed
their requests by most, and never critical ones (Kubernetes pkg/kubelet/eviction/helpers.go rankMemoryPressure). What
pods will use is not known before they run; this order takes every pod to use all that its limits allow.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ansible_collections.quorum.kube.plugins.module_utils._kube.eviction import CRITICAL_PRIORITY
from ansible_collections.quorum.kube.plugins.module_utils._kube.quantity import BINARY_SI, Quantity, parse

from .subjects import Entry, Identity, identity

NO_LIMIT = -1


class Standing(NamedTuple):
    """A pod with the memory that it requests and may use, in bytes; `NO_LIMIT` where nothing holds it."""

    identity: Identity
    template: str
    kind: str
    namespace: str
    name: str
    reason: str
    qos_class: str
    requested: int
    most: int
    priority: int
    score: int | None
    """The highest oom_score_adj of its containers, which the kernel's out-of-memory killer goes by."""

    @property
    def is_critical(self) -> bool:
        """Whether the kubelet never evicts it."""
        return self.priority >= CRITICAL_PRIORITY

    @property
    def why(self) -> str:
        """What gives it its place."""
        asked = f"requests {_told(self.requested)}" if self.requested else "requests nothing"
        if self.is_critical:
            return f"never evicted at priority {self.priority}"
        if self.most == NO_LIMIT:
            return f"may use all there is and {asked}; priority {self.priority}"
        over = self.most - self.requested
        told = (
            f"may use {_told(self.most)} and {asked}, {_told(over)} over"
            if over > 0
            else f"{asked} and may use no more"
        )
        return f"{told}; priority {self.priority}"


def standings(result: Entry) -> list[Standing]:
    """The pods, first evicted first and critical ones last; equal ones as in the input."""
    return sorted((_standing(pod) for pod in result.get("pods", ())), key=_order)


def by_node(result: Entry, found: Sequence[Standing]) -> dict[str, list[tuple[int, str]]]:
    """For each node the pods that were placed on it, as numbers of standings and names, first evicted first."""
    numbers = {(entry.identity, entry.template): index for index, entry in enumerate(found)}
    nodes: dict[str, list[tuple[int, str]]] = {}
    for entry in result.get("results", ()):
        number = numbers.get((identity(entry), entry["template"]))
        if entry.get("node") and number is not None:
            nodes.setdefault(entry["node"], []).append((number, entry["pod"]))
    return {node: sorted(nodes[node]) for node in sorted(nodes)}


def eviction(result: Entry) -> list[dict[str, Any]]:
    """The contract's `eviction`: the order on each node that the pods were placed on."""
    found = standings(result)
    told = []
    for node, pods in by_node(result, found).items():
        entries = [(found[number], name) for number, name in pods]
        order = [_named(each, name) | {"reason": each.why} for each, name in entries if not each.is_critical]
        spared = [_named(each, name) for each, name in entries if each.is_critical]
        told.append({"node": node, "order": order, "never_evicted": spared})
    return told


def _named(entry: Standing, pod: str) -> dict[str, str]:
    return {"namespace": entry.namespace, "name": pod}


def _standing(pod: Entry) -> Standing:
    requested = _bytes(pod["requests"].get("memory"), 0)
    most = _bytes(pod["limits"].get("memory"), NO_LIMIT)
    scores = [entry["oom_score_adj"] for entry in pod["containers"] if entry.get("oom_score_adj") is not None]
    return Standing(
        identity=identity(pod),
        template=pod["template"],
        kind=pod["kind"],
        namespace=pod["namespace"],
        name=pod["name"],
        reason=pod["reason"],
        qos_class=pod["qos_class"],
        requested=requested,
        most=most,
        priority=int(pod.get("priority") or 0),
        score=max(scores, default=None),
    )


def _order(entry: Standing) -> tuple[bool, bool, int, float, int]:
    """What is not limited takes all there is: the less it requests, the more it exceeds that."""
    over = float("inf") if entry.most == NO_LIMIT else entry.most - entry.requested
    beside = entry.requested if entry.most == NO_LIMIT else 0
    return entry.is_critical, over <= 0, entry.priority, -over, beside


def _bytes(quantity: Any, default: int) -> int:
    return default if quantity is None else parse(quantity).value()


def _told(amount: int) -> str:
    return Quantity(amount, format_=BINARY_SI).canonical()
