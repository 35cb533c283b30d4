# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The pods of an input against one cluster: what each is told. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, Optional

from ..releases import Gates
from ..workloads import PodTemplateRef
from .admission import Admission
from .ask import Ask
from .bits import count_of, names_of
from .chain import CHECKS, Answer, judge
from .cluster import Cluster
from .configuration import Profile
from .details import details_by_node
from .explain import reasons_by_node, sentences, waiting_sentence
from .pod import Shape
from .preemption import Budget, budget_of
from .replicas import Replica, Workload
from .snapshot import Document, Snapshot
from .state import cluster_of
from .storage import claim_of

NO_PROFILE = "no scheduler answers to the name {name}"
DEFAULT = Profile()
NOBODY = Profile(scheduler_name="")
ASKED_BY_KUBELET = frozenset(["NodeName", "TaintToleration", "NodeAffinity", "NodePorts", "NodeResourcesFit"])
KUBELET = Profile(
    scheduler_name="kubelet",
    no_filter=frozenset(check.name for check in CHECKS) - ASKED_BY_KUBELET,
    no_post_filter=frozenset(["DefaultPreemption", "DynamicResources"]),
    is_kubelet=True,
)
YES, NO, UNKNOWN, WAITING = "yes", "no", "unknown", "waiting"


class Judged(NamedTuple):
    """One pod with its question and what the checks say of it."""

    ref: PodTemplateRef
    replica: Replica
    ask: Ask
    answer: Answer

    @property
    def schedulable(self) -> str:
        """`unknown` where only what hasn't been given stands between the pod and a node."""
        if self.answer.feasible:
            return YES
        return UNKNOWN if self.answer.unknown else NO


class Judging:
    """One cluster, and everything around it that the pods of an input are asked against.

    `manifests` are objects that are applied together with the pods: they exist by then, and their claims are new.
    """

    def __init__(
        self,
        snapshot: Snapshot,
        manifests: Iterable[Document],
        gates: Gates,
        profiles: Optional[Mapping[str, Profile]] = None,
    ) -> None:
        self.snapshot = snapshot
        self.gates = gates
        self.profiles = {DEFAULT.scheduler_name: DEFAULT} if profiles is None else profiles
        self._knows_profiles = profiles is not None
        claims = []
        for document in manifests:
            if document.get("kind") == "PersistentVolumeClaim":
                claims.append(claim_of(document, future=True))
            else:
                snapshot.add(document)
        self.cluster: Cluster = cluster_of(snapshot, gates)
        self.cluster.expect(claims)
        self.budgets: Sequence[Budget] = [budget_of(found) for found in snapshot.of("PodDisruptionBudget")]
        self._admission = Admission(snapshot, gates)

    def workload(self, ref: PodTemplateRef) -> Workload:
        return Workload(ref, self._admission, self.gates)

    def each(self, ref: PodTemplateRef) -> Iterator[Judged]:
        """The pods of a workload that differ, each as if it came alone."""
        for replica in self.workload(ref).one(self.cluster):
            with self._without(replica):
                yield self.judged(ref, replica)

    @contextmanager
    def _without(self, replica: Replica) -> Iterator[None]:
        """The cluster without the pod itself, where it runs already."""
        with self.cluster.trial():
            self.cluster.take_away_named(replica.pod.namespace, replica.pod.name)
            yield

    def judged(self, ref: PodTemplateRef, replica: Replica) -> Judged:
        """What the checks say of the pod as the cluster is now."""
        self.cluster.expect(replica.claims)
        ask = self.ask(replica.pod.shape)
        return Judged(ref, replica, ask, judge(ask))

    def ask(self, shape: Shape) -> Ask:
        """The question of a pod to the profile that its scheduler name picks, or to one that answers to no name.

        A pod that names its node passes every scheduler by, and only the kubelet looks at it (lifecycle/predicate.go).
        """
        if shape.node_name:
            return Ask(shape, self.cluster, KUBELET)
        profile = self.profiles.get(shape.scheduler_name)
        return Ask(shape, self.cluster, profile or NOBODY)

    def told(self, judged: Judged, details: bool = True) -> dict[str, Any]:
        """The verdict in the contract's shape; without `details` no node is told of a pod that fits."""
        ref, replica, ask, answer = judged
        waiting = self.waiting(ask)
        stranger = ask.profile is NOBODY and not waiting
        schedulable = UNKNOWN if stranger else NO if waiting else judged.schedulable
        refused = schedulable == NO and not waiting
        shown = details or not answer.feasible
        return {
            "kind": ref.kind,
            "api_version": ref.api_version,
            "namespace": ref.namespace,
            "name": ref.name,
            "template": ref.path,
            "pod": replica.pod.name,
            "replica": replica.number,
            "schedulable": schedulable,
            "feasible": sorted(names_of(answer.feasible, self.cluster.names)) if shown else [],
            "feasible_count": count_of(answer.feasible),
            "reasons": reasons_by_node(ask, answer) if shown else {},
            "details": details_by_node(ask, answer) if shown else {},
            "message": self.message(ask, answer) if refused else "",
            "waiting": waiting,
            "missing": list(dict.fromkeys([*answer.missing, *replica.missing, *_stranger(ask, stranger)])),
        }

    def message(self, ask: Ask, answer: Answer) -> str:
        """The scheduler's sentence; what is unknown has none."""
        if answer.unknown:
            return "unknown without " + ", ".join(answer.missing)
        return sentences(ask, answer, self.budgets)[0]

    def waiting(self, ask: Ask) -> str:
        """Why the scheduler doesn't even try: scheduling gates, or a scheduler name that no profile answers to."""
        if ask.profile is NOBODY and self._knows_profiles:
            return NO_PROFILE.format(name=ask.shape.scheduler_name)
        return waiting_sentence(ask.shape.gates)


def _stranger(ask: Ask, is_one: bool) -> list[str]:
    return [f"the profile of the scheduler {ask.shape.scheduler_name}"] if is_one else []


def summary_of(results: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """How many pods are schedulable, aren't, stay unknown, or wait behind their scheduling gates."""
    counts = {YES: 0, NO: 0, UNKNOWN: 0, WAITING: 0}
    for result in results:
        counts[WAITING if result["waiting"] else result["schedulable"]] += 1
    return counts
