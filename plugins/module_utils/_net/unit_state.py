# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a systemd unit needs so that it runs with the files that are on disk. Private to this collection."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import NamedTuple

PROPERTIES = (
    "LoadState",
    "ActiveState",
    "DropInPaths",
    "Job",
    "SubState",
    "MainPID",
    "NeedDaemonReload",
    "StatusText",
    "UnitFileState",
)


class File(NamedTuple):
    """A file as it is on disk; `changed` is its inode's time of change, which no program can set."""

    path: str
    content: bytes
    changed: int


class Unit(NamedTuple):
    """A unit as `systemctl show` tells it.

    `status` is the sentence that the program itself has told systemd, such as haproxy's "Reload failed!". A `queued`
    unit has been asked to start, stop or reload, and waits for others or is at it.
    """

    loaded: bool
    active: str
    sub: str
    pid: int
    reread: bool
    enabled: bool
    status: str = ""
    drop_ins: tuple[str, ...] = ()
    queued: bool = False

    @property
    def sound(self) -> bool:
        """Whether the unit runs and its program has not told that it could not take its files in."""
        return self.active == "active" and "fail" not in self.status.lower()

    @property
    def ended(self) -> bool:
        """Whether the process is gone. A unit that waits for others is inactive as well, until its job is done."""
        gone = self.active in ("failed", "inactive") and not self.queued
        return gone or self.sub in ("auto-restart", "auto-restart-queued")

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
        enabled=told.get("UnitFileState") in ("enabled", "static", "alias", "indirect"),
        status=told.get("StatusText", ""),
        drop_ins=tuple(told.get("DropInPaths", "").split()),
        queued=bool(told.get("Job")),
    )


def fingerprint(files: Sequence[File]) -> str:
    """A digest that differs as soon as one of the files was written, whatever the clocks say; empty without files.

    Times of change are only ever compared for being the same. They tell a file that was changed and changed back, the
    contents tell two changes within one tick of the kernel's clock.
    """
    if not files:
        return ""
    parts = [(file.path, file.changed, hashlib.sha256(file.content).hexdigest()) for file in sorted(files)]
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def steps(unit: Unit, files: str, taken: str, apply: str, settings: Sequence[str] = ()) -> list[str]:
    """The systemctl verbs after which the unit is enabled and runs with its files; none when it does already.

    `files` is the fingerprint of the files on disk, `taken` the one of when the service was last seen to take them in.
    If they are the same, every process since has read them, whoever started or reloaded it. `taken` is empty when
    nobody knows: the package has started the service, a run was killed, a reload has failed. Then they are applied,
    also to a service that is on its way up and may have read them too early.
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
    if unit.active in ("active", "reloading", "activating") and files not in ("", taken):
        verbs.append(apply)
    return verbs
