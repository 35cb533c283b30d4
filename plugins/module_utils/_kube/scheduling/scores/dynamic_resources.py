# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""DynamicResources scores: nothing to choose between without claims, and pods with claims stay unknown."""

from __future__ import annotations

from collections.abc import Sequence

from ..ask import Ask
from ..scorer import Answer, Scorer


def score(ask: Ask, numbers: Sequence[int]) -> Answer:
    is_on = ask.gates.enabled("DynamicResourceAllocation") and ask.gates.has("dynamic resources score")
    return 0 if is_on else None


SCORER = Scorer("DynamicResources", 2, score)
