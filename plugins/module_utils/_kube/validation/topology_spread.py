# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Topology spread constraints, as kube-apiserver refuses them. Private to this collection.

Rules: kubernetes `pkg/apis/core/validation/validation.go` validateTopologySpreadConstraints (1.28 - 1.37).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .field import named
from .label_selectors import check_label_keys, check_label_selector, check_match_label_keys_of_old, merged_selector
from .review import Review

ACTIONS = ("DoNotSchedule", "ScheduleAnyway")
POLICIES = ("Honor", "Ignore")


def check_topology_spread(review: Review, constraints: Sequence[Any], path: str) -> None:
    constraints = [constraint or {} for constraint in constraints]
    for index, constraint in enumerate(constraints):
        _constraint(review, constraint, constraints[index + 1 :], f"{path}[{index}]")


def _constraint(review: Review, constraint: Mapping[str, Any], later: Sequence[Mapping[str, Any]], path: str) -> None:
    errors = review.errors
    errors.positive(f"{path}.maxSkew", constraint.get("maxSkew") or 0)
    key = constraint.get("topologyKey") or ""
    if not key:
        errors.required(f"{path}.topologyKey", "can not be empty")
    action = constraint.get("whenUnsatisfiable") or ""
    if action not in ACTIONS:
        errors.unsupported(f"{path}.whenUnsatisfiable", named(action), ACTIONS)
    if any(
        key == (other.get("topologyKey") or "") and action == (other.get("whenUnsatisfiable") or "") for other in later
    ):
        errors.duplicate(f"{path}.{{topologyKey, whenUnsatisfiable}}", f"{{{key}, {action}}}")
    _min_domains(review, constraint.get("minDomains"), action, f"{path}.minDomains")
    if review.rules.node_inclusion_policy:
        _policy(review, constraint.get("nodeAffinityPolicy"), f"{path}.nodeAffinityPolicy")
        _policy(review, constraint.get("nodeTaintsPolicy"), f"{path}.nodeTaintsPolicy")
    selector = constraint.get("labelSelector")
    if review.rules.spread_keys_merged:
        selector = merged_selector(review, constraint)
        check_label_keys(review, constraint, selector, path)
    elif review.rules.spread_keys:
        check_match_label_keys_of_old(review, constraint, path)
    check_label_selector(review, selector, f"{path}.labelSelector")


def _min_domains(review: Review, number: Any, action: str, path: str) -> None:
    if number is None or not review.rules.min_domains:
        return
    review.errors.positive(path, number)
    if action != "DoNotSchedule":
        review.errors.invalid(path, number, f"can only use minDomains if whenUnsatisfiable=DoNotSchedule, not {action}")


def _policy(review: Review, policy: Any, path: str) -> None:
    if policy is not None and policy not in POLICIES:
        review.errors.unsupported(path, named(policy), POLICIES)
