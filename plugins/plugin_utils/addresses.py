# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Addresses by netaddr: one parser for all, which takes an address only in its full form."""

from __future__ import annotations

from typing import Any

try:
    import netaddr
except ImportError:
    netaddr = None

MISSING = "the Python package netaddr is missing on the controller (pip install netaddr)"


def parse_address(value: Any) -> Any:
    """The address as a `netaddr.IPAddress`; None when the value is none, or has a prefix length or a zone."""
    if netaddr is None:
        raise RuntimeError(MISSING)
    if not isinstance(value, str):
        return None
    try:
        return netaddr.IPAddress(value, flags=netaddr.INET_PTON)
    except (netaddr.AddrFormatError, ValueError):
        return None


def unfit(address: Any) -> str:
    """Why no other host can reach this address over the network, or an empty text when it can."""
    if address.is_loopback():
        return "a loopback address"
    if address.is_link_local():
        return "a link-local address"
    if address.is_multicast():
        return "a multicast address"
    if int(address) == 0:
        return "the unspecified address"
    if address.version == 4 and int(address) == 0xFFFFFFFF:
        return "the broadcast address"
    return ""
