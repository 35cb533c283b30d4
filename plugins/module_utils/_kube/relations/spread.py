# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Spread constraints that do not count the pod that has them. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator

from ..selectors import Selector, selects
from .entries import Member
from .view import View


def strangers_of(view: View) -> Iterator[tuple[Member, str, Selector]]:
    """Each such constraint of the input with its place and its selector, `matchLabelKeys` merged."""
    for member in view.having("topologySpreadConstraints"):
        for index, constraint in enumerate(member.shape.spread):
            if constraint.selector and not selects(constraint.selector, member.labels):
                yield member, member.field(f"topologySpreadConstraints[{index}].labelSelector"), constraint.selector
