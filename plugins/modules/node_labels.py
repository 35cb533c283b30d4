#!/usr/bin/python
# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

DOCUMENTATION = r"""
module: node_labels
short_description: Labels, annotations and taints of nodes, with a record of which of them are ours
description:
  - Gives nodes of a running cluster the labels, annotations and taints that are declared, and takes away those that it
    has set earlier and that are no longer declared.
  - Which keys are ours is recorded in an annotation of the node itself, one for each O(owner). A key that is in no
    record of ours is someone else's. It is never changed and never removed, also when it is declared with an equal
    value. That is a conflict, which is told.
  - Everything declared is judged by kube-apiserver's own rules before anything is sent, and all mistakes are told at
    once.
options:
  name:
    description: The node's name, as C(kubectl get nodes) shows it.
    type: str
  labels:
    description: The labels that are ours. Values are texts, so numbers and V(true) need quotes.
    type: dict
  annotations:
    description: The annotations that are ours.
    type: dict
  taints:
    description:
      - The taints that are ours, each as a mapping of C(key), C(value) and C(effect), or as a text in kubectl's form.
      - A taint is known by its key and its effect, so that one key may stand there with several effects.
    type: list
    elements: raw
  absent_taints:
    description:
      - Taints that must not be on the node, whoever set them, each as a mapping of C(key) and C(effect), as a text
        such as V(dedicated:NoSchedule), or as a key alone for all effects.
      - What was removed is recorded and put back when it is no longer declared absent.
    type: list
    elements: raw
  nodes:
    description:
      - Many nodes in one task, instead of O(name). They are read with one list and patched side by side.
      - An empty list stands for no node, with O(state=absent) as well.
    type: list
    elements: dict
    suboptions:
      name:
        description: Like O(name).
        type: str
        required: true
      address:
        description: An address of the node. It tells a node that goes by another name from one that has not joined.
        type: str
      labels:
        description: Like O(labels).
        type: dict
      annotations:
        description: Like O(annotations).
        type: dict
      taints:
        description: Like O(taints).
        type: list
        elements: raw
      absent_taints:
        description: Like O(absent_taints).
        type: list
        elements: raw
  address:
    description: An address of the node O(name), like O(nodes[].address).
    type: str
  owner:
    description:
      - Whose record is kept. Owners do not touch each other's keys, so several plays can each care for some.
    type: str
    default: inventory
  state:
    description:
      - With V(absent) all that is recorded of the owner is taken back, on the nodes that are named, or on all nodes of
        the cluster where none is.
    type: str
    choices: [present, absent]
    default: present
  conflicts:
    description:
      - What becomes of declared keys that are someone else's. V(keep) leaves them and warns, V(fail) names them all
        before anything is sent, V(take) makes those ours that are in no other owner's record.
    type: str
    choices: [keep, take, fail]
    default: keep
  unjoined:
    description: Whether a node that has not joined the cluster is a failure, or is left out with a warning.
    type: str
    choices: [fail, skip]
    default: fail
  wait:
    description: Seconds to wait at most until all nodes have joined.
    type: int
    default: 0
  workers:
    description: How many nodes are patched at the same time.
    type: int
    default: 8
notes:
  - The user needs the verbs get, list and patch on nodes. The kubelet's own user may not set
    C(node-role.kubernetes.io), C(node-restriction.kubernetes.io) and most other keys of Kubernetes; an administrator
    may.
  - Each patch carries the version of the node that it was made from. When the node has changed meanwhile it is read
    again, so that no change of others is lost.
  - Labels that the kubelet sets itself, such as C(kubernetes.io/hostname), come back whenever the kubelet starts.
extends_documentation_fragment:
  - quorum.kube.attributes
  - quorum.kube.cluster_access
attributes:
  check_mode:
    support: full
  diff_mode:
    support: full
  idempotent:
    support: full
author:
  - The quorum.kube authors (@quorum-kube)
"""

EXAMPLES = r"""
- name: Label a node and keep other pods off it
  quorum.kube.node_labels:
    name: node-1
    labels:
      node-role.kubernetes.io/database: ""
      example.com/rack: r7
    taints:
      - dedicated=database:NoSchedule
    kubeconfig: "{{ kubeconfig }}"

- name: Label many nodes in one task, and pass over those that have not joined
  quorum.kube.node_labels:
    nodes:
      - {name: node-1, address: 172.19.170.186, labels: {example.com/rack: r7}}
      - {name: node-2, address: 172.19.170.187, labels: {example.com/rack: r8}}
    unjoined: skip
    kubeconfig: "{{ kubeconfig }}"

- name: Let pods run on a node of the control plane
  quorum.kube.node_labels:
    name: master-1
    absent_taints: [node-role.kubernetes.io/control-plane]
    owner: control-plane
    kubeconfig: "{{ kubeconfig }}"

- name: Take back everything that was set from the inventory
  quorum.kube.node_labels:
    state: absent
    kubeconfig: "{{ kubeconfig }}"
"""

RETURN = r"""
nodes:
  description: Each node as it is now, or would be in check mode, in the order of the input.
  returned: always
  type: list
  elements: dict
  sample:
    - name: node-1
      changed: true
      labels: {kubernetes.io/hostname: node-1, example.com/rack: r7}
      annotations: {node-labels.quorum.kube/inventory: '{"labels":["example.com/rack"]}'}
      taints: []
labels:
  description: All labels of the node.
  returned: when O(name) is given
  type: dict
  sample: {kubernetes.io/hostname: node-1, example.com/rack: r7}
annotations:
  description: All annotations of the node.
  returned: when O(name) is given
  type: dict
  sample: {node-labels.quorum.kube/inventory: '{"labels":["example.com/rack"]}'}
taints:
  description: All taints of the node.
  returned: when O(name) is given
  type: list
  elements: dict
  sample: [{key: dedicated, value: database, effect: NoSchedule}]
conflicts:
  description: Declared keys that were left, because they are someone else's; the owner is empty where it is unknown.
  returned: always
  type: list
  elements: dict
  sample: [{node: node-1, kind: label, key: example.com/rack, wanted: r7, found: r1, owner: ""}]
unjoined:
  description: Declared nodes that have not joined the cluster.
  returned: always
  type: list
  elements: str
  sample: []
"""

from ansible.module_utils.basic import AnsibleModule

from ..module_utils._labelling import ARGUMENT_SPEC, MUTUALLY_EXCLUSIVE, REQUIRED_BY, label
from ..module_utils._live import secrets_of
from ..module_utils._module import Result, run


def work(module: AnsibleModule) -> Result:
    module.no_log_values |= secrets_of(module.params)
    told = label(module.params, module.check_mode)
    for warning in told.warnings:
        module.warn(warning)
    return {**told.result, **({"diff": told.diff} if module._diff else {})}


def main() -> None:
    run(work, ARGUMENT_SPEC, mutually_exclusive=MUTUALLY_EXCLUSIVE, required_by=REQUIRED_BY)


if __name__ == "__main__":
    main()
