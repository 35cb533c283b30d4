# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What holds for objects of every kind: a version that is served, metadata, a name. Private to this collection.

Rules: k8s.io/apimachinery `pkg/api/validation/objectmeta.go`, apiserver `pkg/registry/rest/create.go` (1.28 - 1.37). Of
kinds that the gate itself goes by, every field has to be of its type as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Callable

from ..objects import mapping, text
from ..workloads import group_of
from .field import Errors
from .label_selectors import check_label_selector
from .metadata import has_name, name_required
from .retired_versions import retirement
from .review import Review
from .rules import Rules
from .schema import Shapes

Object = Mapping[str, Any]
Serves = Callable[[str, str], bool]
"""Whether something else than kube-apiserver itself is known to serve this kind in this version."""

_ANY = "PartialObjectMetadata"
_BUDGET = "PodDisruptionBudget"
_TYPES: Mapping[tuple[str, str], str] = {
    ("", "LimitRange"): "LimitRange",
    ("node.k8s.io", "RuntimeClass"): "RuntimeClass",
    ("policy", _BUDGET): _BUDGET,
    ("scheduling.k8s.io", "PriorityClass"): "PriorityClass",
}
_QUESTIONS = frozenset(["authentication.k8s.io", "authorization.k8s.io"])
"""Groups of kinds that are answered and not kept, and so have no name."""


def object_errors(rules: Rules, shapes: Shapes, value: Object, serves: Serves) -> Errors:
    """Why kube-apiserver refuses the object whatever its kind; nothing more is looked at where a type is wrong."""
    errors = Errors()
    kind, version, group = text(value.get("kind")), text(value.get("apiVersion")), group_of(value)
    gone = retirement(version, kind, rules.gates)
    if gone is not None and not serves(version, kind):
        refuse_version(errors, version, kind, gone)
        return errors
    type_name = _TYPES.get((group, kind), _ANY)
    found, _unknown = shapes.of(value, type_name)
    errors.extend(found)
    if errors:
        errors.readable = False
        return errors
    if not kind.endswith("List") and group not in _QUESTIONS and not has_name(mapping(value.get("metadata"))):
        name_required(errors)
    if type_name == _BUDGET:
        check_label_selector(Review(rules, errors), mapping(value.get("spec")).get("selector"), "spec.selector")
    return errors.once() if rules.repeated_once else errors


def refuse_version(errors: Errors, version: str, kind: object, hint: object = "") -> None:
    """Adds in the words of kubectl that nobody serves the kind in this version."""
    told = f" ({hint})" if hint else ""
    errors.invalid("apiVersion", version, f'no matches for kind "{kind}" in version "{version}"{told}')
    errors.readable = False
