# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Why a workload hangs: its conditions and events, and of each pod what scheduler, kubelet and the gate say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ...module_utils._kube.findings import Subject
from ...module_utils._kube.objects import mapping, mappings, text
from ...module_utils._kube.scheduling.schedule_report import Question, told_schedule
from ...module_utils._manifests import Document, Documents
from ...module_utils._snapshot import read_snapshot
from .own_pods import owners_of
from .progress import Progress, progress_of
from .reading import Request

Object = Mapping[str, Any]

MOST_PODS = 20
"""Pods of one workload that are told; the others wait for the same."""

MOST_REASONS = 3
_FINE_REASONS = ("ContainerCreating", "PodInitializing")


class PodState(NamedTuple):
    """A pod that is not ready: where it is, and why not, by whoever says so."""

    value: Object
    sentence: str
    """The scheduler's, empty once it has a node."""
    containers: tuple[str, ...]
    explanation: str = ""
    suggestions: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return text(mapping(self.value.get("metadata")).get("name"))

    @property
    def node(self) -> str:
        return text(mapping(self.value.get("spec")).get("nodeName"))

    def as_dict(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "phase": text(mapping(self.value.get("status")).get("phase")),
            "node": self.node,
            "message": self.sentence,
            "containers": list(self.containers),
            "explanation": self.explanation,
            "suggestions": list(self.suggestions),
        }


class Diagnosis(NamedTuple):
    """A workload that hangs, with everything that tells why."""

    subject: Subject
    progress: Progress
    conditions: tuple[str, ...]
    events: tuple[str, ...]
    pods: tuple[PodState, ...]

    def reasons(self) -> list[str]:
        """The first reasons, each once: what keeps the pods, then what the controllers say."""
        of_pods = (f"pod {pod.name}: {pod.sentence or '; '.join(pod.containers)}" for pod in self.pods)
        told = {text.partition(": ")[2]: text for text in reversed([each for each in of_pods if each[-2:] != ": "])}
        found = list(reversed(told.values())) or [*self.conditions, *self.events]
        return found[:MOST_REASONS]

    def fix(self) -> str:
        suggestions = dict.fromkeys(text for pod in self.pods for text in pod.suggestions)
        return "; or ".join(suggestions)

    def as_dict(self) -> dict[str, Any]:
        """The entry of `hanging`."""
        return {
            **self.subject.as_dict(),
            "progress": self.progress.text,
            "conditions": list(self.conditions),
            "events": list(self.events),
            "pods": [pod.as_dict() for pod in self.pods],
        }


def diagnose(
    subject: Subject, progress: Progress, value: Object, listed: Callable[[str, str, str], list[dict[str, Any]]]
) -> Diagnosis:
    """What the cluster itself says of a workload that hangs."""
    own = (subject.kind, subject.namespace, subject.name)
    all_pods = listed("v1", "Pod", subject.namespace)
    pods = [pod for pod in all_pods if _is_of(pod, own) and not progress_of({**pod, "kind": "Pod"}).done]
    names = {subject.name, *(text(pod["metadata"]["name"]) for pod in pods)}
    events = _events(listed("v1", "Event", subject.namespace), names, subject)
    return Diagnosis(
        subject=subject,
        progress=progress,
        conditions=tuple(_conditions(value)),
        events=tuple(dict.fromkeys(events)),
        pods=tuple(_state_of(pod) for pod in pods[:MOST_PODS]),
    )


def question_of(request: Request, hanging: Sequence[Diagnosis]) -> list[Diagnosis]:
    """The same with our own explanation of each pod that has no node, in the cluster as it is now."""
    pending = [pod.value for each in hanging for pod in each.pods if not pod.node]
    if not pending:
        return list(hanging)
    manifests = request.manifests
    params = {**request.params, "snapshot": [], "cluster_objects": [], "live": True}
    now = read_snapshot(params)
    documents = [Document({**pod, "apiVersion": "v1", "kind": "Pod"}, "the cluster", 1, None) for pod in pending]
    question = Question(
        manifests=Documents(documents, [], {}),
        snapshot=now.snapshot,
        gates=manifests.gates,
        template_paths=manifests.template_paths,
        namespace=manifests.namespace,
        profiles=now.profiles,
    )
    told = {(entry["namespace"], entry["name"]): entry for entry in told_schedule(question)["results"]}
    return [each._replace(pods=tuple(_explained(pod, told) for pod in each.pods)) for each in hanging]


def _explained(pod: PodState, told: Mapping[tuple[str, str], Mapping[str, Any]]) -> PodState:
    namespace = text(mapping(pod.value.get("metadata")).get("namespace"))
    entry = told.get((namespace, pod.name))
    if entry is None or pod.node:
        return pod
    missing = f"not known without {', '.join(entry['missing'])}" if entry["missing"] else ""
    fits = f"it fits on {', '.join(entry['feasible'])} by now" if entry["feasible"] else ""
    explanation = entry["message"] or entry["waiting"] or missing or fits
    return pod._replace(explanation=explanation, suggestions=tuple(each["text"] for each in entry["suggestions"]))


def _is_of(pod: Object, own: tuple[str, str, str]) -> bool:
    metadata = mapping(pod.get("metadata"))
    itself = ("Pod", text(metadata.get("namespace")), text(metadata.get("name")))
    return own == itself or own in owners_of(pod)


def _state_of(pod: Object) -> PodState:
    status = mapping(pod.get("status"))
    refused = (
        text(each.get("message"))
        for each in mappings(status.get("conditions"))
        if each.get("type") == "PodScheduled" and each.get("status") == "False"
    )
    return PodState(pod, next(refused, ""), tuple(_waiting(status)))


def _waiting(status: Object) -> Iterator[str]:
    """What keeps containers from running, such as an image that cannot be pulled."""
    for name in ("initContainerStatuses", "containerStatuses"):
        for container in mappings(status.get(name)):
            state = mapping(container.get("state"))
            for kind in ("waiting", "terminated"):
                reason = text(mapping(state.get(kind)).get("reason"))
                if reason and reason not in (*_FINE_REASONS, "Completed"):
                    message = text(mapping(state.get(kind)).get("message"))
                    yield f"container {container.get('name')}: {reason}{': ' if message else ''}{message}"


def _conditions(value: Object) -> Iterator[str]:
    """Conditions that say what is wrong: failures that are true, and progress or readiness that are not."""
    for each in mappings(mapping(value.get("status")).get("conditions")):
        kind, is_true = text(each.get("type")), each.get("status") == "True"
        if is_true == ("Fail" in kind or kind == "Disrupted"):
            told = ": ".join(filter(None, (text(each.get("reason")), text(each.get("message")))))
            yield f"{kind}={each.get('status')}: {told}"


def _events(events: Iterable[Object], names: set[str], subject: Subject) -> Iterator[str]:
    """Warnings about the workload, its pods, and what stands between them."""
    for event in events:
        about = mapping(event.get("involvedObject"))
        name = text(about.get("name"))
        between = about.get("kind") in ("ReplicaSet", "Job") and name.startswith(f"{subject.name}-")
        if event.get("type") == "Warning" and (name in names or between):
            yield f"{about.get('kind')} {name}: {event.get('reason')}: {event.get('message')}"
