# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where members listen and under which URLs others reach them. Private to this collection."""

from __future__ import annotations

CLIENT_PORT = 2379
PEER_PORT = 2380
METRICS_PORT = 2381


def url(scheme: str, address: str, port: int) -> str:
    """The URL of an address or a name; IPv6 stands in brackets (RFC 3986, section 3.2.2)."""
    host = f"[{address}]" if ":" in address else address
    return f"{scheme}://{host}:{port}"


def client_url(address: str) -> str:
    return url("https", address, CLIENT_PORT)


def peer_url(address: str) -> str:
    return url("https", address, PEER_PORT)
