# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a selector that selects nothing may have meant. Private to this collection."""

from __future__ import annotations

from difflib import get_close_matches

from ..selectors import Selector
from .view import View

_NAMESPACES_LOOKED_AT = 20
_ALIKE = 0.6


def near_miss(view: View, namespace: str, selector: Selector) -> str:
    """A clause on the pod of the input that comes nearest; empty where none does."""
    missed = view.pods.but_for_one(namespace, selector)
    if missed is not None:
        member, requirement = missed
        return f"; {member.title} has {requirement.key}={member.labels[requirement.key]}"
    lacking = view.pods.but_for_absent(namespace, selector)
    if lacking is not None:
        member, requirement = lacking
        return f"; {member.title} has no label {requirement.key}"
    for requirement in selector or ():
        values = view.pods.values(namespace, requirement.key)
        for wanted in requirement.values:
            close = get_close_matches(wanted, values, n=1, cutoff=_ALIKE)
            if close and close[0] != wanted:
                return f"; {values[close[0]].title} has {requirement.key}={close[0]}"
    for other in sorted(view.pods.namespaces)[:_NAMESPACES_LOOKED_AT]:
        found = view.pods.selected(other, selector)
        if found:
            return f"; it would select {found[0].title} of the namespace {other}"
    return ""
