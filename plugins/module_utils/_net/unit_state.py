# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a systemd unit needs so that it runs with the files that are on disk. Private to this collection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Optional

PROPERTIES = (
    "LoadState",
    "ActiveState",
    "DropInPaths",
    "SubState",
    "MainPID",
    "NeedDaemonReload",
    "StateChangeTimestampMonotonic",
    "StatusText",
    "UnitFileState",
)


class Unit(NamedTuple):
    """A unit as `systemctl show` tells it; `changed` is when its state last changed, in seconds of the monotonic clock.

    `status` is the sentence that the program itself has told systemd, such as haproxy's "Reload failed!".
    """

    loaded: bool
    active: str
    sub: str
    pid: int
    reread: bool
    changed: float
    enabled: bool
    status: str = ""
    drop_ins: tuple[str, ...] = ()

    @property
    def sound(self) -> bool:
        """Whether the unit runs and its program has not told that it could not take its files in."""
        return self.active == "active" and "fail" not in self.status.lower()

    def __str__(self) -> str:
        return f"{self.active} ({self.sub})" + (f": {self.status}" if self.status else "")


def parse(text: str) -> Unit:
    """The unit of `systemctl show -p …`; properties that an older systemd does not know count as unset."""
    told: Mapping[str, str] = dict(line.partition("=")[::2] for line in text.splitlines() if "=" in line)
    return Unit(
        loaded=told.get("LoadState") == "loaded",
        active=told.get("ActiveState", "unknown"),
        sub=told.get("SubState", "unknown"),
        pid=int(told.get("MainPID") or 0),
        reread=told.get("NeedDaemonReload") == "yes",
        changed=int(told.get("StateChangeTimestampMonotonic") or 0) / 1_000_000,
        enabled=told.get("UnitFileState") in ("enabled", "static", "alias", "indirect"),
        status=told.get("StatusText", ""),
        drop_ins=tuple(told.get("DropInPaths", "").split()),
    )


def steps(unit: Unit, newest: Optional[float], pending: bool, apply: str, settings: Sequence[str] = ()) -> list[str]:
    """The systemctl verbs after which the unit is enabled and runs with its files; none when it does already.

    `newest` is when the newest of its files was written, on the clock of `unit.changed`. `pending` says that an earlier
    attempt was begun and not seen to end: a run that was killed, or a reload that failed, is made good by the next run.
    `settings` are drop-ins that are on disk. They are compared with those that systemd has read, because systemd 252
    does not tell by NeedDaemonReload that it has not read one whose folder is new.
    """
    verbs = []
    if unit.reread or not set(settings) <= set(unit.drop_ins):
        verbs.append("daemon-reload")
    if not unit.enabled:
        verbs.append("enable")
    if unit.active not in ("active", "reloading"):
        verbs.append("start")
    elif pending or (newest is not None and newest > unit.changed):
        verbs.append(apply)
    return verbs
