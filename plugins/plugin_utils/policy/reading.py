# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""From a policy file to a `Policy`; all of its mistakes are told at once, each with its path."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ansible_collections.quorum.kube.plugins.module_utils._kube.errors import InputError, Problem
from ansible_collections.quorum.kube.plugins.module_utils._kube.findings import SEVERITIES
from ansible_collections.quorum.kube.plugins.module_utils._yaml_text import documents_of

from .model import PREFIX, Case, Policy, Rule
from .presets import PRESETS
from .reader import Entry, Reader, nearest, shown, within
from .requirements import REQUIREMENTS, Requirement
from .rules import BENDING, UNBENDING, exists, near

try:
    import jmespath
except ImportError:
    jmespath = None

KEYS = ("extends", "findings", "longest_waiver_days", "policy_test", "rules", "version")
RULE_KEYS = ("match", "name", "reason", "require", "severity")
CASE_KEYS = ("cluster", "expect", "name", "objects")
VERSION = 1
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_COMPARED_WITH_FIELD = re.compile(r'[=!]=\s*"(?P<name>[^"]*)"')


def read(value: Any, place: str = "policy") -> Policy:
    """The policy that a path, a mapping or a list of rules holds; None is one without rules."""
    if value is None:
        return Policy()
    if isinstance(value, (str, Path)):
        place, value = str(value), _loaded(str(value), place)
        prefix = f"{place}: "
    else:
        prefix = f"{place}."
    reader = Reader()
    policy = _policy(reader, {"rules": value} if isinstance(value, list) else value)
    if reader.problems:
        raise InputError(
            [each._replace(place=prefix + each.place if each.place else place) for each in reader.problems]
        )
    return policy


def _loaded(path: str, place: str) -> Any:
    try:
        text = Path(path).read_bytes()
    except OSError as error:
        raise InputError([Problem(place, f"{path}: {error.strerror or error}", "a file with a policy")]) from None
    found = list(documents_of(text))
    problems = [Problem(f"{path}:{each.line}", each.message, "YAML without mistakes") for each in found if each.message]
    if not problems and len(found) != 1:
        problems = [Problem(path, f"{len(found)} documents", "one document with a policy")]
    if problems:
        raise InputError(problems)
    return found[0].value


def _policy(reader: Reader, value: Any) -> Policy:
    entry = reader.mapping(value, "", KEYS)
    if entry is None:
        return Policy()
    if entry.get("version", VERSION) != VERSION:
        reader.mistake("version", f"{shown(entry['version'])} found", str(VERSION))
    rules = {rule.name: rule for rule in _extended(reader, entry.get("extends"))}
    own = list(_rules(reader, entry.get("rules")))
    for name in sorted({rule.name for rule in own if sum(rule.name == other.name for other in own) > 1}):
        reader.mistake("rules", f'two rules are named "{name}"', "a name of its own for each")
    rules.update((rule.name, rule) for rule in own)
    days = entry.get("longest_waiver_days")
    return Policy(
        rules=tuple(rules.values()),
        severities=_severities(reader, entry.get("findings"), BENDING | {rule.id for rule in rules.values()}),
        longest_waiver_days=None if days is None else reader.number(days, "longest_waiver_days"),
        test_cases=tuple(_cases(reader, entry.get("policy_test"), rules)),
    )


def _extended(reader: Reader, value: Any) -> Iterator[Rule]:
    """The rules of presets; a later preset replaces rules of the same name."""
    for name in reader.choices(value, "extends", PRESETS) or () if value is not None else ():
        yield from _rules(Reader(), list(PRESETS[name]))


def _rules(reader: Reader, value: Any) -> Iterator[Rule]:
    for index, entry in enumerate(reader.items(value, "rules")):
        place = f"rules[{index}]"
        if reader.mapping(entry, place, RULE_KEYS) is None:
            continue
        name = _name(reader, entry.get("name"), within(place, "name"))
        severity = reader.choice(entry.get("severity", "error"), within(place, "severity"), SEVERITIES)
        reason = reader.text(entry["reason"], within(place, "reason")) if "reason" in entry else ""
        match = _match(reader, entry["match"], within(place, "match")) if "match" in entry else None
        requirements = tuple(_requirements(reader, entry.get("require"), within(place, "require")))
        if name and severity:
            yield Rule(name, severity, requirements, match, reason or "")


def _name(reader: Reader, value: Any, place: str) -> str | None:
    if isinstance(value, str) and _NAME.fullmatch(value):
        return value
    reader.mistake(place, f"{shown(value)} is no name", "lower-case words with hyphens, such as not-best-effort")
    return None


def _match(reader: Reader, value: Any, place: str) -> Any:
    text = reader.text(value, place)
    if jmespath is None:
        reader.mistake(place, "jmespath is not installed", "the Python package jmespath on the controller")
        return None
    try:
        expression = jmespath.compile(text) if text else None
    except jmespath.exceptions.JMESPathError as error:
        reason = " ".join(str(error).split("\n", maxsplit=1)[0].split())
        reader.mistake(place, f"{shown(text)}: {reason}", "a JMESPath expression such as kind == 'Deployment'")
        return None
    if expression is not None:
        _trust(reader, text or "", expression, place)
    return expression


def _trust(reader: Reader, text: str, expression: Any, place: str) -> None:
    """Tells what is an expression, and yet never true or never asked."""
    known = jmespath.functions.Functions.FUNCTION_TABLE
    for function in sorted(set(_functions(expression.parsed)) - set(known)):
        reader.mistake(place, f"JMESPath has no function {function}()", nearest(function, known))
    if quoted := _COMPARED_WITH_FIELD.search(text):
        name = quoted["name"]
        reader.mistake(place, f'"{name}" in double quotes is the name of a field', f"'{name}' in single quotes")


def _functions(node: Any) -> Iterator[str]:
    """The functions that are called anywhere in a parsed expression."""
    if not isinstance(node, Mapping):
        return
    if node["type"] == "function_expression":
        yield node["value"]
    for child in node["children"]:
        yield from _functions(child)


def _requirements(reader: Reader, value: Any, place: str) -> Iterator[Requirement]:
    entry = reader.mapping(value, place, REQUIREMENTS)
    if entry is not None and not entry:
        reader.mistake(place, "nothing demanded", f"some of {', '.join(REQUIREMENTS)}")
    for name, wanted in (entry or {}).items():
        if name in REQUIREMENTS:
            requirement = REQUIREMENTS[name](reader, wanted, within(place, name))
            if requirement is not None:
                yield requirement


def _severities(reader: Reader, value: Any, known: frozenset[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    if value is not None and not isinstance(value, Mapping):
        reader.mistake("findings", f"{shown(value)} is no mapping", "a mapping such as {trap: error}")
        return found
    for rule, severity in (value or {}).items():
        place = within("findings", str(rule))
        if rule in UNBENDING:
            reader.mistake(place, "this rule is always an error", f"another rule than {', '.join(sorted(UNBENDING))}")
        elif not exists(str(rule), known):
            reader.mistake(place, "no such rule", near(str(rule), known) or "a rule as docs/relations.md lists them")
        elif read_severity := reader.choice(severity, place, SEVERITIES):
            found[str(rule)] = read_severity
    return found


def _cases(reader: Reader, value: Any, rules: Mapping[str, Rule]) -> Iterator[Case]:
    for index, entry in enumerate(reader.items(value, "policy_test")):
        place = f"policy_test[{index}]"
        if reader.mapping(entry, place, CASE_KEYS) is None:
            continue
        name = reader.text(entry.get("name"), within(place, "name"))
        objects = _objects(reader, entry, "objects", place)
        cluster = _objects(reader, entry, "cluster", place)
        if not objects:
            reader.mistake(within(place, "objects"), "nothing to judge", "a list of manifests, or a text with some")
        expect = _expected(reader, entry, place, rules)
        if name:
            yield Case(name, objects, cluster, expect)


def _objects(reader: Reader, case: Entry, key: str, place: str) -> tuple[Mapping[str, Any], ...]:
    value = case.get(key)
    if isinstance(value, str):
        found = list(documents_of(value.encode()))
        for each in found:
            if each.message:
                reader.mistake(within(place, key), f"line {each.line}: {each.message}", "YAML without mistakes")
        value = [each.value for each in found if not each.message and each.value is not None]
    objects = reader.items(value, within(place, key))
    for index, each in enumerate(objects):
        if not isinstance(each, Mapping):
            reader.mistake(f"{within(place, key)}[{index}]", f"{shown(each)} is no mapping", "a manifest")
    return tuple(each for each in objects if isinstance(each, Mapping))


def _expected(reader: Reader, case: Entry, place: str, rules: Mapping[str, Rule]) -> frozenset[str]:
    """The rules that have to find something; a bare name is one of the policy's own."""
    where = within(place, "expect")
    if "expect" not in case:
        reader.mistake(where, "missing", "the rules that find something, or [] for none")
    found = reader.items(case.get("expect"), where)
    for index, name in enumerate(found):
        if not isinstance(name, str):
            reader.mistake(f"{where}[{index}]", f"{shown(name)} is no text", "the name of a rule")
        elif name.startswith(PREFIX) or name in rules:
            reader.choice(name.removeprefix(PREFIX), f"{where}[{index}]", rules)
    return frozenset(PREFIX + name if name in rules else name for name in found if isinstance(name, str))
