# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Nodes, as kube-apiserver refuses them. Private to this collection.

Rules: kubernetes `pkg/apis/core/validation/validation.go` ValidateNode, ValidateNodeResources (1.28 - 1.37).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from .field import INTERNAL, Errors
from .metadata import check_object_meta
from .resources import amounts, check_quantity
from .review import Review
from .rules import Rules
from .taints import check_taints
from .texts import network

_FEATURE_TEXT = (
    "must start with an UpperCamelCase segment, with subsequent segments separated by '/' (e.g., MyFeature or "
    "MyFeature/mySubFeature), and contain only alphanumeric characters and slashes"
)
_FEATURE = re.compile(r"[A-Z][a-zA-Z0-9]*(/[a-zA-Z][a-zA-Z0-9]*)*")


def check_node(rules: Rules, errors: Errors, node: Mapping[str, Any]) -> None:
    """Its taints are told at `metadata.taints`, as upstream has them."""
    review = Review(rules, errors)
    spec, status = node.get("spec") or {}, node.get("status") or {}
    check_object_meta(review, node.get("metadata") or {}, rules.dns_subdomain, scoped=False)
    check_taints(review, spec.get("taints") or (), "metadata.taints")
    capacity = status.get("capacity")
    allocatable = status.get("allocatable")
    allocatable = capacity if allocatable is None else allocatable
    for name, listed in (("capacity", capacity), ("allocatable", allocatable)):
        for resource, amount in amounts(listed).items():
            check_quantity(review, resource, amount, f"status.{name}.{resource}")
    swap = (status.get("nodeInfo") or {}).get("swap") or {}
    if swap.get("capacity") is not None:
        errors.positive("metadata.nodeSwapStatus.capacity", swap["capacity"])
    if rules.declared_features:
        _declared_features(review, status.get("declaredFeatures") or (), "status.declaredFeatures")
    _networks(review, spec, "spec.podCIDRs")


def _networks(review: Review, spec: Mapping[str, Any], path: str) -> None:
    """The older field, where it says something else, is the only one that counts (pkg/apis/core/v1/conversion.go)."""
    networks, older = [text or "" for text in spec.get("podCIDRs") or ()], spec.get("podCIDR") or ""
    if older and (not networks or networks[0] != older):
        networks = [older]
    errors = review.errors
    for index, text in enumerate(networks):
        errors.invalid_each(f"{path}[{index}]", text, network(text, review.rules.strict_addresses))
    families = [":" in text for text in networks]
    bad = [index for index, text in enumerate(networks) if network(text, strict=False)]
    if len(networks) > 1 and bad:
        about = f"invalid CIDR[{bad[0]}]: <nil> (invalid CIDR address: {networks[bad[0]]})"
        problem = f"invalid PodCIDRs. failed to check with dual stack with error:{about}"
        errors.add(INTERNAL, path, None, problem)
    if len(networks) > 1 and (bad or len(networks) > 2 or len(set(families)) < 2):
        errors.invalid(path, networks, "may specify no more than one CIDR for each IP family")


def _declared_features(review: Review, features: Sequence[Any], path: str) -> None:
    """Sorted, each once, in words of capital letters."""
    errors = review.errors
    for index, item in enumerate(features):
        feature = item or ""
        if len(feature) > 253:
            errors.invalid(
                f"{path}[{index}]", feature, f'invalid feature name "{feature}": must be no more than 253 characters'
            )
        elif not _FEATURE.fullmatch(feature):
            errors.invalid(
                f"{path}[{index}]",
                feature,
                f'invalid feature name "{feature}": {_FEATURE_TEXT}',
            )
        later = features[index + 1] if index + 1 < len(features) else None
        if later is not None and feature == later:
            errors.duplicate(f"{path}[{index + 1}]", later)
        elif later is not None and feature > later:
            errors.invalid(f"{path}[{index + 1}]", later, "list must be sorted alphabetically")
