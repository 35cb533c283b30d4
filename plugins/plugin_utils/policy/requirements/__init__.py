# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every requirement by the name that a policy gives it. A new one is a file and a line here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from ..reader import Reader
from . import images, qos, replicas, resources, schedulable, spread_over, survive_node_loss, validity
from .requirement import Breach, Requirement, Workload

__all__ = ("REQUIREMENTS", "Breach", "Requirement", "Workload")

REQUIREMENTS: Mapping[str, Callable[[Reader, Any, str], Requirement | None]] = MappingProxyType(
    {
        "images": images.read,
        "limit_to_request": resources.read_limit_to_request,
        "limits_set": resources.read_limits_set,
        "max_limits": resources.read_max_limits,
        "max_requests": resources.read_max_requests,
        "min_replicas": replicas.read,
        "qos": qos.read,
        "requests_set": resources.read_requests_set,
        "schedulable": schedulable.read,
        "spread_over": spread_over.read,
        "survive_node_loss": survive_node_loss.read,
        "valid": validity.read,
    }
)
