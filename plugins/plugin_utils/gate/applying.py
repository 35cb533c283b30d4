# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The calls of kubernetes.core.k8s: everything in a dry run of the server first, then for good, step by step."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ...module_utils._kube.findings import ERROR, NOTE, WARNING, Finding
from ...module_utils._kube.objects import mapping, text
from ...module_utils._live import ACCESS_ARGUMENT_SPEC
from ...module_utils._manifests import Document
from .answers import Answer, CallFailedError, Refusal, answers_of
from .needs import name_of, needed_of
from .reading import ABSENT, PASSED_THROUGH, Request
from .steps import DEFINITIONS, Step, steps_of

Execute = Callable[[dict[str, Any], bool], Mapping[str, Any]]
"""Runs kubernetes.core.k8s with arguments, in check mode or not."""

Pause = Callable[[float], None]
"""Lets some seconds pass."""

STAND_IN = "default"
"""The namespace in which objects are tried whose own namespace is still to be created."""

NOT_ASKED = "the API server can be asked only when {needed} of the same input is in place: {sentence}"
ASKED_AGAIN = "{sentence} (asked {times} times, since {needed} had been applied just before)"
SEEN_LATE = "the API server that was asked did not know {needed} at once, which had been applied just before"

INVALID = (400, 422)
AGAIN = "again"
TIMES = 10
PAUSE_SECONDS = 1.0
"""How often, and after which pause, something is asked for that the same input has just made possible. API servers read
classes, limits, quotas and definitions from caches; the one that is asked may know of them later than the one that
took them."""


class Outcome(NamedTuple):
    """What became of every object that was tried, in order, and the objects that were not begun."""

    answers: list[Answer]
    left: list[Document]

    @property
    def changed(self) -> bool:
        return any(answer.changed for answer in self.answers)


def dry_run(request: Request, execute: Execute) -> Outcome:
    """Every object as the API server would take it now; nothing is stored.

    What needs a namespace of the same input is tried in another one, where only what is wrong with the object itself
    counts.
    """
    documents = [document for step in _steps(request) for document in step.documents]
    answers = _call(request, documents, execute, check=True)
    if request.state == ABSENT:
        return Outcome([_gone_already(answer) for answer in answers], [])
    homeless = [index for index, answer in enumerate(answers) if _waits_for_namespace(answer.refusal, documents)]
    again = [_moved(documents[index]) for index in homeless]
    for index, answer in zip(homeless, _call(request, again, execute, check=True), strict=True):
        answers[index] = _in_stand_in(answer, documents[index])
    new = [answer.document for answer in answers if answer.changed or answer.refusal]
    told = [_with_needs(answer, new, request) for answer in answers]
    return Outcome([answer.as_new(answer.document) if answer.needs else answer for answer in told], [])


def apply(request: Request, execute: Execute, pause: Pause = time.sleep) -> Outcome:
    """Step after step for good. A step is finished whatever happens in it; after a refusal no other is begun.

    What is refused for the sake of an object that was applied before is asked for again, `TIMES` at most.
    """
    done = Outcome([], [])
    for step in _steps(request):
        if any(answer.refusal for answer in done.answers):
            done.left.extend(step.documents)
            continue
        answers = _tried(request, step, execute)
        if request.state == ABSENT:
            done.answers.extend(map(_gone_already, answers))
        else:
            new = [answer.document for answer in (*done.answers, *answers) if answer.changed]
            done.answers.extend(_asked_again(request, answers, new, execute, pause))
    return done


def _tried(request: Request, step: Step, execute: Execute) -> list[Answer]:
    """A step's answers; when the call itself fails, what became of its objects is not known, and each says so."""
    try:
        return _call(request, step.documents, execute, defines=step.name == DEFINITIONS)
    except CallFailedError as error:
        refusal = Refusal(f"the call ended without an answer, the object may or may not be there: {error}")
        return [Answer(document, False, "", {}, None, (), refusal) for document in step.documents]


def _asked_again(
    request: Request, answers: Sequence[Answer], new: Sequence[Document], execute: Execute, pause: Pause
) -> list[Answer]:
    """The answers once the API server knows what it was given before, or refuses for the last time."""
    found = [_with_needs(answer, new, request) for answer in answers]
    for dummy in range(TIMES - 1):
        waiting = [index for index, answer in enumerate(found) if answer.needs and answer.refusal]
        if not waiting:
            break
        pause(PAUSE_SECONDS)
        again = _tried(request, Step(AGAIN, [found[index].document for index in waiting]), execute)
        for index, answer in zip(waiting, again, strict=True):
            taken = answer._replace(needs=found[index].needs)
            found[index] = _with_needs(answer, new, request) if answer.refusal else taken
    return [_refused_for_good(answer) for answer in found]


def _with_needs(answer: Answer, new: Sequence[Document], request: Request) -> Answer:
    if answer.refusal is None:
        return answer
    needs = needed_of(answer.refusal, answer.document.value, new, request.manifests.namespace)
    return answer._replace(needs=needs)


def _refused_for_good(answer: Answer) -> Answer:
    if answer.refusal is None or not answer.needs:
        return answer
    told = ASKED_AGAIN.format(sentence=answer.refusal.message, times=TIMES, needed=answer.needs)
    return answer._replace(refusal=answer.refusal._replace(message=told), needs="")


def findings_of(outcome: Outcome, request: Request) -> Iterator[Finding]:
    """What the API server has against the objects, what it could not be asked, and what it learned late."""
    for answer in outcome.answers:
        subject = answer.subject(request.manifests.namespace)
        for warning in answer.warnings:
            yield Finding("server-warning", WARNING, subject, warning)
        if answer.refusal is not None and answer.needs:
            message = NOT_ASKED.format(needed=answer.needs, sentence=answer.refusal.message)
            yield Finding("not-asked", NOTE, subject, message)
        elif answer.refusal is not None:
            yield Finding("refused", ERROR, subject, answer.refusal.message)
        elif answer.needs:
            yield Finding("seen-late", NOTE, subject, SEEN_LATE.format(needed=answer.needs))


def _steps(request: Request) -> list[Step]:
    return steps_of(request.manifests.documents.documents, request.state == ABSENT)


def _call(
    request: Request, documents: Sequence[Document], execute: Execute, *, check: bool = False, defines: bool = False
) -> list[Answer]:
    if not documents:
        return []
    params = request.params
    absent = request.state == ABSENT
    arguments = {name: params[name] for name in (*ACCESS_ARGUMENT_SPEC, *PASSED_THROUGH) if params[name] is not None}
    arguments.update(
        state=request.state,
        namespace=request.manifests.namespace,
        resource_definition=[document.value for document in documents],
        continue_on_error=True,
        wait=params["wait"] if absent else defines,
        wait_sleep=params["wait_sleep"],
        wait_timeout=params["wait_timeout"],
    )
    if defines and not absent:
        arguments["wait_condition"] = {"type": "Established", "status": True}
    answers = answers_of(documents, execute(arguments, check))
    # A second try of the same object ends as the first would have ended, whether the server had stored it or not;
    # only a port or an address that the object asks for by number may still be held by the first.
    passing = [index for index, answer in enumerate(answers) if answer.refusal is not None and answer.refusal.passing]
    if passing:
        again = [documents[index] for index in passing]
        arguments["resource_definition"] = [document.value for document in again]
        for index, answer in zip(passing, answers_of(again, execute(arguments, check)), strict=True):
            answers[index] = answer
    return answers


def _gone_already(answer: Answer) -> Answer:
    """A kind that is not served has no objects left to remove."""
    gone = answer.refusal is not None and answer.refusal.message.startswith("no matches for kind")
    return answer._replace(refusal=None) if gone else answer


def _waits_for_namespace(refusal: Refusal | None, documents: Iterable[Document]) -> bool:
    if refusal is None or refusal.code != 404 or refusal.details.get("kind") != "namespaces":
        return False
    return any(_is(document, ("Namespace",), text(refusal.details.get("name"))) for document in documents)


def _moved(document: Document) -> Document:
    metadata = {**mapping(document.value.get("metadata")), "namespace": STAND_IN}
    return document._replace(value={**document.value, "metadata": metadata})


def _in_stand_in(answer: Answer, document: Document) -> Answer:
    """The answer of another namespace: what is refused for its sake, or for that of an object there, says nothing."""
    refusal = answer.refusal
    if refusal is not None and refusal.code in INVALID and not refusal.of_change:
        return answer._replace(document=document)
    return answer._replace(refusal=None, warnings=()).as_new(document)


def _is(document: Document, kinds: Sequence[str], name: str) -> bool:
    return document.value.get("kind") in kinds and name_of(document) == name
