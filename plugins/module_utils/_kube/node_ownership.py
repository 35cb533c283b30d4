# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Who owns which label, annotation and taint of a node, and the one patch that makes ours as declared.

An owner's record is an annotation on the node itself. A key is ours when our record names it; every other key is
someone else's and is neither changed nor removed, also where the declaration names it. Private to this collection.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, Optional

from .errors import InputError, Problem
from .node_declarations import RECORD_PREFIX, Declared
from .objects import mapping, mappings, string_map, text

LABEL, ANNOTATION, TAINT = "label", "annotation", "taint"

Changes = dict[str, Optional[str]]
RawTaint = Mapping[str, Any]


class Record(NamedTuple):
    """What an owner has set on the node, and the taints of others that it has removed."""

    labels: frozenset[str] = frozenset()
    annotations: frozenset[str] = frozenset()
    taints: frozenset[str] = frozenset()
    removed: tuple[RawTaint, ...] = ()

    def as_text(self) -> Optional[str]:
        """The annotation's value; None for an owner of nothing."""
        parts = {
            "labels": sorted(self.labels),
            "annotations": sorted(self.annotations),
            "taints": sorted(self.taints),
            "removed": list(self.removed),
        }
        filled = {name: part for name, part in parts.items() if part}
        return json.dumps(filled, separators=(",", ":"), sort_keys=True) if filled else None


class Conflict(NamedTuple):
    """A declared key that is someone else's: what is wanted, what is there, and whose it is (empty: unknown)."""

    kind: str
    key: str
    wanted: str
    found: str
    owner: str


class Plan(NamedTuple):
    """The merge patch (None: nothing to do), what was left to others, and the keys that change, before and after."""

    patch: Optional[dict[str, Any]]
    conflicts: tuple[Conflict, ...]
    before: tuple[str, ...]
    after: tuple[str, ...]


def plan(node: Mapping[str, Any], declared: Declared, record_key: str, take: bool = False) -> Plan:
    """What makes the node as declared; with `take` a key becomes ours that is there and in nobody's record.

    The patch holds the node's resourceVersion, so that the server refuses it when anything has changed meanwhile, and
    the whole list of taints, since merging lists by key alone would lose taints (API core/v1 NodeSpec patchMergeKey).

    Raises:
        InputError: The record cannot be read; nothing is known of what is ours then.
    """
    metadata = mapping(node.get("metadata"))
    labels, annotations = string_map(metadata.get("labels")), string_map(metadata.get("annotations"))
    actual_taints = list(mappings(mapping(node.get("spec")).get("taints")))
    records = _records(text(metadata.get("name")), annotations)
    own = records.pop(record_key, Record())
    others = _owners(records)

    label_part = _Part(LABEL, labels, declared.labels, own.labels, others, take)
    annotation_part = _Part(ANNOTATION, annotations, declared.annotations, own.annotations, others, take)
    taint_part = _Taints(actual_taints, declared, own, others, take)
    record = Record(label_part.owned, annotation_part.owned, taint_part.owned, taint_part.removed).as_text()
    if record != annotations.get(record_key):
        annotation_part.changes[record_key] = record

    conflicts = (*label_part.conflicts, *annotation_part.conflicts, *taint_part.conflicts)
    patch = _patch(metadata, label_part.changes, annotation_part.changes, taint_part)
    pairs = [*label_part.lines(), *annotation_part.lines(), *taint_part.lines()]
    before = tuple(line for line, _after in pairs if line)
    return Plan(patch, conflicts, before, tuple(line for _before, line in pairs if line))


def patched(node: Mapping[str, Any], patch: Optional[Mapping[str, Any]]) -> dict[str, Any]:
    """The node as it is after the patch; what check mode tells."""
    metadata, spec = dict(mapping(node.get("metadata"))), dict(mapping(node.get("spec")))
    patch = patch or {}
    for name in ("labels", "annotations"):
        merged = {**string_map(metadata.get(name)), **mapping(mapping(patch.get("metadata")).get(name))}
        metadata[name] = {key: value for key, value in merged.items() if value is not None}
    spec.update(mapping(patch.get("spec")))
    return {**node, "metadata": metadata, "spec": spec}


def is_recorded(node: Mapping[str, Any], record_key: str) -> bool:
    """Whether the owner has a record on the node."""
    return record_key in string_map(mapping(node.get("metadata")).get("annotations"))


class _Part:
    """Labels or annotations: which of them change, which are ours then, and which are left to others."""

    def __init__(
        self,
        kind: str,
        actual: Mapping[str, str],
        wanted: Mapping[str, str],
        own: frozenset[str],
        others: Mapping[tuple[str, str], str],
        take: bool,
    ) -> None:
        self._kind, self._actual = kind, actual
        foreign = {key for key in wanted if key not in own and key in actual and (not take or (kind, key) in others)}
        self.owned = frozenset(wanted) - foreign
        self.conflicts = tuple(
            Conflict(kind, key, wanted[key], actual[key], others.get((kind, key), ""))
            for key in wanted
            if key in foreign
        )
        self.changes: Changes = {
            key: wanted[key] for key in wanted if key in self.owned and wanted[key] != actual.get(key)
        }
        self.changes.update((key, None) for key in sorted(own - set(wanted)) if key in actual)

    def lines(self) -> Iterator[tuple[str, str]]:
        """Each changed key before and after; an absent one is empty."""
        for key, after in sorted(self.changes.items()):
            before = self._actual.get(key)
            yield _line(self._kind, key, before), _line(self._kind, key, after)


class _Taints:
    """Taints, each known by key and effect; those of others keep their place and all their fields."""

    def __init__(
        self,
        actual: list[RawTaint],
        declared: Declared,
        own: Record,
        others: Mapping[tuple[str, str], str],
        take: bool,
    ) -> None:
        self._actual = actual
        wanted = {f"{taint.key}:{taint.effect}": taint.value for taint in declared.taints}
        present = {_id(taint): taint for taint in actual}
        foreign = {
            name
            for name in wanted
            if name not in own.taints and name in present and (not take or (TAINT, name) in others)
        }
        self.owned = frozenset(wanted) - foreign
        self.conflicts = tuple(
            Conflict(TAINT, name, wanted[name], text(present[name].get("value")), others.get((TAINT, name), ""))
            for name in wanted
            if name in foreign
        )
        removed = {_id(taint): taint for taint in own.removed}
        kept = []
        for name, taint in present.items():
            if name in self.owned:
                kept.append(_with_value(taint, wanted[name]))
            elif name in own.taints and name not in foreign:
                continue
            elif _is_absent(taint, declared):
                removed[name] = taint
            else:
                kept.append(taint)
        names = {_id(taint) for taint in kept}
        kept += [_taint(name, wanted[name]) for name in wanted if name not in names]
        names |= set(wanted)
        kept += [taint for name, taint in removed.items() if not _is_absent(taint, declared) and name not in names]
        self.result = kept
        self.removed = tuple(taint for taint in removed.values() if _is_absent(taint, declared))

    @property
    def changed(self) -> bool:
        return self.result != self._actual

    def lines(self) -> Iterator[tuple[str, str]]:
        before = {_id(taint): _value(taint) for taint in self._actual}
        after = {_id(taint): _value(taint) for taint in self.result}
        for name in sorted(set(before) | set(after)):
            if before.get(name) != after.get(name):
                yield _line(TAINT, name, before.get(name)), _line(TAINT, name, after.get(name))


def _patch(
    metadata: Mapping[str, Any], labels: Changes, annotations: Changes, taints: _Taints
) -> Optional[dict[str, Any]]:
    parts: dict[str, Any] = {name: part for name, part in (("labels", labels), ("annotations", annotations)) if part}
    if not parts and not taints.changed:
        return None
    patch: dict[str, Any] = {"metadata": {"resourceVersion": metadata.get("resourceVersion"), **parts}}
    if taints.changed:
        patch["spec"] = {"taints": taints.result}
    return patch


def _records(node: str, annotations: Mapping[str, str]) -> dict[str, Record]:
    records, problems = {}, []
    for key, value in annotations.items():
        if not key.startswith(RECORD_PREFIX):
            continue
        try:
            records[key] = _record(json.loads(value))
        except ValueError:
            place = f"node {node}: metadata.annotations[{key}]"
            expected = "a record as this collection writes it; remove the annotation, then all keys count as another's"
            problems.append(Problem(place, value, expected))
    if problems:
        raise InputError(problems)
    return records


def _record(value: Any) -> Record:
    if not isinstance(value, dict):
        raise ValueError
    names = {name: value.get(name, []) for name in Record._fields}
    keys = [key for name in ("labels", "annotations", "taints") for key in _listed(names[name])]
    removed = _listed(names["removed"])
    if not all(isinstance(key, str) for key in keys) or not all(isinstance(taint, dict) for taint in removed):
        raise ValueError
    return Record(
        frozenset(names["labels"]), frozenset(names["annotations"]), frozenset(names["taints"]), tuple(removed)
    )


def _listed(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise ValueError
    return value


def _owners(records: Mapping[str, Record]) -> dict[tuple[str, str], str]:
    """Which owner's record names a key."""
    found: dict[tuple[str, str], str] = {}
    for key, record in sorted(records.items()):
        owner = key[len(RECORD_PREFIX) :]
        for kind, names in ((LABEL, record.labels), (ANNOTATION, record.annotations), (TAINT, record.taints)):
            found.update(((kind, name), owner) for name in names)
    return found


def _id(taint: RawTaint) -> str:
    return f"{text(taint.get('key'))}:{text(taint.get('effect'))}"


def _value(taint: RawTaint) -> str:
    return text(taint.get("value"))


def _is_absent(taint: RawTaint, declared: Declared) -> bool:
    key, effect = text(taint.get("key")), text(taint.get("effect"))
    return any(absent.covers(key, effect) for absent in declared.absent_taints)


def _with_value(taint: RawTaint, value: str) -> RawTaint:
    return taint if _value(taint) == value else _taint(_id(taint), value)


def _taint(name: str, value: str) -> RawTaint:
    key, dummy, effect = name.rpartition(":")
    return {"key": key, **({"value": value} if value else {}), "effect": effect}


def _line(kind: str, key: str, value: Optional[str]) -> str:
    if value is None:
        return ""
    if kind == TAINT:
        key, dummy, effect = key.rpartition(":")
        return f"{kind} {key}{'=' + value if value else ''}:{effect}"
    return f"{kind} {key}={value}"
