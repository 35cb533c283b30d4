# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""`survive_node_loss`: whether every pod finds another node when that many are lost at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ..reader import Reader
from .requirement import Breach, Workload


class SurviveNodeLoss(NamedTuple):
    """No loss of so many nodes leaves a pod of the workload without a place."""

    nodes: int

    @property
    def losses(self) -> frozenset[int]:
        """The number that has to be simulated."""
        return frozenset([self.nodes])

    def breaches(self, workload: Workload) -> Iterator[Breach]:
        """One, with the first loss that is not survived and how many there are."""
        losses = workload.survival.get(self.nodes)
        if losses is None:
            told = f"the loss of {self.nodes} node{'' if self.nodes == 1 else 's'} was not simulated"
            yield Breach(told, "give a snapshot or a cluster with more nodes than that", open=True)
            return
        stuck = losses.stuck.get(workload.key)
        if stuck:
            lost, pod = ", ".join(stuck[0].nodes), stuck[0].pods[0]
            yield Breach(
                f"{len(stuck)} of {losses.total} losses leave pods without a node; without {lost}: "
                f"{pod['pod']}: {pod['message']}",
                "leave room for it on the other nodes, or let it run with fewer replicas",
            )


def read(reader: Reader, value: Any, place: str) -> SurviveNodeLoss | None:
    """How many nodes."""
    count = reader.number(value, place)
    return SurviveNodeLoss(count) if count else None
