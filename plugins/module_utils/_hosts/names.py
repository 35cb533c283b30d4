# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Host names and addresses: which are right, and how they are written. Private to this collection."""

from __future__ import annotations

import ipaddress
import re
from typing import Optional, Union

Address = Union[ipaddress.IPv4Address, ipaddress.IPv6Address]

NAME_RULE = "labels of lower case letters, digits and '-', joined by '.', at most 253 characters (RFC 1123)"

_LABEL = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\Z")


def is_name(text: str) -> bool:
    """Whether `text` is an RFC 1123 subdomain, as a node's name must be (apimachinery 1.37, IsDNS1123Subdomain)."""
    return len(text) <= 253 and all(_LABEL.match(label) for label in text.split("."))


def is_host_name(text: str) -> bool:
    """Whether `text` can name a host: a right name that no program takes for a number or an address."""
    return is_name(text) and not text.rpartition(".")[2].isdigit()


def parse_address(text: str) -> Optional[Address]:
    """The address; None when `text` is none or carries a zone, which other hosts cannot use."""
    try:
        return ipaddress.ip_address(text) if "%" not in text else None
    except ValueError:
        return None
