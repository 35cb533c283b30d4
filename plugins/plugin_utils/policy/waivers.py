# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Findings that an object's owner accepts for a while: an annotation with the rules, the reason and the last day."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from fnmatch import fnmatchcase
from typing import Any

import yaml
from ansible_collections.quorum.kube.plugins.module_utils._kube.findings import (
    ERROR,
    NOTE,
    Finding,
    Subject,
    Waiver,
)

from .model import PREFIX
from .reader import Reader, within
from .rules import BENDING, UNBENDING, WAIVER_EXPIRED, WAIVER_INVALID, WAIVER_UNUSED, exists, near

ANNOTATION = "quorum.kube/waive"
FIELD = f"metadata.annotations[{ANNOTATION}]"
EXPECTED = "a list of mappings with rules, reason and until, such as [{rules: [trap], reason: …, until: 2027-01-31}]"
KEYS = ("reason", "rules", "until")


@dataclass(slots=True)
class Given:
    """A waiver as it stands on an object, and whether a finding needed it."""

    rules: tuple[str, ...]
    reason: str
    until: date
    used: bool = field(default=False)

    def covers(self, rule: str) -> bool:
        """Whether it names the rule; `*` stands for any text."""
        return any(fnmatchcase(rule, pattern) for pattern in self.rules)


class Waivers:
    """The waivers of all objects of an input on a day."""

    def __init__(self, today: date, longest_days: int | None = None) -> None:
        self._today = today
        self._last = None if longest_days is None else today + timedelta(days=longest_days)
        self._given: dict[Subject, list[Given]] = {}
        self._mistakes: list[Finding] = []

    def add(self, value: Mapping[str, Any], subject: Subject) -> None:
        """Reads the annotation of an object; what is wrong with it becomes findings."""
        text = _annotation(value)
        if text is None:
            return
        reader = Reader()
        given = list(self._read(reader, text))
        for problem in reader.problems:
            fix = f"expected {problem.expected}"
            place = f"{problem.place}: " if problem.place else ""
            self._mistakes.append(Finding(WAIVER_INVALID, ERROR, subject, f"{place}{problem.found}", fix, FIELD))
        if given:
            self._given[subject] = given

    def applied(self, findings: Sequence[Finding]) -> list[Finding]:
        """The findings with their waivers, then what is to be said of the waivers themselves."""
        settled = [self._applied(finding) for finding in findings]
        return [*settled, *self._mistakes, *self._own()]

    def _applied(self, finding: Finding) -> Finding:
        if finding.rule in UNBENDING:
            return finding
        covering = [given for given in self._given.get(finding.object, ()) if given.covers(finding.rule)]
        if not covering:
            return finding
        best = max(covering, key=lambda given: given.until)
        for given in covering:
            given.used = True
        return finding._replace(waived=Waiver(best.reason, best.until.isoformat(), best.until < self._today))

    def _own(self) -> Iterator[Finding]:
        for subject, waivers in self._given.items():
            for given in waivers:
                named = f"the waiver for {', '.join(given.rules)}"
                if given.until < self._today:
                    message = f"{named} ended on {given.until}: {given.reason}"
                    fix = "mend what it covered and remove it" if given.used else "remove it; it covers nothing"
                    yield Finding(WAIVER_EXPIRED, ERROR, subject, message, fix, FIELD)
                elif not given.used:
                    fix = "remove it" if not (meant := _meant(given.rules)) else f"write {meant}, or remove it"
                    yield Finding(WAIVER_UNUSED, NOTE, subject, f"{named} covers nothing", fix, FIELD)

    def _read(self, reader: Reader, text: str) -> Iterator[Given]:
        try:
            value = yaml.load(text, yaml.BaseLoader)  # noqa: S506 (BaseLoader makes texts, lists and mappings only)
        except yaml.YAMLError as error:
            reader.mistake("", f"no YAML: {getattr(error, 'problem', None) or error}", EXPECTED)
            return
        entries = value if isinstance(value, list) else [value]
        if not entries:
            reader.mistake("", "an empty list", EXPECTED)
        for index, entry in enumerate(entries):
            given = self._entry(reader, entry, f"[{index}]" if isinstance(value, list) else "")
            if given:
                yield given

    def _entry(self, reader: Reader, value: Any, place: str) -> Given | None:
        if not isinstance(value, Mapping):
            reader.mistake(place, f"{value!r} is no mapping", EXPECTED)
            return None
        count = len(reader.problems)
        reader.mapping(value, place, KEYS)
        rules = reader.texts(value.get("rules"), within(place, "rules")) or ()
        for rule in sorted(UNBENDING.intersection(rules)):
            reader.mistake(within(place, "rules"), f'"{rule}" cannot be waived', "a rule that is not always an error")
        reason = reader.text(value.get("reason"), within(place, "reason"))
        until = self._day(reader, value.get("until"), within(place, "until"))
        if len(reader.problems) > count or not reason or until is None:
            return None
        return Given(rules, reason, until)

    def _day(self, reader: Reader, value: Any, place: str) -> date | None:
        try:
            day = date.fromisoformat(str(value))
        except ValueError:
            reader.mistake(place, f'"{value or ""}" is no day', "the last day as YYYY-MM-DD")
            return None
        if self._last is not None and day > self._last:
            reader.mistake(place, f"{day} is too far away", f"{self._last} at the latest, by the policy")
            return None
        return day


def _meant(patterns: Sequence[str]) -> str:
    """The rule that the first misspelt one was probably meant to be; rules of other policies may well exist."""
    unknown = (each for each in patterns if not each.startswith(PREFIX) and not exists(each, BENDING))
    return next(filter(None, (near(each, BENDING) for each in unknown)), "")


def _annotation(value: Mapping[str, Any]) -> str | None:
    metadata = value.get("metadata")
    annotations = metadata.get("annotations") if isinstance(metadata, Mapping) else None
    text = annotations.get(ANNOTATION) if isinstance(annotations, Mapping) else None
    return text if isinstance(text, str) else None
