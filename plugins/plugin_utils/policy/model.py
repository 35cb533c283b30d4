# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""A policy as frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .requirements import Requirement

PREFIX = "policy/"
"""How the findings of a policy's rules are named: `policy/<name of the rule>`."""


@dataclass(frozen=True, slots=True)
class Rule:
    """What is demanded of the workloads that `match` selects; without it, of all."""

    name: str
    severity: str
    requirements: tuple[Requirement, ...]
    match: Any = None
    """A compiled JMESPath expression, or None."""
    reason: str = ""

    @property
    def id(self) -> str:
        """The rule of its findings."""
        return PREFIX + self.name


@dataclass(frozen=True, slots=True)
class Case:
    """Objects and the rules that are expected to find something in them."""

    name: str
    objects: tuple[Mapping[str, Any], ...]
    cluster: tuple[Mapping[str, Any], ...]
    expect: frozenset[str]


@dataclass(frozen=True, slots=True)
class Policy:
    """The rules in order, the severities that a site gives to the gate's own findings, and the tests of both."""

    rules: tuple[Rule, ...] = ()
    severities: Mapping[str, str] = field(default_factory=dict)
    longest_waiver_days: int | None = None
    test_cases: tuple[Case, ...] = ()

    @property
    def losses(self) -> frozenset[int]:
        """How many nodes at once the rules want to see lost."""
        return frozenset(loss for rule in self.rules for part in rule.requirements for loss in part.losses)
