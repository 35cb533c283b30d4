# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Refuses what is no address before anything is asked. Private to this collection."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable

from .._kube.errors import InputError, Problem


def address_problems(option: str, addresses: Iterable[str]) -> None:
    """Returns when every text is an IPv4 or IPv6 address.

    Raises:
        InputError: With each text that is none.
    """
    problems = [
        Problem(f"{option}[{number}]", repr(text), "an IPv4 or IPv6 address")
        for number, text in enumerate(addresses)
        if not _is_address(text)
    ]
    if problems:
        raise InputError(problems)


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True
