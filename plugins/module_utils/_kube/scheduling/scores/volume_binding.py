# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""VolumeBinding scores: storage that stays emptier wins (KK plugins/volumebinding Score, from 1.37 on)."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor

from ..ask import Ask
from ..bits import bits_of
from ..matching import Group, Matching
from ..scorer import MOST, Answer, Scorer, broken_line
from ..volumes import claims_of, waits


def score(ask: Ask, numbers: Sequence[int]) -> Answer:
    if not ask.gates.enabled("StorageCapacityScoring"):
        return None
    claims = [claim for claim in claims_of(ask) if waits(ask, claim)]
    if not claims:
        return 0
    found: dict[int, int] = {}
    for group in Matching(ask, claims, bits_of(numbers)).groups:
        for number in numbers:
            if group.nodes >> number & 1:
                found[number] = _score(ask, group, number)
    return [found.get(number, 0) for number in numbers]


def _score(ask: Ask, group: Group, number: int) -> int:
    """The mean over the storage classes; bindings to volumes hide what would be provisioned."""
    classes: dict[str, tuple[int, int]] = {}
    for claim, volume in group.bound:
        requested, capacity = classes.get(volume.storage_class, (0, 0))
        classes[volume.storage_class] = requested + (claim.request or 0), capacity + volume.capacity
    for claim in group.provisioned if not group.bound else ():
        found = next(
            (
                entry.capacity
                for entry in ask.cluster.storage.capacities
                if entry.serves(claim) and ask.cluster.selected(entry.topology) >> number & 1
            ),
            None,
        )
        if found is not None and ask.cluster.storage.tracks_capacity(claim.storage_class):
            requested, _capacity = classes.get(claim.storage_class, (0, 0))
            classes[claim.storage_class] = requested + (claim.request or 0), found
    if not classes:
        return 0
    rates = [broken_line(ask.profile.storage_shape, _used(*amounts)) for amounts in classes.values()]
    return floor(sum(rates) / len(rates) + 0.5)


def _used(requested: int, capacity: int) -> int:
    """The utilisation in percent; full where there is no capacity or not enough of it."""
    return MOST if not capacity or requested > capacity else requested * MOST // capacity


SCORER = Scorer("VolumeBinding", 1, score)
