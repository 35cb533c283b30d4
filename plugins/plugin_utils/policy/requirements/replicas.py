# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""`min_replicas`: how many pods run at once at least."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ..reader import Reader
from .requirement import Breach, Workload


class MinReplicas(NamedTuple):
    """The workload runs so many pods; one that is scaled to zero is left alone, and so is a DaemonSet."""

    least: int
    losses: frozenset[int] = frozenset()

    def breaches(self, workload: Workload) -> Iterator[Breach]:
        """One."""
        if workload.replicas is not None and 0 < workload.replicas < self.least:
            yield Breach(f"runs {workload.replicas} of at least {self.least} pods", field="spec.replicas")


def read(reader: Reader, value: Any, place: str) -> MinReplicas | None:
    """How many."""
    count = reader.number(value, place)
    return MinReplicas(count) if count else None
