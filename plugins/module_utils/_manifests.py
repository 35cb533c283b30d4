# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The one loader of manifests: paths, texts and values to documents that know their place. Private to this collection.

Whatever can't be read becomes one entry of `unreadable` each; everything else is there all the same.
"""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, BinaryIO, NamedTuple, Optional

from . import _json_text, _yaml_text
from ._kube.errors import InputError, Problem
from ._kube.sharing import Sharing
from ._kube.workloads import objects_of

SUFFIXES = (".yml", ".yaml", ".json")
LARGEST_FILE = 256 * 1024 * 1024

_MARKER = re.compile(rb"^---(?=\s|$)", re.MULTILINE)
_LIKE_JSON = re.compile(rb'\s*(?:\{\s*"|\[\s*["{\[])')
_WILDCARD = re.compile(r"[*?\[]")
_SPACE = b" \t\r\n"


class Document(NamedTuple):
    """An object of a manifest and where it was read; `line` is None where there is no text."""

    value: Mapping[str, Any]
    file: str
    document: int
    line: Optional[int]

    @property
    def source(self) -> dict[str, Any]:
        """Where the object stands, as results tell it."""
        return {"file": self.file, "document": self.document, "line": self.line}


class Documents(NamedTuple):
    """All that was read: objects in order, what could not be read, and how many objects there were of other kinds."""

    documents: list[Document]
    unreadable: list[dict[str, Any]]
    skipped: dict[str, int]


class _Found(NamedTuple):
    """One document of a text before it is looked at: its value, or the message that says why there is none."""

    document: int
    line: Optional[int]
    value: Any
    message: str = ""
    broken: bool = False
    item_lines: tuple[int, ...] = ()


Understood = Callable[[Mapping[str, Any]], bool]
Kept = Callable[[Mapping[str, Any]], Mapping[str, Any]]


def load(src: Iterable[str] = (), definition: Any = None, understood: Optional[Understood] = None) -> Documents:
    """Reads files, folders and globs, then a definition (text, mapping, or list of mappings), with lists expanded.

    Objects that aren't `understood` are counted by kind. Paths that lead to nothing are all named in one `InputError`.
    """
    result = Documents([], [], {})
    for path in _files(src):
        _take(result, path, _read(path), understood)
    if definition is not None:
        _take(result, "definition", _defined(definition), understood)
    return result


def load_many(src: Iterable[str]) -> Documents:
    """Reads files that hold a whole cluster: what its objects have in common is in memory once."""
    result, sharing = Documents([], [], {}), Sharing()
    for path in _files(src):
        _take(result, path, _read(path), None, sharing.of)
    return result


def _take(
    result: Documents,
    file: str,
    found: Iterable[_Found],
    understood: Optional[Understood],
    kept: Optional[Kept] = None,
) -> None:
    for each in found:
        if each.message:
            _refuse(result, file, each, each.message)
        elif not isinstance(each.value, Mapping):
            if each.value is not None:
                _refuse(result, file, each, f"the document is a {_type_name(each.value)}, expected a mapping")
        else:
            _take_objects(result, file, each, understood, kept)


def _take_objects(
    result: Documents, file: str, found: _Found, understood: Optional[Understood], kept: Optional[Kept]
) -> None:
    for message in _no_objects(found.value):
        _refuse(result, file, found, message)
    objects = list(objects_of(found.value))
    own_lines = len(objects) == len(found.item_lines)
    for index, value in enumerate(objects):
        line = found.item_lines[index] if own_lines else found.line
        kind = value.get("kind")
        if not isinstance(kind, str) or not kind:
            _refuse(result, file, found._replace(line=line), "kind is missing" if not kind else "kind is no text")
        elif understood is None or understood(value):
            result.documents.append(Document(kept(value) if kept else value, file, found.document, line))
        else:
            result.skipped[kind] = result.skipped.get(kind, 0) + 1


def _no_objects(value: Mapping[str, Any], place: str = "items") -> Iterator[str]:
    """What stands in a list instead of objects; kubectl refuses such a list."""
    items = value.get("items")
    if not str(value.get("kind")).endswith("List") or items is None:
        return
    if not isinstance(items, list):
        yield f"{place} is a {_type_name(items)}, expected a list"
        return
    for index, item in enumerate(items):
        if isinstance(item, Mapping):
            yield from _no_objects(item, f"{place}[{index}].items")
        else:
            found = "null" if item is None else f"a {_type_name(item)}"
            yield f"{place}[{index}] is {found}, expected a mapping"


def _refuse(result: Documents, file: str, found: _Found, message: str) -> None:
    result.unreadable.append({"file": file, "document": found.document, "line": found.line, "message": message})


def _defined(definition: Any) -> Iterator[_Found]:
    if isinstance(definition, (str, bytes)):
        yield from _parsed(definition.encode("utf-8", "surrogatepass") if isinstance(definition, str) else definition)
        return
    for index, value in enumerate(definition if isinstance(definition, list) else [definition]):
        yield _Found(index + 1, None, value)


def _read(path: str) -> Iterator[_Found]:
    try:
        with open(path, "rb") as file:
            if _has_json_lines(file):
                yield from _json_lines(file)
                return
            text = file.read(LARGEST_FILE + 1)
    except OSError as error:
        yield _Found(1, None, None, error.strerror or str(error))
        return
    if len(text) > LARGEST_FILE:
        yield _Found(1, None, None, f"larger than {LARGEST_FILE // 1024 // 1024} MiB")
    else:
        yield from _parsed(text)


def _has_json_lines(file: BinaryIO) -> bool:
    """Whether each of several lines looks like a JSON document, as in a saved cluster; leaves the file at its start."""
    if not file.seekable():
        return False
    count = 0
    for line in _lines(file):
        count = count + 1 if line.startswith(b"{") and line.endswith(b"}\n") else 0
        if not count:
            break
    file.seek(0)
    return count > 1


def _lines(file: BinaryIO) -> Iterator[bytes]:
    return iter(lambda: file.readline(LARGEST_FILE), b"")


def _json_lines(file: BinaryIO) -> Iterator[_Found]:
    """The documents of the lines, one after another: the text is never in memory as a whole."""
    for number, line in enumerate(_lines(file), start=1):
        yield from (each._replace(document=number, line=number) for each in _of_json(line))


def _parsed(text: bytes) -> Iterator[_Found]:
    """The documents of a text: JSON where it is some, else YAML; after a mistake they are read one by one."""
    json_found = list(_of_json(text)) if text.lstrip(_SPACE)[:1] in (b"{", b"[") else []
    if json_found and not json_found[-1].broken:
        yield from json_found
        return
    if not _yaml_text.HAS_YAML:
        raise InputError([Problem("PyYAML", "not installed for this Python", "the package python3-yaml or PyYAML")])
    found = [_of_yaml(each, text, 0, 0) for each in _yaml_text.documents_of(text)]
    if found and found[-1].message and (parts := _parts(text)):
        found = []
        for line, part in parts:
            found += [_of_yaml(each, part, len(found), line) for each in _yaml_text.documents_of(part, line)]
    yield from json_found if _LIKE_JSON.match(text) and any(each.message for each in found) else found


def _parts(text: bytes) -> list[tuple[int, bytes]]:
    """The documents of a text as kubectl parts them, each with the lines before it; none if there is but one."""
    starts = [0, *(match.start() for match in _MARKER.finditer(text) if match.start())]
    if len(starts) == 1:
        return []
    return [(text.count(b"\n", 0, start), text[start:end]) for start, end in zip(starts, [*starts[1:], len(text)])]


def _of_yaml(found: _yaml_text.YamlDocument, text: bytes, number: int, line: int) -> _Found:
    message = _explained(found.message, text, found.line - line) if found.message else ""
    return _Found(number + found.number, found.line, found.value, message, item_lines=found.item_lines)


def _of_json(text: bytes) -> Iterator[_Found]:
    return (
        _Found(each.number, each.line, each.value, each.message, each.broken) for each in _json_text.documents_of(text)
    )


def _explained(message: str, text: bytes, line: int) -> str:
    """The parser's message, with the usual cause named where the line shows it."""
    lines = text.split(b"\n", line)
    at_fault = lines[line - 1] if line <= len(lines) else b""
    if at_fault[: len(at_fault) - len(at_fault.lstrip())].count(b"\t"):
        return f"{message}: the line is indented with a tab, which YAML doesn't allow"
    if b"{{" in at_fault:
        return f"{message}: the line looks like a template, which has to be rendered first"
    if 1 < line < len(lines) + 2 and lines[line - 2].lstrip().startswith(b"{{"):
        return f"{message}: the line before looks like a template, which has to be rendered first"
    return message


def _files(src: Iterable[str]) -> list[str]:
    """The files behind paths, folders and globs in order, each once."""
    problems: list[Problem] = []
    found: dict[str, None] = {}
    for index, path in enumerate(src):
        files = list(_files_at(os.path.expanduser(path)))
        if not files:
            expected = f"a file, a folder with {', '.join(SUFFIXES)} files, or a pattern that matches some"
            what = "holds no manifests" if os.path.isdir(path) else "leads to no file"
            problems.append(Problem(f"src[{index}]", f"{path} {what}", expected))
        found.update(dict.fromkeys(files))
    if problems:
        raise InputError(problems)
    return list(found)


def _files_at(path: str) -> Iterator[str]:
    if os.path.isdir(path):
        for folder, folders, names in os.walk(path):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            yield from (os.path.join(folder, name) for name in sorted(names) if name.lower().endswith(SUFFIXES))
    elif os.path.exists(path):
        yield path
    elif _WILDCARD.search(path):
        for match in sorted(glob.glob(path, recursive=True)):
            if os.path.isfile(match) or os.path.basename(path) != "**":
                yield from _files_at(match)


def _type_name(value: Any) -> str:
    names = {dict: "mapping", list: "list", str: "text", bool: "boolean", int: "number", float: "number"}
    return names.get(type(value), "value")
