# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The shape of the judged objects: which fields there are and of which type. Private to this collection.

kube-apiserver refuses a wrong type while decoding (HTTP 400), before it validates; nothing else is looked at then.
The texts are our own, since the server's speak of Go structs. After `shape_errors` has returned nothing, every field
has its type or is null.

Kinds of fields: `s` string, `b` boolean, `i` int32, `l` int64, `q` quantity, `x` integer or string, `t` time, `y`
base64, `j` anything; `[k` a list, `{k` a mapping of strings to k; a capital letter begins the name of a type.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..quantity import QuantityError
from ..quantity import parse as parse_quantity
from . import fields_of_objects, fields_of_pods, fields_of_volumes
from .field import OMITTED, Errors, Printed, printed
from .plain_types import CHECKS, EXPECTED, Check, is_string

_SOURCES: Mapping[str, str] = {**fields_of_objects.FIELDS, **fields_of_pods.FIELDS, **fields_of_volumes.FIELDS}
_TYPES: dict[str, dict[str, str]] = {}
_COMPILED: dict[str, Check] = {**CHECKS}

_SHOWN = 80
_DEEPEST = 64
_MAYBE_SECRET = re.compile(r"\.(env|httpHeaders)(\[\d+\](\.value)?)?$")


def fields_of(type_name: str) -> dict[str, str]:
    """The fields of a type of the API with their kinds."""
    fields = _TYPES.get(type_name)
    if fields is None:
        pairs = (word.split(":", 1) for word in _SOURCES[type_name].split())
        fields = _TYPES[type_name] = dict(pairs)
    return fields


def shape_errors(value: Any, type_name: str, errors: Errors) -> bool:
    """Adds an error for every value of a wrong type below an object of this type.

    Tells whether there are fields that the API does not know; which ones is asked of `unknown_fields`.
    """
    unknown: list[bool] = []
    if not _check_of(type_name)(value, unknown):
        _explain(value, type_name, "", errors, 0)
    return bool(unknown)


class Shapes:
    """Remembers what `shape_errors` said of an object, for inputs that are judged in more than one way."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, str], tuple[Any, Errors, bool]] = {}

    def of(self, value: Any, type_name: str) -> tuple[Errors, bool]:
        """The errors of an object that stays as it is, and whether it has unknown fields."""
        place = (id(value), type_name)
        found = self._known.get(place)
        if found is None:
            errors = Errors()
            unknown = shape_errors(value, type_name, errors)
            found = self._known[place] = value, errors, unknown  # the object itself keeps its id from being used again
        return found[1], found[2]


def unknown_fields(value: Any, type_name: str, path: str = "") -> list[str]:
    """The paths of all fields that the API does not know: it drops them, and strict clients refuse them."""
    if not isinstance(value, dict):
        return []
    fields, found = fields_of(type_name), []
    for name, item in value.items():
        kind = fields.get(name) if isinstance(name, str) else None
        if kind is None:
            found.append(_child(path, name))
        elif kind[-1] not in "sbilqxtyj" or len(kind.lstrip("[{")) > 1:
            found += _unknown_below(item, kind, _child(path, name))
    return found


def type_at(type_name: str, path: str) -> str:
    """The type of the mapping at a path below an object of this type; empty where the schema ends."""
    kind = type_name
    for step in path.split(".") if path else ():
        name, _bracket, indexes = step.partition("[")
        kind = fields_of(kind).get(name, "") if kind[:1].isupper() else ""
        kind = kind[indexes.count("]") :]
    return kind if kind[:1].isupper() else ""


def _unknown_below(value: Any, kind: str, path: str) -> list[str]:
    if kind[0] == "[":
        items = value if isinstance(value, list) else []
        return [
            found for index, item in enumerate(items) for found in _unknown_below(item, kind[1:], f"{path}[{index}]")
        ]
    if kind[0] == "{":
        return []
    return unknown_fields(value, kind, path)


def _check_of(kind: str) -> Check:
    """The check of a kind, made once: whether all types below are right, and nothing about where not.

    Names that the API does not know are noted in the list that goes through all checks.
    """
    check = _COMPILED.get(kind)
    if check is None:
        if kind[0] == "[":
            check = _list_check(kind[1:])
        elif kind[0] == "{":
            check = _mapping_check(kind[1:])
        else:
            check = _struct_check(kind)
        _COMPILED[kind] = check
    return check


def _struct_check(type_name: str) -> Check:
    checks: dict[str, Check] = {}

    def fits(value: Any, unknown: list[bool]) -> bool:
        if not isinstance(value, dict):
            return False
        if not checks:
            checks.update((name, _check_of(kind)) for name, kind in fields_of(type_name).items())
        for name, item in value.items():
            check = checks.get(name)
            if check is is_string and item.__class__ is str:  # most values by far
                continue
            if check is None:
                if not isinstance(name, str):
                    return False
                unknown.append(True)
            elif item is not None and not check(item, unknown):
                return False
        return True

    return fits


def _list_check(kind: str) -> Check:
    check = _check_of(kind)

    def fits(value: Any, unknown: list[bool]) -> bool:
        return isinstance(value, list) and all(item is None or check(item, unknown) for item in value)

    return fits


def _mapping_check(kind: str) -> Check:
    check = _check_of(kind)
    text = str if check is is_string else None

    def fits(value: Any, unknown: list[bool]) -> bool:
        if not isinstance(value, dict):
            return False
        for name, item in value.items():
            if name.__class__ is str and item.__class__ is text:
                continue
            if not isinstance(name, str) or not (item is None or check(item, unknown)):
                return False
        return True

    return fits


def _explain(value: Any, kind: str, path: str, errors: Errors, depth: int) -> None:
    if value is None or depth > _DEEPEST:
        return
    expected = EXPECTED.get(kind)
    if expected is not None:
        if not _COMPILED[kind](value, []):
            errors.invalid(path, _told(value, path), _quantity_text(value) if kind == "q" else f"must be {expected}")
    elif kind[0] == "[":
        if not isinstance(value, list):
            errors.invalid(path, _told(value, path), "must be a list")
            return
        for index, item in enumerate(value):
            _explain(item, kind[1:], f"{path}[{index}]", errors, depth + 1)
    elif not isinstance(value, dict):
        errors.invalid(path or "(document)", _told(value, path), "must be a mapping")
    else:
        _explain_mapping(value, kind, path, errors, depth)


def _explain_mapping(value: dict[Any, Any], kind: str, path: str, errors: Errors, depth: int) -> None:
    fields = {} if kind[0] == "{" else fields_of(kind)
    for name, item in value.items():
        if not isinstance(name, str):
            errors.invalid(path or "(document)", _short(name), "keys must be strings")
        elif kind[0] == "{":
            _explain(item, kind[1:], f"{path}[{name}]", errors, depth + 1)
        elif name in fields:
            _explain(item, fields[name], _child(path, name), errors, depth + 1)


def _child(path: str, name: Any) -> str:
    return f"{path}.{name}" if path else str(name)


def _told(value: Any, path: str) -> Any:
    """The value as errors show it; an environment variable's or header's may be secret, and the server shows none."""
    return OMITTED if _MAYBE_SECRET.search(path) else _short(value)


def _short(value: Any) -> Any:
    """The value itself where it is small, else the beginning of its text."""
    if value is None or (isinstance(value, (bool, int)) and abs(value) < 10**30):
        return value
    try:
        text = value if isinstance(value, str) else printed(value)
    except (RecursionError, TypeError, ValueError):
        text = type(value).__name__
    text = text if len(text) <= _SHOWN else text[:_SHOWN] + "..."
    return text if isinstance(value, str) else Printed(text, text)


def _quantity_text(value: Any) -> str:
    try:
        parse_quantity(value)
    except QuantityError as error:
        return str(error)
    return "must be a quantity"
