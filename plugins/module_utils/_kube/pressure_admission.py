# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether the kubelet lets a pod in while its node is under pressure. Private to this collection.

Kubernetes `pkg/kubelet/eviction/eviction_manager.go` Admit (1.28 - 1.37).
"""

from __future__ import annotations

from collections.abc import Sequence

from .eviction import Candidate, is_critical
from .objects import NO_SCHEDULE, Taint, Toleration, mappings, text
from .qos import BEST_EFFORT
from .releases import Gates

MEMORY_PRESSURE = "MemoryPressure"
CONDITIONS = ("DiskPressure", MEMORY_PRESSURE, "PIDPressure")
_TAINT = Taint("node.kubernetes.io/memory-pressure", "", NO_SCHEDULE)


def refusal_text(candidate: Candidate, qos: str, conditions: Sequence[str], gates: Gates) -> str:
    """What the kubelet writes into the status of a pod that it turns away; empty for one that it lets in.

    Critical pods come in always. Where memory alone is short, so does whoever requests anything, and a BestEffort pod
    that tolerates the taint of memory pressure.
    """
    if not conditions or is_critical(candidate):
        return ""
    if set(conditions) == {MEMORY_PRESSURE} and (qos != BEST_EFFORT or _tolerates(candidate, gates)):
        return ""
    return f"The node had condition: [{' '.join(conditions)}]. "


def _tolerates(candidate: Candidate, gates: Gates) -> bool:
    comparisons = gates.enabled("TaintTolerationComparisonOperators")
    return any(
        Toleration(*(text(entry.get(name)) for name in ("key", "operator", "value", "effect"))).tolerates(
            _TAINT, comparisons
        )
        for entry in mappings(candidate.spec.get("tolerations"))
    )
