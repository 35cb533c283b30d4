# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Field errors as kube-apiserver prints them. Private to this collection.

The form is that of k8s.io/apimachinery `pkg/util/validation/field/errors.go` (0.28 - 0.37).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

INVALID = "Invalid value"
REQUIRED = "Required value"
FORBIDDEN = "Forbidden"
UNSUPPORTED = "Unsupported value"
DUPLICATE = "Duplicate value"
NOT_FOUND = "Not found"
TOO_LONG = "Too long"
TOO_MANY = "Too many"
INTERNAL = "Internal error"

_WITHOUT_VALUE = frozenset([REQUIRED, FORBIDDEN, TOO_LONG, INTERNAL])
_ESCAPES = {
    "\a": "\\a",
    "\b": "\\b",
    "\f": "\\f",
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
    "\v": "\\v",
    '"': '\\"',
    "\\": "\\\\",
}
_HTML = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"})


class FieldError(NamedTuple):
    """One refusal: where, of which kind, the value found there, what is wrong, and the API server's whole line."""

    field: str
    type: str
    value: Any
    message: str
    text: str


class Printed(NamedTuple):
    """A value whose printed form is not that of a plain string, number or mapping."""

    value: Any
    text: str


class Errors(list[FieldError]):
    """The errors of one object in the order in which kube-apiserver finds them.

    Where the object is not `readable`, types are wrong, and nothing has been validated.
    """

    readable = True
    has_unknown_fields = False

    def add(self, type_: str, path: str, value: Any, detail: str) -> None:
        """Adds an error; a `Printed` value brings its own text."""
        shown, text = (value.value, value.text) if isinstance(value, Printed) else (value, "")
        line = f"{path}: {type_}"
        if type_ not in _WITHOUT_VALUE and shown is not OMITTED:
            line = f"{line}: {text or printed(shown)}"
        found = None if type_ in _WITHOUT_VALUE or shown is OMITTED else shown
        self.append(FieldError(path, type_, found, detail, f"{line}: {detail}" if detail else line))

    def once(self) -> Errors:
        """The errors without those whose whole line has come before, as the server tells them."""
        if len(self) < 2:
            return self
        first: dict[str, FieldError] = {}
        for error in self:
            first.setdefault(error.text, error)
        if len(first) == len(self):
            return self
        kept = Errors(first.values())
        kept.has_unknown_fields = self.has_unknown_fields
        return kept

    def invalid(self, path: str, value: Any, detail: str) -> None:
        self.add(INVALID, path, value, detail)

    def invalid_each(self, path: str, value: Any, details: Iterable[str]) -> None:
        """One error for each reason; no reason, no error."""
        for detail in details:
            self.add(INVALID, path, value, detail)

    def required(self, path: str, detail: str = "") -> None:
        self.add(REQUIRED, path, None, detail)

    def forbidden(self, path: str, detail: str) -> None:
        self.add(FORBIDDEN, path, None, detail)

    def unsupported(self, path: str, value: Any, supported: Sequence[str]) -> None:
        """An unknown value of an enumeration; `supported` is printed in the order given."""
        listed = ", ".join(quoted(name) for name in supported)
        self.add(UNSUPPORTED, path, value, f"supported values: {listed}")

    def duplicate(self, path: str, value: Any, detail: str = "") -> None:
        self.add(DUPLICATE, path, value, detail)

    def not_found(self, path: str, value: Any, detail: str = "") -> None:
        self.add(NOT_FOUND, path, value, detail)

    def too_long(self, path: str, limit: int) -> None:
        self.add(TOO_LONG, path, None, f"may not be more than {limit} bytes")

    def too_many(self, path: str, found: int, limit: int) -> None:
        self.add(TOO_MANY, path, found, f"must have at most {limit} items")

    def non_negative(self, path: str, value: int) -> None:
        if value < 0:
            self.add(INVALID, path, value, "must be greater than or equal to 0")

    def positive(self, path: str, value: int) -> None:
        if value <= 0:
            self.add(INVALID, path, value, "must be greater than zero")


class _Omitted:
    """Stands for a value that is not printed."""


OMITTED = _Omitted()


def quoted(text: str) -> str:
    """The string as Go's `%q` prints it."""
    if text.isprintable() and '"' not in text and "\\" not in text:
        return f'"{text}"'
    return '"' + "".join(map(_escaped, text)) + '"'


def printed(value: Any) -> str:
    """A value as field errors print it: strings quoted, numbers and booleans bare, all else as Go's JSON."""
    if isinstance(value, str):
        return quoted(value)
    return go_json(value)


def go_json(value: Any) -> str:
    """JSON as Go's encoding/json writes it: keys of mappings sorted, angle brackets and ampersands escaped."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
    return text.translate(_HTML)


def named(text: str) -> Printed:
    """A value of a named string type of the API (an operator, an effect): printed as JSON."""
    return Printed(text, go_json(text))


def mapping(value: Any, as_json: bool) -> Printed:
    """A map of texts: keys sorted, an absent one `null`; in Go's own syntax up to 1.33."""
    if as_json:
        return Printed(value, go_json(dict(sorted(value.items())) if value is not None else None))
    if value is None:
        return Printed(value, "map[string]string(nil)")
    entries = ", ".join(f"{quoted(key)}:{quoted(text or '')}" for key, text in sorted(value.items()))
    return Printed(value, f"map[string]string{{{entries}}}")


def _escaped(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    if character.isprintable():
        return character
    code = ord(character)
    if code < 0x20 or code == 0x7F:
        return f"\\x{code:02x}"
    if 0xD800 <= code <= 0xDFFF:
        return "\ufffd"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
