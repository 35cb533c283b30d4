# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""NodeAffinity scores: the weights of the preferred terms that a node matches."""

from __future__ import annotations

from collections.abc import Sequence

from ...objects import mapping
from ..ask import Ask
from ..bits import numbers_of
from ..scorer import Answer, Scorer, share_of_highest


def score(ask: Ask, numbers: Sequence[int]) -> Answer:
    if not _is_asked(ask):
        return None
    sums = ask.remembered("NodeAffinity", _sums)
    return [sums.get(number, 0) for number in numbers]


def _is_asked(ask: Ask) -> bool:
    affinity = mapping(mapping(ask.shape.spec.get("affinity")).get("nodeAffinity"))
    preferred = affinity.get("preferredDuringSchedulingIgnoredDuringExecution")
    return bool(preferred) or bool(ask.profile.added_preferences)


def _sums(ask: Ask) -> dict[int, int]:
    found: dict[int, int] = {}
    for weight, term in (*ask.profile.added_preferences, *ask.shape.preferred_nodes):
        for number in numbers_of(ask.cluster.in_term(term)):
            found[number] = found.get(number, 0) + weight
    return found


SCORER = Scorer("NodeAffinity", 2, score, share_of_highest)
