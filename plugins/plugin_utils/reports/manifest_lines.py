# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where in its manifest a finding stands: the line of its field, and the lines around it.

A Secret's data and the values of environment variables and of a probe's headers are left out of what is shown.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import yaml

BEFORE, AFTER = 2, 4
LONGEST_LINE = 160
LEFT_OUT = "(left out)"

_PART = re.compile(r"\[([^\]]*)\]|([^.\[\]]+)")
_NAMED_VALUES = ("env", "httpHeaders")
_LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration"
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Composer(_Loader):  # type: ignore[misc]
    """Makes nodes without finding out the types of their values, which nobody asks for here."""

    def resolve(self, _kind: Any, _value: Any, _implicit: Any) -> str:
        return ""

    def descend_resolver(self, _node: Any, _index: Any) -> None:
        pass

    def ascend_resolver(self) -> None:
        pass


class Span(NamedTuple):
    """A part of a text, by lines and columns from 0; the end lies behind it."""

    line: int
    column: int
    end_line: int
    end_column: int

    @classmethod
    def of(cls, node: yaml.Node) -> Span:
        start, end = node.start_mark, node.end_mark
        return cls(start.line, start.column, end.line, end.column)


def located(result: Mapping[str, Any], texts: Mapping[str, str] | None = None, shown: bool = True) -> dict[str, Any]:
    """The result with `lines` in each finding whose manifest can be read; `texts` holds those that are in no file.

    Without `shown` they tell where the field stands, and nothing of the manifest.
    """
    findings = [{**finding, "lines": None} for finding in result.get("findings", ())]
    by_place = sorted(findings, key=_place)
    for file, of_file in groupby((each for each in by_place if _place(each)[1]), key=lambda each: _place(each)[0]):
        manifest = _manifest(file, texts or {})
        if manifest is not None:
            for finding in of_file:
                finding["lines"] = manifest.lines(finding["object"]["source"], finding["field"], shown)
    return {**result, "findings": findings}


def _place(finding: Mapping[str, Any]) -> tuple[str, int]:
    """File and line, by which nothing is held longer than the findings of one document need it; no line is 0."""
    source = finding["object"]["source"]
    return source["file"], source["line"] or 0


class Manifest:
    """The text of a file with manifests; a document is parsed when it is asked for, and kept until another one is."""

    def __init__(self, text: str) -> None:
        self._texts = text.splitlines()
        self._starts = [
            number for number, line in enumerate(self._texts) if line[:3] == "---" and not line[3:4].strip()
        ]
        self._latest: tuple[int, Document] | None = None

    def lines(self, source: Mapping[str, Any], field: str, shown: bool = True) -> dict[str, Any] | None:
        """The first and last line of what is shown, the line of the field, and the text; None where there is none."""
        line = int(source["line"])
        if line > len(self._texts):
            return None
        place = bisect_right(self._starts, line - 1)
        before, after = (0, *self._starts)[place], (*self._starts, len(self._texts))[place]
        if self._latest is None or self._latest[0] != before:
            self._latest = before, Document(self._texts[before:after])
        told = self._latest[1].lines(line - before, field, shown)
        return {**told, **{name: told[name] + before for name in ("first", "last", "line")}}


class Document:
    """The lines of one document, numbered from 1, and its node; without one where it is no YAML."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts

    @cached_property
    def _node(self) -> yaml.Node | None:
        try:
            return next(iter(yaml.compose_all("\n".join(self._texts), _Composer)), None)
        except (yaml.YAMLError, RecursionError, ValueError):
            return None

    def lines(self, start: int, field: str, shown: bool) -> dict[str, Any]:
        """What `Manifest` tells of the object that begins in a line."""
        found = self._object(start) if field or shown else None
        span = None if found is None else _span(found, field)
        at = start if span is None else span.line + 1
        if found is None or span is None or not shown:  # what cannot be parsed cannot be searched for secrets either
            return {"first": at, "last": at, "line": at, "text": []}
        return self._extract(start, at, span, _last_line(Span.of(found)))

    def _extract(self, start: int, at: int, span: Span, end: int) -> dict[str, Any]:
        first = max(start, at - BEFORE)
        last = min(max(at + BEFORE, _last_line(span)), at + AFTER, end)
        shown = [_shortened(self._shown(number - 1)) for number in range(first, last + 1)]
        while len(shown) > at - first + 1 and not shown[-1].strip():
            shown.pop()
        return {"first": first, "last": first + len(shown) - 1, "line": at, "text": shown}

    def _object(self, line: int) -> yaml.Node | None:
        """The object that begins in the line: the document itself, or an item of a list."""
        level = [] if self._node is None else [self._node]
        while level:
            for node in level:
                if node.start_mark.line + 1 == line:
                    return node
            level = [item for node in level for item in _items(node)]
        return None

    @cached_property
    def _hidden(self) -> dict[int, list[Span]]:
        """The parts of each line that nobody may see."""
        found: dict[int, list[Span]] = {}
        for node in () if self._node is None else _secrets(self._node):
            span = Span.of(node)
            for line in range(span.line, max(span.line, _last_line(span) - 1) + 1):
                found.setdefault(line, []).append(span)
        return found

    def _shown(self, number: int) -> str:
        """A line without what nobody may see."""
        text = self._texts[number]
        for span in sorted(set(self._hidden.get(number, ())), reverse=True):
            start = span.column if span.line == number else len(text) - len(text.lstrip())
            end = span.end_column if span.end_line == number else len(text)
            text = text[:start] + LEFT_OUT + text[end:]
        return text


def _manifest(file: str, texts: Mapping[str, str]) -> Manifest | None:
    try:
        return Manifest(texts[file] if file in texts else Path(file).read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError):
        return None


def _span(node: yaml.Node, field: str) -> Span:
    """The place of a field; of what holds it where the field itself is absent."""
    span = Span.of(node)
    for index, name in _PART.findall(field):
        step = _step(node, index or name)
        if step is None:
            break
        key, node = step
        span = Span(key.start_mark.line, key.start_mark.column, node.end_mark.line, node.end_mark.column)
    return span


def _step(node: yaml.Node, name: str) -> tuple[yaml.Node, yaml.Node] | None:
    if isinstance(node, yaml.MappingNode):
        return next(((key, value) for key, value in node.value if key.value == name), None)
    if isinstance(node, yaml.SequenceNode) and name.isdigit() and int(name) < len(node.value):
        return node.value[int(name)], node.value[int(name)]
    return None


def _secrets(document: yaml.Node) -> Iterator[yaml.Node]:
    """The values of Secrets, environment variables and headers, and the copies of manifests that kubectl keeps."""
    stack, seen = [document], set()
    while stack:
        node = stack.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, yaml.SequenceNode):
            stack += node.value
        elif isinstance(node, yaml.MappingNode):
            yield from _secrets_of(node)
            stack += [value for _key, value in node.value]


def _secrets_of(node: yaml.MappingNode) -> Iterator[yaml.Node]:
    entries = {key.value: value for key, value in node.value if isinstance(key, yaml.ScalarNode)}
    kind = entries.get("kind")
    if isinstance(kind, yaml.ScalarNode) and kind.value == "Secret":
        for name in ("data", "stringData"):
            yield from _values(entries.get(name))
    for field in _NAMED_VALUES:
        yield from _named_values(entries.get(field))
    if _LAST_APPLIED in entries:
        yield entries[_LAST_APPLIED]


def _named_values(named: yaml.Node | None) -> Iterator[yaml.Node]:
    """What stands beside the names of a list of names and values."""
    for entry in named.value if isinstance(named, yaml.SequenceNode) else _values(named):
        if isinstance(entry, yaml.MappingNode):
            yield from (value for key, value in entry.value if key.value not in ("name", "valueFrom"))
        else:
            yield entry


def _values(node: yaml.Node | None) -> Sequence[yaml.Node]:
    """The values of a mapping; anything else stands for itself."""
    if isinstance(node, yaml.MappingNode):
        return [value for _key, value in node.value]
    return [] if node is None else [node]


def _items(node: yaml.Node) -> list[yaml.Node]:
    step = _step(node, "items")
    return step[1].value if step and isinstance(step[1], yaml.SequenceNode) else []


def _last_line(span: Span) -> int:
    """The last line, from 1; a block ends at the start of the line behind it."""
    return span.end_line if span.end_column == 0 and span.end_line > span.line else span.end_line + 1


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST_LINE else text[: LONGEST_LINE - 1] + "…"
