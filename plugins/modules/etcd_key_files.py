#!/usr/bin/python
# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

DOCUMENTATION = r"""
module: etcd_key_files
short_description: Keys that a host makes for itself, and the certificates beside them
description:
  - Makes the keys that the host lacks (EC P-256) with openssl, and tells their public halves and the certificates.
  - Writes the certificates that it is given. It is the part of M(quorum.kube.etcd_certificates) that runs on the host.
requirements:
  - openssl
options:
  files:
    description: Pairs of a key and a certificate.
    type: list
    elements: dict
    required: true
    suboptions:
      certificate:
        description: Path of the certificate.
        type: path
        required: true
      key:
        description: Path of the key. Its mode becomes 0600.
        type: path
        required: true
      owner:
        description: The user that may read the key.
        type: str
        default: root
  certificates:
    description: New certificates by their path.
    type: dict
    default: {}
  ca_path:
    description: Where the authority's certificates are.
    type: path
    required: true
  ca:
    description: New text of that file. Empty leaves it alone.
    type: str
    default: ""
extends_documentation_fragment:
  - quorum.kube.attributes
attributes:
  check_mode:
    support: full
  diff_mode:
    support: none
    details:
      - Keys are not shown.
  idempotent:
    support: full
author:
  - The quorum.kube authors (@quorum-kube)
"""

EXAMPLES = r"""
- name: Make the key and tell its public half
  quorum.kube.etcd_key_files:
    ca_path: /etc/etcd/pki/ca.crt
    files:
      - certificate: /etc/etcd/pki/server.crt
        key: /etc/etcd/pki/server.key
        owner: etcd
"""

RETURN = r"""
files:
  description: For each pair the text of its certificate and its public key; each is empty when there is none.
  returned: success
  type: list
  elements: dict
  contains:
    certificate:
      description: The certificate.
      type: str
    public_key:
      description: The public half of the key.
      type: str
ca:
  description: The authority's certificates as they were before.
  returned: success
  type: str
"""

import os
import tempfile
from typing import Any

from ansible.module_utils.basic import AnsibleModule

from ..module_utils._kube.errors import InputError, Problem
from ..module_utils._machine import text_of
from ..module_utils._module import run

CURVE = ["ec_paramgen_curve:P-256", "ec_param_enc:named_curve"]
GENERATE = ["genpkey", "-algorithm", "EC", "-pkeyopt", CURVE[0], "-pkeyopt", CURVE[1]]


def openssl(module: AnsibleModule) -> str:
    program = module.get_bin_path("openssl")
    if not program:
        raise InputError([Problem("openssl", "the program is not on the host", "the package openssl")])
    return str(program)


def public_key(module: AnsibleModule, key: str) -> str:
    """The public half of a key; empty when the file holds no key."""
    if not os.path.exists(key):
        return ""
    code, out, dummy = module.run_command([openssl(module), "pkey", "-in", key, "-pubout"])
    return "" if code else str(out)


def folder_of(path: str) -> str:
    folder = os.path.dirname(path)
    os.makedirs(folder, mode=0o755, exist_ok=True)
    return folder


def make_key(module: AnsibleModule, key: str, owner: str) -> None:
    """A new key is in its place, whole and readable for its owner alone."""
    handle, copy = tempfile.mkstemp(dir=folder_of(key), prefix=".new-")
    os.close(handle)
    try:
        code, dummy, err = module.run_command([openssl(module), *GENERATE, "-out", copy])
        if code:
            raise InputError([Problem(key, f"openssl genpkey: {err.strip()}", "a new key")])
        protect(module, copy, owner)
        os.replace(copy, key)
    finally:
        if os.path.exists(copy):
            os.unlink(copy)


def protect(module: AnsibleModule, key: str, owner: str) -> bool:
    changed = module.set_mode_if_different(key, 0o600, False)
    return bool(module.set_owner_if_different(key, owner, changed))


def write(module: AnsibleModule, path: str, text: str) -> None:
    handle, copy = tempfile.mkstemp(dir=folder_of(path), prefix=".new-")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.chmod(copy, 0o644)
    os.replace(copy, path)


def pair(module: AnsibleModule, file: dict[str, str]) -> tuple[bool, dict[str, str]]:
    """Whether the key changed, or would; and the pair."""
    public = public_key(module, file["key"])
    changed = not public
    if changed and not module.check_mode:
        make_key(module, file["key"], file["owner"])
        public = public_key(module, file["key"])
    elif not changed:
        changed = protect(module, file["key"], file["owner"])
    return changed, {"certificate": text_of(file["certificate"]), "public_key": public}


def work(module: AnsibleModule) -> dict[str, Any]:
    params = module.params
    new = dict(params["certificates"])
    if params["ca"]:
        new[params["ca_path"]] = params["ca"]
    before = text_of(params["ca_path"])
    found = [pair(module, file) for file in params["files"]]
    if not module.check_mode:
        for path, text in new.items():
            write(module, path, text)
    return {
        "changed": bool(new) or any(changed for changed, dummy in found),
        "files": [there for dummy, there in found],
        "ca": before,
    }


def main() -> None:
    run(
        work,
        {
            "files": {
                "type": "list",
                "elements": "dict",
                "required": True,
                "options": {
                    "certificate": {"type": "path", "required": True},
                    "key": {"type": "path", "required": True, "no_log": False},
                    "owner": {"type": "str", "default": "root"},
                },
            },
            "certificates": {"type": "dict", "default": {}},
            "ca_path": {"type": "path", "required": True},
            "ca": {"type": "str", "default": ""},
        },
    )


if __name__ == "__main__":
    main()
