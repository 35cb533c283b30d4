# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Claims of volumes and devices, as kube-apiserver refuses them. Private to this collection.

Rules: kubernetes `pkg/apis/core/validation/validation.go` ValidatePersistentVolumeClaimSpec,
ValidatePersistentVolumeClaimTemplate, validatePodResourceClaim (1.28 - 1.37).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..quantity import parse
from .field import Printed, go_json, named
from .label_selectors import check_label_selector
from .metadata import check_annotations, check_labels
from .resources import check_quantity
from .review import Review

ACCESS_MODES = ("ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod")
# The rest of ObjectMeta, in the order of its struct.
_FORBIDDEN_METADATA = (
    "name",
    "generateName",
    "namespace",
    "selfLink",
    "uid",
    "resourceVersion",
    "generation",
    "creationTimestamp",
    "deletionTimestamp",
    "deletionGracePeriodSeconds",
    "ownerReferences",
    "finalizers",
    "managedFields",
)


def check_claim_template(review: Review, template: Mapping[str, Any], path: str) -> None:
    """Of a generic ephemeral volume; its metadata may hold labels and annotations alone."""
    meta = template.get("metadata") or {}
    check_annotations(review, meta.get("annotations") or {}, f"{path}.metadata.annotations")
    check_labels(review, meta.get("labels") or {}, f"{path}.metadata.labels")
    for name in _FORBIDDEN_METADATA:
        if meta.get(name):
            review.errors.forbidden(f"{path}.metadata.{name}", "cannot be set")
    check_claim_spec(review, template.get("spec") or {}, f"{path}.spec")


def check_claim_spec(review: Review, spec: Mapping[str, Any], path: str) -> None:
    """Of a PersistentVolumeClaim that is created."""
    errors = review.errors
    modes = [mode or "" for mode in spec.get("accessModes") or ()]
    if not modes:
        errors.required(f"{path}.accessModes", "at least 1 access mode is required")
    check_label_selector(review, spec.get("selector"), f"{path}.selector")
    for mode in modes:
        if mode not in ACCESS_MODES:
            errors.unsupported(f"{path}.accessModes", named(mode), ACCESS_MODES)
    if "ReadWriteOncePod" in modes and any(mode in ACCESS_MODES[:3] for mode in modes):
        errors.forbidden(f"{path}.accessModes", "may not use ReadWriteOncePod with other access modes")
    _storage(review, ((spec.get("resources") or {}).get("requests") or {}), f"{path}.resources[storage]")
    name = spec.get("storageClassName") or ""
    if name:
        errors.invalid_each(f"{path}.storageClassName", name, review.rules.dns_subdomain(name))
    mode = spec.get("volumeMode")
    if mode is not None and mode not in ("Block", "Filesystem"):
        errors.unsupported(f"{path}.volumeMode", named(mode), ("Block", "Filesystem"))
    _sources(review, spec, path)
    name = spec.get("volumeAttributesClassName") or ""
    if name and review.rules.attributes_classes:
        errors.invalid_each(f"{path}.volumeAttributesClassName", name, review.rules.dns_subdomain(name))


def _storage(review: Review, requests: Mapping[str, Any], path: str) -> None:
    if "storage" not in requests:
        review.errors.required(path)
        return
    amount = parse(requests["storage"]).rounded_to_milli()
    if amount.sign() <= 0:
        review.errors.invalid(path, amount.canonical(), "must be greater than zero")
    else:
        check_quantity(review, "storage", amount, path)


def _sources(review: Review, spec: Mapping[str, Any], path: str) -> None:
    """Where the volume's content comes from; both fields say the same."""
    errors = review.errors
    local, reference = spec.get("dataSource"), spec.get("dataSourceRef")
    if local is not None:
        _source(review, local, f"{path}.dataSource")
    if reference is None:
        return
    _source(review, reference, f"{path}.dataSourceRef")
    namespace = reference.get("namespace") or ""
    if namespace:
        errors.invalid_each(f"{path}.dataSourceRef.namespace", namespace, review.rules.dns_label(namespace))
    if local is None:
        return
    if namespace:
        errors.invalid(path, {}, "may not be specified when dataSourceRef.namespace is specified")
    elif _referred(local) != _referred(reference):
        errors.invalid(path, {}, "must match dataSourceRef")


def _referred(source: Mapping[str, Any]) -> tuple[Any, str, str]:
    """An empty group is none to the API, and yet another value."""
    return source.get("apiGroup"), source.get("kind") or "", source.get("name") or ""


def _source(review: Review, source: Mapping[str, Any], path: str) -> None:
    errors = review.errors
    for name in ("name", "kind"):
        if not source.get(name):
            errors.required(f"{path}.{name}")
    kind, group = source.get("kind") or "", source.get("apiGroup") or ""
    if group:
        errors.invalid_each(f"{path}.apiGroup", group, review.rules.dns_subdomain(group))
    elif kind != "PersistentVolumeClaim":
        errors.invalid(path, kind, "must be 'PersistentVolumeClaim' when referencing the default apiGroup")


def check_resource_claims(review: Review, claims: Sequence[Any], path: str) -> None:
    """`spec.resourceClaims` of a pod."""
    errors = review.errors
    names: set[str] = set()
    for index, item in enumerate(claims):
        claim, place = item or {}, f"{path}[{index}]"
        name = claim.get("name") or ""
        if not name:
            errors.required(f"{place}.name")
        elif name in names:
            errors.duplicate(f"{place}.name", name)
        else:
            errors.invalid_each(f"{place}.name", name, review.rules.dns_label(name))
            names.add(name)
        _claim_source(review, claim, place)


def _claim_source(review: Review, claim: Mapping[str, Any], path: str) -> None:
    sources = {name: claim.get(name) for name in ("resourceClaimName", "resourceClaimTemplateName")}
    shown = Printed(
        claim,
        go_json(
            {"Name": claim.get("name") or "", **{name[0].upper() + name[1:]: text for name, text in sources.items()}}
        ),
    )
    given = [name for name, text in sources.items() if text is not None]
    if len(given) == 2:
        review.errors.invalid(
            path, shown, "at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified"
        )
    if not given:
        review.errors.invalid(path, shown, "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`")
    for name in given:
        text = claim[name]
        review.errors.invalid_each(f"{path}.{name}", text, review.rules.dns_subdomain(text))
