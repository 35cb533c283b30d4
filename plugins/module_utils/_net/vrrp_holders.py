# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Who holds a virtual address, judged from what one host has and hears. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from .vrrp import Advert


class Seen(NamedTuple):
    """What one host sees: its service's state, whether it has the address, and the routers whose adverts reach it."""

    service: str
    held: bool
    heard: list[str]


def routers(adverts: Iterable[Advert], vrid: int) -> list[str]:
    """The sources that say they are the master of the virtual router, each once, sorted.

    Priority 0 says that the sender has just stopped (RFC 9568 section 5.2.4), so it is no holder.
    """
    return sorted({advert.source for advert in adverts if advert.vrid == vrid and advert.priority > 0})


def problems(address: str, seen: Seen) -> list[str]:
    """What is not as it must be: keepalived runs, and one host holds the address, this one or the one that is heard."""
    found = []
    if seen.service != "active":
        found.append(f"keepalived is {seen.service} (expected active)")
    if seen.held and seen.heard:
        found.append(
            f"{address} is held here and also by {', '.join(seen.heard)}, whose adverts reach this host: "
            "IP protocol 112 blocked by a firewall of this host or of theirs"
        )
    elif len(seen.heard) > 1:
        found.append(
            f"{address} is held by {' and '.join(seen.heard)} at once: "
            "IP protocol 112 blocked between them by a firewall"
        )
    elif not seen.held and not seen.heard:
        found.append(
            f"{address} is held by no host that this one hears: haproxy's /healthz is not 200 on any, "
            "or IP protocol 112 blocked on the way to this host"
        )
    return found
