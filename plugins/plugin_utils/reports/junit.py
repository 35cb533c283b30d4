# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The result as JUnit XML, so that CI shows a bad manifest as a failed test: a suite a file, a case an object.

Warnings and notes do not fail a case; they stand in its output.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from .subjects import Entry, is_waived, place, title

# Characters that XML 1.0 cannot hold (section 2.2), not even escaped.
_UNFIT = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

Case = tuple[str, list[Entry]]


def render(result: Mapping[str, Any]) -> str:
    """A document of `testsuites`; a waived error is a skipped case that tells why."""
    suites = _suites(result)
    bodies = [_suite(file, list(cases.items())) for file, cases in suites.items()]
    total = [sum(numbers) for numbers in zip(*(counts for counts, _lines in bodies), strict=True)] or [0, 0, 0]
    head = f'<testsuites name="quorum.kube" {_counts(total)}>'
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', head]
    for _numbers, body in bodies:
        lines += body
    return "\n".join([*lines, "</testsuites>", ""])


def _suites(result: Mapping[str, Any]) -> dict[str, dict[str, list[Entry]]]:
    """The findings of every object of every file, with objects that have none."""
    suites: dict[str, dict[str, list[Entry]]] = {}
    for entry in (*result.get("objects", ()), *result.get("pods", ())):
        suites.setdefault(entry["source"]["file"], {}).setdefault(title(entry), [])
    for finding in result["findings"]:
        subject = finding["object"]
        suites.setdefault(subject["source"]["file"], {}).setdefault(title(subject), []).append(finding)
    return suites


def _suite(file: str, cases: Sequence[Case]) -> tuple[list[int], list[str]]:
    failed = sum(any(_fails(finding) for finding in found) for _name, found in cases)
    skipped = sum(_is_skipped(found) for _name, found in cases)
    numbers = [len(cases), failed, skipped]
    lines = [f"  <testsuite name={_attribute(file)} {_counts(numbers)}>"]
    for name, found in cases:
        lines += _case(file, name, found)
    return numbers, [*lines, "  </testsuite>"]


def _counts(numbers: Sequence[int]) -> str:
    tests, failed, skipped = numbers
    return f'tests="{tests}" failures="{failed}" errors="0" skipped="{skipped}"'


def _case(file: str, name: str, found: Sequence[Entry]) -> Iterator[str]:
    head = f"    <testcase classname={_attribute(file)} name={_attribute(name)}"
    if not found:
        yield f"{head}/>"
        return
    yield f"{head}>"
    failing = [finding for finding in found if _fails(finding)]
    if failing:
        message = failing[0]["message"] if len(failing) == 1 else f"{len(failing)} errors"
        text = "\n".join(_text(finding) for finding in failing)
        kind = _attribute(failing[0]["rule"])
        yield f"      <failure message={_attribute(message)} type={kind}>{_content(text)}</failure>"
    elif _is_skipped(found):
        yield f"      <skipped message={_attribute(_excuse(found))}/>"
    rest = [finding for finding in found if finding not in failing]
    if rest:
        yield f"      <system-out>{_content(chr(10).join(_text(finding) for finding in rest))}</system-out>"
    yield "    </testcase>"


def _excuse(found: Sequence[Entry]) -> str:
    """What the first waiver says."""
    waivers = [finding["waived"] for finding in found if is_waived(finding)]
    return f"waived until {waivers[0]['until']}: {waivers[0]['reason']}"


def _fails(finding: Entry) -> bool:
    return bool(finding["severity"] == "error" and not is_waived(finding))


def _is_skipped(found: Sequence[Entry]) -> bool:
    """Whether waived errors are all the errors there are."""
    errors = [finding for finding in found if finding["severity"] == "error"]
    return bool(errors) and all(is_waived(finding) for finding in errors)


def _text(finding: Entry) -> str:
    field = f"{finding['field']}: " if finding["field"] else ""
    fix = f"\n  fix: {finding['fix']}" if finding["fix"] else ""
    return f"{place(finding)}: {finding['severity']}: {finding['rule']}: {field}{finding['message']}{fix}"


def _attribute(text: str) -> str:
    return quoteattr(_UNFIT.sub("�", text), {"\n": "&#10;", "\t": "&#9;", "\r": "&#13;"})


def _content(text: str) -> str:
    return escape(_UNFIT.sub("�", text))
