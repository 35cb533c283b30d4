# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Nodes that are alike to scores: equal offers, equally given away. Private to this collection."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .cluster import Cluster


class States:
    """Which nodes are in the same state of some resources."""

    def __init__(self, resources: tuple[str, ...]) -> None:
        self.of: list[int] = []
        self._resources = resources
        self._numbers: dict[tuple[int, ...], int] = {}

    def renew(self, cluster: Cluster, number: int) -> None:
        """Looks again at what the node offers and has given away."""
        state: list[int] = []
        for resource in self._resources:
            state += (
                cluster.total(resource).amounts[number],
                cluster.free(resource).amounts[number],
                cluster.assumed(resource)[number],
            )
        found = self._numbers.setdefault(tuple(state), len(self._numbers))
        if number == len(self.of):
            self.of.append(found)
        else:
            self.of[number] = found
