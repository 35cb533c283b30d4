# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a scheduler profile changes: plugins, weights and arguments. Private to this collection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Optional

from ..objects import NodeTerm, PreferredNodes, SpreadConstraint
from ..resource_names import CPU, MEMORY
from .scorer import Scorer
from .verdict import Check

LEAST, MOST_ALLOCATED, RATIO = "LeastAllocated", "MostAllocated", "RequestedToCapacityRatio"
DEFAULT_RESOURCES = ((CPU, 1), (MEMORY, 1))
EMPTIER_IS_BETTER = ((0, 100), (100, 0))
FEWEST_NODES = 100


class Strategy(NamedTuple):
    """How NodeResourcesFit scores; the shape's points are utilisation and score, both in percent."""

    kind: str = LEAST
    resources: tuple[tuple[str, int], ...] = DEFAULT_RESOURCES
    shape: tuple[tuple[int, int], ...] = ()

    @property
    def is_default(self) -> bool:
        return self.kind == LEAST and self.resources == DEFAULT_RESOURCES


class Profile(NamedTuple):
    """One profile of a KubeSchedulerConfiguration; the defaults are those of a scheduler without a configuration.

    `default_constraints` is None for the system's own. `is_kubelet` is no scheduler: what a kubelet asks of a pod that
    names its node already.
    """

    scheduler_name: str = "default-scheduler"
    no_filter: frozenset[str] = frozenset()
    no_score: frozenset[str] = frozenset()
    no_post_filter: frozenset[str] = frozenset()
    weights: Mapping[str, int] = {}
    added_affinity: Optional[tuple[NodeTerm, ...]] = None
    added_preferences: tuple[PreferredNodes, ...] = ()
    ignored_resources: frozenset[str] = frozenset()
    ignored_groups: frozenset[str] = frozenset()
    strategy: Strategy = Strategy()
    balanced: tuple[tuple[str, int], ...] = DEFAULT_RESOURCES
    hard_pod_affinity_weight: int = 1
    ignores_preferences_of_others: bool = False
    default_constraints: Optional[tuple[SpreadConstraint, ...]] = None
    storage_shape: tuple[tuple[int, int], ...] = EMPTIER_IS_BETTER
    percentage_of_nodes: int = 0
    is_kubelet: bool = False

    def checks(self, checks: Sequence[Check]) -> Sequence[Check]:
        """The checks that the profile leaves on."""
        return [check for check in checks if check.name not in self.no_filter] if self.no_filter else checks

    @property
    def scored_resources(self) -> tuple[str, ...]:
        """The resources that the scores of a node depend on."""
        return tuple(sorted({name for name, _weight in (*self.strategy.resources, *self.balanced)}))

    def nodes_looked_at(self, total: int) -> int:
        """How many feasible nodes the scheduler is content with (schedule_one.go numFeasibleNodesToFind)."""
        if total < FEWEST_NODES:
            return total
        percentage = self.percentage_of_nodes or max(50 - total // 125, 5)
        return max(total * percentage // 100, FEWEST_NODES)

    def weight_of(self, scorer: Scorer) -> int:
        """The weight of a score plugin, 0 where it is off."""
        return 0 if scorer.name in self.no_score else self.weights.get(scorer.name) or scorer.weight
