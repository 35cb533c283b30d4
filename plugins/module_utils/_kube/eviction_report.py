# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What `eviction_info` tells of the pods of a node. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Optional

from .defaulting import default_pod_spec
from .errors import InputError, Problem
from .eviction import SIGNALS, Candidate, Layout, is_critical, ranked, starved_resource, threshold_order
from .eviction_texts import limit_text, pressure_text
from .eviction_thresholds import Threshold
from .oom import oom_score_adj
from .pressure_admission import CONDITIONS, refusal_text
from .qos import CLASSES, qos_class
from .qos_report import mistakes_of
from .releases import Gates
from .resources import containers, init_containers, is_sidecar
from .usage import stated_usage, summarized_usage
from .workloads import PodTemplateRef, pods_of

Object = Mapping[str, Any]

_FINISHED = ("Succeeded", "Failed")


class Running:
    """The pods of a node that have not finished, with what they use."""

    def __init__(self, gates: Gates, namespace: str = "default") -> None:
        self.candidates: list[Candidate] = []
        self.problems: list[Problem] = []
        self._classes: list[str] = []
        self.gates = gates
        self._namespace = namespace

    def add_stated(self, entries: Sequence[object]) -> None:
        """Adds entries of `pod` and `usage`."""
        for index, entry in enumerate(entries):
            place = f"pods[{index}]"
            if not isinstance(entry, Mapping) or not isinstance(entry.get("pod"), Mapping):
                self.problems.append(Problem(place, "no pod found", "a mapping with a pod, and its usage"))
                continue
            usage = entry.get("usage")
            refs = list(self._pods(entry["pod"], f"{place}.pod"))
            if not refs:
                stated_usage(usage, {}, f"{place}.usage", self.problems)
            for ref in refs:
                self._add(
                    ref, lambda spec, at=place, told=usage: stated_usage(told, spec, f"{at}.usage", self.problems)
                )

    def add_summarized(self, pods: Sequence[Object], summary: object) -> None:
        """Adds pods with what the kubelet's summary says of them, found by namespace and name."""
        entries = summary.get("pods") if isinstance(summary, Mapping) else None
        if not isinstance(entries, list):
            self.problems.append(Problem("stats_summary", "no list of pods found", "the kubelet's /stats/summary"))
            return
        found = {
            (ref.get("namespace"), ref.get("name")): entry
            for entry in entries
            if isinstance(entry, Mapping) and isinstance(ref := entry.get("podRef"), Mapping)
        }
        for index, pod in enumerate(pods):
            for ref in self._pods(pod, f"pod {index + 1}"):
                told = found.get((ref.namespace, ref.name))
                self._add(ref, lambda spec, told=told: None if told is None else summarized_usage(told, spec), told)

    def told(
        self,
        signal: Optional[str],
        signals: Sequence[str],
        layout: Layout,
        memory: Optional[int],
        threshold: Optional[Threshold] = None,
        conditions: Sequence[str] = (),
    ) -> dict[str, Any]:
        """The module's result; mistakes raise one `InputError`."""
        for place, name in [("signal", signal), *((f"signals[{index}]", name) for index, name in enumerate(signals))]:
            if name is not None and name not in SIGNALS:
                self.problems.append(Problem(place, f'"{name}" is no eviction signal', f"one of {', '.join(SIGNALS)}"))
        for index, name in enumerate(conditions):
            if name not in CONDITIONS:
                found = f'"{name}" is no condition of pressure'
                self.problems.append(Problem(f"conditions[{index}]", found, f"one of {', '.join(CONDITIONS)}"))
        if self.problems:
            raise InputError(self.problems)
        order = ranked(self.candidates, signal, layout, self.gates) if signal else []
        return {
            "over_limits": list(self._over_limits(layout)),
            "order": [
                {
                    **_named(place.candidate),
                    "reason": place.reason,
                    "message": self._message(place.candidate, signal or "", threshold),
                }
                for place in order
            ],
            "never_evicted": [_named(candidate) for candidate in self.candidates if is_critical(candidate)],
            "threshold_order": threshold_order(signals),
            "oom_scores": list(self._oom_scores(memory)) if memory else [],
            "threshold": threshold.told() if threshold else {},
            "admission": list(self._admission(conditions)) if conditions else [],
        }

    def _admission(self, conditions: Sequence[str]) -> Iterator[dict[str, Any]]:
        for candidate, qos in zip(self.candidates, self._classes):
            text = refusal_text(candidate, qos, conditions, self.gates)
            yield {**_named(candidate), "admitted": not text, "message": text}

    def _over_limits(self, layout: Layout) -> Iterator[dict[str, Any]]:
        for candidate in self.candidates:
            if candidate.summary is not None and not is_critical(candidate):
                text = limit_text(candidate.spec, candidate.summary, layout.dedicated_image_fs, self.gates)
                if text:
                    yield {**_named(candidate), "message": text}

    def _message(self, candidate: Candidate, signal: str, threshold: Optional[Threshold]) -> str:
        resource, sentence = starved_resource(signal), threshold.text if threshold else ""
        return pressure_text(candidate.name, candidate.spec, candidate.summary, resource, self.gates, sentence)

    def _pods(self, document: Object, place: str) -> Iterator[PodTemplateRef]:
        refs = [ref for ref in pods_of({"kind": "Pod", **document}, namespace=self._namespace) if ref.is_pod]
        if not refs:
            self.problems.append(Problem(place, f"{document.get('kind')} found", "a Pod"))
        for ref in refs:
            mistakes = mistakes_of(ref)
            self.problems.extend(Problem(place, mistake, "a value of the field's type") for mistake in mistakes)
            phase = (ref.owner.get("status") or {}).get("phase") if not mistakes else _FINISHED[0]
            if phase not in _FINISHED:
                yield ref

    def _add(self, ref: PodTemplateRef, usage: Any, summary: Optional[Object] = None) -> None:
        spec = default_pod_spec(ref.spec, self.gates)
        stored = (ref.owner.get("status") or {}).get("qosClass")
        self._classes.append(stored if stored in CLASSES else qos_class(spec, self.gates))
        self.candidates.append(Candidate(ref.namespace, ref.name, spec, ref.metadata, usage(spec), summary))

    def _oom_scores(self, memory: int) -> Iterator[dict[str, Any]]:
        for candidate, qos in zip(self.candidates, self._classes):
            spec = candidate.spec
            for container in init_containers(spec):
                sidecar = is_sidecar(container)
                score = oom_score_adj(container, spec, qos, memory, self.gates, sidecar=sidecar)
                yield _score(candidate, container, "sidecar" if sidecar else "init", score)
            for container in containers(spec):
                yield _score(candidate, container, "container", oom_score_adj(container, spec, qos, memory, self.gates))


def _named(candidate: Candidate) -> dict[str, Any]:
    return {"namespace": candidate.namespace, "name": candidate.name}


def _score(candidate: Candidate, container: Object, role: str, score: int) -> dict[str, Any]:
    return {**_named(candidate), "container": container.get("name") or "", "role": role, "oom_score_adj": score}
