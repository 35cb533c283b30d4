#!/usr/bin/python
# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

DOCUMENTATION = r"""
module: pod_qos_info
short_description: The quality of service class that pods get, and why
description:
  - Tells the class of every pod and pod template of the given manifests as kube-apiserver computes it, what makes it
    that class, what it means on a node, and the smallest changes that would make the pod Guaranteed.
  - Values are those after the API's defaulting. It needs no cluster.
options:
  node_memory:
    description: The memory of the machine, as a quantity. With it RV(pods[].containers[].oom_score_adj) is told.
    type: str
  node_swap:
    description:
      - The swap of the machine, as a quantity, where the kubelet is configured with C(swapBehavior=LimitedSwap).
        It takes O(node_memory) as well.
    type: str
notes:
  - A stored C(status.qosClass) is not looked at; the class is the one that a newly created pod gets.
  - LimitRange objects of the input give their namespace's pods what these lack, as they do when pods are created. Other
    admission of a cluster, such as webhooks, is not looked at.
  - The control group values are those of the kubelet's default configuration. Newer container runtimes put the CPU
    weight of containers on another curve than the kubelet does for pods.
extends_documentation_fragment:
  - quorum.kube.attributes
  - quorum.kube.attributes.info_module
  - quorum.kube.manifests
author:
  - The quorum.kube authors (@quorum-kube)
"""

EXAMPLES = r"""
- name: Judge all manifests of a folder
  quorum.kube.pod_qos_info:
    src: ["{{ playbook_dir }}/manifests"]
    node_memory: 16Gi
  register: qos

- name: Stop when something is left to chance
  ansible.builtin.assert:
    that: qos.summary.BestEffort == 0
    fail_msg: "{{ qos.pods | selectattr('qos_class', 'equalto', 'BestEffort') | map(attribute='name') | join(', ') }}"

- name: Judge a pod for an older release
  quorum.kube.pod_qos_info:
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
              limits: {cpu: 500m, memory: 256Mi}
    kubernetes_version: "1.33"

- name: Judge the workers of a custom resource
  quorum.kube.pod_qos_info:
    definition: "{{ lookup('ansible.builtin.file', 'training.yml') }}"
    pod_template_paths:
      TrainingJob: spec.workers[*].template
"""

RETURN = r"""
pods:
  description: One entry for each pod and pod template, in the order of the input.
  returned: always
  type: list
  elements: dict
  contains:
    kind:
      description: The kind of the object that holds the pod.
      type: str
      sample: Deployment
    api_version:
      description: The API version of that object.
      type: str
      sample: apps/v1
    name:
      description: The name of that object.
      type: str
      sample: web
    namespace:
      description: Its namespace.
      type: str
      sample: default
    source:
      description: Where the object was read. The line is null where there is no text.
      type: dict
      sample: {file: manifests/web.yml, document: 1, line: 3}
    template:
      description: The field path of the pod template. Empty for a pod.
      type: str
      sample: spec.template
    qos_class:
      description: V(Guaranteed), V(Burstable) or V(BestEffort).
      type: str
      sample: Burstable
    reason:
      description: Why it is that class.
      type: str
      sample: container "web" has a memory request (64Mi) that isn't its limit (128Mi)
    limit_ranges:
      description: The LimitRange objects of the input that apply to the pod.
      type: list
      elements: str
      sample: []
    forbidden:
      description: Why these limit ranges refuse the pod, in the API's own words.
      type: list
      elements: str
      sample: []
    requests:
      description: The effective requests of the whole pod, overhead included.
      type: dict
      sample: {cpu: 250m, memory: 64Mi}
    limits:
      description: The effective limits of the whole pod.
      type: dict
      sample: {cpu: 250m, memory: 128Mi}
    cgroup:
      description: What the kubelet writes into the pod's control group, for both versions of control groups.
      type: dict
      sample:
        v1: {cpu.shares: 256, cpu.cfs_period_us: 100000, cpu.cfs_quota_us: 25000, memory.limit_in_bytes: 134217728}
        v2: {cpu.weight: 10, cpu.max: 25000 100000, memory.max: 134217728}
    containers:
      description: Each container of the pod.
      type: list
      elements: dict
      contains:
        name:
          description: The name of the container.
          type: str
          sample: web
        role:
          description: V(init), V(sidecar), V(container) or V(ephemeral).
          type: str
          sample: container
        requests:
          description: Its requests after defaulting.
          type: dict
          sample: {cpu: 250m, memory: 64Mi}
        limits:
          description: Its limits after defaulting.
          type: dict
          sample: {cpu: 250m, memory: 128Mi}
        oom_score_adj:
          description: What the kernel's out-of-memory killer is told. Null without O(node_memory).
          type: int
          sample: 993
        exclusive_cpus:
          description: How many CPUs it gets for itself where the CPU manager's static policy is on.
          type: int
          sample: 0
        cgroup:
          description: What the kubelet asks the runtime to write into the container's control group.
          type: dict
          sample:
            v1: {cpu.shares: 256, cpu.cfs_period_us: 100000, cpu.cfs_quota_us: 25000, memory.limit_in_bytes: 134217728}
            v2: {cpu.weight: 10, cpu.max: 25000 100000, memory.max: 134217728, memory.swap.max: 0}
    to_guaranteed:
      description:
        - The smallest changes of the manifest that make the pod Guaranteed. Empty if it is already.
        - A request is raised to the limit. Where there is neither, the values are those that the scheduler assumes,
          V(100m) and V(200Mi), and have to be thought about.
      type: list
      elements: dict
      contains:
        field:
          description: The path of the field.
          type: str
          sample: spec.template.spec.containers[0].resources.requests.memory
        from:
          description: What the manifest says. Null if nothing.
          type: str
          sample: 64Mi
        to:
          description: What it should say.
          type: str
          sample: 128Mi
summary:
  description: How many pods there are of each class.
  returned: always
  type: dict
  sample: {Guaranteed: 1, Burstable: 1, BestEffort: 0}
skipped_kinds:
  description: How many objects there were of kinds without pods.
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
from ansible_collections.quorum.kube.plugins.module_utils._judging import (
    ARGUMENT_SPEC,
    REQUIRED_ONE_OF,
    byte_option,
    read_input,
)
from ansible_collections.quorum.kube.plugins.module_utils._kube.cgroups import Node
from ansible_collections.quorum.kube.plugins.module_utils._kube.limit_ranges import is_limit_range
from ansible_collections.quorum.kube.plugins.module_utils._kube.qos_report import told_documents


def work(module: AnsibleModule) -> dict[str, Any]:
    found = read_input(module.params, is_limit_range)
    node = Node(*(byte_option(module.params, name) for name in ("node_memory", "node_swap")))
    return told_documents(found.documents, found.gates, found.template_paths, found.namespace, node)


def main() -> None:
    _module.run(
        work,
        {**ARGUMENT_SPEC, "node_memory": {"type": "str"}, "node_swap": {"type": "str"}},
        required_one_of=REQUIRED_ONE_OF,
        required_by={"node_swap": "node_memory"},
    )


if __name__ == "__main__":
    main()
