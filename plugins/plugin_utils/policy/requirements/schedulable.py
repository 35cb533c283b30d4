# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""`schedulable`: whether the pods fit on a node."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ..reader import Reader, shown
from .requirement import Breach, Workload

PROVEN = "proven"


class Schedulable(NamedTuple):
    """Every pod has a node; `proven` takes "unknown" for a breach, where it is otherwise told as open."""

    proven: bool
    losses: frozenset[int] = frozenset()

    def breaches(self, workload: Workload) -> Iterator[Breach]:
        """One for the first pod that does not fit, else one for the first that is not decided."""
        if not workload.results:
            if workload.replicas != 0:
                yield Breach("no nodes were given to place it on", "give a snapshot or a cluster", open=not self.proven)
            return
        refused = next((entry for entry in workload.results if entry["schedulable"] == "no"), None)
        if refused is not None:
            suggestions = refused.get("suggestions") or ()
            fix = suggestions[0]["text"] if suggestions else ""
            yield Breach(refused["message"] or refused.get("waiting") or "fits on no node", fix)
            return
        unknown = next((entry for entry in workload.results if entry["schedulable"] == "unknown"), None)
        if unknown is not None:
            missing = ", ".join(unknown["missing"])
            yield Breach(f"depends on {missing}", "add it to the input or the snapshot", open=not self.proven)


def read(reader: Reader, value: Any, place: str) -> Schedulable | None:
    """True or `proven`."""
    if value is True or value == PROVEN:
        return Schedulable(value == PROVEN)
    reader.mistake(place, f"{shown(value)} found", f"true or {PROVEN}")
    return None
