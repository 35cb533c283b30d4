# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""From options to a verdict, reports, and, if nothing stands against it, to objects in the cluster."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from ...module_utils._kube.errors import InputError
from ...module_utils._kube.findings import ERROR, Finding, Subject
from ..reports import located, render, tally, told_cases
from .answers import diffs_of
from .applying import Execute, apply, dry_run, findings_of
from .applying import Outcome as Changes
from .diagnosis import Diagnosis
from .judging import Judgement, judge
from .reading import GATED, Request, read_request
from .report_files import prepare, write
from .watching import findings_of_hanging, watch

NOWHERE = Subject("", "", "", "")
UNWRITTEN = "the report was not written: {}"
UNWATCHED = "everything was sent, and then the cluster could not be asked what became of it: {error}"


class Outcome(NamedTuple):
    """What the task returns, and the report for whoever looks at the screen."""

    returned: dict[str, Any]
    text: str


class Course(NamedTuple):
    """How far it came: the judgement, what was or would be changed, and what hangs after that."""

    judgement: Judgement
    changes: Changes | None = None
    hanging: Sequence[Diagnosis] = ()


def run_gate(params: Mapping[str, Any], execute: Execute, check: bool, screen: Mapping[str, Any]) -> Outcome:
    """Judges and, with `present` or `absent`, applies; not one object is touched while an error stands.

    What the dry run says is there already is not sent again. `screen` are the options of the text report, such as its
    width.
    """
    request = read_request(params)
    prepare(request.reports)
    judged = judge(request, date.today())
    if request.state == GATED or judged.stands:
        return _outcome(request, Course(judged), check, screen)
    asked = dry_run(request, execute)
    judgement = judged.with_findings(findings_of(asked, request))
    if judgement.stands:
        return _outcome(request, Course(judgement), check, screen)
    if check:
        return _outcome(request, Course(judgement, asked), check, screen)
    done = apply(request, execute) if asked.changed else asked
    try:
        hanging = watch(request, done)
        found = list(findings_of_hanging(hanging, request.params["wait_timeout"]))
    except InputError as error:
        hanging, found = [], [Finding("rollout-unknown", ERROR, NOWHERE, UNWATCHED.format(error=error))]
    judgement = judged.with_findings([*findings_of(done, request), *found])
    return _outcome(request, Course(judgement, done, hanging), check, screen)


def _outcome(request: Request, course: Course, check: bool, screen: Mapping[str, Any]) -> Outcome:
    namespace = request.manifests.namespace
    judgement, changes, hanging = course
    told = {"state": request.state, "hanging": [each.as_dict() for each in hanging]}
    result = {**judgement.result, **told}
    if changes is not None and not check:
        result = {**result, "applied": [answer.told(namespace) for answer in changes.answers]}
    result = located(result, _texts(request), shown=bool(request.reports))
    unwritten = [problem for report in request.reports if (problem := write(report, result))]
    passed = not judgement.stands and not unwritten
    returned = {
        **result,
        "changed": changes is not None and changes.changed,
        "diff": [] if changes is None else diffs_of(changes.answers, namespace),
        "failed": not passed,
        "passed": passed,
        "msg": "; ".join([message(request, result, changes, check), *map(UNWRITTEN.format, unwritten)]),
    }
    return Outcome(returned, render("text", result, **screen))


def _texts(request: Request) -> dict[str, str]:
    """The manifests that are in no file."""
    definition = request.params["definition"]
    return {"definition": definition} if isinstance(definition, str) else {}


def message(request: Request, result: Mapping[str, Any], changes: Changes | None, check: bool) -> str:
    """One line: what was found, and what has been changed."""
    found = "; ".join(filter(None, (told_cases(result["summary"]), tally(result["summary"]))))
    if request.state == GATED:
        return found
    if changes is None:
        return f"{found}; nothing was applied"
    changed = sum(answer.changed for answer in changes.answers)
    whole = len(changes.answers) + len(changes.left)
    if check:
        return f"{found}; {changed} of {whole} objects would change"
    failed = [answer for answer in changes.answers if answer.refusal]
    if not failed:
        return f"{found}; {changed} of {whole} objects changed"
    refused = f"{len(failed)} refused, {len(changes.left)} not begun"
    return f"{found}; {changed} of {whole} objects had been changed when it stopped: {refused}"
