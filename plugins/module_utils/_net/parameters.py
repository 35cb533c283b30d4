# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is wrong with addresses and numbers, found before anything is asked. Private to this collection."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping

from .._kube.errors import Problem

PORTS = (1, 65535)


def not_addresses(texts: Mapping[str, str]) -> list[Problem]:
    """A problem for each place whose text is no IPv4 or IPv6 address."""
    return [
        Problem(place, repr(text), "an IPv4 or IPv6 address") for place, text in texts.items() if not _is_address(text)
    ]


def out_of_range(values: Mapping[str, float], ranges: Mapping[str, tuple[float, float]]) -> list[Problem]:
    """A problem for each value that is outside of its range."""
    return [
        Problem(place, str(values[place]), f"a number from {low} to {high}")
        for place, (low, high) in ranges.items()
        if not low <= values[place] <= high
    ]


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True
