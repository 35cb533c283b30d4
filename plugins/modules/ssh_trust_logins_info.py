#!/usr/bin/python
# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

DOCUMENTATION = r"""
module: ssh_trust_logins_info
short_description: Whether the logins of a host on the others work
description:
  - Logs in from this host to each host that the mesh says, with C(BatchMode) and C(StrictHostKeyChecking=yes),
    all at once and in bounded time.
  - Runs C(true) there and nothing else.
author:
  - The quorum.kube authors (@quorum-kube)
options:
  stage:
    description: V(keep) logs in as a person would. V(next) shows the second key of a rotation and no other.
    type: str
    choices: [keep, next]
    default: keep
  timeout:
    description: Seconds until a host that does not answer is given up. Three times as long for the login as a whole.
    type: int
    default: 5
  parallel:
    description: How many logins are tried at a time.
    type: int
    default: 16
extends_documentation_fragment:
  - quorum.kube.attributes
  - quorum.kube.attributes.info_module
  - quorum.kube.ssh_trust
  - quorum.kube.ssh_trust.identities
"""

EXAMPLES = r"""
- name: Try the logins
  quorum.kube.ssh_trust_logins_info:
    cluster: guide
    own: "{{ inventory_hostname }}"
    hosts: "{{ ssh_trust_hosts }}"
  register: logins
"""

RETURN = r"""
name:
  description: The host that logged in.
  returned: always
  type: str
  sample: master-1
logins:
  description: For each host that this one logs in to, V(ok) or what ssh says.
  returned: always
  type: dict
  sample: {"master-2": "ok", "node-2": "ssh: connect to host 172.19.170.187 port 22: No route to host"}
refused:
  description: Hosts of this run to which the login fails.
  returned: always
  type: list
  elements: str
unreached:
  description: Other hosts to which the login fails.
  returned: always
  type: list
  elements: str
  sample: [node-2]
"""

import os
import pwd
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Optional

from ansible.module_utils.basic import AnsibleModule

from ..module_utils._hosts.ssh_lines import parse_identities
from ..module_utils._hosts.trust import Peer, Trust
from ..module_utils._module import run
from ..module_utils._ssh_trust import IDENTITIES, OPTIONS, key_path, trust_of, user_of

ATTEMPTS = 3
# What a busy sshd says when too many log in at a time (sshd_config(5), MaxStartups).
BUSY = ("kex_exchange_identification", "Connection closed by", "Connection reset by")


def command(peer: Peer, port: Optional[int], key: str, params: dict[str, Any]) -> list[str]:
    options = [
        "BatchMode=yes",
        "StrictHostKeyChecking=yes",
        "UpdateHostKeys=no",
        "PreferredAuthentications=publickey",
        "IdentitiesOnly=yes",
        "ClearAllForwardings=yes",
        "LogLevel=ERROR",
        f"ConnectTimeout={params['timeout']}",
    ]
    alone = ["-F", "/dev/null", "-i", f"{key}.next"] if params["stage"] == "next" else []
    if alone and port:
        alone += ["-p", str(port)]
    destination = peer.addresses[0] if alone else peer.name
    flags = [part for option in options for part in ("-o", option)]
    return ["ssh", "-n", "-T", *alone, *flags, "-l", params["user"], destination, "true"]


def login(words: list[str], user: pwd.struct_passwd, seconds: int) -> str:
    """`ok`, or the last thing that ssh said; a busy sshd is asked again."""
    identity = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": os.getgrouplist(user.pw_name, user.pw_gid)}
    environment = {
        "HOME": user.pw_dir,
        "USER": user.pw_name,
        "PATH": os.environ.get("PATH", "/usr/bin:/bin"),
        "LC_ALL": "C",
    }
    said = ""
    for attempt in range(ATTEMPTS):
        time.sleep(attempt)
        try:
            # run_command can neither become a user nor be timed. The words are ours, and no shell reads them.
            done = subprocess.run(  # noqa: S603  # pylint: disable=ansible-bad-function
                words, capture_output=True, timeout=seconds, check=False, env=environment, cwd="/", **identity
            )
        except subprocess.TimeoutExpired:
            return f"no login within {seconds} seconds"
        if done.returncode == 0:
            return "ok"
        lines = [line.strip() for line in done.stderr.decode("utf-8", "replace").splitlines() if line.strip()]
        said = lines[-1] if lines else f"ssh ended with {done.returncode}"
        if not any(word in said for word in BUSY):
            return said
    return said


def in_turn(trust: Trust) -> list[Peer]:
    """The targets, beginning behind this host, so that not every host knocks at the first one at the same time."""
    names = [peer.name for peer in trust.hosts]
    own = names.index(trust.own)
    return sorted(trust.targets, key=lambda peer: (names.index(peer.name) - own) % len(names))


def work(module: AnsibleModule) -> dict[str, Any]:
    """Every login was tried once, and again where sshd was busy."""
    params = module.params
    trust, user = trust_of(module), user_of(module)
    identities = parse_identities(params["identities"])
    key = key_path(module, user)
    ports = {name: identity.port for name, identity in identities.items()}
    targets = in_turn(trust)

    def try_login(peer: Peer) -> str:
        return login(command(peer, peer.port or ports.get(peer.name), key, params), user, 3 * params["timeout"])

    with ThreadPoolExecutor(max_workers=max(1, params["parallel"])) as pool:
        said = list(pool.map(try_login, targets))
    results = {peer.name: text for peer, text in zip(targets, said)}
    logins = {peer.name: results[peer.name] for peer in trust.targets}
    failed = [name for name, text in logins.items() if text != "ok"]
    return {
        "name": trust.own,
        "logins": logins,
        "refused": [name for name in failed if name in identities],
        "unreached": [name for name in failed if name not in identities],
    }


def main() -> None:
    run(
        work,
        {
            **OPTIONS,
            "identities": IDENTITIES,
            "stage": {"type": "str", "choices": ["keep", "next"], "default": "keep"},
            "timeout": {"type": "int", "default": 5},
            "parallel": {"type": "int", "default": 16},
        },
    )


if __name__ == "__main__":
    main()
