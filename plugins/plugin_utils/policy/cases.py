# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The tests that stand beside the rules of a policy."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from ansible_collections.quorum.kube.plugins.module_utils._kube.errors import InputError

from .judging import Located, judge
from .model import PREFIX, Case, Policy

Objects = Sequence[Mapping[str, Any]]
Gate = Callable[[Objects, Objects], tuple[Mapping[str, Any], Sequence[Located]]]


class CaseResult(NamedTuple):
    """A case, and what was found instead of what it expects; the message of one that passed is empty."""

    name: str
    message: str

    @property
    def passed(self) -> bool:
        """Whether the rules did what the case expects."""
        return not self.message


def run_cases(policy: Policy, gate: Gate, today: date) -> list[CaseResult]:
    """Every case with what came of it; `gate` judges objects against those of a cluster."""
    return [CaseResult(case.name, _message(policy, case, gate, today)) for case in policy.test_cases]


def _message(policy: Policy, case: Case, gate: Gate, today: date) -> str:
    """The policy's own rules have to be exactly those that are expected; of the gate's, those that are named."""
    try:
        result, documents = gate(case.objects, case.cluster)
    except InputError as error:
        return str(error)
    found = {finding.rule for finding in judge(policy, result, documents, today)}
    own = {rule for rule in found if rule.startswith(PREFIX)}
    missing = case.expect - found
    surplus = own - case.expect
    parts = [
        f"{_listed(missing)} found nothing" if missing else "",
        f"{_listed(surplus)} found something" if surplus else "",
    ]
    return " and ".join(part for part in parts if part)


def _listed(rules: set[str] | frozenset[str]) -> str:
    return ", ".join(sorted(rules))
