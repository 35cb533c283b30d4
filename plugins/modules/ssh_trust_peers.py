#!/usr/bin/python
# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

DOCUMENTATION = r"""
module: ssh_trust_peers
short_description: Who may log in to a host, and whom it knows
description:
  - Keeps one fenced block in the user's authorized keys, with the keys of the hosts that may log in,
    and leaves every other line alone.
  - Keeps one fenced block in C(/etc/ssh/ssh_known_hosts) with the host keys of the hosts that it logs in to,
    under each name and address.
  - Keeps a file in C(/etc/ssh/ssh_config.d) by which C(ssh NAME) leads to the host's address
    and shows the key of the mesh, with C(StrictHostKeyChecking yes).
  - Keys and host keys are those that the hosts gave over Ansible's own connection. The network is never asked.
  - A host of O(hosts) without an entry in O(identities) keeps the lines that it has.
    A host that is not in O(hosts) loses them.
author:
  - The quorum.kube authors (@quorum-kube)
options:
  state:
    description: Whether the blocks are there, or gone.
    type: str
    choices: [present, absent]
    default: present
  authorized_options:
    description: Options on each line of ours in the authorized keys, such as C(restrict) or C(no-agent-forwarding).
    type: list
    elements: str
    default: []
  authorized_from_addresses:
    description: Whether each line of ours says that the key is good from its host's addresses only.
    type: bool
    default: false
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
- name: Let the hosts know each other
  quorum.kube.ssh_trust_peers:
    cluster: guide
    own: "{{ inventory_hostname }}"
    hosts: "{{ ssh_trust_hosts }}"
    identities: "{{ identities }}"
    authorized_options: [no-agent-forwarding, no-X11-forwarding]
"""

RETURN = r"""
written:
  description: How each file was written.
  returned: when something was written
  type: dict
  sample: {"/etc/ssh/ssh_known_hosts": "renamed"}
unheard:
  description: Hosts of the mesh that this run has not heard of. Their lines are as they were.
  returned: with O(state=present)
  type: list
  elements: str
  sample: [node-2]
"""

import os
import pwd
import re
from typing import Any, Optional

from ansible.module_utils.basic import AnsibleModule

from ..module_utils._host_files import Edits, acting_as, read_text
from ..module_utils._hosts.fence import Fenced, Line, lines_of, put, take, text_of
from ..module_utils._hosts.ssh_lines import (
    authorized_keys,
    check_options,
    client_config,
    known_hosts,
    parse_identities,
    remembered,
)
from ..module_utils._hosts.sshd import authorized_keys_path
from ..module_utils._kube.errors import InputError, Problem
from ..module_utils._module import run
from ..module_utils._ssh_trust import (
    IDENTITIES,
    MARKER,
    OPTIONS,
    relative_key_path,
    require_root,
    sshd_settings,
    trust_of,
    user_of,
)

KNOWN_HOSTS = "/etc/ssh/ssh_known_hosts"
CLIENT_CONFIG = "/etc/ssh/ssh_config"
DROP_INS = "/etc/ssh/ssh_config.d"
DROP_IN = f"{DROP_INS}/50-quorum-kube.conf"
INCLUDE = f"Include {DROP_INS}/*.conf"


def fenced(path: str) -> Fenced:
    return take(lines_of(read_text(path) or ""), MARKER, path)


def with_content(found: Fenced, content: list[str]) -> Optional[str]:
    """The file's text with the block, without it when there is nothing to say, or None when nothing is left."""
    lines: list[Line] = list(found.outside)
    if content:
        lines = put(found.outside, MARKER, content, found.at)
    return text_of(lines) or None


def want_client_config(edits: Edits, lines: list[str]) -> None:
    """Notes the drop-in, and the line that has ssh read drop-ins where the distribution's file has none."""
    head = ["# Ansible managed: quorum.kube ssh_trust"]
    edits.want(DROP_IN, "\n".join([*head, *lines]) + "\n" if lines else None)
    found = fenced(CLIENT_CONFIG)
    included = any(
        re.match(rf"\s*Include\s+.*{re.escape(DROP_INS)}/\*", line.text, re.IGNORECASE) for line in found.outside
    )
    needed = bool(lines) and not included
    text = text_of(put(found.outside, MARKER, [INCLUDE], 0)) if needed else text_of(found.outside)
    if text:
        edits.want(CLIENT_CONFIG, text)


def apply(system: Edits, personal: Edits, user: pwd.struct_passwd) -> dict[str, Any]:
    """Writes the files of the system as root and those of the user as that user."""
    if system.changed and any(path.startswith(DROP_INS) for path in system.changed) and not os.path.isdir(DROP_INS):
        system.make_folder(DROP_INS, 0o755)
    written = system.apply()
    with acting_as(user):
        for path in personal.changed:
            personal.make_folder(os.path.dirname(path), 0o700)
        written.update(personal.apply())
    changed = [*system.changed, *personal.changed]
    return {
        "changed": bool(changed),
        "diff": [*system.diff, *personal.diff],
        **({"written": written} if written else {}),
    }


def work(module: AnsibleModule) -> dict[str, Any]:
    """The blocks hold what the mesh says, or are gone."""
    params = module.params
    require_root()
    present, user = params["state"] == "present", user_of(module)
    trust = trust_of(module) if present else None
    identities = parse_identities(params["identities"])
    check_options(params["authorized_options"])
    settings = sshd_settings(module, user.pw_name) or {}
    path = authorized_keys_path(settings, user.pw_name, user.pw_dir)
    if path is None:
        where = " ".join(settings["authorizedkeysfile"])
        raise InputError([Problem("sshd: AuthorizedKeysFile", where, f"a file in the home folder of {user.pw_name}")])
    system, personal = Edits(module), Edits(module)
    known = fenced(KNOWN_HOSTS)
    targets = trust.targets if trust else ()
    recalled = remembered(targets, identities, [line.body for line in known.inside])
    lines = known_hosts(targets, recalled)
    system.want(KNOWN_HOSTS, with_content(known, lines))
    key_file = f"~/{relative_key_path(module)}"
    want_client_config(system, client_config(trust, user.pw_name, key_file, recalled) if trust else [])
    with acting_as(user):
        authorized = fenced(path)
        kept = [line.body for line in authorized.inside]
        options, from_addresses = params["authorized_options"], params["authorized_from_addresses"]
        lines = authorized_keys(trust, identities, kept, options, from_addresses) if trust else []
        personal.want(path, with_content(authorized, lines), mode=0o600)
    result = apply(system, personal, user)
    if trust is None:
        return result
    return {**result, "unheard": [peer.name for peer in trust.hosts if peer.name not in identities]}


def main() -> None:
    run(
        work,
        {
            **OPTIONS,
            "state": {"type": "str", "choices": ["present", "absent"], "default": "present"},
            "identities": IDENTITIES,
            "authorized_options": {"type": "list", "elements": "str", "default": []},
            "authorized_from_addresses": {"type": "bool", "default": False},
        },
    )


if __name__ == "__main__":
    main()
