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

    count: int

    @property
    def losses(self) -> frozenset[int]:
        """The number that has to be simulated."""
        return frozenset([self.count])

    def breaches(self, workload: Workload) -> Iterator[Breach]:
        """One, with the first loss that is not survived and how many there are."""
        losses = [entry for entry in workload.survival if len(entry["lost_nodes"]) == self.count]
        if not losses:
            told = f"the loss of {self.count} node{'' if self.count == 1 else 's'} was not simulated"
            yield Breach(told, "give a snapshot or a cluster with more nodes than that", open=True)
            return
        stuck = [(entry, pods) for entry in losses if (pods := _unplaced(entry, workload.key))]
        if stuck:
            entry, pods = stuck[0]
            lost = ", ".join(entry["lost_nodes"])
            yield Breach(
                f"{len(stuck)} of {len(losses)} losses leave pods without a node; without {lost}: "
                f"{pods[0]['pod']}: {pods[0]['message']}",
                "leave room for it on the other nodes, or let it run with fewer replicas",
            )


def _unplaced(entry: Any, key: tuple[str, str, str]) -> list[Any]:
    return [pod for pod in entry["unplaced"] if (pod["kind"], pod["namespace"], pod["name"]) == key]


def read(reader: Reader, value: Any, place: str) -> SurviveNodeLoss | None:
    """How many nodes."""
    count = reader.number(value, place)
    return SurviveNodeLoss(count) if count else None
