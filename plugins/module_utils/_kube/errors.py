# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is wrong with an input, said once for every mistake. Private to this collection."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

Value = TypeVar("Value")


class Problem(NamedTuple):
    """One mistake of the user's: where it stands, what was found there, and what is expected instead."""

    place: str
    found: str
    expected: str

    def __str__(self) -> str:
        return f"{self.place}: {self.found} (expected {self.expected})"


class InputError(ValueError):
    """Raised once with all problems of an input; nothing has been changed when it is raised."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = tuple(problems)


class Mistakes:
    """The problems of several parts of an input, so that all of them are told at once."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def of(self, read: Callable[[], Value], otherwise: Value) -> Value:
        """What the part holds; something else where it raised, and its problems are remembered."""
        try:
            return read()
        except InputError as error:
            self.problems += error.problems
            return otherwise

    def tell(self) -> None:
        """Raises one `InputError` with all that were found."""
        if self.problems:
            raise InputError(list(dict.fromkeys(self.problems)))
