# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a scheduler profile changes: plugins, weights and arguments. Private to this collection."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Optional

from ..objects import NodeTerm
from .verdict import Check


class Profile(NamedTuple):
    """One profile of a KubeSchedulerConfiguration; the defaults are those of a scheduler without a configuration."""

    scheduler_name: str = "default-scheduler"
    disabled: frozenset[str] = frozenset()
    added_affinity: Optional[tuple[NodeTerm, ...]] = None
    ignored_resources: frozenset[str] = frozenset()
    ignored_groups: frozenset[str] = frozenset()

    def checks(self, checks: Sequence[Check]) -> Sequence[Check]:
        """The checks that the profile leaves on."""
        return [check for check in checks if check.name not in self.disabled] if self.disabled else checks
