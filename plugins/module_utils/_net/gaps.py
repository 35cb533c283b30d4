# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""How long a client was without an answer. Private to this collection."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Gap(NamedTuple):
    """A time without an answer: how long, and when it began, in seconds since the start of the watch."""

    seconds: float
    at: float


def longest(start: float, answered: Sequence[float], end: float) -> Gap:
    """The longest gap of a watch, of several equal ones the first; its start and its end count like answers."""
    moments = [start, *answered, end]
    gaps = [Gap(after - before, before - start) for before, after in zip(moments, moments[1:])]
    return max(gaps, key=lambda gap: gap.seconds)
