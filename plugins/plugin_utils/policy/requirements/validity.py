# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""`valid` and `traps`: what kube-apiserver says of the object."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ..reader import Reader
from .requirement import Breach, Workload


class Valid(NamedTuple):
    """The API server accepts the object."""

    losses: frozenset[int] = frozenset()

    def breaches(self, workload: Workload) -> Iterator[Breach]:
        """One for each error of the API server."""
        for error in workload.judged["errors"] if workload.judged else ():
            yield Breach(error["text"], field=error["field"])


def read(reader: Reader, value: Any, place: str) -> Valid | None:
    """Only true."""
    return Valid() if reader.true(value, place) else None
