# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What becomes of workloads after they were applied; of one that hangs, everything that tells why."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ...module_utils._kube.findings import ERROR, Finding, Subject
from ...module_utils._kube.objects import mapping, text
from ...module_utils._live import cluster, objects_of
from .applying import Outcome
from .diagnosis import Diagnosis, diagnose, question_of
from .progress import WATCHED, Progress, progress_of
from .reading import PRESENT, Request

Object = Mapping[str, Any]
List = Callable[[str, str, str], list[dict[str, Any]]]
"""The objects of an API version and a kind in a namespace."""


class Watched(NamedTuple):
    """A workload that was applied: what it is, and where."""

    subject: Subject

    @property
    def place(self) -> tuple[str, str, str]:
        return self.subject.api_version, self.subject.kind, self.subject.namespace


def watch(request: Request, changes: Outcome) -> list[Diagnosis]:
    """The workloads that have not come to their end within `wait_timeout`, each with why; none without `wait`."""
    workloads = list(_workloads(request, changes))
    params = request.params
    if params["state"] != PRESENT or not params["wait"] or not workloads:
        return []
    with cluster(params) as client:

        def listed(version: str, kind: str, namespace: str) -> list[dict[str, Any]]:
            return objects_of(client, version, kind, namespace=namespace)

        hanging = _wait(workloads, listed, params["wait_timeout"], params["wait_sleep"])
        found = [diagnose(subject, progress, value, listed) for subject, progress, value in hanging]
    return question_of(request, found) if found else []


def findings_of_hanging(hanging: Iterable[Diagnosis], seconds: int) -> Iterator[Finding]:
    """One error for each workload that hangs."""
    for each in hanging:
        after = "" if each.progress.failed else f" after {seconds} s"
        reasons = "".join(f"; {reason}" for reason in each.reasons())
        yield Finding("rollout-hangs", ERROR, each.subject, f"{each.progress.text}{after}{reasons}", each.fix())


def _workloads(request: Request, changes: Outcome) -> Iterator[Watched]:
    """What was applied and has a rollout, by the name that the API server gave it."""
    for answer in changes.answers:
        subject = answer.subject(request.manifests.namespace)
        if subject.kind in WATCHED and answer.refusal is None:
            name = text(mapping(answer.result.get("metadata")).get("name"))
            yield Watched(subject._replace(name=name or subject.name))


def _wait(
    workloads: Sequence[Watched], listed: List, timeout: float, pause: float
) -> list[tuple[Subject, Progress, Object]]:
    """What is left when all others are ready, or the time is over; what has failed is not waited for."""
    until = time.monotonic() + timeout
    while True:
        found = list(_looked_at(workloads, listed))
        open_ones = [each for each in found if not each[1].done]
        if time.monotonic() >= until or all(progress.failed for _subject, progress, _value in open_ones):
            return open_ones
        time.sleep(min(pause, max(0.0, until - time.monotonic())))


def _looked_at(workloads: Sequence[Watched], listed: List) -> Iterator[tuple[Subject, Progress, Object]]:
    """Each workload as it is now; one list for all of a kind in a namespace."""
    lists: dict[tuple[str, str, str], dict[str, Object]] = {}
    for workload in workloads:
        if workload.place not in lists:
            lists[workload.place] = {text(value["metadata"]["name"]): value for value in listed(*workload.place)}
        value = lists[workload.place].get(workload.subject.name)
        progress = progress_of(value) if value else Progress(False, "it has been removed meanwhile", True)
        yield workload.subject, progress, value or {}
