#!/usr/bin/python
# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

DOCUMENTATION = r"""
module: etcd_log_info
short_description: What the log of the host's member of etcd still holds for its next start
description:
  - A start replays the entries behind the newest snapshot of the log.
    With those that etcd 3.5 wrote for the v2 store, 3.7 does not start.
  - Reads the files beside a member that runs, and changes nothing.
options:
  data_dir:
    description: The member's data directory.
    type: path
    default: /var/lib/etcd
  wal_dir:
    description: The directory of its write-ahead log, when that is not below O(data_dir).
    type: str
    default: ""
extends_documentation_fragment:
  - quorum.kube.attributes.info_module
seealso:
  - module: quorum.kube.etcd_cluster_info
author:
  - The quorum.kube authors (@quorum-kube)
"""

EXAMPLES = r"""
- name: See whether etcd 3.7 could start with the member's data
  quorum.kube.etcd_log_info:
  register: log
  failed_when: log.v2_entries | length > 0
"""

RETURN = r"""
snapshot_index:
  description: The index up to which a snapshot replaces the log. V(0) when there is none.
  returned: always
  type: int
  sample: 10012
v2_entries:
  description: Indices of entries behind it that are requests of the v2 store.
  returned: always
  type: list
  elements: int
  sample: []
"""

from pathlib import Path
from typing import Any

from ansible.module_utils.basic import AnsibleModule

from ..module_utils._etcd.raft_log import newest_snapshot, v2_entries
from ..module_utils._module import run


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []


def work(module: AnsibleModule) -> dict[str, Any]:
    member = Path(module.params["data_dir"]) / "member"
    wal = Path(module.params["wal_dir"] or member / "wal")
    index = newest_snapshot(names(member / "snap"))
    found = [
        entry
        for name in names(wal)
        if name.endswith(".wal")
        for entry in v2_entries((wal / name).read_bytes(), behind=index)
    ]
    return {"snapshot_index": index, "v2_entries": found}


def main() -> None:
    run(work, {"data_dir": {"type": "path", "default": "/var/lib/etcd"}, "wal_dir": {"type": "str", "default": ""}})


if __name__ == "__main__":
    main()
