# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the rules are given of manifests, whoever has read them. Private to this collection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol


class Located(Protocol):
    """An object and where it was read."""

    @property
    def value(self) -> Mapping[str, Any]: ...

    @property
    def source(self) -> dict[str, Any]: ...


class Loaded(Protocol):
    """What the loader of manifests hands over."""

    @property
    def documents(self) -> Sequence[Located]: ...

    @property
    def unreadable(self) -> list[dict[str, Any]]: ...

    @property
    def skipped(self) -> dict[str, int]: ...
