#!/usr/bin/python
# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

DOCUMENTATION = r"""
module: hosts_file
short_description: Keep one block of names in a hosts file, with nothing outside it that contradicts
description:
  - Writes one fenced block with a line for each address of each entry, the canonical name first.
  - Leaves every other line as it is, byte for byte.
  - A line outside the block that has a name of the block at another address is refused with its number
    before anything is changed. All such lines are told at once.
  - With O(conflicts=comment) the names are taken off these lines instead.
  - The names of the host itself (O(own)) are always taken off loopback lines such as C(127.0.1.1),
    because kubelet and kubeadm use the address that the host's name resolves to.
  - What such a line was stays above it as a comment, and O(state=absent) puts it back.
  - Blocks that the collection keeps under other markers are no conflicts.
author:
  - The quorum.kube authors (@quorum-kube)
options:
  path:
    description: The hosts file. A symbolic link is followed.
    type: path
    default: /etc/hosts
  state:
    description: Whether the block is there, or gone with everything that it brought.
    type: str
    choices: [present, absent]
    default: present
  marker:
    description:
      - What the block is called in its fences, C(# BEGIN quorum.kube <marker>). Each marker is a block of its own.
    type: str
    default: hosts
  entries:
    description:
      - Who is in the block, in this order. The same entry given twice is one entry.
      - Names that two entries claim, and addresses that two hosts claim, are refused.
    type: list
    elements: dict
    default: []
    suboptions:
      name:
        description: The host's name, short or with its domain. Lower case, as Kubernetes wants the names of nodes.
        type: str
        required: true
      addresses:
        description: The host's addresses, IPv4 or IPv6. Each gets a line with the same names.
        type: list
        elements: str
        required: true
      aliases:
        description: Further names of the host.
        type: list
        elements: str
        default: []
      type:
        description:
          - V(host) has the name in O(domain) as its canonical name and the short name beside it.
          - V(endpoint) is a name for something that is no host. It has no name but those given,
            and its address may be that of a host.
        type: str
        choices: [endpoint, host]
        default: host
  domain:
    description: The domain of the hosts. Names are as given when it is empty.
    type: str
    default: ""
  own:
    description:
      - O(entries[].name) of the host on which the module runs.
      - The name that its operating system has becomes one of the entry's names, where no other entry has it.
      - Empty when it is none of them.
    type: str
    default: ""
  conflicts:
    description:
      - What becomes of lines outside the block that have a name of the block at another address.
      - V(fail) refuses them, V(comment) takes the names off and keeps the line as a comment.
    type: str
    choices: [comment, fail]
    default: fail
  cloud_init:
    description:
      - Whether cloud-init is kept from rendering the file anew at each boot.
      - Where its configuration says C(manage_etc_hosts), a file in C(cloud.cfg.d) turns that off.
      - Where the platform's user data says so, which goes before every file, the block is written into
        cloud-init's templates of the hosts file as well.
      - O(state=absent) undoes both with the last block of the collection.
    type: bool
    default: true
extends_documentation_fragment:
  - quorum.kube.attributes
attributes:
  check_mode:
    support: full
  diff_mode:
    support: full
  idempotent:
    support: full
notes:
  - The file is replaced in one step.
    Where that is impossible because it is a mount point (a container), it is written in place.
  - A line that carries C(localhost) is never changed, except that the host's own name is taken off it.
"""

EXAMPLES = r"""
- name: Let every host know the others by name
  quorum.kube.hosts_file:
    domain: k8s.example.com
    own: master-1
    entries:
      - name: master-1
        addresses: [172.19.170.183]
      - name: master-2
        addresses: [172.19.170.184]
      - name: api.k8s.example.com
        addresses: [172.19.170.100]
        type: endpoint

- name: Take the block away again
  quorum.kube.hosts_file:
    state: absent
"""

RETURN = r"""
written:
  description: How each file was written.
  returned: when something was written
  type: dict
  sample: {"/etc/hosts": "renamed"}
touched:
  description: Lines outside the block that names were taken off, as they were.
  returned: always
  type: list
  elements: dict
  sample: [{"line": 2, "text": "127.0.1.1 master-1", "names": ["master-1"]}]
cloud_init:
  description: Where cloud-init was told to manage the file, and the files that now keep it from that.
  returned: when cloud-init is told to manage the file
  type: dict
  sample:
    found: ["/etc/cloud/cloud.cfg:12"]
    mode: template
    drop_in: /etc/cloud/cloud.cfg.d/99-zz-quorum-kube-hosts.cfg
    templates: []
"""

import socket
from glob import glob
from typing import Any, Optional

from ansible.module_utils.basic import AnsibleModule

from ..module_utils._host_files import Edits, read_text
from ..module_utils._hosts import cloud_init
from ..module_utils._hosts.entries import Entry, parse_entries, with_hostname
from ..module_utils._hosts.fence import lines_of, owned
from ..module_utils._hosts.hosts_text import with_block, without_block
from ..module_utils._module import run

CLOUD_DIR = "/etc/cloud"
PLATFORM_DATA = ("/var/lib/cloud/instance/vendor-cloud-config.txt", "/var/lib/cloud/instance/cloud-config.txt")


def cloud_sources() -> list[cloud_init.Source]:
    """What cloud-init reads, in its order: its file, its folder, then what the platform hands over."""
    own = [f"{CLOUD_DIR}/cloud.cfg", *sorted(glob(f"{CLOUD_DIR}/cloud.cfg.d/*.cfg"))]
    files = [(path, False) for path in own] + [(path, True) for path in PLATFORM_DATA]
    texts = [(path, read_text(path), overrides) for path, overrides in files]
    return [cloud_init.Source(path, text, overrides) for path, text, overrides in texts if text]


def keep_cloud_init_off(module: AnsibleModule, edits: Edits, entries: list[Entry]) -> Optional[dict[str, Any]]:
    """Notes the drop-in that turns cloud-init's managing off, and its templates where a drop-in does not decide."""
    marker = module.params["marker"]
    drop_in = f"{CLOUD_DIR}/cloud.cfg.d/{cloud_init.DROP_IN}"
    found = [
        setting for setting in cloud_init.settings(cloud_sources()) if setting.path != drop_in and setting.mode != "off"
    ]
    if not found:
        return None
    edits.want(drop_in, cloud_init.DROP_IN_TEXT)
    above = [setting for setting in found if setting.overrides or setting.path > drop_in]
    templates = sorted(glob(f"{CLOUD_DIR}/templates/hosts.*.tmpl")) if above else []
    for template in templates:
        text, own = read_text(template) or "", module.params["own"]
        outcome = with_block(text, marker, entries, own, template, True, cloud_init.PLACEHOLDERS if own else ())
        edits.want(template, outcome.text)
    if above and above[-1].mode == "localhost":
        module.warn(
            f"{above[-1].path}:{above[-1].line}: cloud-init puts the host's own name back on 127.0.1.1 at each boot;"
            " set manage_etc_hosts: false in the platform's user data"
        )
    return {
        "found": [f"{setting.path}:{setting.line}" for setting in found],
        "mode": found[-1].mode,
        "drop_in": drop_in,
        "templates": templates,
    }


def release_cloud_init(edits: Edits, marker: str, rest: str) -> None:
    """Notes cloud-init's files without what the block brought; the drop-in stays while other blocks need it."""
    for template in sorted(glob(f"{CLOUD_DIR}/templates/hosts.*.tmpl")):
        edits.want(template, without_block(read_text(template) or "", marker, template))
    drop_in = f"{CLOUD_DIR}/cloud.cfg.d/{cloud_init.DROP_IN}"
    if read_text(drop_in) is not None and not owned(lines_of(rest)):
        edits.want(drop_in, None)


def work(module: AnsibleModule) -> dict[str, Any]:
    """The block is in the file, or gone from it; nothing is written when the input or the file is wrong."""
    options = module.params
    path, marker = options["path"], options["marker"]
    text = read_text(path)
    edits = Edits(module)
    result: dict[str, Any] = {"touched": []}
    if options["state"] == "present":
        entries = parse_entries(options["entries"], options["domain"])
        if options["own"]:
            entries = with_hostname(entries, options["own"], socket.gethostname())
        outcome = with_block(text or "", marker, entries, options["own"], path, options["conflicts"] == "comment")
        result["touched"] = [touched._asdict() for touched in outcome.touched]
        for warning in outcome.warnings:
            module.warn(warning)
        managed = keep_cloud_init_off(module, edits, list(entries)) if options["cloud_init"] else None
        result.update({"cloud_init": managed} if managed else {})
        edits.want(path, outcome.text)
    elif text is not None:
        rest = without_block(text, marker, path)
        edits.want(path, rest)
        if options["cloud_init"]:
            release_cloud_init(edits, marker, rest)
    written = edits.apply()
    result.update({"written": written} if written else {})
    return {**result, "changed": bool(edits.changed), "diff": edits.diff}


def main() -> None:
    entry = {
        "name": {"type": "str", "required": True},
        "addresses": {"type": "list", "elements": "str", "required": True},
        "aliases": {"type": "list", "elements": "str", "default": []},
        "type": {"type": "str", "choices": ["endpoint", "host"], "default": "host"},
    }
    run(
        work,
        {
            "path": {"type": "path", "default": "/etc/hosts"},
            "state": {"type": "str", "choices": ["present", "absent"], "default": "present"},
            "marker": {"type": "str", "default": "hosts"},
            "entries": {"type": "list", "elements": "dict", "options": entry, "default": []},
            "domain": {"type": "str", "default": ""},
            "own": {"type": "str", "default": ""},
            "conflicts": {"type": "str", "choices": ["comment", "fail"], "default": "fail"},
            "cloud_init": {"type": "bool", "default": True},
        },
    )


if __name__ == "__main__":
    main()
