# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""How much was compared in a session, told at its end."""

from __future__ import annotations

from collections import Counter

VALIDITY, CLASSES, DECISIONS = "objects for validity", "pods for their class and defaults", "scheduling decisions"
TOTALS: Counter[str] = Counter()
DIFFERENCES: Counter[str] = Counter()


def count(what: str, compared: int, differing: int) -> None:
    """Adds to the totals of the session."""
    TOTALS[what] += compared
    DIFFERENCES[what] += differing


def lines() -> list[str]:
    """One line for each thing that was compared."""
    return [f"{TOTALS[what]:>8,} {what}, {DIFFERENCES[what]} differences" for what in TOTALS]
