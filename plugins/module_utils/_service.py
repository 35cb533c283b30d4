# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""A systemd unit of this host, and the record of the files that it has taken in. Private to this collection."""

from __future__ import annotations

import os
import time
from pathlib import Path

from ansible.module_utils.basic import AnsibleModule

from ._net.unit_state import PROPERTIES, File, Unit, parse

RECORDS = Path("/var/lib/quorum.kube")
REACTION = 0.3  # seconds that a program may take until it tells systemd that a reload has begun


def shown(module: AnsibleModule, name: str) -> Unit:
    dummy, out, dummy = module.run_command(["systemctl", "show", name, "--property=" + ",".join(PROPERTIES)])
    return parse(out)


def read(path: str) -> File:
    with open(path, "rb") as file:
        return File(path, file.read(), os.fstat(file.fileno()).st_ctime_ns)


def record_of(name: str) -> Path:
    """Where the fingerprint of what a unit has taken in is kept."""
    return RECORDS / f"{name.removesuffix('.service')}.taken"


def record(path: Path) -> str:
    """The fingerprint that was kept; nothing when there is none."""
    return path.read_text(encoding="utf-8") if path.exists() else ""


def keep(path: Path, files: str) -> None:
    """Keeps the fingerprint, or that nobody knows what the service has taken in."""
    if not files:
        path.unlink(missing_ok=True)
    elif files != record(path):
        path.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
        path.write_text(files, encoding="utf-8")


def settled(module: AnsibleModule, name: str, seconds: int) -> Unit:
    """The unit as soon as it is neither on its way up nor being reloaded, or as it is when the time is over."""
    end = time.monotonic() + seconds
    time.sleep(REACTION)
    unit = shown(module, name)
    while unit.active in ("activating", "reloading", "deactivating") and time.monotonic() < end:
        time.sleep(0.1)
        unit = shown(module, name)
    return unit


def carry_out(module: AnsibleModule, name: str, verbs: list[str]) -> str:
    """Runs the verbs and returns what systemctl said to the one that failed, or nothing."""
    for verb in verbs:
        code, out, err = module.run_command(["systemctl", verb] + ([] if verb == "daemon-reload" else [name]))
        if code:
            return f"systemctl {verb}: {(err or out).strip()}"
    return ""


def last_lines(module: AnsibleModule, name: str, count: int) -> list[str]:
    """The unit's last lines in the journal."""
    dummy, log, dummy = module.run_command(
        ["journalctl", "-q", "--no-pager", "-o", "cat", "-n", str(count), "-u", name]
    )
    return str(log).splitlines()
