# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The options that the modules of the role `ssh_trust` share. Private to this collection."""

from __future__ import annotations


class ModuleDocFragment:
    DOCUMENTATION = r"""
options:
  cluster:
    description: The cluster's name. It is in the comment of every key of ours, and in the name of the key file.
    type: str
    default: ""
  own:
    description: O(hosts[].name) of the host on which the module runs.
    type: str
    default: ""
  hosts:
    description: Every host of the mesh, also those that this run leaves out.
    type: list
    elements: dict
    default: []
    suboptions:
      name:
        description: The name by which the others call it.
        type: str
        required: true
      aliases:
        description: Further names, such as the one with the domain.
        type: list
        elements: str
        default: []
      addresses:
        description: Its addresses. The first one is where its names lead.
        type: list
        elements: str
        required: true
      port:
        description: The port of its sshd, where the others reach it at another port than the one that sshd names.
        type: int
  mesh:
    description:
      - Who logs in to whom.
      - V(full) is everyone to everyone, V(from_first) the first of O(hosts) to all others, V(pairs) what O(pairs) says.
    type: str
    choices: [from_first, full, pairs]
    default: full
  pairs:
    description: The logins that are to work with O(mesh=pairs).
    type: list
    elements: dict
    default: []
    suboptions:
      source:
        description: The host that logs in.
        type: str
        required: true
      target:
        description: The host that is logged in to.
        type: str
        required: true
  user:
    description: Whose login it is, on every host.
    type: str
    default: root
  key_file:
    description: The private key, below the user's home folder. Empty is C(.ssh/quorum_<cluster>).
    type: str
    default: ""
requirements:
  - OpenSSH
  - root on the host
"""

    IDENTITIES = r"""
options:
  identities:
    description:
      - What M(quorum.kube.ssh_trust_key) returned on each host of this run.
      - A host that is not among them has not been asked. What is known of it stays, and a login to it may fail.
    type: list
    elements: dict
    default: []
    suboptions:
      name:
        description: The host.
        type: str
        required: true
      public_keys:
        description: Its public keys.
        type: list
        elements: str
        default: []
      host_keys:
        description: The public keys of its sshd.
        type: list
        elements: str
        default: []
      port:
        description: The port of its sshd.
        type: int
"""
