# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""One resource over all nodes, asked by amount. Private to this collection."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Sequence

from .bits import Bits, bits_of

_REMEMBERED = 32


class Column:
    """An amount per node that answers which nodes have less than a given amount.

    Nodes with equal amounts share one set, so a question costs the number of different amounts, not of nodes;
    answers are remembered and corrected when a node's amount changes.
    """

    def __init__(self, amounts: Sequence[int]) -> None:
        self.amounts = list(amounts)
        numbers: dict[int, list[int]] = {}
        for number, amount in enumerate(self.amounts):
            numbers.setdefault(amount, []).append(number)
        self._sets: dict[int, Bits] = {amount: bits_of(members) for amount, members in numbers.items()}
        self._order = sorted(self._sets)
        self._all = (1 << len(self.amounts)) - 1
        self._answers: dict[int, Bits] = {}

    def below(self, amount: int) -> Bits:
        """The nodes that have less than `amount`."""
        answer = self._answers.get(amount)
        if answer is None:
            answer = self._below(amount)
            if len(self._answers) >= _REMEMBERED:
                self._answers.clear()
            self._answers[amount] = answer
        return answer

    def _below(self, amount: int) -> Bits:
        position = bisect_left(self._order, amount)
        answer = 0
        if position * 2 <= len(self._order):
            for value in self._order[:position]:
                answer |= self._sets[value]
            return answer
        for value in self._order[position:]:
            answer |= self._sets[value]
        return self._all ^ answer

    def change(self, number: int, difference: int) -> None:
        """Adds `difference` to the amount of one node."""
        if not difference:
            return
        old = self.amounts[number]
        new = self.amounts[number] = old + difference
        bit = 1 << number
        rest = self._sets[old] ^ bit
        if rest:
            self._sets[old] = rest
        else:
            del self._sets[old]
            del self._order[bisect_left(self._order, old)]
        if new in self._sets:
            self._sets[new] |= bit
        else:
            self._sets[new] = bit
            insort(self._order, new)
        for amount, answer in self._answers.items():
            if (old < amount) != (new < amount):
                self._answers[amount] = answer ^ bit
