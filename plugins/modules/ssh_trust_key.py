#!/usr/bin/python
# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

DOCUMENTATION = r"""
module: ssh_trust_key
short_description: A key pair of a host for its logins on other hosts, and what the others must know of it
description:
  - Makes the key pair where the host logs in to others and has none.
  - Gives the public key and the keys of the host's sshd.
  - The private key never leaves the host and is in no output. An existing one is never made anew, except by O(stage).
  - With O(state=absent) every pair of ours in the user's C(.ssh) goes, whatever the cluster's name.
  - Files are touched with the rights of O(user), in whose home folder they are.
  - Refuses a host whose sshd would refuse the logins of others, before anything is changed.
author:
  - The quorum.kube authors (@quorum-kube)
options:
  state:
    description: Whether the pair is there or gone.
    type: str
    choices: [present, absent]
    default: present
  stage:
    description:
      - V(keep) keeps the pair that there is.
      - V(next) makes a second pair beside it, the first step of a rotation.
        One of a rotation that was broken off is taken up again.
      - V(promote) puts the second pair in the place of the first, which is gone then.
    type: str
    choices: [keep, next, promote]
    default: keep
  type:
    description: The kind of a new key.
    type: str
    choices: [ed25519, rsa]
    default: ed25519
  bits:
    description: The length of a new RSA key.
    type: int
    default: 4096
extends_documentation_fragment:
  - quorum.kube.attributes
  - quorum.kube.ssh_trust
attributes:
  check_mode:
    support: full
  diff_mode:
    support: full
    details:
      - Shows public keys only.
  idempotent:
    support: full
"""

EXAMPLES = r"""
- name: Make the key of this host
  quorum.kube.ssh_trust_key:
    cluster: guide
    own: "{{ inventory_hostname }}"
    hosts:
      - name: master-1
        addresses: [172.19.170.183]
      - name: master-2
        addresses: [172.19.170.184]
  register: key
"""

RETURN = r"""
identity:
  description:
    - What the other hosts must know of this one, as O(quorum.kube.ssh_trust_peers#module:identities) takes it.
  returned: with O(state=present)
  type: dict
  contains:
    name:
      description: The host.
      type: str
    public_keys:
      description:
        - The host's own public keys. Two in a rotation, none when it logs in nowhere
          or when the key would be made but for check mode.
      type: list
      elements: str
    host_keys:
      description: The public keys of its sshd.
      type: list
      elements: str
    port:
      description: The port of its sshd.
      type: int
"""

import os
import pwd
import shutil
import tempfile
from glob import glob
from typing import Any, Optional

from ansible.module_utils.basic import AnsibleModule

from ..module_utils._host_files import acting_as, read_text
from ..module_utils._hosts.ssh_lines import key_owner, parse_key
from ..module_utils._hosts.sshd import login_problems, port
from ..module_utils._kube.errors import InputError, Problem
from ..module_utils._module import run
from ..module_utils._ssh_trust import OPTIONS, key_path, require_root, sshd_settings, trust_of, user_of

NEXT = ".next"


def host_keys(settings: Optional[dict[str, list[str]]]) -> list[str]:
    """The public keys of the host's sshd, without comments."""
    named = [f"{path}.pub" for path in (settings or {}).get("hostkey", [])]
    lines = [read_text(path) or "" for path in named or sorted(glob("/etc/ssh/ssh_host_*_key.pub"))]
    return sorted(str(key) for key in map(parse_key, lines) if key is not None)


def public_key(module: AnsibleModule, path: str) -> str:
    """The public key of a private one; one that is damaged or has a passphrase is refused, never replaced."""
    code, output, error = module.run_command(["ssh-keygen", "-y", "-P", "", "-f", path])
    key = parse_key(output) if code == 0 else None
    if key is None:
        found = (error.strip().splitlines() or ["no key in it"])[-1]
        raise InputError([Problem(path, found, "a private key without a passphrase; remove the file to have one made")])
    return str(key)


def ensure_folder(folder: str, user: pwd.struct_passwd, check_mode: bool) -> bool:
    """The folder of the key is the user's own and no one else can write to it, as sshd's StrictModes wants it."""
    if not os.path.isdir(folder):
        if not check_mode:
            os.makedirs(folder, mode=0o700)
        return True
    found = os.stat(folder)
    if found.st_uid != user.pw_uid:
        raise InputError([Problem(folder, f"owned by the user id {found.st_uid}", f"owned by {user.pw_name}")])
    if not found.st_mode & 0o022:
        return False
    if not check_mode:
        os.chmod(folder, found.st_mode & 0o7755)
    return True


def make_pair(module: AnsibleModule, path: str, comment: str) -> None:
    """A new pair is at `path`, whole or not at all."""
    params = module.params
    folder = tempfile.mkdtemp(dir=os.path.dirname(path), prefix=".quorum-kube-")
    try:
        made = os.path.join(folder, "key")
        length = ["-b", str(params["bits"])] if params["type"] == "rsa" else []
        command = ["ssh-keygen", "-q", "-t", params["type"], *length, "-N", "", "-C", comment, "-f", made]
        module.run_command(command, check_rc=True)
        os.replace(f"{made}.pub", f"{path}.pub")
        os.replace(made, path)
    finally:
        shutil.rmtree(folder)


def tidy_pair(module: AnsibleModule, path: str, comment: str) -> tuple[str, bool]:
    """The public key of an existing pair; its mode and its public file are put right when they are not."""
    changed = bool(os.stat(path).st_mode & 0o077)
    if changed and not module.check_mode:
        os.chmod(path, 0o600)
    key = public_key(module, path)
    beside = parse_key(read_text(f"{path}.pub") or "")
    if str(beside) != key:
        changed = True
        if not module.check_mode:
            with open(f"{path}.pub", "w", encoding="utf-8") as file:
                file.write(f"{key} {comment}\n")
    if not key.startswith(f"ssh-{module.params['type']} "):
        module.warn(f"{path} is a key of another type than {module.params['type']}; rotate the keys to change that")
    return key, changed


def pair(module: AnsibleModule, path: str, comment: str, wanted: bool) -> tuple[list[str], bool]:
    """The public key at `path` as a list, made first when it is wanted and not there."""
    if os.path.lexists(path):
        key, changed = tidy_pair(module, path, comment)
        return [key], changed
    if not wanted:
        return [], False
    if module.check_mode:
        return [], True
    make_pair(module, path, comment)
    return [public_key(module, path)], True


def promote(module: AnsibleModule, path: str) -> bool:
    """The second pair is the first one; a run that was killed in between is completed by the next."""
    if not os.path.lexists(path + NEXT):
        return False
    if not module.check_mode:
        os.replace(path + NEXT, path)
        if os.path.lexists(f"{path}{NEXT}.pub"):
            os.replace(f"{path}{NEXT}.pub", f"{path}.pub")
    return True


def remove(module: AnsibleModule, user: pwd.struct_passwd) -> dict[str, Any]:
    """Every pair of ours is gone; they are known by the comment of their public keys."""
    given = [key_path(module, user)] if module.params["key_file"] else []
    candidates = [*given, *sorted(glob(os.path.join(user.pw_dir, ".ssh", "quorum_*")))]
    ours = [path for path in candidates if key_owner(read_text(f"{path}.pub") or "")]
    files = [name for path in ours for name in (path, f"{path}.pub") if os.path.lexists(name)]
    for name in files if not module.check_mode else ():
        os.unlink(name)
    return {"changed": bool(files)}


def work(module: AnsibleModule) -> dict[str, Any]:
    """The pair is as asked for, and what the others must know of this host is told."""
    params = module.params
    require_root()
    user = user_of(module)
    if params["state"] == "absent":
        with acting_as(user):
            return remove(module, user)
    trust, path = trust_of(module), key_path(module, user)
    if params["type"] == "rsa" and params["bits"] < 3072:
        raise InputError([Problem("bits", str(params["bits"]), "3072 or more")])
    settings = sshd_settings(module, user.pw_name)
    problems = login_problems(settings, user.pw_name) if settings and trust.sources else []
    if problems:
        raise InputError(problems)
    comment, is_source = trust.comment(trust.own), bool(trust.targets)
    with acting_as(user):
        changed = ensure_folder(os.path.dirname(path), user, module.check_mode) if is_source else False
        changed = (promote(module, path) if params["stage"] == "promote" else False) or changed
        current, made = pair(module, path, comment, is_source)
        following, made_next = pair(module, path + NEXT, comment, is_source and params["stage"] == "next")
    keys = current + following
    identity = {
        "name": trust.own,
        "public_keys": keys,
        "host_keys": host_keys(settings),
        "port": port(settings) if settings else None,
    }
    return {"identity": identity, "changed": changed or made or made_next}


def main() -> None:
    run(
        work,
        {
            **OPTIONS,
            "state": {"type": "str", "choices": ["present", "absent"], "default": "present"},
            "stage": {"type": "str", "choices": ["keep", "next", "promote"], "default": "keep"},
            "type": {"type": "str", "choices": ["ed25519", "rsa"], "default": "ed25519"},
            "bits": {"type": "int", "default": 4096},
        },
    )


if __name__ == "__main__":
    main()
