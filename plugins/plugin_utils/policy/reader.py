# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads values of a policy file, and remembers every mistake with its path instead of stopping at the first."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from ansible_collections.quorum.kube.plugins.module_utils._kube.errors import Problem
from ansible_collections.quorum.kube.plugins.module_utils._kube.quantity import Quantity, QuantityError, parse
from ansible_collections.quorum.kube.plugins.module_utils._kube.resource_names import HUGEPAGES

Entry = Mapping[str, Any]
RESOURCES = ("cpu", "memory", "ephemeral-storage")


class Reader:
    """The mistakes found so far, and how each type of value is read; None comes back where there was a mistake."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def mistake(self, place: str, found: str, expected: str) -> None:
        """Remembers one."""
        self.problems.append(Problem(place, found, expected))

    def mapping(self, value: Any, place: str, keys: Collection[str]) -> Entry | None:
        """A mapping with no other keys; an unknown one is told with the nearest that exists."""
        if not isinstance(value, Mapping):
            self.mistake(place, f"{shown(value)} is no mapping", f"a mapping with some of {', '.join(sorted(keys))}")
            return None
        for key in value:
            if key not in keys:
                self.mistake(within(place, str(key)), "no such key", nearest(str(key), keys))
        return value

    def choice(self, value: Any, place: str, choices: Collection[str]) -> str | None:
        """One of some words."""
        if isinstance(value, str) and value in choices:
            return value
        self.mistake(place, f"{shown(value)} is none of the choices", nearest(str(value), choices))
        return None

    def choices(self, value: Any, place: str, choices: Collection[str]) -> tuple[str, ...] | None:
        """One or several of some words."""
        found = self.texts(value, place)
        read = [self.choice(each, place, choices) for each in found or ()]
        return tuple(each for each in read if each) if found and all(read) else None

    def text(self, value: Any, place: str) -> str | None:
        """A text that is not empty."""
        if isinstance(value, str) and value.strip():
            return value.strip()
        self.mistake(place, f"{shown(value)} is no text", "a text that is not empty")
        return None

    def texts(self, value: Any, place: str) -> tuple[str, ...] | None:
        """A text, or a list of texts that is not empty."""
        entries = [value] if isinstance(value, str) else value
        if isinstance(entries, Sequence) and entries and all(isinstance(each, str) and each for each in entries):
            return tuple(entries)
        self.mistake(place, f"{shown(value)} is no list of texts", "a text or a list of texts")
        return None

    def items(self, value: Any, place: str) -> Sequence[Any]:
        """A list; nothing is an empty one."""
        if value is None:
            return ()
        if isinstance(value, (list, tuple)):
            return value
        self.mistake(place, f"{shown(value)} is no list", "a list")
        return ()

    def number(self, value: Any, place: str, least: int = 1) -> int | None:
        """A whole number that is not too small."""
        if isinstance(value, int) and not isinstance(value, bool) and value >= least:
            return value
        self.mistake(place, f"{shown(value)} found", f"a whole number from {least} on")
        return None

    def true(self, value: Any, place: str) -> bool | None:
        """The only value that makes sense where a thing is demanded or not mentioned."""
        if value is True:
            return True
        self.mistake(place, f"{shown(value)} found", "true, or leave it out")
        return None

    def amounts(self, value: Any, place: str) -> dict[str, Quantity] | None:
        """Resources with quantities."""
        if not isinstance(value, Mapping) or not value:
            self.mistake(place, f"{shown(value)} is no mapping", "a mapping such as {cpu: 2, memory: 4Gi}")
            return None
        self.resources(value, place)
        found = {str(name): self._amount(amount, within(place, str(name))) for name, amount in value.items()}
        read = {name: amount for name, amount in found.items() if amount is not None}
        return read if len(read) == len(found) else None

    def resources(self, names: Iterable[Any], place: str) -> None:
        """Names that a container's resources can have: native ones, huge pages, or others with their domain."""
        for name in map(str, names):
            if name not in RESOURCES and not name.startswith(HUGEPAGES) and "/" not in name:
                expected = f"{', '.join(RESOURCES)}, {HUGEPAGES}<size>, or a name with its domain"
                near = get_close_matches(name, RESOURCES, n=1, cutoff=0.7)
                self.mistake(within(place, name), "no such resource", near[0] if near else expected)

    def _amount(self, value: Any, place: str) -> Quantity | None:
        try:
            return parse(value)
        except QuantityError:
            self.mistake(place, f"{shown(value)} is no quantity", "a quantity such as 500m or 2Gi")
            return None


def within(place: str, key: str) -> str:
    """The path of a key."""
    return f"{place}.{key}" if place else key


def shown(value: Any) -> str:
    """A value as a mistake tells it."""
    if value is None:
        return "nothing"
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, (int, float)) else f"a {type(value).__name__}"


def nearest(name: str, names: Collection[str]) -> str:
    """The name that was probably meant, or all there are."""
    near = get_close_matches(name, list(names), n=1, cutoff=0.6)
    return near[0] if near else f"one of {', '.join(sorted(names))}"
