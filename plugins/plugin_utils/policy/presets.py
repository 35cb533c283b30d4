# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Policies to start from; `extends` names them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

BASELINE: tuple[Mapping[str, Any], ...] = (
    {
        "name": "memory-requested",
        "reason": "a pod that requests no memory is the first to be evicted, and the scheduler cannot plan for it",
        "require": {"requests_set": ["memory"]},
        "severity": "warning",
    },
    {
        "name": "image-version",
        "reason": "what latest means changes between two starts of the same pod",
        "require": {"images": {"tagged": True}},
        "severity": "warning",
    },
)

PRODUCTION: tuple[Mapping[str, Any], ...] = (
    {
        "name": "resources-requested",
        "reason": "the scheduler plans with requests alone",
        "require": {"requests_set": True},
        "severity": "error",
    },
    {
        "name": "memory-limited",
        "reason": "a container without a limit can take the memory of all pods on its node",
        "require": {"limits_set": ["memory"]},
        "severity": "error",
    },
    {
        "name": "image-version",
        "reason": "what latest means changes between two starts of the same pod",
        "require": {"images": {"tagged": True}},
        "severity": "error",
    },
    {
        "name": "several-replicas",
        "reason": "one pod is none while its node is drained",
        "match": "kind == 'Deployment'",
        "require": {"min_replicas": 2},
        "severity": "warning",
    },
    {
        "name": "spread-over-hosts",
        "reason": "replicas on one host are lost with it",
        "match": "kind == 'Deployment' || kind == 'StatefulSet'",
        "require": {"spread_over": {"key": "kubernetes.io/hostname", "preferred": True}},
        "severity": "warning",
    },
    {
        "name": "survives-a-host",
        "reason": "hosts fail, and are drained for updates",
        "match": "kind == 'Deployment' || kind == 'StatefulSet'",
        "require": {"survive_node_loss": 1},
        "severity": "warning",
    },
)

PRESETS: Mapping[str, tuple[Mapping[str, Any], ...]] = MappingProxyType(
    {"baseline": BASELINE, "production": PRODUCTION}
)
