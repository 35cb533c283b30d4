# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What `affinity_info` tells of an input: every object with its errors and its traps. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Optional

from ..documents import Located
from ..releases import Gates
from ..scopes import CLUSTER_WIDE
from ..workloads import PodTemplateRef, TemplatePaths, group_of, pods_of
from .any_object import Serves, object_errors
from .document import Judge
from .field import Errors, FieldError
from .metadata import check_labels
from .object_traps import name_traps, node_traps, unknown_field_traps
from .review import Review
from .schema import Shapes
from .trap import Pod, Trap
from .traps import pod_traps

Object = Mapping[str, Any]

_OWN_GROUPS = ("", "apps", "batch", "extensions")


class Report:
    """Tells of objects by the rules of one release."""

    def __init__(
        self, gates: Gates, template_paths: TemplatePaths, namespace: str, shapes: Optional[Shapes] = None
    ) -> None:
        self._shapes = shapes or Shapes()
        self._judge = Judge(gates, self._shapes)
        self._gates = gates
        self._paths = template_paths
        self._namespace = namespace

    def told(self, document: Located) -> dict[str, Any]:
        """One object: whether kube-apiserver accepts it, why not, and what is a trap all the same."""
        value = document.value
        refs = pods_of(value, self._paths, self._namespace) if value.get("kind") != "Node" else []
        known = self._judge.knows(value)
        custom = group_of(value) not in _OWN_GROUPS
        errors = self._custom_errors(value, refs) if custom else self._judge.errors(value)
        traps: list[Trap] = []
        if errors.readable:
            traps = list(self._traps(value, refs, known, errors.has_unknown_fields))
        return {**self._identity(value), "source": document.source, **_verdict(value, errors, traps)}

    def told_other(self, document: Located, serves: Serves = lambda _version, _kind: False) -> dict[str, Any]:
        """One object of a kind of which only what holds for every kind is known."""
        value = document.value
        errors = object_errors(self._judge.rules, self._shapes, value, serves)
        return {**self._identity(value), "source": document.source, **_verdict(value, errors, [])}

    def told_labels(self, labels: Object) -> dict[str, Any]:
        """Labels without an object, judged as those of any object."""
        errors = Errors()
        for key, value in labels.items():
            if not isinstance(value, str):
                errors.invalid(f"labels[{key}]", value, "must be a string")
        if not errors:
            check_labels(Review(self._judge.rules, errors), labels, "labels")
        named = {"kind": "Labels", "api_version": "", "namespace": "", "name": ""}
        source = {"file": "labels", "document": 1, "line": None}
        return {**named, "source": source, **_verdict({}, errors.once(), [])}

    def _custom_errors(self, value: Object, refs: Sequence[PodTemplateRef]) -> Errors:
        """Of a custom resource its pod templates are known, and what holds for every kind."""
        errors = object_errors(self._judge.rules, self._shapes, value, lambda _version, _kind: True)
        for ref in refs:
            template = {"metadata": ref.metadata, "spec": ref.spec}
            found = self._judge.template_errors(template, ref.path)
            errors.readable = errors.readable and found.readable
            errors.extend(found)
        return errors

    def _traps(self, value: Object, refs: Sequence[PodTemplateRef], known: bool, unknown: bool) -> Iterator[Trap]:
        if known and unknown:
            yield from unknown_field_traps(value, str(value["kind"]))
        if known:
            yield from name_traps(value)
        for ref in refs:
            labels = ref.metadata.get("labels") or {}
            yield from pod_traps(Pod(ref.spec, labels, ref.spec_path, ref.is_pod, self._gates))
            if not known:
                yield from unknown_field_traps(ref.spec, "PodSpec", ref.spec_path)
        if known and value["kind"] == "Node":
            yield from node_traps(value)

    def _identity(self, value: Object) -> dict[str, str]:
        meta = value.get("metadata")
        meta = meta if isinstance(meta, Mapping) else {}
        kind = str(value.get("kind") or "")
        return {
            "kind": kind,
            "api_version": str(value.get("apiVersion") or ""),
            "namespace": "" if kind in CLUSTER_WIDE else str(meta.get("namespace") or self._namespace),
            "name": str(meta.get("name") or meta.get("generateName") or ""),
        }


def _verdict(value: Object, errors: Errors, traps: Sequence[Trap]) -> dict[str, Any]:
    return {
        "valid": not errors,
        "errors": [error._asdict() for error in errors],
        "warnings": [_warning(trap) for trap in traps],
        "message": sentence(value, errors),
    }


def _warning(trap: Trap) -> dict[str, Any]:
    return {
        "field": trap.field,
        "type": trap.rule,
        "value": trap.value,
        "message": trap.message,
        "text": trap.text,
        "severity": trap.severity,
    }


def sentence(value: Object, errors: Sequence[FieldError]) -> str:
    """The whole refusal as the API server puts it, each line once; empty where it accepts the object."""
    if not errors:
        return ""
    lines = list(dict.fromkeys(error.text for error in errors))
    kind, group = str(value.get("kind") or "Labels"), group_of(value)
    meta = value.get("metadata")
    name = meta.get("name") if isinstance(meta, Mapping) else ""
    listed = lines[0] if len(lines) == 1 else f"[{', '.join(lines)}]"
    return f'{kind}{"." + group if group else ""} "{name or ""}" is invalid: {listed}'
