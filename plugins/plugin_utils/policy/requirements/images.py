# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""`images`: where images come from and how they are pinned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from typing import Any, NamedTuple

from ..reader import Reader, within
from .requirement import Breach, Workload

KEYS = ("digest", "forbidden", "from", "tagged")


class Image(NamedTuple):
    """A reference in its full form, as container runtimes complete it (distribution/reference normalize.go)."""

    repository: str
    tag: str
    digest: str


class Images(NamedTuple):
    """Every container's image fits the patterns and is pinned as demanded."""

    allowed: Sequence[str]
    forbidden: Sequence[str]
    tagged: bool
    digest: bool
    losses: frozenset[int] = frozenset()

    def breaches(self, workload: Workload) -> Iterator[Breach]:
        """One for each container and demand."""
        for container in workload.containers:
            name = container.value.get("image")
            if not isinstance(name, str) or not name:
                continue
            for message, fix in self._mistakes(name):
                yield Breach(f'container "{container.name}": {message}', fix, f"{container.field}.image")

    def _mistakes(self, name: str) -> Iterator[tuple[str, str]]:
        image = parsed(name)
        if self.allowed and not _fits(image, name, self.allowed):
            yield f"{name} is from {image.repository}", f"take it from {' or '.join(self.allowed)}"
        bad = next((pattern for pattern in self.forbidden if _fits(image, name, [pattern])), None)
        if bad is not None:
            yield f"{name} is forbidden by {bad}", "take another image"
        if self.digest and not image.digest:
            yield f"{name} is not pinned by a digest", "add @sha256:… of the image that was tested"
        elif self.tagged and not image.digest and image.tag in ("", "latest"):
            found = "latest, which changes" if image.tag else "no tag, which means latest"
            yield f"{name} has {found}", "name the version that was tested"


def parsed(name: str) -> Image:
    """The parts of an image reference, with the registry and folder that a short name stands for."""
    rest, _at, digest = name.partition("@")
    head, slash, last = rest.rpartition("/")
    last, _colon, tag = last.partition(":")
    repository = f"{head}{slash}{last}"
    registry, slash, path = repository.partition("/")
    if not slash or not ("." in registry or ":" in registry or registry == "localhost"):
        registry, path = "docker.io", repository
    if registry in ("docker.io", "index.docker.io"):
        registry = "docker.io"
        path = path if "/" in path else f"library/{path}"
    return Image(f"{registry}/{path}", tag, digest)


def _fits(image: Image, name: str, patterns: Sequence[str]) -> bool:
    full = image.repository + (f":{image.tag}" if image.tag else "") + (f"@{image.digest}" if image.digest else "")
    return any(fnmatchcase(text, pattern) for pattern in patterns for text in (full, image.repository, name))


def read(reader: Reader, value: Any, place: str) -> Images | None:
    """A mapping of `from` and `forbidden` (patterns), `tagged` and `digest`."""
    entry = reader.mapping(value, place, KEYS)
    if not entry:
        if entry is not None:
            reader.mistake(place, "nothing demanded", f"some of {', '.join(KEYS)}")
        return None
    patterns = {
        key: reader.texts(entry[key], within(place, key)) or () for key in ("from", "forbidden") if key in entry
    }
    flags = {key: bool(reader.true(entry[key], within(place, key))) for key in ("tagged", "digest") if key in entry}
    return Images(
        patterns.get("from", ()), patterns.get("forbidden", ()), flags.get("tagged", False), flags.get("digest", False)
    )
