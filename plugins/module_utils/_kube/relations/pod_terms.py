# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The terms of pod affinity and anti-affinity with their places. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..objects import PodTerm, items
from ..scheduling.pod import AFFINITY
from ..selectors import Selector
from ..validation import trap
from .entries import Member
from .labels_added import REVISIONS
from .view import View


class Term(NamedTuple):
    """A term, merged as the API server does, with the namespaces that it reaches."""

    field: str
    required: bool
    topology_key: str
    selector: Selector
    reached: frozenset[str]


def of_side(view: View, member: Member, side: str) -> Iterator[Term]:
    """The terms of one side that select by something; those that leave out revisions depend on what is not known."""
    shape = member.shape
    if side == AFFINITY:
        required, preferred = shape.affinity, shape.preferred_affinity
    else:
        required, preferred = shape.anti_affinity, shape.preferred_anti_affinity
    merged: Iterator[PodTerm] = iter([*required, *(each.term for each in preferred)])
    for path, value, kind, is_required in trap.pod_terms(member.as_pod):
        if kind != side:
            continue
        term = next(merged, None)
        if (
            term is not None
            and term.selector is not None
            and REVISIONS.isdisjoint(items(value.get("mismatchLabelKeys")))
        ):
            yield Term(path, is_required, term.topology_key, term.selector, view.reached(term))
