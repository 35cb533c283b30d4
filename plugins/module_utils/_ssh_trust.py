# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the modules of the role `ssh_trust` share: options, the user, sshd. Private to this collection."""

from __future__ import annotations

import os
import pwd
import shutil
from typing import Any, Optional

from ansible.module_utils.basic import AnsibleModule

from ._hosts.sshd import parse_settings
from ._hosts.trust import Trust, parse_trust
from ._kube.errors import InputError, Problem

MARKER = "ssh_trust"

HOST_OPTIONS = {
    "name": {"type": "str", "required": True},
    "aliases": {"type": "list", "elements": "str", "default": []},
    "addresses": {"type": "list", "elements": "str", "required": True},
    "port": {"type": "int"},
}
PAIR_OPTIONS = {"source": {"type": "str", "required": True}, "target": {"type": "str", "required": True}}
OPTIONS: dict[str, Any] = {
    "cluster": {"type": "str", "default": ""},
    "own": {"type": "str", "default": ""},
    "hosts": {"type": "list", "elements": "dict", "options": HOST_OPTIONS, "default": []},
    "mesh": {"type": "str", "choices": ["from_first", "full", "pairs"], "default": "full"},
    "pairs": {"type": "list", "elements": "dict", "options": PAIR_OPTIONS, "default": []},
    "user": {"type": "str", "default": "root"},
    "key_file": {"type": "str", "default": "", "no_log": False},
}
IDENTITY_OPTIONS = {
    "name": {"type": "str", "required": True},
    "public_keys": {"type": "list", "elements": "str", "default": []},
    "host_keys": {"type": "list", "elements": "str", "default": [], "no_log": False},
    "port": {"type": "int"},
}
IDENTITIES = {"type": "list", "elements": "dict", "options": IDENTITY_OPTIONS, "default": []}


def require_root() -> None:
    """Refuses to go on without root, because sshd's files are root's."""
    if os.geteuid() != 0:
        raise InputError([Problem("the user of the module", f"the user id {os.geteuid()}", "root (become: true)")])


def trust_of(module: AnsibleModule) -> Trust:
    """The mesh of the module's options."""
    require_root()
    params = module.params
    return parse_trust(params["cluster"], params["hosts"], params["mesh"], params["pairs"], params["own"])


def user_of(module: AnsibleModule) -> pwd.struct_passwd:
    """The user whose login it is."""
    name = module.params["user"]
    try:
        return pwd.getpwnam(name)
    except KeyError:
        raise InputError([Problem("user", f"no user {name!r} on this host", "a user that every host has")]) from None


def key_path(module: AnsibleModule, user: pwd.struct_passwd) -> str:
    """The user's private key of this mesh."""
    return os.path.join(user.pw_dir, relative_key_path(module))


def relative_key_path(module: AnsibleModule) -> str:
    """The private key, below the user's home folder."""
    given = module.params["key_file"] or f".ssh/quorum_{module.params['cluster']}"
    if os.path.isabs(given) or ".." in given.split("/"):
        raise InputError([Problem("key_file", repr(given), "a path below the user's home folder")])
    return str(given)


def sshd_settings(module: AnsibleModule, user: str) -> Optional[dict[str, list[str]]]:
    """What the host's sshd says of its settings for this user; None, with a warning, when it cannot say."""
    sshd = shutil.which("sshd", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
    if sshd is None:
        raise InputError([Problem("sshd", "not installed on this host", "OpenSSH's server")])
    code, output, error = module.run_command([sshd, "-T", "-C", f"user={user},host=localhost,addr=127.0.0.1"])
    if code != 0:
        module.warn(f"sshd does not tell its settings: {error.strip() or output.strip()}")
        return None
    return parse_settings(output)
