# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The rules that a policy can name: which the gate has, and which neither a policy nor a waiver can soften."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from fnmatch import fnmatchcase

from ansible_collections.quorum.kube.plugins.module_utils._kube.relations.judge import CHECKS

WAIVER_EXPIRED, WAIVER_INVALID, WAIVER_UNUSED = "waiver-expired", "waiver-invalid", "waiver-unused"

UNBENDING = frozenset(["invalid", "unreadable", WAIVER_EXPIRED, WAIVER_INVALID])
"""What the API server refuses stays refused, and a waiver cannot excuse itself."""

OF_ENGINE = frozenset(["preempts", "trap", "unknown", "unschedulable", "waiting"])
BENDING = OF_ENGINE | {check.rule for check in CHECKS} | {WAIVER_UNUSED}
"""The gate's own rules whose severity a site may choose."""


def exists(pattern: str, rules: Iterable[str]) -> bool:
    """Whether a pattern names one of the rules at least."""
    return any(fnmatchcase(rule, pattern) for rule in rules)


def near(pattern: str, rules: Iterable[str]) -> str:
    """The rule that was probably meant; empty where none is near."""
    found = get_close_matches(pattern, sorted(rules), n=1, cutoff=0.6)
    return found[0] if found else ""
