# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""From loaded manifests to what the module returns. Private to this collection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from ..qos_report import mistakes_of
from ..releases import Gates
from ..workloads import PodTemplateRef, TemplatePaths, is_workload, pods_of
from .configuration import Profile
from .judging import Judging, summary_of
from .snapshot import Snapshot

AROUND_PODS = frozenset(
    [
        "LimitRange",
        "Namespace",
        "PersistentVolume",
        "PersistentVolumeClaim",
        "PodDisruptionBudget",
        "PriorityClass",
        "RuntimeClass",
        "StorageClass",
    ]
)
"""Kinds of which a manifest says something to scheduling although no pod comes of them."""


class Located(Protocol):
    """An object of a manifest that knows where it was read."""

    @property
    def value(self) -> Mapping[str, Any]: ...

    @property
    def source(self) -> dict[str, Any]: ...


class Loaded(Protocol):
    """What the loader of manifests hands over."""

    @property
    def documents(self) -> Sequence[Located]: ...

    @property
    def unreadable(self) -> list[dict[str, Any]]: ...

    @property
    def skipped(self) -> dict[str, int]: ...


class Question(NamedTuple):
    """What is asked: manifests, the cluster they are for, and how."""

    manifests: Loaded
    snapshot: Snapshot
    gates: Gates
    template_paths: TemplatePaths
    namespace: str
    profile: Profile


def is_around_pods(document: Mapping[str, Any]) -> bool:
    """Whether the object matters to scheduling although no pod comes of it."""
    return document.get("kind") in AROUND_PODS


def told_schedule(question: Question) -> dict[str, Any]:
    """The results of all pods, their summary, and what could not be read or is of a wrong type."""
    unreadable = list(question.manifests.unreadable)
    refs = _refs(question, unreadable)
    around = [found.value for found in question.manifests.documents if is_around_pods(found.value)]
    judging = Judging(question.snapshot, around, question.gates, question.profile)
    results = [{**judging.told(judged), "source": source} for ref, source in refs for judged in judging.each(ref)]
    return {
        "results": results,
        "summary": summary_of(results),
        "skipped_kinds": question.manifests.skipped,
        "unreadable": unreadable,
        "failed": bool(unreadable),
    }


def _refs(question: Question, unreadable: list[dict[str, Any]]) -> list[tuple[PodTemplateRef, dict[str, Any]]]:
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
