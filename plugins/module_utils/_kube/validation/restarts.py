# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Restart policies of containers, as kube-apiserver refuses them. Private to this collection.

Rules: kubernetes `pkg/apis/core/validation/validation.go` validateContainerRestartPolicy,
validateInitContainerRestartPolicy (1.28 - 1.37); rules by exit code KEP-5307, restart of all containers KEP-5532.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .field import named
from .review import Review

POLICIES = ("Always", "Never", "OnFailure")
_MOST_RULES = 20
_MOST_CODES = 255


def check_restart_policy(review: Review, container: Mapping[str, Any], path: str) -> None:
    """Of a regular container."""
    if review.rules.restart_rules:
        _policy_with_rules(review, container.get("restartPolicy"), container.get("restartPolicyRules") or (), path)
    elif (
        container.get("restartPolicy") is not None
        and not review.rules.restart_policies_listed
        and review.rules.sidecars
    ):
        review.errors.forbidden(f"{path}.restartPolicy", "may not be set for non-init containers")


def check_init_restart_policy(review: Review, container: Mapping[str, Any], path: str) -> None:
    """Of an init container: `Always` makes it a sidecar."""
    policy = container.get("restartPolicy")
    rules = (container.get("restartPolicyRules") or ()) if review.rules.restart_rules else ()
    if not review.rules.sidecars:
        return
    if policy is None:
        if rules and review.rules.init_rules_need_policy:
            review.errors.required(f"{path}.restartPolicy", "must specify restartPolicy when restart rules are used")
    elif not review.rules.restart_rules:
        if policy != "Always" and not review.rules.restart_policies_listed:
            review.errors.unsupported(f"{path}.restartPolicy", named(policy), ("Always",))
    elif policy == "Always" and not review.rules.restart_all:
        if rules:
            review.errors.forbidden(
                f"{path}.restartPolicyRules",
                "restartPolicyRules are not allowed for init containers with restart policy Always",
            )
    else:
        _policy_with_rules(review, policy, rules, path)


def _policy_with_rules(review: Review, policy: Any, rules: Sequence[Any], path: str) -> None:
    errors = review.errors
    if policy is None:
        if not rules:
            return
        errors.required(f"{path}.restartPolicy", "must specify restartPolicy when restart rules are used")
    elif policy not in POLICIES:
        errors.unsupported(f"{path}.restartPolicy", named(policy), POLICIES)
    if len(rules) > _MOST_RULES:
        _too_many(review, f"{path}.restartPolicyRules", len(rules), _MOST_RULES)
    for index, rule in enumerate(rules):
        _rule(review, rule or {}, f"{path}.restartPolicyRules[{index}]")


def _rule(review: Review, rule: Mapping[str, Any], path: str) -> None:
    errors = review.errors
    actions = ("Restart", "RestartAllContainers") if review.rules.restart_all else ("Restart",)
    action = rule.get("action") or ""
    if action not in actions:
        errors.unsupported(
            f"{path}.action", named(action), actions if review.rules.restart_all_listed else ("Restart",)
        )
    codes = rule.get("exitCodes")
    if codes is None:
        errors.required(f"{path}.exitCodes", "must be specified")
        return
    operator = codes.get("operator") or ""
    if operator not in ("In", "NotIn"):
        errors.unsupported(f"{path}.exitCodes.operator", named(operator), ("In", "NotIn"))
    if len(codes.get("values") or ()) > _MOST_CODES:
        _too_many(review, f"{path}.exitCodes.values", len(codes["values"]), _MOST_CODES)


def _too_many(review: Review, path: str, found: int, most: int) -> None:
    """Counted as bytes up to 1.35, by mistake."""
    if review.rules.restart_rules_counted:
        review.errors.too_many(path, found, most)
    else:
        review.errors.too_long(path, most)
