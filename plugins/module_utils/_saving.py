# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""A cluster written into a file, page by page, so that its size does not matter. Private to this collection."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, BinaryIO, NamedTuple

from ._kube.saved import head, release_of
from ._live import KINDS, cluster, pages_of_kind


class Saved(NamedTuple):
    """How many objects of each kind were written, and a sentence for each kind that may not be listed."""

    counts: dict[str, int]
    warnings: list[str]
    release: str


def save(params: Mapping[str, Any], file: BinaryIO) -> Saved:
    """Writes the cluster's objects into a file, one page after another, and the head of the snapshot last.

    Raises one `InputError` where the cluster cannot be asked, or nodes or pods may not be listed.
    """
    counts: dict[str, int] = {}
    warnings: list[str] = []
    with cluster(params) as client:
        release = release_of(client.client.version.get("kubernetes") or {})
        for version, kind in KINDS:
            for page in pages_of_kind(client, version, kind, warnings):
                counts[kind] = counts.get(kind, 0) + len(page)
                if page:
                    _line(file, {"apiVersion": version, "kind": f"{kind}List", "items": page})
    _line(file, head(sorted(counts), release))
    return Saved(counts, warnings, release)


def _line(file: BinaryIO, document: Mapping[str, Any]) -> None:
    file.write(json.dumps(document, sort_keys=True, separators=(",", ":")).encode() + b"\n")
