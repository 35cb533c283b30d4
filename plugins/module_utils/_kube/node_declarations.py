# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What someone declares of a node, read into values that kube-apiserver accepts. Private to this collection."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from .errors import Problem
from .objects import Taint
from .releases import Gates
from .validation.field import Errors, go_json
from .validation.metadata import check_annotations, check_labels
from .validation.review import Review
from .validation.rules import Rules
from .validation.taints import EFFECTS, check_taints

RECORD_PREFIX = "node-labels.quorum.kube/"
ACCEPTED = "what kube-apiserver accepts"
TAINT_FORM = "a mapping of key, value and effect, or a text such as dedicated=db:NoSchedule"

_TAINT = re.compile(r"(?P<key>[^=:]+)(=(?P<value>[^:]*))?:(?P<effect>[A-Za-z]+)")
_ABSENT = re.compile(r"(?P<key>[^=:]+)(:(?P<effect>[A-Za-z]+))?")


class AbsentTaint(NamedTuple):
    """A taint that must not be on the node; an empty effect stands for all of them."""

    key: str
    effect: str

    def covers(self, key: str, effect: str) -> bool:
        return key == self.key and self.effect in ("", effect)


class Declared(NamedTuple):
    """What a node shall have, and the taints that it shall not have whoever set them."""

    labels: Mapping[str, str] = {}
    annotations: Mapping[str, str] = {}
    taints: tuple[Taint, ...] = ()
    absent_taints: tuple[AbsentTaint, ...] = ()


NOTHING = Declared()


class Declarations:
    """Reads declarations by the rules of one release and collects every mistake, each with its place."""

    def __init__(self, gates: Gates) -> None:
        self._rules = Rules(gates)
        self.problems: list[Problem] = []

    def read(self, entry: Mapping[str, Any], place: str = "") -> Declared:
        """The declaration in an entry's `labels`, `annotations`, `taints` and `absent_taints`; None stands for nothing.

        After a mistake the value is not to be used.
        """
        labels = self.labels(entry.get("labels"), f"{place}labels")
        annotations = self.annotations(entry.get("annotations"), f"{place}annotations")
        taints = self.taints(entry.get("taints"), f"{place}taints")
        absent = self.absent_taints(entry.get("absent_taints"), f"{place}absent_taints")
        for taint in taints:
            if any(other.covers(taint.key, taint.effect) for other in absent):
                found = f"{taint.key}:{taint.effect}, which is declared in {place}taints"
                self.problems.append(Problem(f"{place}absent_taints", found, "a taint is declared or absent, not both"))
        return Declared(labels, annotations, taints, absent)

    def labels(self, value: Any, place: str) -> dict[str, str]:
        """Keys and values of labels."""
        texts, errors = self._texts(value, place), Errors()
        check_labels(Review(self._rules, errors), texts, place)
        self._refuse(errors)
        return texts

    def annotations(self, value: Any, place: str) -> dict[str, str]:
        """Keys and values of annotations; the records of what is ours are not among them."""
        texts, errors = self._texts(value, place), Errors()
        check_annotations(Review(self._rules, errors), texts, place)
        self._refuse(errors)
        for key in texts:
            if key.startswith(RECORD_PREFIX):
                self.problems.append(Problem(f"{place}[{key}]", "the record of an owner", "a key of your own"))
        return texts

    def taints(self, value: Any, place: str) -> tuple[Taint, ...]:
        """Taints, each once by key and effect."""
        found = [self._taint(item, f"{place}[{index}]") for index, item in enumerate(self._items(value, place))]
        # A right one stands where an item is none, so that the paths of the others keep their numbers.
        judged = [taint or Taint(f"unread-{index}", "", EFFECTS[0]) for index, taint in enumerate(found)]
        errors = Errors()
        check_taints(Review(self._rules, errors), [taint._asdict() for taint in judged], place)
        self._refuse(errors)
        return tuple(taint for taint in found if taint is not None)

    def absent_taints(self, value: Any, place: str) -> tuple[AbsentTaint, ...]:
        """Taints by key and effect, or by key alone."""
        found = []
        for index, item in enumerate(self._items(value, place)):
            here = f"{place}[{index}]"
            fields = self._fields(
                item, _ABSENT, ("key", "effect"), here, "a key, or a text such as dedicated:NoSchedule"
            )
            if fields is None:
                continue
            errors = Errors()
            errors.invalid_each(f"{here}.key", fields["key"], self._rules.label_key(fields["key"]))
            if fields["effect"] not in ("", *EFFECTS):
                errors.unsupported(f"{here}.effect", fields["effect"], EFFECTS)
            self._refuse(errors)
            found.append(AbsentTaint(fields["key"], fields["effect"]))
        return tuple(found)

    def record_key(self, owner: str, place: str = "owner") -> str:
        """The annotation that holds the owner's record."""
        reasons = self._rules.label_key(RECORD_PREFIX + owner) if "/" not in owner else ("must not contain slashes",)
        for reason in reasons:
            self.problems.append(Problem(place, f"{go_json(owner)}: {reason}", "the name part of an annotation's key"))
        return RECORD_PREFIX + owner

    def _texts(self, value: Any, place: str) -> dict[str, str]:
        if value is None:
            return {}
        if not isinstance(value, Mapping):
            self.problems.append(Problem(place, go_json(value), "a mapping of keys to texts"))
            return {}
        for key, text in value.items():
            if not isinstance(key, str):
                self.problems.append(Problem(f"{place}[{key}]", f"the key {go_json(key)}", "a text; quote it"))
            elif not isinstance(text, str):
                self.problems.append(Problem(f"{place}[{key}]", go_json(text), "a text; quote it"))
        return {key: text for key, text in value.items() if isinstance(key, str) and isinstance(text, str)}

    def _items(self, value: Any, place: str) -> list[Any]:
        if value is None or isinstance(value, (list, tuple)):
            return list(value or ())
        self.problems.append(Problem(place, go_json(value), "a list"))
        return []

    def _taint(self, item: Any, place: str) -> Any:
        fields = self._fields(item, _TAINT, ("key", "value", "effect"), place, TAINT_FORM)
        return None if fields is None else Taint(**fields)

    def _fields(self, item: Any, form: re.Pattern[str], names: tuple[str, ...], place: str, expected: str) -> Any:
        """The fields of a mapping or of a text in kubectl's form, absent ones empty; None where it is neither."""
        if isinstance(item, str):
            match = form.fullmatch(item)
            if match:
                return {name: match[name] or "" for name in names}
        elif isinstance(item, Mapping) and set(item) <= set(names):
            fields = {name: "" if item.get(name) is None else item[name] for name in names}
            if all(isinstance(text, str) for text in fields.values()):
                return fields
        self.problems.append(Problem(place, go_json(item), expected))
        return None

    def _refuse(self, errors: Errors) -> None:
        for error in errors.once():
            found = error.text[len(error.field) + 2 :]
            self.problems.append(Problem(error.field, found, ACCEPTED))
