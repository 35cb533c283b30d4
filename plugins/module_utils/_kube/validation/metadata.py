# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Names, labels, annotations, owners and finalizers of objects. Private to this collection.

Rules: k8s.io/apimachinery `pkg/api/validation/objectmeta.go`, kubernetes `pkg/apis/core/validation/validation.go`
ValidateObjectMeta (1.28 - 1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Optional

from ..names import masked_prefix
from .field import Errors, Printed, go_json
from .review import Review
from .rules import Reasons

ANNOTATION_BYTES = 256 * 1024
_GENERATED_BYTES = 58
_GENERATED = "xxxxx"
_FINALIZERS = frozenset(["kubernetes", "orphan", "foregroundDeletion"])


def check_object_meta(
    review: Review,
    meta: Mapping[str, Any],
    name_reasons: Callable[[str], Reasons],
    scoped: bool,
    default_labels: Optional[Mapping[str, Any]] = None,
) -> None:
    """Of an object that is created; `scoped` says that its kind lives in namespaces."""
    errors = review.errors
    name, base = meta.get("name") or "", meta.get("generateName") or ""
    if base:
        errors.invalid_each("metadata.generateName", base, name_reasons(masked_prefix(base)))
        name = name or generated_name(meta)
    if not name:
        name_required(errors)
    else:
        errors.invalid_each("metadata.name", name, name_reasons(name))
    namespace = meta.get("namespace") or ""
    if namespace and not scoped:
        errors.forbidden("metadata.namespace", "not allowed on this type")
    elif namespace:
        errors.invalid_each("metadata.namespace", namespace, review.rules.dns_label(namespace))
    check_labels(review, meta.get("labels") or default_labels or {}, "metadata.labels")
    check_annotations(review, meta.get("annotations") or {}, "metadata.annotations")
    _owners(review, meta.get("ownerReferences") or (), "metadata.ownerReferences")
    _finalizers(review, meta.get("finalizers") or (), "metadata.finalizers")


def has_name(meta: Mapping[str, Any]) -> bool:
    """Whether the object has a name, or gets one."""
    return bool(meta.get("name") or meta.get("generateName"))


def name_required(errors: Errors) -> None:
    """Adds that it has none."""
    errors.required("metadata.name", "name or generateName is required")


def generated_name(meta: Mapping[str, Any]) -> str:
    """What becomes of `generateName`; the random part is shown as `xxxxx` (apiserver `pkg/storage/names`)."""
    base = meta.get("generateName") or ""
    return base[:_GENERATED_BYTES] + _GENERATED if base else ""


def check_labels(review: Review, labels: Mapping[str, Any], path: str) -> None:
    """Bad keys and bad values alike are told at the path of the map."""
    key_reasons, value_reasons = review.rules.label_key, review.rules.label_value
    for key, value in labels.items():
        for reason in key_reasons(key):
            review.errors.invalid(path, key, reason)
        for reason in value_reasons(value or ""):
            review.errors.invalid(path, value or "", reason)


def check_annotations(review: Review, annotations: Mapping[str, Any], path: str) -> None:
    """Keys are label keys in which case does not matter; all together hold at most 256 KiB."""
    size = 0
    for key, value in annotations.items():
        for reason in review.rules.label_key(key.lower()):
            review.errors.invalid(path, key, reason)
        size += _bytes(key) + _bytes(value or "")
    if size > ANNOTATION_BYTES:
        review.errors.too_long(path, ANNOTATION_BYTES)


def _bytes(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


def _owners(review: Review, owners: Any, path: str) -> None:
    errors = review.errors
    controller = ""
    for index, item in enumerate(owners):
        owner = item or {}
        _owner(review, owner, f"{path}[{index}]" if review.rules.owners_are_indexed else path)
        if not owner.get("controller"):
            continue
        current = f"{owner.get('kind') or ''}/{owner.get('name') or ''}"
        if controller:
            errors.invalid(
                path,
                Printed(owners, go_json([_owner_json(each or {}) for each in owners])),
                'Only one reference can have Controller set to true. Found "true" in references for '
                f"{controller} and {current}",
            )
        else:
            controller = current


def _owner(review: Review, owner: Mapping[str, Any], path: str) -> None:
    errors, indexed = review.errors, review.rules.owners_are_indexed
    version, kind = owner.get("apiVersion") or "", owner.get("kind") or ""
    if not version:
        if indexed:
            errors.required(f"{path}.apiVersion", "must not be empty")
        else:
            errors.invalid(f"{path}.apiVersion", version, "version must not be empty")
    elif version.count("/") > 1 or version.endswith("/"):
        errors.invalid(f"{path}.apiVersion", version, "must be <group>/<version> or <version>")
    for name in ("kind", "name", "uid"):
        if owner.get(name):
            continue
        if indexed:
            errors.required(f"{path}.{name}", "must not be empty")
        else:
            errors.invalid(f"{path}.{name}", "", "must not be empty")
    if (version, kind) == ("v1", "Event"):
        shown = Printed(owner, go_json(_owner_json(owner)))
        errors.invalid(path, shown, "/v1, Kind=Event is disallowed from being an owner")


def _owner_json(owner: Mapping[str, Any]) -> Mapping[str, Any]:
    """An owner reference in the order of its Go struct, without the optional fields that are absent."""
    shown = {name: owner.get(name) or "" for name in ("apiVersion", "kind", "name", "uid")}
    shown.update((name, owner[name]) for name in ("controller", "blockOwnerDeletion") if owner.get(name) is not None)
    return shown


def _finalizers(review: Review, finalizers: Any, path: str) -> None:
    errors = review.errors
    for name in finalizers:
        errors.invalid_each(path, name or "", review.rules.label_key(name or ""))
    if "orphan" in finalizers and "foregroundDeletion" in finalizers:
        errors.invalid(path, finalizers, "finalizer orphan and foregroundDeletion cannot be both set")
    for index, name in enumerate(finalizers):
        if "/" not in (name or "") and name not in _FINALIZERS:
            errors.invalid(
                f"{path}[{index}]", name or "", "name is neither a standard finalizer name nor is it fully qualified"
            )
