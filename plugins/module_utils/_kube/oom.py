# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""How the kernel's out-of-memory killer is told to treat the containers of a pod. Private to this collection.

Kubernetes `pkg/kubelet/qos/policy.go` GetContainerOOMScoreAdjust (1.28 - 1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .qos import BEST_EFFORT, GUARANTEED
from .quantity import parse
from .releases import Gates
from .requests import aggregate, pod_level
from .resource_names import MEMORY
from .resources import REQUESTS, containers, init_containers, resources_of

Object = Mapping[str, Any]

PROTECTED, UNPROTECTED = -997, 1000
NODE_CRITICAL = "system-node-critical"


def oom_score_adj(
    container: Object, spec: Object, qos: str, memory_capacity: int, gates: Gates, *, sidecar: bool = False
) -> int:
    """The value for one container of a defaulted specification on a machine with so many bytes of memory."""
    if spec.get("priorityClassName") == NODE_CRITICAL or qos == GUARANTEED:
        return PROTECTED
    if qos == BEST_EFFORT:
        return UNPROTECTED
    share = _pod_level_share(spec, gates)
    score = 1000 - _quotient(1000 * (_memory_request(container) + share), memory_capacity)
    if sidecar and gates.has("sidecar oom score follows the containers"):
        smallest = min((_memory_request(regular) for regular in containers(spec)), default=0)
        score = min(score, 1000 - _quotient(1000 * (smallest + share), memory_capacity))
    if score < 1000 + PROTECTED:
        return 1000 + PROTECTED
    return score - 1 if score == UNPROTECTED else score


def _pod_level_share(spec: Object, gates: Gates) -> int:
    """Each container's part of the memory that the pod level requests beyond the containers' own requests."""
    stated = pod_level(spec, REQUESTS, gates).get(MEMORY)
    count = len(containers(spec)) + len(init_containers(spec))
    if not stated or not count:
        return 0
    requested = aggregate(spec, REQUESTS).get(MEMORY)
    rest = stated.value() - (requested.value() if requested is not None else 0)
    return _quotient(max(rest, 0) if gates.has("oom score shares cannot be negative") else rest, count)


def _memory_request(container: Object) -> int:
    return parse(resources_of(container, REQUESTS).get(MEMORY)).value()


def _quotient(dividend: int, divisor: int) -> int:
    """Go's integer division, which drops the fraction."""
    quotient = abs(dividend) // divisor
    return quotient if dividend >= 0 else -quotient
