# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a selector that selects nothing may have meant. Private to this collection."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from difflib import get_close_matches

from ..selectors import Selector
from .view import View

_NAMESPACES_LOOKED_AT = 20
_NEIGHBOURS = 2
_ALIKE = 0.6


def close_name(wanted: str, names: Sequence[str], alike: float = _ALIKE) -> str:
    """The name that may have been meant, looked for around its place in the sorted names; empty where none is like it.

    However many names there are, a handful of them is looked at.
    """
    place = bisect(names, wanted)
    around = names[max(0, place - _NEIGHBOURS) : place + _NEIGHBOURS]
    return next(iter(get_close_matches(wanted, around, n=1, cutoff=alike)), "")


def near_miss(view: View, namespace: str, selector: Selector) -> str:
    """A clause on the pod of the input that comes nearest; empty where none does."""
    for missed in selector or ():
        values = view.pods.others(namespace, selector, missed)
        for wanted in missed.values:
            near = close_name(wanted, values.names)
            if not near and len(values.names) == 1 and len(selector or ()) > 1:
                near = values.names[0]
            if near and near != wanted:
                return f"; {values.first[near].title} has {missed.key}={near}"
    lacking = view.pods.but_for_absent(namespace, selector)
    if lacking is not None:
        member, requirement = lacking
        return f"; {member.title} has no label {requirement.key}"
    for other in view.sorted_namespaces[:_NAMESPACES_LOOKED_AT]:
        found = view.pods.selected(other, selector)
        if found:
            return f"; it would select {found[0].title} of the namespace {other}"
    return ""
