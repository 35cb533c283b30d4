# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where a custom resource keeps its pod templates: the part of JMESPath that a path needs. Private to this collection.

Understood are names (`spec.template`), quoted names (`spec."pod-template"`), indexes (`[0]`, `[-1]`), wildcards over
lists (`spec.workers[*].template`, `[]`) and mappings (`spec.replicas.*.template`), and several paths in one
(`[spec.head, spec.tail]`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, Union

from .errors import InputError, Problem

Step = Union[str, int, "_Every"]
Path = tuple[Step, ...]

_TOKEN = re.compile(r'\s*(?:([A-Za-z_][A-Za-z0-9_-]*)|"((?:[^"\\]|\\.)+)"|\[\s*(-?[0-9]{1,9}|\*|)\s*\]|(\*))')


class _Every(NamedTuple):
    """A wildcard: every entry of a list, or of a mapping."""

    of_list: bool


class Found(NamedTuple):
    """A value with the path of fields at which it stands."""

    path: str
    value: Any


def parsed_paths(paths: object, place: str = "pod_template_paths") -> dict[str, tuple[Path, ...]]:
    """The user's paths by kind; those that aren't understood are all named in one `InputError`."""
    if paths is None:
        return {}
    if not isinstance(paths, Mapping):
        raise InputError([Problem(place, f"{type(paths).__name__} found", "a mapping of kinds to paths")])
    problems: list[Problem] = []
    result: dict[str, tuple[Path, ...]] = {}
    for kind, text in paths.items():
        found = _alternatives(str(text))
        if found is None:
            expected = "a path such as spec.template, spec.workers[*].template or spec.replicas.*.template"
            problems.append(Problem(f"{place}.{kind}", f'"{text}" is not understood', expected))
        else:
            result[str(kind)] = found
    if problems:
        raise InputError(problems)
    return result


def found_at(document: Any, paths: tuple[Path, ...]) -> Iterator[Found]:
    """Every value that stands at one of the paths, in order of the paths and of the document."""
    for path in paths:
        yield from _walk(document, path, "")


def _walk(value: Any, path: Path, place: str) -> Iterator[Found]:
    if not path:
        if value is not None:
            yield Found(place, value)
        return
    for name, entry in _entries(value, path[0]):
        yield from _walk(entry, path[1:], place + name if name.startswith("[") or not place else f"{place}.{name}")


def _entries(value: Any, step: Step) -> Iterator[tuple[str, Any]]:
    if isinstance(step, _Every):
        if step.of_list and isinstance(value, list):
            yield from ((f"[{index}]", entry) for index, entry in enumerate(value))
        elif not step.of_list and isinstance(value, Mapping):
            yield from ((str(name), entry) for name, entry in value.items())
    elif isinstance(step, int):
        if isinstance(value, list) and -len(value) <= step < len(value):
            yield f"[{step % len(value)}]", value[step]
    elif isinstance(value, Mapping) and step in value:
        yield step, value[step]


def _alternatives(text: str) -> Union[tuple[Path, ...], None]:
    """The paths of `[a, b]`, or the one path that the text is."""
    text = text.strip()
    inner = text[1:-1] if text.startswith("[") and text.endswith("]") and _steps(text) is None else None
    paths = [_steps(part) for part in (inner.split(",") if inner is not None else [text])]
    return tuple(path for path in paths if path is not None) if paths and None not in paths else None


def _steps(text: str) -> Union[Path, None]:
    """The steps of one path, or None where it isn't understood; names and `*` are parted by dots."""
    steps: list[Step] = []
    position, end = 0, len(text.rstrip())
    if text.startswith("$."):
        position = 2
    while position < end or not steps:
        match = _TOKEN.match(text, position)
        if match is None:
            return None
        name, quoted, index, star = match.groups()
        steps.append(_step(name, quoted, index, star))
        position = match.end()
        if text[position : position + 1] == ".":
            position += 1
            if position >= end or text[position] == "[":
                return None
        elif position < end and text[position] != "[":
            return None
    return tuple(steps)


def _step(name: Union[str, None], quoted: Union[str, None], index: Union[str, None], star: Union[str, None]) -> Step:
    if name is not None:
        return name
    if quoted is not None:
        return re.sub(r"\\(.)", r"\1", quoted)
    if index:
        return _Every(of_list=True) if index == "*" else int(index)
    return _Every(of_list=star is None)
