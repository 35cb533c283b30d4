# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What sshd says of its settings."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._hosts.sshd import (
    authorized_keys_path,
    login_problems,
    parse_settings,
    port,
    revoked_keys_path,
)

LOGINS = {
    "the default lets root in with a key": ("permitrootlogin prohibit-password\npubkeyauthentication yes", "root", []),
    "S9 root is refused": ("permitrootlogin no", "root", ["sshd: PermitRootLogin"]),
    "S9 root is refused but not needed": ("permitrootlogin no", "deploy", []),
    "forced commands are no logins": ("permitrootlogin forced-commands-only", "root", ["sshd: PermitRootLogin"]),
    "keys are refused": ("pubkeyauthentication no", "deploy", ["sshd: PubkeyAuthentication"]),
    "others are allowed": ("allowusers admin\nallowusers ops*", "deploy", ["sshd: AllowUsers"]),
    "a pattern allows": ("allowusers admin\nallowusers dep*@10.0.0.*", "deploy", []),
    "the user is denied": ("denyusers deploy", "deploy", ["sshd: DenyUsers"]),
    "the user is denied from some hosts only": ("denyusers deploy@10.9.0.1", "deploy", []),
    "everything is told at once": (
        "permitrootlogin no\npubkeyauthentication no",
        "root",
        ["sshd: PubkeyAuthentication", "sshd: PermitRootLogin"],
    ),
}


@pytest.mark.parametrize(("output", "user", "places"), LOGINS.values(), ids=LOGINS)
def test_login_problems(output: str, user: str, places: list[str]) -> None:
    assert places == [problem.place for problem in login_problems(parse_settings(output), user)]


PATHS = {
    "the default": ("authorizedkeysfile .ssh/authorized_keys .ssh/authorized_keys2", "/home/d/.ssh/authorized_keys"),
    "tokens": ("authorizedkeysfile /etc/ssh/keys/%u %h/.keys/%%u", "/home/d/.keys/%u"),
    "outside the home folder": ("authorizedkeysfile /etc/ssh/keys/%u", None),
    "nothing said": ("", "/home/d/.ssh/authorized_keys"),
}


@pytest.mark.parametrize(("output", "expected"), PATHS.values(), ids=PATHS)
def test_authorized_keys_path(output: str, expected: str | None) -> None:
    assert expected == authorized_keys_path(parse_settings(output), "d", "/home/d")


def test_port_and_revoked_keys() -> None:
    settings = parse_settings("Port 2222\nport 22\nrevokedkeys none\n")

    assert (2222, None) == (port(settings), revoked_keys_path(settings))
    assert (None, "/etc/ssh/revoked") == (port({}), revoked_keys_path(parse_settings("revokedkeys /etc/ssh/revoked")))
