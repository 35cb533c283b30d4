# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""YAML text to values, as the Kubernetes tools read it. Private to this collection.

Plain scalars get the values that sigs.k8s.io/yaml (go.yaml.in/yaml/v2 resolve.go) gives them and that reach the API as
JSON: `yes`, `on` and `y` are true, `1e3` and `1_000` are 1000, `0755` is octal, dates stay text, keys become text.
Aliases share one value. Duplicate keys, values that JSON cannot hold and what would grow or nest without bounds are
refused.
"""

from __future__ import annotations

import base64
import binascii
import operator
import re
from collections.abc import Iterator
from typing import Any, NamedTuple, Optional

from ._kube.scalars import FIRST, MERGE, NULL, UNFIT, Mark, plain

try:
    from yaml import YAMLError
    from yaml.events import CollectionEndEvent, CollectionStartEvent, DocumentStartEvent
    from yaml.nodes import MappingNode, ScalarNode, SequenceNode

    HAS_YAML = True
except ImportError:
    HAS_YAML = False
    CollectionEndEvent = CollectionStartEvent = DocumentStartEvent = NotImplementedError  # type: ignore[assignment, misc]
    YAMLError = MappingNode = ScalarNode = SequenceNode = NotImplementedError  # type: ignore[assignment, misc]

DEEPEST = 200
MOST_ALIASED = 400_000

_TOO_DEEP = f"nested deeper than {DEEPEST} levels"
_BEARABLE = 2_000
_FAR_INDENTED = re.compile(rb"^[ \t?:-]{%d}" % (_BEARABLE // 4), re.MULTILINE)
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")

_STANDARD = "tag:yaml.org,2002:"


class YamlDocument(NamedTuple):
    """One document of a text: number and first line (from 1), value, and the first lines of a List's items.

    With a `message` it is unreadable, and the line is where that shows.
    """

    number: int
    line: int
    value: Any = None
    message: str = ""
    item_lines: tuple[int, ...] = ()


def documents_of(text: bytes, before: int = 0) -> Iterator[YamlDocument]:
    """The documents of a text that begins after `before` lines, in order; a mistake of its syntax ends them."""
    number = 1
    building = _Sharing if b"&" in text else _Building
    try:
        if _may_overflow(text) and (deep := _first_too_deep(text, before)):
            yield deep
            return
        loader = _Loader(text)
        while loader.check_node():
            yield _document(loader.get_node(), number, building(before))
            number += 1
    except YAMLError as error:
        yield _syntax_error(error, number, before)


class _UnreadableError(Exception):
    """Why a document has no value, and in which line of its text (from 1) that shows."""

    def __init__(self, message: str, node: Any) -> None:
        super().__init__(message)
        self.line = node.start_mark.line + 1


def _may_overflow(text: bytes) -> bool:
    """Whether the text could nest deeper than older versions of libyaml's composer can bear, at a glance."""
    brackets = text.count(b"[") + text.count(b"{")
    return brackets > _BEARABLE or text[:2] in _UTF_16 or _FAR_INDENTED.search(text) is not None


def _first_too_deep(text: bytes, before: int) -> Optional[YamlDocument]:
    """The first document that nests too deeply, found without recursion."""
    loader, depth, number = _Loader(text), 0, 0
    while loader.check_event():
        event = loader.get_event()
        if isinstance(event, DocumentStartEvent):
            number += 1
        elif isinstance(event, CollectionStartEvent):
            depth += 1
        elif isinstance(event, CollectionEndEvent):
            depth -= 1
        if depth > DEEPEST + 1:
            line = before + event.start_mark.line + 1
            return YamlDocument(number, line, message=_TOO_DEEP)
    return None


def _document(node: Any, number: int, building: _Building) -> YamlDocument:
    line = building.line(node)
    try:
        value = building.value(node, 0)
    except _UnreadableError as error:
        return YamlDocument(number, building.before + error.line, message=str(error))
    except RecursionError:
        return YamlDocument(number, line, message="nested too deeply")
    return YamlDocument(number, line, value, item_lines=_item_lines(node, value, building))


def _item_lines(node: Any, value: Any, building: _Building) -> tuple[int, ...]:
    if not isinstance(value, dict) or not isinstance(value.get("items"), list):
        return ()
    items = next((entry for key, entry in node.value if key.value == "items"), None)
    return tuple(map(building.line, items.value)) if isinstance(items, SequenceNode) else ()


def _syntax_error(error: Any, number: int, before: int) -> YamlDocument:
    mark = getattr(error, "problem_mark", None)
    text = getattr(error, "problem", None) or getattr(error, "reason", None) or str(error)
    context = getattr(error, "context", None)
    message = f"{text} ({context})" if context else str(text)
    if "nesting depth" in message:
        message = _TOO_DEEP
    return YamlDocument(number, before + (mark.line + 1 if mark else 1), message=message)


class _Building:
    """Nodes to values, for documents without anchors."""

    def __init__(self, before: int) -> None:
        self.before = before

    def line(self, node: Any) -> int:
        """The line of the text in which a node begins."""
        return int(self.before + node.start_mark.line + 1)

    def value(self, node: Any, depth: int) -> Any:
        """The value of a node."""
        if isinstance(node, ScalarNode):
            return node.value if node.tag is None else _scalar(node)
        if depth > DEEPEST:
            raise _UnreadableError(_TOO_DEEP, node)
        if isinstance(node, MappingNode):
            return self.mapping(node, depth + 1)
        return [self.value(item, depth + 1) for item in node.value]

    def mapping(self, node: Any, depth: int) -> dict[str, Any]:
        """The mapping of a node, its merged keys first."""
        result: dict[str, Any] = {}
        merged: list[Any] = []
        for key_node, node_value in node.value:
            if isinstance(key_node, ScalarNode) and key_node.tag is None:
                key = key_node.value
            elif key_node.tag is MERGE:
                merged.append(node_value)
                continue
            else:
                key = _key(key_node)
            if key in result:
                raise self._duplicate(node, key, key_node)
            if isinstance(node_value, ScalarNode):
                result[key] = node_value.value if node_value.tag is None else _scalar(node_value)
            else:
                result[key] = self.value(node_value, depth)
        return self._with_merged(result, merged, depth) if merged else result

    def _duplicate(self, node: Any, key: str, second: Any) -> _UnreadableError:
        first = next(found for found, _value in node.value if _is_key(found, key))
        return _UnreadableError(f'duplicate key "{key}" (lines {self.line(first)} and {self.line(second)})', second)

    def _with_merged(self, own: dict[str, Any], merged: list[Any], depth: int) -> dict[str, Any]:
        result: dict[str, Any] = {}
        for node in merged:
            values = self.value(node, depth)
            for value in reversed(values if isinstance(values, list) else [values]):
                if not isinstance(value, dict):
                    raise _UnreadableError("map merge requires map or sequence of maps as the value", node)
                result.update(value)
        return {**result, **own}


class _Sharing(_Building):
    """Nodes to values, where aliases lead to some more than once: those are built once, but counted each time."""

    def __init__(self, before: int) -> None:
        super().__init__(before)
        self._built: dict[int, tuple[Any, int]] = {}
        self._open: set[int] = set()
        self._size = 0

    def value(self, node: Any, depth: int) -> Any:
        found = self._built.get(id(node))
        if found is None:
            if id(node) in self._open:
                raise _UnreadableError("an anchor's value contains itself", node)
            before = self._size
            self._open.add(id(node))
            self._size += 1
            value = super().value(node, depth)
            self._open.discard(id(node))
            found = self._built[id(node)] = (value, self._size - before)
        else:
            self._size += found[1]
        if self._size > MOST_ALIASED:
            raise _UnreadableError("document contains excessive aliasing", node)
        return found[0]


def _is_key(node: Any, key: str) -> bool:
    return node.tag is not MERGE and isinstance(node, ScalarNode) and _key(node) == key


def _key(node: Any) -> str:
    """A key as the text that it becomes in JSON."""
    value = _scalar(node) if isinstance(node, ScalarNode) else None
    if value is None:
        raise _UnreadableError("a key is no text", node)
    return str(value).lower() if isinstance(value, bool) else str(value)


def _scalar(node: Any) -> Any:
    """The value of a scalar whose tag is what `_resolve` made of it, or the explicit tag that the text gives it."""
    tag: Any = node.tag
    text: Any = node.value
    if tag is None or tag is MERGE:
        return text
    if tag is NULL:
        return None
    if tag is UNFIT:
        raise _UnreadableError(f"{text} is no value that JSON can hold", node)
    return _tagged(tag, text, node) if isinstance(tag, str) else tag


def _tagged(tag: str, text: str, node: Any) -> Any:
    """The value under an explicit tag; those that YAML itself doesn't know are ignored, as the Kubernetes tools do."""
    name = tag[len(_STANDARD) :] if tag.startswith(_STANDARD) else ""
    if name == "binary":
        try:
            return base64.b64decode(text, validate=False).decode("utf-8", "replace")
        except binascii.Error:
            raise _UnreadableError("!!binary value contains invalid base64 data", node) from None
    if name not in ("bool", "int", "float", "null"):
        return text
    value = plain(text)
    fits = {"bool": bool, "int": int, "float": (int, float), "null": Mark}[name]
    if not isinstance(value, fits) or (isinstance(value, bool) and name != "bool"):  # type: ignore[arg-type]
        raise _UnreadableError(f"cannot decode the value as a !!{name}", node)
    return None if value is NULL else value


def _resolve(kind: Any, text: Optional[str], implicit: Any) -> Any:
    """What stands for the tag where a node has none: None for text and collections, else a value or mark."""
    if kind is not ScalarNode or not implicit[0]:
        return None
    return plain(text) if not text or text[0] in FIRST else None


class _Resolving:
    """The hooks that both parsers of PyYAML call for each node; the first two have nothing to do here."""

    descend_resolver = operator.is_
    ascend_resolver = tuple
    resolve = staticmethod(_resolve)


def _loader() -> Any:
    """libyaml's parser, or PyYAML's own where it was built without libyaml."""
    try:
        from yaml.cyaml import CParser  # type: ignore[attr-defined]

        return type("_Loader", (_Resolving, CParser), {})
    except ImportError:
        from yaml.composer import Composer
        from yaml.parser import Parser
        from yaml.reader import Reader
        from yaml.scanner import Scanner

    def prepare(self: Any, text: bytes) -> None:
        Reader.__init__(self, text)
        for part in (Scanner, Parser, Composer):
            part.__init__(self)

    return type("_Loader", (_Resolving, Reader, Scanner, Parser, Composer), {"__init__": prepare})


_Loader: Any = _loader() if HAS_YAML else None
