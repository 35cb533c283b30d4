#!/usr/bin/python
# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

DOCUMENTATION = r"""
module: snapshot
short_description: Save what the gate has to know of a cluster
description:
  - Lists the objects that scheduling and the relations between objects depend on, a page at a time, and writes them
    into one file, which O(quorum.kube.manifest#module:snapshot) and the info modules take.
  - With it everything is judged without the cluster, and twice with the same answer.
  - Secrets and ConfigMaps are never read. Of pods neither commands nor environments, probes or messages are kept, and
    of annotations only those of Kubernetes itself.
options:
  path:
    description: The file. Its folder has to exist.
    type: path
    required: true
notes:
  - Only lists are asked for. Nodes and pods have to be readable. What else may not be listed is left out with a
    warning, and counts as not given.
  - The file holds one JSON document for each page, in the order of the API server, and at its end a document that says
    which kinds are whole.
extends_documentation_fragment:
  - quorum.kube.attributes
  - quorum.kube.cluster_access
attributes:
  check_mode:
    support: full
    details:
      - The cluster is read, and the file stays as it is.
  diff_mode:
    support: none
  idempotent:
    support: full
    details:
      - The file of a cluster in which nothing has changed stays as it is.
author:
  - The quorum.kube authors (@quorum-kube)
"""

EXAMPLES = r"""
- name: Save the cluster
  quorum.kube.snapshot:
    kubeconfig: "{{ kubeconfig }}"
    path: "{{ playbook_dir }}/cluster.json"
  when: kubeconfig is defined
"""

RETURN = r"""
path:
  description: The file.
  returned: success
  type: str
  sample: /srv/gate/cluster.json
counts:
  description: How many objects there are of each kind that could be listed.
  returned: success
  type: dict
  sample: {Node: 5, Pod: 42, Namespace: 6}
release:
  description: The release of the API server.
  returned: success
  type: str
  sample: 1.37.2
size:
  description: The size of the file in bytes.
  returned: success
  type: int
  sample: 48213
"""

import os
import tempfile
from typing import Any

from ansible.module_utils.basic import AnsibleModule
from ansible_collections.quorum.kube.plugins.module_utils import _module
from ansible_collections.quorum.kube.plugins.module_utils._kube.errors import InputError, Problem
from ansible_collections.quorum.kube.plugins.module_utils._live import ACCESS_ARGUMENT_SPEC, secrets_of
from ansible_collections.quorum.kube.plugins.module_utils._saving import save


def work(module: AnsibleModule) -> dict[str, Any]:
    module.no_log_values |= secrets_of(module.params)
    path = module.params["path"]
    folder = os.path.dirname(path) or "."
    if not os.path.isdir(folder) or os.path.isdir(path):
        found = f"{path} is a folder" if os.path.isdir(path) else f"{folder} is no folder"
        raise InputError([Problem("path", found, "the path of a file in a folder that is there")])
    descriptor, fresh = tempfile.mkstemp(prefix=".snapshot-", dir=folder)
    try:
        with os.fdopen(descriptor, "wb") as file:
            saved = save(module.params, file)
            size = file.tell()
        changed = module.sha256(fresh) != (module.sha256(path) if os.path.exists(path) else None)
        if changed and not module.check_mode:
            module.atomic_move(fresh, path)
    finally:
        if os.path.exists(fresh):
            os.remove(fresh)
    told = {"changed": changed, "path": path, "counts": saved.counts, "release": saved.release, "size": size}
    return {**told, "warnings": saved.warnings} if saved.warnings else told


def main() -> None:
    _module.run(work, {**ACCESS_ARGUMENT_SPEC, "path": {"type": "path", "required": True}})


if __name__ == "__main__":
    main()
