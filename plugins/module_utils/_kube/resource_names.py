# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which resources there are and what may be done with them. Private to this collection.

Kubernetes `pkg/apis/core/helper/helpers.go` and component-helpers `resource/helpers.go` (1.28 - 1.37).
"""

from __future__ import annotations

from .names import label_key
from .releases import Gates

CPU, MEMORY, EPHEMERAL_STORAGE, PODS = "cpu", "memory", "ephemeral-storage", "pods"
HUGEPAGES = "hugepages-"

_QUOTA_PREFIX = "requests."


def is_hugepages(name: str) -> bool:
    """Whether the resource is huge pages of some size."""
    return name.startswith(HUGEPAGES)


def is_native(name: str) -> bool:
    """Whether the resource is Kubernetes' own: no prefix, or one that contains `kubernetes.io/`."""
    return "/" not in name or "kubernetes.io/" in name


def is_extended(name: str, gates: Gates) -> bool:
    """Whether the resource is extended: foreign, no quota name, and a valid name with `requests.` before it."""
    return not is_native(name) and not name.startswith(_QUOTA_PREFIX) and not label_key(_QUOTA_PREFIX + name, gates)


def is_overcommit_allowed(name: str) -> bool:
    """Whether a limit may exceed the request."""
    return is_native(name) and not is_hugepages(name)


def is_pod_level(name: str, gates: Gates) -> bool:
    """Whether `spec.resources` supports the resource; hugepages from 1.33 on (IsSupportedPodLevelResource)."""
    return name in (CPU, MEMORY) or (is_hugepages(name) and gates.has("pod level hugepages"))
