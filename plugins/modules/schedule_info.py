#!/usr/bin/python
# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

DOCUMENTATION = r"""
module: schedule_info
short_description: The nodes on which pods can run, and why not the others
description:
  - Tells for the pods of the given manifests what the kube-scheduler of a release would decide in a cluster that is
    known from a snapshot, or in a running one. With a snapshot it needs no cluster.
  - Every node that is refused has its reason in kube-scheduler's words, and a pod that fits nowhere has the whole
    sentence of the C(FailedScheduling) event, with what preemption would come to.
  - What depends on objects that were not given is V(unknown), and RV(results[].missing) names them.
options:
  mode:
    description:
      - With V(each) every pod is asked about as if it came alone, and equal replicas are asked about once.
      - With V(sequence) every replica is put on the best of its nodes before the next is asked about.
    type: str
    choices: [each, sequence]
    default: each
  scores:
    description: Whether the scores of the feasible nodes are told as well.
    type: bool
    default: false
  survive:
    description:
      - How many values of O(survive_key) are lost at once. Then RV(survival) tells for every such loss which pods would
        find no other node.
      - The pods of the manifests are put on nodes first, and pods of the snapshot count by their controller.
    type: int
  survive_key:
    description: The node label whose values are lost, such as V(topology.kubernetes.io/zone).
    type: str
    default: kubernetes.io/hostname
  rollout:
    description: Whether RV(rollouts) tells if the next rollout of each workload comes to its end.
    type: bool
    default: false
notes:
  - A pod of a manifest that runs in the snapshot already, by its namespace and name, is asked about as if it did not.
  - A pod that names its node in C(spec.nodeName) passes the scheduler by. It is judged by what the kubelet of that node
    looks at, which are resources, host ports, node affinity and C(NoExecute) taints.
  - One pod stands for all pods of a workload that are alike. A DaemonSet has one result for each node that it wants.
  - Manifests of claims, volumes and classes count as applied together with the pods. Mutating webhooks, resource
    quotas, extenders and out-of-tree plugins are not looked at, and devices of dynamic resource allocation stay
    V(unknown).
  - With O(mode=sequence) the scheduler's own choice among equally good nodes is a random one, and on 100 nodes and
    more it looks at a part of the feasible nodes only. Here the first of the best is taken, for repeatable runs.
  - Up to 1,000,000 nodes times pods O(mode=sequence) tells every node of every pod. Beyond that
    RV(results[].feasible) and RV(results[].reasons) are left empty for pods that fit, and
    RV(results[].feasible_count) still counts.
  - Where preemption may take any of several equally good nodes, the first is named.
extends_documentation_fragment:
  - quorum.kube.attributes
  - quorum.kube.attributes.info_module
  - quorum.kube.manifests
  - quorum.kube.snapshot
  - quorum.kube.cluster_access
author:
  - The quorum.kube authors (@quorum-kube)
"""

EXAMPLES = r"""
- name: Ask where the pods of a folder could run
  quorum.kube.schedule_info:
    src: ["{{ playbook_dir }}/manifests"]
    snapshot: ["{{ playbook_dir }}/cluster.yml"]
  register: schedule

- name: Stop when a pod fits nowhere
  ansible.builtin.assert:
    that: schedule.summary.no == 0
    fail_msg: "{{ schedule.results | map(attribute='message') | select | join('\n') }}"

- name: Ask whether everything still runs when a node is lost, and whether it can be updated
  quorum.kube.schedule_info:
    src: ["{{ playbook_dir }}/manifests"]
    snapshot: ["{{ playbook_dir }}/cluster.yml"]
    mode: sequence
    survive: 1
    rollout: true
  register: plan

- name: Show what is lost with which node, and the rollouts that stop half-way
  ansible.builtin.debug:
    msg: "{{ (plan.survival | rejectattr('survives')) + (plan.rollouts | rejectattr('finishes')) }}"

- name: Ask about a running cluster, before a manifest is applied
  quorum.kube.schedule_info:
    src: ["{{ playbook_dir }}/manifests"]
    kubeconfig: "{{ kubeconfig }}"
  when: kubeconfig is defined

- name: Ask about one pod and two nodes
  quorum.kube.schedule_info:
    definition:
      apiVersion: v1
      kind: Pod
      metadata:
        name: cache
      spec:
        containers:
          - name: redis
            image: redis
            resources:
              requests: {cpu: "3"}
    cluster_objects:
      - kind: Node
        metadata: {name: node-1}
        status:
          allocatable: {cpu: "2", memory: 4Gi, pods: "110"}
      - kind: Node
        metadata: {name: node-2}
        spec:
          taints: [{key: dedicated, value: batch, effect: NoSchedule}]
        status:
          allocatable: {cpu: "8", memory: 16Gi, pods: "110"}
"""

RETURN = r"""
results:
  description: One entry for each pod that is asked about, in the order of the input.
  returned: always
  type: list
  elements: dict
  contains:
    kind:
      description: The kind of the object that holds the pod.
      type: str
      sample: Pod
    api_version:
      description: The API version of that object.
      type: str
      sample: v1
    name:
      description: The name of that object.
      type: str
      sample: cache
    namespace:
      description: Its namespace.
      type: str
      sample: default
    source:
      description: Where the object was read. The line is null where there is no text.
      type: dict
      sample: {file: definition, document: 1, line: null}
    template:
      description: The field path of the pod template. Empty for a pod.
      type: str
      sample: ""
    pod:
      description: The name of the pod. Pods that get random names are told by their number.
      type: str
      sample: cache
    replica:
      description: The number of the pod within its workload, from 0 on.
      type: int
      sample: 0
    schedulable:
      description: V(yes), V(no), or V(unknown) where it depends on what was not given. A pod that waits is V(no).
      type: str
      sample: "no"
    feasible:
      description: The names of the nodes on which the pod can run, sorted.
      type: list
      elements: str
      sample: []
    feasible_count:
      description: How many nodes are feasible.
      type: int
      sample: 0
    reasons:
      description: For each refused node the reasons of the first filter that refuses it.
      type: dict
      sample:
        node-1: [Insufficient cpu]
        node-2: [node(s) had untolerated taint(s)]
    details:
      description:
        - For each refused node the filter that refuses it, and what the node lacks in words for people, such as how
          much of a resource, which taint or which expression.
      type: dict
      sample:
        node-1: {plugin: NodeResourcesFit, lacks: ["cpu: 1 short (2 of 2 free)"]}
        node-2: {plugin: TaintToleration, lacks: ["taint dedicated=batch:NoSchedule"]}
    message:
      description: The sentence of the scheduler's event. Empty unless the pod is refused everywhere.
      type: str
      sample: >-
        0/2 nodes are available: 1 Insufficient cpu, 1 node(s) had untolerated taint(s). preemption: 0/2 nodes are
        available: 2 Preemption is not helpful for scheduling.
    waiting:
      description: What the scheduler says of a pod with scheduling gates. Empty without any.
      type: str
      sample: ""
    missing:
      description: The objects that would have to be given to say more.
      type: list
      elements: str
      sample: []
    node:
      description: The node that the pod was put on. Empty if none.
      returned: when O(mode=sequence)
      type: str
      sample: node-1
    scores:
      description: For each feasible node what each score plugin gives it, normalised and weighted.
      returned: when O(scores=true)
      type: dict
      sample:
        node-1: {TaintToleration: 300, NodeResourcesFit: 72, ImageLocality: 0}
    suggestions:
      description:
        - At most five sets of changes with which the pod would fit, the smallest first. Each has been tried.
        - Empty for pods that fit, wait or stay unknown, and where no change of the pod helps.
      type: list
      elements: dict
      contains:
        text:
          description: The changes in words.
          type: str
          sample: request 2 instead of 3 cpu (1 short)
        nodes:
          description: The nodes on which it could run then.
          type: list
          elements: str
          sample: [node-1]
        changes:
          description: Each field with what it says and what it should say. The object is empty for the pod itself.
          type: list
          elements: dict
          sample: [{object: "", field: "spec.containers[0].resources.requests[cpu]", from: "3", to: "2"}]
survival:
  description: One entry for each loss of O(survive) values of O(survive_key).
  returned: always
  type: list
  elements: dict
  sample:
    - {lost: [node-1], lost_nodes: [node-1], displaced: 1, survives: true, unplaced: []}
rollouts:
  description:
    - One entry for each Deployment, StatefulSet and DaemonSet, but for C(OnDelete). A rollout is stuck V(before) if not
      even the old pods fit, and V(during) if no more of the new ones do.
    - C(wanted) is how many pods are replaced. Of a StatefulSet those below the partition are not.
  returned: always
  type: list
  elements: dict
  sample:
    - {kind: Deployment, namespace: default, name: web, surge: 1, unavailable: 0, finishes: true, updated: 3, wanted: 3,
       stuck: "", message: ""}
summary:
  description: How many pods are schedulable, are not, stay unknown, or wait behind scheduling gates.
  returned: always
  type: dict
  sample: {"yes": 0, "no": 1, "unknown": 0, "waiting": 0}
skipped_kinds:
  description: How many objects there were of kinds that say nothing to scheduling.
  returned: always
  type: dict
  sample: {Service: 2}
unreadable:
  description: What could not be read. If there is anything, the module fails and has judged the rest.
  returned: always
  type: list
  elements: dict
  sample: [{file: manifests/web.yml, document: 2, line: 17, message: duplicate key "image" (lines 12 and 17)}]
"""

from typing import Any

from ansible.module_utils.basic import AnsibleModule
from ansible_collections.quorum.kube.plugins.module_utils import _module
from ansible_collections.quorum.kube.plugins.module_utils._judging import ARGUMENT_SPEC
from ansible_collections.quorum.kube.plugins.module_utils._live import secrets_of
from ansible_collections.quorum.kube.plugins.module_utils._schedule import (
    REQUIRED_ONE_OF,
    SCHEDULE_ARGUMENT_SPEC,
    schedule,
)


def work(module: AnsibleModule) -> dict[str, Any]:
    module.no_log_values |= secrets_of(module.params)
    return schedule(module.params)


def main() -> None:
    _module.run(
        work,
        {**ARGUMENT_SPEC, **SCHEDULE_ARGUMENT_SPEC},
        required_one_of=REQUIRED_ONE_OF,
    )


if __name__ == "__main__":
    main()
