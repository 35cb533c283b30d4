# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where the collection explains a rule."""

from __future__ import annotations

from ansible_collections.quorum.kube.plugins.module_utils._kube.relations.judge import CHECKS

HOME = "https://github.com/quorum-kube/quorum.kube"
_FOLDER = f"{HOME}/blob/main/docs"
_RELATIONS = frozenset(check.rule for check in CHECKS)
_PAGES = {
    "invalid": "validation.md",
    "preempts": "scheduling.md",
    "trap": "validation.md",
    "unknown": "scheduling.md",
    "unreadable": "gate.md",
    "unschedulable": "scheduling.md",
    "waiting": "scheduling.md",
}


def page_of(rule: str) -> str:
    """The address of the page, with the section where the rule has one of its own."""
    if rule in _RELATIONS:
        return f"{_FOLDER}/relations.md#{rule}"
    of_policy = rule.startswith(("policy/", "policy-", "waiver-"))
    return f"{_FOLDER}/{'policy.md' if of_policy else _PAGES.get(rule, 'gate.md')}"
