# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a host is to a cluster. Private to this collection."""

from __future__ import annotations

from typing import Optional

from .members import Members, by_peer_url

NEW, MEMBER, JOINING, ABSENT, LOST, UNKNOWN = "new", "member", "joining", "absent", "lost", "unknown"


def standing(members: Optional[Members], own_url: str, has_data: bool, recorded: str) -> str:
    """What a host with this peer URL is to the cluster that answers, or that is on record.

    `new`: nobody answers, no cluster is on record, the host has no data: a first member may start.
    `member`: it belongs to the cluster; or nobody answers, and it has data of its own to start with.
    `joining`: the cluster knows its peer URL and waits for its first start.
    `absent`: a cluster answers that does not know its peer URL.
    `lost`: the cluster knows it as a member that has started before, and its data is gone.
    `unknown`: nobody answers, and a cluster is on record: that it is gone cannot be told from that it is down.
    """
    if members is None:
        if has_data:
            return MEMBER
        return UNKNOWN if recorded else NEW
    own = by_peer_url(members.members, own_url)
    if own is None:
        return ABSENT
    if has_data:
        return MEMBER
    return LOST if own.client_urls else JOINING
