# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Resources of the pod as a whole, as kube-apiserver refuses them. Private to this collection.

Rules: kubernetes `pkg/apis/core/validation/validation.go` validatePodResources, validatePodResourceConsistency (1.32
- 1.37; KEP-2837). Pods are judged as defaulting leaves them, templates as they are written.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..defaulting import default_pod_spec
from ..requests import aggregate
from ..resource_names import is_hugepages, is_pod_level
from .resources import Amounts, amounts, check_claims, check_requirements, name_shown, resource_name
from .review import Review

_SUPPORTED = ("cpu", "hugepages-", "memory")


def check_pod_resources(review: Review, path: str) -> None:
    place = f"{path}.resources"
    if review.os_name == "windows":
        review.errors.forbidden(place, "may not be set for a windows pod")
        return
    if review.spec["resources"].get("claims") is not None:
        review.errors.forbidden(f"{place}.claims", "claims may not be set for Resources at pod-level")
    spec = default_pod_spec(review.spec, review.rules.gates, template=not review.is_pod)
    stated = spec.get("resources") or {}
    requests, limits = amounts(stated.get("requests")), amounts(stated.get("limits"))
    check_requirements(review, requests, limits, place, _pod_resource_name)
    check_claims(review, review.spec["resources"].get("claims") or (), f"{place}.claims")
    _consistency(review, spec, requests, limits, place)


def _pod_resource_name(review: Review, name: str, path: str) -> None:
    if resource_name(review, name, path) and not is_pod_level(name, review.rules.gates):
        supported = _SUPPORTED if is_pod_level("hugepages-2Mi", review.rules.gates) else ("cpu", "memory")
        review.errors.unsupported(path, name_shown(review, name), supported)


def _consistency(review: Review, spec: Mapping[str, Any], requests: Amounts, limits: Amounts, path: str) -> None:
    """The pod asks for at least what its containers ask for, and no container may take more than the pod."""
    for name, amount in aggregate(spec, "requests").items():
        if name in requests and amount > requests[name]:
            review.errors.invalid(
                f"{path}.requests[{name}]",
                requests[name].canonical(),
                f"must be greater than or equal to aggregate container requests of {amount.canonical()}",
            )
    for name, amount in aggregate(spec, "limits").items():
        if is_hugepages(name) and name in limits and amount > limits[name]:
            review.errors.invalid(
                f"{path}.limits[{name}]",
                limits[name].canonical(),
                f"must be greater than or equal to aggregate container limits of {amount.canonical()}",
            )
    for index, container in enumerate(spec.get("containers") or ()):
        for name, amount in amounts((container.get("resources") or {}).get("limits")).items():
            if name in limits and amount > limits[name]:
                review.errors.invalid(
                    f"{path}.containers[{index}][{name}].limits",
                    amount.canonical(),
                    f"must be less than or equal to pod limits of {limits[name].canonical()}",
                )
