# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The placed pods, found by node and by label. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Optional

from .pod import Pod

Pair = Optional[tuple[str, str]]


class Population:
    """Pods by node, and by each of their label pairs."""

    def __init__(self, nodes: int) -> None:
        self.by_node: list[dict[Pod, None]] = [{} for dummy in range(nodes)]
        self.namespaces: dict[str, int] = {}
        self._by_pair: dict[Pair, dict[Pod, int]] = {None: {}}
        self._by_place: dict[tuple[str, str], tuple[Pod, int]] = {}

    def add(self, pod: Pod, number: int) -> None:
        self.by_node[number][pod] = None
        self.namespaces[pod.namespace] = self.namespaces.get(pod.namespace, 0) + 1
        self._by_pair[None][pod] = number
        self._by_place[pod.namespace, pod.name] = pod, number
        for pair in pod.shape.labels.items():
            members = self._by_pair.get(pair)
            if members is None:
                members = self._by_pair[pair] = {}
            members[pod] = number

    def discard(self, pod: Pod, number: int) -> None:
        del self.by_node[number][pod]
        self.namespaces[pod.namespace] -= 1
        if not self.namespaces[pod.namespace]:
            del self.namespaces[pod.namespace]
        del self._by_pair[None][pod]
        self._by_place.pop((pod.namespace, pod.name), None)
        for pair in pod.shape.labels.items():
            del self._by_pair[pair][pod]

    def named(self, namespace: str, name: str) -> Optional[tuple[Pod, int]]:
        """The pod of this name with its node."""
        return self._by_place.get((namespace, name))

    def with_labels(self, pairs: Sequence[Pair]) -> Iterator[tuple[Pod, int]]:
        """The pods that carry one of the label pairs; a None pair stands for all pods."""
        for pair in pairs:
            yield from self._by_pair.get(pair, {}).items()
