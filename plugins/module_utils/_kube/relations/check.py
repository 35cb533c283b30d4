# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a check of relations is. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Callable, NamedTuple

from ..findings import Finding
from .view import View


class Check(NamedTuple):
    """One rule about how objects fit together: its id, which documentation and findings carry, and what finds it."""

    rule: str
    run: Callable[[View], Iterator[Finding]]
