# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Annotations that speak of the pod itself, as kube-apiserver refuses them. Private to this collection.

Rules: kubernetes `pkg/apis/core/validation/validation.go` ValidatePodSpecificAnnotations,
validateSeccompAnnotationsAndFields, validateAppArmorAnnotationsAndFieldsMatchOnCreate (1.28 - 1.37).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from .review import Review
from .texts import relative_path

MIRROR = "kubernetes.io/config.mirror"
DELETION_COST = "controller.kubernetes.io/pod-deletion-cost"
SECCOMP_POD = "seccomp.security.alpha.kubernetes.io/pod"
SECCOMP_CONTAINER = "container.seccomp.security.alpha.kubernetes.io/"
APP_ARMOR = "container.apparmor.security.beta.kubernetes.io/"
_COST = re.compile(r"0|-?[1-9][0-9]*|-?[1-9]")


def check_pod_annotations(review: Review, path: str) -> None:
    annotations, errors = review.annotations, review.errors
    if not annotations:
        return
    if MIRROR in annotations and not review.spec.get("nodeName"):
        errors.invalid(
            f"{path}[{MIRROR}]",
            annotations[MIRROR] or "",
            "must set spec.nodeName if mirror pod annotation is set",
        )
    cost = annotations.get(DELETION_COST)
    if DELETION_COST in annotations and review.rules.deletion_cost and not _is_cost(cost or ""):
        errors.invalid(f"{path}[{DELETION_COST}]", cost or "", "must be a 32bit integer")
    for key, value in annotations.items():
        if key == SECCOMP_POD or key.startswith(SECCOMP_CONTAINER):
            _seccomp(review, value or "", f"{path}.{key}")
    for key, value in annotations.items():
        if key.startswith(APP_ARMOR):
            _app_armor(review, key, value or "", f"{path}[{key}]")


def _is_cost(text: str) -> bool:
    """A canonical 32-bit number: no plus and no leading zero (helper.GetDeletionCostFromPodAnnotations)."""
    return _COST.fullmatch(text) is not None and len(text) < 12 and -(1 << 31) <= int(text) < 1 << 31


def _seccomp(review: Review, profile: str, path: str) -> None:
    if profile in ("runtime/default", "docker/default", "unconfined"):
        return
    if profile.startswith("localhost/"):
        name = profile[len("localhost/") :]
        review.errors.invalid_each(path, name, relative_path(name))
    else:
        review.errors.invalid(path, profile, "must be a valid seccomp profile")


def _app_armor(review: Review, key: str, profile: str, path: str) -> None:
    container = key[len(APP_ARMOR) :]
    if all((other.get("name") or "") != container for _place, other in review.containers("")):
        review.errors.invalid(path, container, "container not found")
    if profile not in ("", "runtime/default", "unconfined") and not profile.startswith("localhost/"):
        review.errors.invalid(path, profile, f'invalid AppArmor profile name: "{profile}"')


def check_profiles_agree(review: Review, path: str) -> None:
    """Where a profile stands in an old annotation and in its field, both must say the same."""
    annotations = review.annotations
    if not annotations:
        return
    own = (review.spec.get("securityContext") or {}).get("seccompProfile")
    if own is not None and SECCOMP_POD in annotations:
        _agree(review, annotations[SECCOMP_POD] or "", own, f"{path}.securityContext.seccompProfile", "seccomp")
    for place, container in review.containers(path):
        field = (container.get("securityContext") or {}).get("seccompProfile")
        key = SECCOMP_CONTAINER + (container.get("name") or "")
        if field is not None and key in annotations:
            _agree(review, annotations[key] or "", field, f"{place}.securityContext.seccompProfile", "seccomp")
    if review.os_name == "windows" or not review.rules.app_armor_fields:
        return
    of_pod = (review.spec.get("securityContext") or {}).get("appArmorProfile")
    for place, container in review.containers(path):
        field = (container.get("securityContext") or {}).get("appArmorProfile")
        key = APP_ARMOR + (container.get("name") or "")
        if key not in annotations:
            continue
        if field is None and review.is_pod:
            continue
        field = of_pod if field is None else field
        if field is not None:
            _agree(review, annotations[key] or "", field, f"{place}.securityContext.appArmorProfile", "apparmor")


def _agree(review: Review, annotation: str, field: Mapping[str, Any], path: str, what: str) -> None:
    kind, file = field.get("type") or "", field.get("localhostProfile")
    known = {"Unconfined": ["unconfined"], "RuntimeDefault": ["runtime/default"]}
    if what == "seccomp":
        known["RuntimeDefault"].append("docker/default")
    expected = known.get(kind)
    if expected is not None:
        if annotation not in expected:
            review.errors.forbidden(f"{path}.type", f"{what} type in annotation and field must match")
    elif kind == "Localhost":
        if not annotation.startswith("localhost/"):
            review.errors.forbidden(f"{path}.type", f"{what} type in annotation and field must match")
        elif annotation[len("localhost/") :] != file:
            review.errors.forbidden(f"{path}.localhostProfile", f"{what} profile in annotation and field must match")
