# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What haproxy tells of its servers by `show stat`. Private to this collection.

The columns are those of haproxy's management guide, "Statistics and monitoring", 2.6 to 3.0.
"""

from __future__ import annotations

import csv
from typing import NamedTuple, Optional

NO_SERVER = ("FRONTEND", "BACKEND")


class Server(NamedTuple):
    """One server of a backend: its state, the last check that led to it, and since when, in seconds."""

    backend: str
    name: str
    address: str
    status: str
    check: str
    check_code: Optional[int]
    seconds: int
    sessions: int

    @property
    def up(self) -> bool:
        """Whether it takes traffic; a server without a check ("no check") always does."""
        return self.status.startswith(("UP", "no check"))

    @property
    def judged(self) -> bool:
        """Whether its state is the result of a check, or no check is asked for."""
        return self.status.startswith("no check") or not self.check.startswith("INI")


def number(text: str) -> Optional[int]:
    return int(text) if text.isdigit() else None


def server(row: dict[str, str]) -> Server:
    code = row.get("check_status", "").removeprefix("* ")
    check = " ".join(part for part in (code, row.get("last_chk", "")) if part)
    return Server(
        backend=row["# pxname"],
        name=row["svname"],
        address=row.get("addr", ""),
        status=row["status"],
        check=check,
        check_code=number(row.get("check_code", "")),
        seconds=number(row.get("lastchg", "")) or 0,
        sessions=number(row.get("scur", "")) or 0,
    )


def servers(text: str) -> list[Server]:
    """The servers of all backends, in haproxy's order; lines of proxies themselves are left out."""
    return [server(row) for row in csv.DictReader(text.strip().splitlines()) if row["svname"] not in NO_SERVER]
