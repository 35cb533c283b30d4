# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""All checks of relations over one input. Private to this collection."""

from __future__ import annotations

from importlib import import_module

from ..findings import Finding, worst_first
from .check import Check
from .view import View

NAMES = (
    "affinity_selects_nothing",
    "anti_affinity_selects_nothing",
    "autoscaler_and_replicas",
    "autoscaler_bounds",
    "autoscaler_exceeds_domains",
    "autoscaler_without_requests",
    "autoscaler_without_target",
    "budget_allows_no_disruption",
    "budget_selects_nothing",
    "budget_without_scale",
    "claim_missing",
    "claim_of_one_node",
    "claim_template_without_mount",
    "configuration_missing",
    "duplicate_object",
    "governing_service_missing",
    "governing_service_without_names",
    "host_port_conflict",
    "label_not_set_by_kubelets",
    "limit_range_changes_class",
    "limit_range_refuses",
    "loss_not_survived",
    "namespace_missing",
    "node_name_beside_selection",
    "node_selection_contradiction",
    "ordinal_waits_for_later",
    "pod_under_two_budgets",
    "preference_never_matches",
    "priority_class_missing",
    "probe_port_missing",
    "quota_exceeded",
    "quota_needs_amounts",
    "replicas_exceed_domains",
    "retired_label",
    "rollout_exceeds_quota",
    "rollout_needs_free_domain",
    "rollout_stuck",
    "runtime_class_conflict",
    "runtime_class_missing",
    "service_account_missing",
    "service_port_missing",
    "service_selects_nothing",
    "spread_misses_own_pod",
    "spread_selects_nothing",
    "target_under_two_autoscalers",
    "toleration_without_taint",
    "topology_key_without_node",
    "update_held_back",
)
"""The files of `checks/`, in the order of the alphabet; each has one `CHECK`."""

CHECKS: tuple[Check, ...] = tuple(import_module(f"{__package__}.checks.{name}").CHECK for name in NAMES)
TOLD_TRAPS = frozenset(["contradiction", "deprecated-label", "spread-misses-itself"])
"""Rules of `validation/traps.py` that a relation tells with what it knows of the other objects."""


def judge(view: View) -> tuple[Finding, ...]:
    """Everything that the checks find, the worst first."""
    return tuple(worst_first(finding for check in CHECKS for finding in check.run(view)))
