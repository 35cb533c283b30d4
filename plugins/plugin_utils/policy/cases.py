# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The tests that stand beside the rules of a policy."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from datetime import date
from types import MappingProxyType
from typing import Any, NamedTuple

from ansible_collections.quorum.kube.plugins.module_utils._kube.documents import Located
from ansible_collections.quorum.kube.plugins.module_utils._kube.errors import InputError
from ansible_collections.quorum.kube.plugins.module_utils._kube.findings import Finding
from ansible_collections.quorum.kube.plugins.module_utils._kube.workloads import TemplatePaths

from .judging import Opinion, judge, opinions
from .model import PREFIX, Case, Policy

Objects = Sequence[Mapping[str, Any]]
_NO_PATHS: TemplatePaths = MappingProxyType({})
Gate = Callable[[Objects, Objects], tuple[Mapping[str, Any], Sequence[Located]]]


class CaseResult(NamedTuple):
    """A case, and what was found instead of what it expects; the message of one that passed is empty."""

    name: str
    message: str

    @property
    def passed(self) -> bool:
        """Whether the rules did what the case expects."""
        return not self.message


def run_cases(
    policy: Policy,
    gate: Gate,
    today: date,
    namespace: str = "default",
    template_paths: TemplatePaths = _NO_PATHS,
) -> list[CaseResult]:
    """Every case with what came of it; `gate` judges objects against those of a cluster."""

    def told(case: Case) -> str:
        try:
            result, documents = gate(case.objects, case.cluster)
        except InputError as error:
            return str(error)
        found = {finding.rule for finding in judge(policy, result, documents, today, namespace, template_paths)}
        return _message(case, found, list(opinions(policy, result, documents, namespace, template_paths)))

    return [CaseResult(case.name, told(case)) for case in policy.test_cases]


def _message(case: Case, found: Set[str], said: Sequence[Opinion]) -> str:
    """The policy's own rules have to be exactly those that are expected; of the gate's, those that are named.

    What a rule leaves open is no answer, whatever is expected.
    """
    left = list(dict.fromkeys(_left_open(each.finding) for each in said if each.open))
    unsettled = {each.finding.rule for each in said if each.open}
    own = {each.finding.rule for each in said if not each.open}
    missing = case.expect - unsettled - own - {rule for rule in found if not rule.startswith(PREFIX)}
    surplus = own - case.expect
    parts = [
        f"{_listed(missing)} found nothing" if missing else "",
        f"{_listed(surplus)} found something" if surplus else "",
        *left,
    ]
    return " and ".join(part for part in parts if part)


def _left_open(finding: Finding) -> str:
    about = finding.object
    fix = f" ({finding.fix.rstrip('.')})" if finding.fix else ""
    return f"{finding.rule} has no answer for {about.kind} {about.namespace}/{about.name}: {finding.message}{fix}"


def _listed(rules: Set[str]) -> str:
    return ", ".join(sorted(rules))
