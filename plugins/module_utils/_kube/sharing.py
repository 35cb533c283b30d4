# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Many objects that have much in common, in little memory. Private to this collection."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Sharing:
    """Keeps each part that objects have in common once: pods of one workload differ in little.

    Nobody may change an object afterwards.
    """

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}
        self._parts: dict[str, Any] = {}

    def of(self, document: Mapping[str, Any]) -> dict[str, Any]:
        """The same object; each field of its metadata, specification and status is that of the first that was equal."""
        return {self._shared(name): self._section(value) for name, value in document.items()}

    def _section(self, value: Any) -> Any:
        if not isinstance(value, dict):
            return self._shared(value)
        return {self._shared(name): self._shared(field) for name, field in value.items()}

    def _shared(self, value: Any) -> Any:
        if isinstance(value, str):
            return self._texts.setdefault(value, value)
        return self._parts.setdefault(repr(value), value) if isinstance(value, (dict, list)) else value
