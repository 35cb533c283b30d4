# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""From loaded manifests to what the module returns. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, Optional

from ..documents import Loaded
from ..errors import InputError, Problem
from ..objects import HOSTNAME
from ..qos_report import mistakes_of
from ..releases import Gates
from ..workloads import PodTemplateRef, TemplatePaths, is_workload, pods_of
from .bits import numbers_of
from .configuration import Profile
from .judging import Judging, summary_of
from .pod import Shape
from .rollouts import rollouts_of
from .scoring import scores_by_node
from .simulate import Run
from .snapshot import Snapshot
from .suggestions import suggestions_for
from .survival import survival_of

AROUND_PODS = frozenset(
    [
        "LimitRange",
        "Namespace",
        "PersistentVolume",
        "PersistentVolumeClaim",
        "PodDisruptionBudget",
        "PriorityClass",
        "Service",
        "RuntimeClass",
        "StorageClass",
    ]
)
"""Kinds of which a manifest says something to scheduling although no pod comes of them."""


Refs = list[tuple[PodTemplateRef, dict[str, Any]]]
LARGEST_DETAIL = 1_000_000
"""Nodes times pods up to which every node of every pod is told."""
MOST_PODS = 300_000
"""Twice as many pods as Kubernetes supports in one cluster; more are a slip of the pen, and are not placed in turn."""


class Question(NamedTuple):
    """What is asked: manifests, the cluster they are for, and how."""

    manifests: Loaded
    snapshot: Snapshot
    gates: Gates
    template_paths: TemplatePaths
    namespace: str
    profiles: Optional[Mapping[str, Profile]]
    in_turn: bool = False
    scores: bool = False
    survive: Optional[int] = None
    survive_key: str = HOSTNAME
    rollout: bool = False


def is_around_pods(document: Mapping[str, Any]) -> bool:
    """Whether the object matters to scheduling although no pod comes of it."""
    return document.get("kind") in AROUND_PODS


def told_schedule(question: Question) -> dict[str, Any]:
    """The results of all pods, their summary, and what could not be read or is of a wrong type.

    More replicas than any cluster takes raise one `InputError` where each would have to be placed.
    """
    unreadable = list(question.manifests.unreadable)
    refs = _refs(question, unreadable)
    if question.in_turn or question.rollout or question.survive is not None:
        _refuse_masses(refs)
    around = [found.value for found in question.manifests.documents if is_around_pods(found.value)]
    judging = Judging(question.snapshot, around, question.gates, question.profiles)
    own = [ref for ref, _source in refs]
    survival = _survival(question, judging, own)
    rollouts = list(rollouts_of(judging, own)) if question.rollout else []
    results = list((_in_turn if question.in_turn else _each)(question, judging, refs))
    return {
        "results": results,
        "summary": summary_of(results),
        "survival": survival,
        "rollouts": rollouts,
        "skipped_kinds": question.manifests.skipped,
        "unreadable": unreadable,
        "failed": bool(unreadable),
    }


def _refuse_masses(refs: Refs) -> None:
    if sum(ref.replicas or 1 for ref, _source in refs) <= MOST_PODS:
        return
    most, source = max(refs, key=lambda found: found[0].replicas or 1)
    place = f"{source['file']}: {most.kind} {most.namespace}/{most.name}"
    raise InputError([Problem(place, f"{most.replicas} pods", f"at most {MOST_PODS} of the whole input")])


def _survival(question: Question, judging: Judging, refs: list[PodTemplateRef]) -> list[dict[str, Any]]:
    """Every loss, with the pods of the input placed before."""
    if question.survive is None:
        return []
    with judging.cluster.rehearsal():
        placed = list(Run(judging).all(refs))
        return list(survival_of(judging, placed, question.survive, question.survive_key))


def _each(question: Question, judging: Judging, refs: Refs) -> Iterator[dict[str, Any]]:
    """Every pod as if it came alone."""
    for ref, source in refs:
        for judged in judging.each(ref):
            told = {**judging.told(judged), "source": source}
            told["suggestions"] = suggestions_for(judging, judged) if told["message"] else []
            if question.scores:
                told["scores"] = scores_by_node(judged.ask, list(numbers_of(judged.answer.feasible)))
            yield told


def _in_turn(question: Question, judging: Judging, refs: Refs) -> Iterator[dict[str, Any]]:
    """Every replica in turn, each with its node; on a large scale the nodes of pods that fit are only counted."""
    run = Run(judging, question.scores)
    nodes = len(judging.cluster.nodes)
    pods = sum(nodes if ref.replicas is None else max(ref.replicas, 1) for ref, _source in refs)
    details = pods * nodes <= LARGEST_DETAIL
    known: dict[Shape, list[dict[str, Any]]] = {}
    for ref, source in refs:
        for placed in run.all([ref]):
            told = judging.told(placed.judged, details=details)
            told["node"] = "" if placed.number is None else judging.cluster.names[placed.number]
            shape = placed.judged.ask.shape
            if told["message"] and shape not in known:
                known[shape] = suggestions_for(judging, placed.judged)
            told["suggestions"] = known[shape] if told["message"] else []
            if placed.held_back:
                told.update(message="", waiting=placed.held_back)
            if question.scores:
                told["scores"] = placed.scores
            yield {**told, "source": source}


def _refs(question: Question, unreadable: list[dict[str, Any]]) -> Refs:
    """The pods and templates that have the right types, each with its source; the others are told as unreadable."""
    found = []
    for document in question.manifests.documents:
        if not is_workload(document.value, question.template_paths):
            continue
        refs = pods_of(document.value, question.template_paths, question.namespace)
        mistakes = [mistake for ref in refs for mistake in mistakes_of(ref)]
        if mistakes:
            unreadable.append({**document.source, "message": "; ".join(mistakes)})
        else:
            found += [(ref, document.source) for ref in refs]
    return found
