# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Environment variables and references to fields, as kube-apiserver refuses them. Private to this collection.

Rules: kubernetes `pkg/apis/core/validation/validation.go` ValidateEnv, ValidateEnvFrom, validateObjectFieldSelector,
validateContainerResourceFieldSelector (1.28 - 1.37).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Callable, Optional

from ..names import masked_prefix
from ..quantity import parse
from .review import Review
from .texts import config_key, variable, without_backsteps

ENVIRONMENT_PATHS = (
    "metadata.name",
    "metadata.namespace",
    "metadata.uid",
    "spec.nodeName",
    "spec.serviceAccountName",
    "status.hostIP",
    "status.hostIPs",
    "status.podIP",
    "status.podIPs",
)
RESOURCES = tuple(
    f"{part}.{name}" for part in ("limits", "requests") for name in ("cpu", "ephemeral-storage", "memory")
)
_HUGE_PAGES = ("requests.hugepages-", "limits.hugepages-")
_CONVERTED = frozenset(
    [
        *ENVIRONMENT_PATHS,
        "metadata.annotations",
        "metadata.labels",
        "spec.restartPolicy",
        "spec.schedulerName",
        "status.phase",
    ]
)
_SIZES = ("1", "1k", "1M", "1G", "1T", "1P", "1E", "1Ki", "1Mi", "1Gi", "1Ti", "1Pi", "1Ei")
_DIVISORS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "cpu": ("the cpu resource", ("1m", "1")),
    "memory": ("the memory resource", _SIZES),
    "ephemeral-storage": ("the local ephemeral storage resource", _SIZES),
    "hugepages": ("the hugepages resource", _SIZES),
}


def check_environment(review: Review, variables: Sequence[Any], path: str) -> None:
    relaxed = review.rules.relaxed_environment
    for index, item in enumerate(variables):
        entry = item or {}
        name = entry.get("name") or ""
        if not name:
            review.errors.required(f"{path}[{index}].name")
        else:
            for reason in variable(name, relaxed):
                review.errors.invalid(f"{path}[{index}].name", name, reason)
        source = entry.get("valueFrom")
        if source is not None:
            _source(review, source, entry.get("value") or "", f"{path}[{index}].valueFrom")


def _source(review: Review, source: Mapping[str, Any], value: str, path: str) -> None:
    found = 0
    for name, check in _SOURCES.items():
        if name == "fileKeyRef" and not review.rules.environment_files:
            continue
        reference = source.get(name)
        if reference is not None:
            found += 1
            check(review, reference, f"{path}.{name}")
    if not found:
        kinds = "`fieldRef`, `resourceFieldRef`, `configMapKeyRef`"
        kinds += ", `secretKeyRef` or `fileKeyRef`" if review.rules.environment_files else " or `secretKeyRef`"
        review.errors.invalid(path, "", f"must specify one of: {kinds}")
    elif value:
        review.errors.invalid(path, "", "may not be specified when `value` is not empty")
    elif found > 1:
        review.errors.invalid(path, "", "may not have more than one field specified at a time")


def _field_of_environment(review: Review, reference: Mapping[str, Any], path: str) -> None:
    check_field_reference(review, reference, ENVIRONMENT_PATHS, path)


def _resource_of_environment(review: Review, reference: Mapping[str, Any], path: str) -> None:
    check_resource_reference(review, reference, path, in_volume=False)


def check_field_reference(review: Review, reference: Mapping[str, Any], allowed: Sequence[str], path: str) -> None:
    """A reference to a field of the pod; `allowed` is what this place can show, in alphabetical order."""
    errors = review.errors
    field = reference.get("fieldPath") or ""
    if not field:
        errors.required(f"{path}.fieldPath")
        return
    owner, subscript = _subscripted(field)
    problem = _conversion_problem(reference.get("apiVersion") or "v1", field, owner)
    if problem:
        errors.invalid(f"{path}.fieldPath", field, f"error converting fieldPath: {problem}")
    elif owner:
        shown = subscript.lower() if owner == "metadata.annotations" else subscript
        errors.invalid_each(path, shown, review.rules.label_key(shown))
    else:
        field = "spec.nodeName" if field == "spec.host" else field
        if field not in allowed:
            errors.unsupported(f"{path}.fieldPath", field, sorted(allowed))


def _conversion_problem(version: str, field: str, owner: str) -> str:
    if version != "v1":
        return f"unsupported pod version: {version}"
    if owner:
        known = owner in ("metadata.annotations", "metadata.labels")
        return "" if known else f"field label does not support subscript: {field}"
    return "" if field in _CONVERTED or field == "spec.host" else f"field label not supported: {field}"


def _subscripted(field: str) -> tuple[str, str]:
    """`metadata.labels['a']` as its two parts; nothing for a path without a subscript."""
    owner, bracket, rest = field.partition("['")
    if not field.endswith("']") or not bracket or not owner:
        return "", ""
    return owner, rest[:-2]


def check_resource_reference(review: Review, reference: Mapping[str, Any], path: str, in_volume: bool) -> None:
    """A reference to a container's request or limit, with its divisor."""
    errors = review.errors
    resource = reference.get("resource") or ""
    if in_volume and not reference.get("containerName"):
        errors.required(f"{path}.containerName")
    elif not resource:
        errors.required(f"{path}.resource")
    elif resource not in RESOURCES and not resource.startswith(_HUGE_PAGES):
        errors.unsupported(f"{path}.resource", resource, RESOURCES)
    divisor = parse(reference.get("divisor"))
    if not divisor:
        return
    kind = (
        "hugepages" if resource.startswith(_HUGE_PAGES) else resource.partition(".")[2] if resource in RESOURCES else ""
    )
    text, allowed = _DIVISORS.get(kind, ("", ()))
    if text and divisor.canonical() not in allowed:
        values = " and ".join(allowed) if kind == "cpu" else ", ".join(allowed)
        errors.invalid(f"{path}.divisor", resource, f"only divisor's values {values} are supported with {text}")


def _key_of_object(review: Review, reference: Mapping[str, Any], path: str) -> None:
    name, key = reference.get("name") or "", reference.get("key") or ""
    review.errors.invalid_each(f"{path}.name", name, review.rules.dns_subdomain(name))
    if not key:
        review.errors.required(f"{path}.key")
    else:
        review.errors.invalid_each(f"{path}.key", key, config_key(key))


def _key_of_file(review: Review, reference: Mapping[str, Any], path: str) -> None:
    checks: dict[str, Callable[[str], Sequence[str]]] = {
        "key": lambda text: variable(text, True),
        "volumeName": review.rules.dns_label,
        "path": without_backsteps,
    }
    for name, reasons in checks.items():
        text = reference.get(name) or ""
        if not text:
            review.errors.required(f"{path}.{name}")
        else:
            review.errors.invalid_each(f"{path}.{name}", text, reasons(text))


_SOURCES: Mapping[str, Callable[[Review, Mapping[str, Any], str], None]] = {
    "fieldRef": _field_of_environment,
    "resourceFieldRef": _resource_of_environment,
    "configMapKeyRef": _key_of_object,
    "secretKeyRef": _key_of_object,
    "fileKeyRef": _key_of_file,
}


def check_environment_sources(review: Review, sources: Sequence[Any], path: str) -> None:
    """`envFrom`; two of its errors stand at the list itself, as upstream has them."""
    errors = review.errors
    for index, item in enumerate(sources):
        source = item or {}
        prefix = source.get("prefix") or ""
        if prefix:
            errors.invalid_each(f"{path}[{index}].prefix", prefix, variable(prefix, review.rules.relaxed_environment))
        found = 0
        for name in ("configMapRef", "secretRef"):
            reference: Optional[Mapping[str, Any]] = source.get(name)
            if reference is not None:
                found += 1
                _whole_object(review, reference, f"{path}[{index}].{name}")
        if not found:
            errors.invalid(path, "", "must specify one of: `configMapRef` or `secretRef`")
        elif found > 1:
            errors.invalid(path, "", "may not have more than one field specified at a time")


def _whole_object(review: Review, reference: Mapping[str, Any], path: str) -> None:
    name = reference.get("name") or ""
    if not name:
        review.errors.required(f"{path}.name")
    else:
        review.errors.invalid_each(f"{path}.name", name, review.rules.dns_subdomain(masked_prefix(name)))


def check_file_references(review: Review, path: str) -> None:
    """Variables read from files name an emptyDir volume of the pod (since 1.34)."""
    volumes = {(volume or {}).get("name") or "": volume or {} for volume in review.spec.get("volumes") or ()}
    for place, container in review.containers(path):
        for index, item in enumerate(container.get("env") or ()):
            reference = ((item or {}).get("valueFrom") or {}).get("fileKeyRef")
            if reference is None:
                continue
            name = reference.get("volumeName") or ""
            field = f"{place}.env[{index}].valueFrom.fileKeyRef.volumeName"
            if name not in volumes:
                review.errors.not_found(field, name)
            elif volumes[name].get("emptyDir") is None and not _defaults_to_empty_dir(volumes[name]):
                review.errors.invalid(field, name, "referenced volume must be of type emptyDir")


def _defaults_to_empty_dir(volume: Mapping[str, Any]) -> bool:
    """A volume that names no source is an emptyDir (pkg/apis/core/v1/defaults.go)."""
    return not any(value is not None for name, value in volume.items() if name != "name")
