# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a member's log still holds for its next start. Private to this collection.

A start replays the entries behind the newest snapshot of the log. etcd 3.5 wrote members' attributes and the cluster's
version as requests of the v2 store (etcdserverpb.Request, whose second field is the method). 3.6 reads them; 3.7 does
not start with them (server/etcdserver/apply, Apply: "unmarshal should never fail").
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Optional

from .wal import fields, records

_ENTRY = 2
_NORMAL = 0
_METHODS = (b"PUT", b"POST", b"DELETE", b"QGET", b"SYNC")
_SNAPSHOT = re.compile(r"[0-9a-f]{16}-([0-9a-f]{16})\.snap")


def newest_snapshot(names: Iterable[str]) -> int:
    """The index up to which a snapshot replaces the log, by the names in `member/snap`; 0 for none."""
    return max((int(match[1], 16) for match in map(_SNAPSHOT.fullmatch, names) if match), default=0)


def v2_entries(log: bytes, behind: int) -> Iterator[int]:
    """The indices of entries behind an index that are requests of the v2 store."""
    for record in records(log):
        try:
            index = _v2_index(record)
        except (IndexError, ValueError):
            continue
        if index is not None and index > behind:
            yield index


def _v2_index(record: bytes) -> Optional[int]:
    """The index of a raftpb.Entry (type, term, index, data) whose data is a request of the v2 store."""
    outer = dict(fields(record))
    content = outer.get(3, b"")
    if outer.get(1) != _ENTRY or not isinstance(content, bytes):
        return None
    entry = dict(fields(content))
    request = entry.get(4, b"")
    if entry.get(1, _NORMAL) != _NORMAL or not isinstance(request, bytes):
        return None
    try:
        method = dict(_first_fields(request, 2)).get(2, b"")
    except (IndexError, ValueError):
        return None
    return int(entry.get(3, 0)) if method in _METHODS else None


def _first_fields(text: bytes, highest: int) -> Iterator[tuple[int, object]]:
    for number, value in fields(text):
        if number > highest:
            return
        yield number, value
