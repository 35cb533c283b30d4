# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Many pods in turn: each is put where the scheduler would put it before the next is asked about.

KK scheduler/schedule_one.go. On a large cluster the scheduler looks for some feasible nodes only, and of equally good
ones it takes any; here it is the first of both, so that a run can be repeated. Private to this collection.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, Optional

from ..objects import mapping
from ..workloads import PodTemplateRef
from .ask import Ask
from .bits import Bits, count_of, first_of, numbers_of
from .chain import Answer, judge
from .judging import Judged, Judging
from .matching import Matching
from .pod import Pod, Shape
from .replicas import Replica
from .scoring import best_of, scores_by_node
from .volumes import claims_of, waits

_ASKS_KEPT = 100
ORDERED = "{pod} isn't created before {earlier} is ready (podManagementPolicy OrderedReady)"


class Placed(NamedTuple):
    """One pod of a run: what the checks said, and the node it was put on, if any.

    `held_back` says why a pod is not even created.
    """

    judged: Judged
    number: Optional[int] = None
    held_back: str = ""
    scores: Mapping[str, Mapping[str, int]] = {}


class Run:
    """Places pods one after another; equal pods are asked about through one `Ask`."""

    def __init__(self, judging: Judging, scores: bool = False) -> None:
        self._judging = judging
        self._scores = scores
        self._cluster = judging.cluster
        self._asks: dict[int, tuple[Shape, Ask]] = {}
        self._start = 0

    def all(self, refs: Iterable[PodTemplateRef]) -> Iterator[Placed]:
        """Every replica of every workload, in the order of the input; pods that run already give way first."""
        for ref in refs:
            blocked: Optional[Replica] = None
            for replica in self._judging.workload(ref).replicas(self._cluster):
                if blocked is not None:
                    ask = self._ask(replica.pod.shape)
                    text = ORDERED.format(pod=replica.pod.name, earlier=blocked.pod.name)
                    yield Placed(Judged(ref, replica, ask, Answer(0)), held_back=text)
                    continue
                placed = self.one(ref, replica)
                yield placed
                if placed.number is None and _is_ordered(ref):
                    blocked = replica

    def one(self, ref: PodTemplateRef, replica: Replica) -> Placed:
        """Asks about the pod and puts it on the best of its nodes."""
        cluster = self._cluster
        running = cluster.population.named(replica.pod.namespace, replica.pod.name)
        if running is not None:
            cluster.remove(*running)
        cluster.expect(replica.claims)
        ask = self._ask(replica.pod.shape)
        answer = judge(ask)
        answer = answer._replace(feasible=answer.feasible & ~cluster.lost)
        judged = Judged(ref, replica, ask, answer)
        if not answer.feasible or self._judging.waiting(ask):
            return Placed(judged)
        scores = scores_by_node(ask, list(numbers_of(answer.feasible))) if self._scores else {}
        number = self.choose(ask, answer.feasible)
        self.put(ask, replica.pod, number)
        return Placed(judged, number, scores=scores)

    def choose(self, ask: Ask, feasible: Bits) -> int:
        """The best of the nodes that the scheduler would look at."""
        numbers = self._looked_at(ask, feasible)
        return numbers[0] if len(numbers) == 1 else best_of(ask, numbers)

    def put(self, ask: Ask, pod: Pod, number: int) -> None:
        """Puts the pod on a node and binds its claims there."""
        if ask.shape.volumes:
            self._bind(ask, number)
        self._cluster.place(pod, number)

    def _ask(self, shape: Shape) -> Ask:
        known = self._asks.get(id(shape))
        if known is None:
            if len(self._asks) > _ASKS_KEPT:
                self._asks.clear()
            known = self._asks[id(shape)] = (shape, self._judging.ask(shape))
        return known[1]

    def _looked_at(self, ask: Ask, feasible: Bits) -> list[int]:
        """The first feasible nodes, from where the last search ended (numFeasibleNodesToFind, nextStartNodeIndex)."""
        total = len(self._cluster.nodes)
        wanted = ask.profile.nodes_looked_at(total)
        if count_of(feasible) <= wanted:
            return first_of(feasible, 0, total)
        found = first_of(feasible, self._start, wanted)
        if len(found) < wanted:
            found += first_of(feasible & ((1 << self._start) - 1), 0, wanted - len(found))
        self._start = (found[-1] + 1) % total
        return found

    def _bind(self, ask: Ask, number: int) -> None:
        """Claims that waited for the pod get their volumes, or are provisioned for its node."""
        cluster = self._cluster
        waiting = [claim for claim in claims_of(ask) if waits(ask, claim)]
        for group in Matching(ask, waiting, 1 << number).groups if waiting else ():
            for claim, volume in group.bound:
                owner = (claim.namespace, claim.name, claim.uid)
                cluster.claims[owner[:2]] = claim._replace(bound=True, volume=volume.name)
                cluster.storage.volumes[volume.name] = volume._replace(claim=owner, available=False)
            for claim in group.provisioned:
                place = (claim.namespace, claim.name)
                cluster.claims[place] = claim._replace(selected_node=cluster.names[number])


def _is_ordered(ref: PodTemplateRef) -> bool:
    spec = mapping(ref.owner.get("spec"))
    return ref.kind == "StatefulSet" and spec.get("podManagementPolicy", "OrderedReady") == "OrderedReady"
