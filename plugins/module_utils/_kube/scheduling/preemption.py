# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether removing less important pods would make room. Private to this collection.

KK scheduler/framework/preemption/preemption.go and plugins/defaultpreemption: each node on which a removal could help
is tried with all its less important pods gone; as many as possible are then put back, budgets and importance first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ..objects import mapping, text, whole
from ..selectors import Selector, selects
from .ask import Ask
from .bits import numbers_of
from .chain import Answer, refusals_on
from .pod import Pod
from .snapshot import Document, place_of
from .terms import pod_selector

NEVER = "not eligible due to preemptionPolicy=Never."
NO_VICTIMS = "No preemption victims found for incoming pod"
NOT_HELPFUL = "Preemption is not helpful for scheduling"
_CANDIDATES_AT_LEAST, _CANDIDATES_PERCENT = 100, 10
_NOT_STARTED = "~"


class Budget(NamedTuple):
    """A PodDisruptionBudget with the number of pods that it still lets go."""

    namespace: str
    selector: Selector
    allowed: int
    disrupted: frozenset[str]

    def covers(self, pod: Pod) -> bool:
        """An empty selector covers nothing here, and a pod that is already being disrupted isn't charged again."""
        if self.namespace != pod.namespace or not self.selector or not pod.shape.labels:
            return False
        return pod.name not in self.disrupted and selects(self.selector, pod.shape.labels)


class Candidate(NamedTuple):
    """A node that would fit once its victims, most important first, are gone."""

    number: int
    victims: tuple[Pod, ...]
    violations: int


class Preemption(NamedTuple):
    """What preemption comes to: equally good candidates, or the reasons against it; `verdict` where none was tried."""

    candidate: tuple[Candidate, ...] = ()
    reasons: Mapping[str, int] = {}
    verdict: str = ""


def budget_of(document: Document) -> Budget:
    """The view of a PodDisruptionBudget."""
    spec, status = mapping(document.get("spec")), mapping(document.get("status"))
    return Budget(
        place_of(document)[0],
        pod_selector(spec.get("selector")),
        whole(status.get("disruptionsAllowed")),
        frozenset(text(name) for name in mapping(status.get("disruptedPods"))),
    )


def preempt(ask: Ask, answer: Answer, budgets: Sequence[Budget]) -> Preemption:
    """Tries every node on which removing pods could help; the best candidates, equally good ones included, are told."""
    if ask.shape.never_preempts:
        return Preemption(verdict=NEVER)
    possible = list(numbers_of(answer.curable))
    enough = max(len(possible) * _CANDIDATES_PERCENT // 100, _CANDIDATES_AT_LEAST)
    candidates: list[Candidate] = []
    reasons: dict[str, int] = {}
    for number in possible:
        found = _try(ask, number, budgets)
        if isinstance(found, Candidate):
            candidates.append(found)
            if len(candidates) >= enough and any(not candidate.violations for candidate in candidates):
                break
        else:
            for reason in found:
                reasons[reason] = reasons.get(reason, 0) + 1
    if candidates:
        return Preemption(candidate=tuple(_best(candidates)))
    others = len(ask.cluster.nodes) - len(possible)
    if others:
        reasons[NOT_HELPFUL] = others
    return Preemption(reasons=reasons)


def _try(ask: Ask, number: int, budgets: Sequence[Budget]) -> Candidate | list[str]:
    """The node as a candidate, or the reasons that remain on it."""
    cluster, priority = ask.cluster, ask.shape.priority
    victims = [pod for pod in cluster.pods_on(number) if pod.shape.priority < priority]
    if not victims:
        return [NO_VICTIMS]
    with cluster.trial():
        for pod in victims:
            cluster.take_away(pod, number)
        remaining = refusals_on(ask, number)
        if remaining:
            return remaining
        victims.sort(key=_importance)
        violating, others = _by_budget(victims, budgets, ask)
        gone = [pod for pod in violating if not _spared(ask, pod, number)]
        violations = len(gone)
        gone += [pod for pod in others if not _spared(ask, pod, number)]
    return Candidate(number, tuple(sorted(gone, key=_importance)), violations)


def _spared(ask: Ask, pod: Pod, number: int) -> bool:
    """Puts the pod back and leaves it there if the incoming one still fits."""
    ask.cluster.put_back(pod, number)
    if not refusals_on(ask, number):
        return True
    ask.cluster.take_away(pod, number)
    return False


def _importance(pod: Pod) -> tuple[int, str]:
    return -pod.shape.priority, pod.start or _NOT_STARTED


def _by_budget(pods: Iterable[Pod], budgets: Sequence[Budget], ask: Ask) -> tuple[list[Pod], list[Pod]]:
    """The pods whose loss would break a budget, and the others; up to 1.36 a pod is charged to all its budgets."""
    allowed = [budget.allowed for budget in budgets]
    stops = ask.gates.has("budgets are charged until one is exhausted")
    violating: list[Pod] = []
    others: list[Pod] = []
    for pod in pods:
        breaks = False
        for position, budget in enumerate(budgets):
            if budget.covers(pod):
                allowed[position] -= 1
                breaks = breaks or allowed[position] < 0
                if breaks and stops:
                    break
        (violating if breaks else others).append(pod)
    return violating, others


def _best(candidates: Sequence[Candidate]) -> Sequence[Candidate]:
    """The candidates that no criterion tells apart (pickOneNodeForPreemption)."""
    fewest = min(_cost(candidate) for candidate in candidates)
    equal = [candidate for candidate in candidates if _cost(candidate) == fewest]
    latest = max(_started(candidate) for candidate in equal)
    return [candidate for candidate in equal if _started(candidate) == latest]


def _cost(candidate: Candidate) -> tuple[int, int, int, int]:
    priorities = [pod.shape.priority for pod in candidate.victims]
    return candidate.violations, priorities[0], sum(priorities) + (1 << 31) * len(priorities), len(priorities)


def _started(candidate: Candidate) -> str:
    """The earliest start among the most important victims."""
    highest = candidate.victims[0].shape.priority
    return min(pod.start or _NOT_STARTED for pod in candidate.victims if pod.shape.priority == highest)
