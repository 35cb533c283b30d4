# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a host says of itself in its files and in sshd's settings. Private to this collection."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable
from typing import Any, Optional

_FAMILIES = {"debian": "debian", "ubuntu": "debian", "rhel": "redhat", "fedora": "redhat", "centos": "redhat"}


def os_release(text: str) -> dict[str, str]:
    """The distribution: id, version, name to read, and whose packages and paths it has (man 5 os-release)."""
    values = {}
    for line in text.splitlines():
        key, equals, value = line.strip().partition("=")
        if equals and not key.startswith("#"):
            values[key] = " ".join(shlex.split(value))
    identity = values.get("ID", "linux").lower()
    kin = [identity, *values.get("ID_LIKE", "").lower().split()]
    return {
        "id": identity,
        "version": values.get("VERSION_ID", ""),
        "name": values.get("PRETTY_NAME", identity),
        "family": next((_FAMILIES[name] for name in kin if name in _FAMILIES), ""),
    }


def memory_bytes(meminfo: str) -> int:
    """All memory of the host in bytes; /proc/meminfo counts in kB, and means 1024 bytes (man 5 proc_meminfo)."""
    total = re.search(r"^MemTotal:\s+(\d+) kB$", meminfo, re.MULTILINE)
    return int(total.group(1)) * 1024 if total else 0


def cgroup_version(mounts: str) -> str:
    """`v2`, `v1`, or `hybrid` when the second tree stands beside the first; empty when neither is mounted."""
    kinds = {fields[2] for fields in map(str.split, mounts.splitlines()) if len(fields) > 2}
    if "cgroup" in kinds:
        return "hybrid" if "cgroup2" in kinds else "v1"
    return "v2" if "cgroup2" in kinds else ""


def sshd_settings(text: str) -> dict[str, Any]:
    """Of what `sshd -T` prints, the settings that decide who can log in and where."""
    values: dict[str, list[str]] = {}
    for line in text.splitlines():
        key, dummy, value = line.strip().partition(" ")
        values.setdefault(key.lower(), []).append(value)
    return {
        "permit_root_login": values.get("permitrootlogin", [""])[0],
        "pubkey_authentication": values.get("pubkeyauthentication", [""])[0] == "yes",
        "ports": [int(port) for port in values.get("port", []) if port.isdecimal()],
        "allow_users": " ".join(values.get("allowusers", [])).split(),
        "deny_users": " ".join(values.get("denyusers", [])).split(),
    }


def manage_etc_hosts(texts: Iterable[str]) -> Optional[str]:
    """cloud-init's last word on /etc/hosts, of its files in the order in which they are read; None when it has none."""
    last = None
    for text in texts:
        for found in re.finditer(r"^manage_etc_hosts:\s*([^#\s]+)", text, re.MULTILINE):
            last = found.group(1).strip("'\"").lower()
    return last
