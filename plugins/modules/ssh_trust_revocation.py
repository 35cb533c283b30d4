#!/usr/bin/python
# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

DOCUMENTATION = r"""
module: ssh_trust_revocation
short_description: Have a host's sshd refuse keys that were revoked
description:
  - Keeps a file of revoked keys and has sshd read it.
  - Such a key does not log in to this host, whoever's authorized keys it may stand in.
  - Keys that stand in the block of M(quorum.kube.ssh_trust_peers) but that no host of O(hosts) has any more
    are revoked, which is why this module runs before that one. So are O(keys).
  - sshd refuses every key when it cannot read the file. The file is therefore complete and readable before
    sshd is told of it. sshd's configuration is checked before sshd is reloaded and taken back when it is wrong,
    and the file goes last.
author:
  - The quorum.kube authors (@quorum-kube)
options:
  state:
    description: Whether keys are revoked, or sshd knows nothing of it.
    type: str
    choices: [present, absent]
    default: present
  keys:
    description: Public keys that are revoked in any case.
    type: list
    elements: str
    default: []
  path:
    description: The file of revoked keys, in lines. Where sshd already reads a file of such lines, give that one.
    type: path
    default: /etc/ssh/quorum_kube_revoked_keys
extends_documentation_fragment:
  - quorum.kube.attributes
  - quorum.kube.ssh_trust
  - quorum.kube.ssh_trust.identities
attributes:
  check_mode:
    support: full
  diff_mode:
    support: full
  idempotent:
    support: full
"""

EXAMPLES = r"""
- name: Revoke the keys of hosts that are gone
  quorum.kube.ssh_trust_revocation:
    cluster: guide
    own: "{{ inventory_hostname }}"
    hosts: "{{ ssh_trust_hosts }}"
    identities: "{{ identities }}"
"""

RETURN = r"""
revoked:
  description: How many keys are revoked.
  returned: always
  type: int
  sample: 1
reloaded:
  description: Whether sshd was told to read its configuration again.
  returned: always
  type: bool
"""

import os
import re
import shutil
import time
from typing import Any

from ansible.module_utils.basic import AnsibleModule

from ..module_utils._host_files import Edits, acting_as, read_text
from ..module_utils._hosts.fence import Fenced, lines_of, put, take, text_of
from ..module_utils._hosts.ssh_lines import PublicKey, dropped_keys, parse_identities, parse_key
from ..module_utils._hosts.sshd import authorized_keys_path, revoked_keys_path
from ..module_utils._hosts.trust import Trust
from ..module_utils._kube.errors import InputError, Problem
from ..module_utils._module import run
from ..module_utils._ssh_trust import IDENTITIES, MARKER, OPTIONS, require_root, sshd_settings, trust_of, user_of

SERVER_CONFIG = "/etc/ssh/sshd_config"
DROP_INS = "/etc/ssh/sshd_config.d"
DROP_IN = f"{DROP_INS}/00-quorum-kube.conf"


def named_keys(module: AnsibleModule) -> list[PublicKey]:
    lines = module.params["keys"]
    parsed = [(line, parse_key(line)) for line in lines]
    problems = [
        Problem(f"keys[{i}]", repr(line), "a public key") for i, (line, key) in enumerate(parsed) if key is None
    ]
    if problems:
        raise InputError(problems)
    return [key for _line, key in parsed if key is not None]


def gone_keys(module: AnsibleModule, trust: Trust, settings: dict[str, list[str]]) -> list[PublicKey]:
    """The keys in our block of the authorized keys that no host has any more."""
    user = user_of(module)
    path = authorized_keys_path(settings, user.pw_name, user.pw_dir)
    with acting_as(user):
        inside = take(lines_of(read_text(path) or ""), MARKER, path).inside if path else ()
    identities = parse_identities(module.params["identities"])
    return dropped_keys(trust, identities, [line.body for line in inside])


def revoked_lines(module: AnsibleModule, trust: Trust, settings: dict[str, list[str]], found: Fenced) -> list[str]:
    """What is revoked already and what is now, but no key that a host of this run has: that is in use again."""
    used = {key for identity in parse_identities(module.params["identities"]).values() for key in identity.keys}
    before = [key for key in (parse_key(line.body) for line in found.inside) if key is not None]
    keys = {*before, *gone_keys(module, trust, settings)} - used
    clash = used.intersection(named_keys(module))
    if clash:
        places = [Problem("keys", str(key), "a key that no host of the mesh has") for key in sorted(clash)]
        raise InputError(places)
    return sorted(map(str, {*keys, *named_keys(module)}))


def want_server_config(edits: Edits, path: str, settings: dict[str, list[str]], present: bool) -> None:
    """Notes the setting by which sshd reads the file, unless sshd reads it already on another's behalf."""
    line = f"RevokedKeys {path}"
    main = take(lines_of(read_text(SERVER_CONFIG) or ""), MARKER, SERVER_CONFIG)
    reads_drop_ins = any(
        re.match(rf"\s*Include\s+.*{re.escape(DROP_INS)}/\*", row.text, re.IGNORECASE) for row in main.outside
    )
    foreign = revoked_keys_path(settings)
    if present and foreign == path and not main.inside and read_text(DROP_IN) is None:
        return
    if present and foreign not in (None, path) and not main.inside and read_text(DROP_IN) is None:
        raise InputError([Problem("sshd: RevokedKeys", str(foreign), f"{path}; give that path, or remove the setting")])
    edits.want(DROP_IN, f"# Ansible managed: quorum.kube ssh_trust\n{line}\n" if present and reads_drop_ins else None)
    in_main = present and not reads_drop_ins
    text = text_of(put(main.outside, MARKER, [line], 0) if in_main else main.outside)
    edits.want(SERVER_CONFIG, text)


def reload_sshd(module: AnsibleModule) -> None:
    """A running sshd reads its configuration again; one that systemd starts for each connection reads it anyway."""
    systemctl = module.get_bin_path("systemctl")
    for unit in ("ssh.service", "sshd.service") if systemctl else ():
        if module.run_command([systemctl, "is-active", "--quiet", unit])[0] == 0:
            module.run_command([systemctl, "reload", unit], check_rc=True)
            time.sleep(1)
            return


def apply_server_config(module: AnsibleModule, edits: Edits) -> bool:
    """The configuration is in place and sshd has read it; one that sshd refuses is taken back."""
    if not edits.changed or module.check_mode:
        return bool(edits.changed)
    before = {path: read_text(path) for path in edits.changed}
    edits.apply()
    sshd = shutil.which("sshd", path="/usr/sbin:/usr/local/sbin:/usr/bin")
    code, _output, error = module.run_command([sshd or "sshd", "-t"])
    if code != 0:
        back = Edits(module)
        for path, text in before.items():
            back.want(path, text)
        back.apply()
        raise InputError([Problem("sshd -t", error.strip(), "a configuration that sshd takes; it is as it was before")])
    reload_sshd(module)
    return True


def readable(module: AnsibleModule, path: str) -> bool:
    """The file can be read by everyone and written by root alone; true when that had to be put right."""
    if not os.path.exists(path) or os.stat(path).st_mode & 0o777 == 0o644:
        return False
    if not module.check_mode:
        os.chmod(path, 0o644)
    return True


def work(module: AnsibleModule) -> dict[str, Any]:
    """sshd refuses the revoked keys, or has nothing of ours in its configuration."""
    path, present = module.params["path"], module.params["state"] == "present"
    require_root()
    trust = trust_of(module) if present else None
    settings = sshd_settings(module, module.params["user"]) or {}
    found = take(lines_of(read_text(path) or ""), MARKER, path)
    files, server = Edits(module), Edits(module)
    lines = revoked_lines(module, trust, settings, found) if trust else []
    files.want(path, text_of(put(found.outside, MARKER, lines, found.at) if present else found.outside) or None)
    want_server_config(server, path, settings, present)
    mended = readable(module, path) if present else False
    if present:
        files.apply()
    reloaded = apply_server_config(module, server)
    if not present:
        files.apply()
    changed = mended or reloaded or bool(files.changed)
    return {"changed": changed, "diff": [*files.diff, *server.diff], "revoked": len(lines), "reloaded": reloaded}


def main() -> None:
    run(
        work,
        {
            **OPTIONS,
            "state": {"type": "str", "choices": ["present", "absent"], "default": "present"},
            "identities": IDENTITIES,
            "keys": {"type": "list", "elements": "str", "default": [], "no_log": False},
            "path": {"type": "path", "default": "/etc/ssh/quorum_kube_revoked_keys"},
        },
    )


if __name__ == "__main__":
    main()
