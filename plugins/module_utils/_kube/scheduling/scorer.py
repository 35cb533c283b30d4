# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a score plugin answers. Private to this collection."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Callable, NamedTuple, Optional, Union

if TYPE_CHECKING:
    from .ask import Ask

MOST = 100
Scores = list[int]
"""One score for each of the nodes that were asked about, in their order."""
Answer = Union[None, int, Scores]
"""None where a plugin has nothing to say, a number where it says the same of all nodes."""


class Scorer(NamedTuple):
    """One score plugin: `score` answers for nodes that passed the filters.

    `normalize` brings the answers of all nodes to 0 to 100 where they aren't from the start; it looks at what there is,
    not at how often. A local one depends on the node's own resources alone, so that equal nodes share its answer.
    """

    name: str
    weight: int
    score: Callable[[Ask, Sequence[int]], Answer]
    normalize: Optional[Callable[[Scores], Scores]] = None
    is_local: bool = False


def share_of_highest(scores: Scores) -> Scores:
    """In percent of the highest; all 0 where that is 0 (plugins/helper DefaultNormalizeScore)."""
    highest = max(scores, default=0)
    return [MOST * score // highest for score in scores] if highest else [0] * len(scores)


def lack_of_highest(scores: Scores) -> Scores:
    """The reverse: the highest gets 0, and all get 100 where it is 0."""
    return [MOST - share for share in share_of_highest(scores)]


def broken_line(shape: Sequence[tuple[int, int]], position: int) -> int:
    """The value of a piecewise linear function, cut to an integer as Go divides (BuildBrokenLinearFunction)."""
    for index, (right, top) in enumerate(shape):
        if position <= right:
            if index == 0:
                return top
            left, bottom = shape[index - 1]
            rise = (top - bottom) * (position - left)
            return bottom + (rise // (right - left) if rise >= 0 else -(-rise // (right - left)))
    return shape[-1][1]
