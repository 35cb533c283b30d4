# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The state of one review: what the validators of a pod specification share. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Optional

from .field import Errors
from .rules import Rules

Pair = tuple[str, Mapping[str, Any]]


class Review:
    """The errors found so far and what several themes need to know of the pod; `name` is None in templates."""

    def __init__(self, rules: Rules, errors: Errors, is_pod: bool = False) -> None:
        self.rules = rules
        self.errors = errors
        self.is_pod = is_pod
        self.name: Optional[str] = None
        self.labels: Mapping[str, Any] = {}
        self.annotations: Mapping[str, Any] = {}
        self.spec: Mapping[str, Any] = {}
        self.volumes: dict[str, Mapping[str, Any]] = {}
        self.claims: list[str] = []

    @property
    def os_name(self) -> str:
        return (self.spec.get("os") or {}).get("name") or ""

    @property
    def grace_seconds(self) -> int:
        """After defaulting: 30 where absent, 1 where negative (pkg/apis/core/v1/defaults.go)."""
        seconds = self.spec.get("terminationGracePeriodSeconds")
        if seconds is None:
            return 30
        return 1 if seconds < 0 and self.is_pod else int(seconds)

    @property
    def host_users(self) -> bool:
        return not self.rules.user_namespaces or self.spec.get("hostUsers") is not False

    def containers(self, path: str) -> Iterator[Pair]:
        """All containers with their paths, in the order of upstream's VisitContainersWithPath."""
        for role in ("initContainers", "containers", "ephemeralContainers"):
            for index, container in enumerate(self.spec.get(role) or ()):
                yield f"{path}.{role}[{index}]", container or {}
