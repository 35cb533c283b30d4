# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What sshd says of its own settings (`sshd -T`). Private to this collection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Optional

from .._kube.errors import Problem

Settings = Mapping[str, Sequence[str]]


def parse_settings(output: str) -> dict[str, list[str]]:
    """Each setting, in lower case, with its values in their order."""
    settings: dict[str, list[str]] = {}
    for line in output.splitlines():
        name, _space, value = line.strip().partition(" ")
        settings.setdefault(name.lower(), []).append(value)
    return settings


def login_problems(settings: Settings, user: str) -> list[Problem]:
    """What in sshd's settings refuses `user` a login with a key."""
    problems: list[Problem] = []
    if _first(settings, "pubkeyauthentication") == "no":
        problems.append(Problem("sshd: PubkeyAuthentication", "no", "yes; logins between the hosts use keys"))
    root = _first(settings, "permitrootlogin")
    if user == "root" and root in ("no", "forced-commands-only"):
        problems.append(
            Problem(
                "sshd: PermitRootLogin",
                f"{root}; root cannot log in to this host",
                "prohibit-password or yes, or another user as ssh_trust_user",
            )
        )
    allowed = _patterns(settings, "allowusers")
    if allowed and not _matches(user, allowed):
        problems.append(Problem("sshd: AllowUsers", " ".join(allowed), f"{user} among them"))
    denied = [pattern for pattern in _patterns(settings, "denyusers") if "@" not in pattern]
    if _matches(user, denied):
        problems.append(Problem("sshd: DenyUsers", " ".join(denied), f"{user} not among them"))
    return problems


def authorized_keys_path(settings: Settings, user: str, home: str) -> Optional[str]:
    """The user's first own file of authorized keys; None when all of them are outside the home folder."""
    for pattern in " ".join(settings.get("authorizedkeysfile", [".ssh/authorized_keys"])).split():
        path = pattern.replace("%%", "\0").replace("%h", home).replace("%u", user).replace("\0", "%")
        path = path if path.startswith("/") else f"{home}/{path}"
        if path.startswith(f"{home}/"):
            return path
    return None


def port(settings: Settings) -> Optional[int]:
    """The first port that sshd listens on."""
    value = _first(settings, "port")
    return int(value) if value and value.isdigit() else None


def revoked_keys_path(settings: Settings) -> Optional[str]:
    """The file of revoked keys that sshd reads; None when it reads none."""
    value = _first(settings, "revokedkeys")
    return None if value in (None, "none", "") else value


def _first(settings: Settings, name: str) -> Optional[str]:
    return next(iter(settings.get(name, ())), None)


def _patterns(settings: Settings, name: str) -> list[str]:
    return [pattern for value in settings.get(name, ()) for pattern in value.split()]


def _matches(user: str, patterns: Sequence[str]) -> bool:
    return any(fnmatchcase(user, pattern.partition("@")[0]) for pattern in patterns)
