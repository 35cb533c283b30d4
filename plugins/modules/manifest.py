#!/usr/bin/python
# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The documentation of the action `manifest`, which runs on the controller."""

from __future__ import annotations

DOCUMENTATION = r"""
module: manifest
short_description: Judge a whole release, and apply it if nothing stands against it
author:
  - The quorum.kube authors (@quorum-kube)
description:
  - Reads all manifests at once and judges them as kube-apiserver, kube-scheduler and kubelet of a release would, then
    by how the objects relate to each other, then by a policy. Every mistake is a finding with its file and line.
  - With O(state=present) or O(state=absent) the API server is asked for every object in a dry run, and if no finding
    of severity V(error) stands, M(kubernetes.core.k8s) applies the objects in an order that works. Otherwise not one
    object is touched and the task fails.
  - After that the rollout is waited for. A workload that hangs is told with its conditions, its events, and for each
    pending pod why no node takes it.
options:
  state:
    description:
      - V(gated) only judges. With O(snapshot) or without any cluster it needs no network.
      - V(present) applies, judged against the cluster that is applied to unless a snapshot was given.
      - V(absent) removes the objects in reverse order. Only what cannot be read stands against that.
    type: str
    choices: [absent, gated, present]
    default: gated
  policy:
    description: The policy, as the path of its file or as the mapping that the file would hold.
    type: raw
  policy_test:
    description: Whether the cases of C(policy_test) in O(policy) are run as well. One that comes out wrong is an error.
    type: bool
    default: false
  report:
    description:
      - Reports that are written on the controller, also when the task fails. An entry is a mapping with C(format) and
        C(path), or only a path, whose suffix then chooses the format.
      - Formats are V(html) (C(.html), one page that needs nothing else), V(json), V(junit) (C(.xml)), V(sarif) and
        V(text) (C(.txt)). Folders are made where they are missing.
    type: list
    elements: raw
    default: []
  node_memory:
    description: The memory of a node. With it the kernel's scores for its out-of-memory killer are told.
    type: str
  node_swap:
    description: The swap of a node, where the kubelet allows pods to swap.
    type: str
  mode:
    description:
      - With V(sequence) every replica is put on the best of its nodes before the next is asked about.
      - With V(each) every pod is asked about as if it came alone.
    type: str
    choices: [each, sequence]
    default: sequence
  scores:
    description: Whether the scores of the feasible nodes are told as well.
    type: bool
    default: false
  survive:
    description: How many values of O(survive_key) are lost at once. Needs a cluster. What finds no node is a warning.
    type: int
  survive_key:
    description: The node label whose values are lost, such as V(topology.kubernetes.io/zone).
    type: str
    default: kubernetes.io/hostname
  rollout:
    description: Whether the next rollout of each workload is tried. Needs a cluster. One that stops is an error.
    type: bool
    default: false
  wait:
    description: Whether the rollout is waited for, and with O(state=absent) that the objects are gone.
    type: bool
    default: true
  wait_sleep:
    description: Seconds between two looks.
    type: int
    default: 2
  wait_timeout:
    description: Seconds after which what is not ready counts as hanging. With O(state=absent) it holds for each object.
    type: int
    default: 300
  apply:
    description: As in M(kubernetes.core.k8s).
    type: bool
    default: false
  append_hash:
    description: As in M(kubernetes.core.k8s).
    type: bool
    default: false
  delete_options:
    description: As in M(kubernetes.core.k8s).
    type: dict
  force:
    description: As in M(kubernetes.core.k8s).
    type: bool
    default: false
  hidden_fields:
    description: As in M(kubernetes.core.k8s).
    type: list
    elements: str
  merge_type:
    description: As in M(kubernetes.core.k8s).
    type: list
    elements: str
    choices: [merge, strategic-merge]
  server_side_apply:
    description: As in M(kubernetes.core.k8s).
    type: dict
notes:
  - Runs on the controller. To apply, use C(hosts=localhost), or C(delegate_to=localhost).
  - Unless O(kubernetes_version) is set, the rules are those of the release of the cluster, or of the saved snapshot.
  - Pods of the input's own workloads that run in the cluster already are left out when their successors are judged.
  - Objects of a kind that nothing judges are applied all the same, and counted in RV(skipped_kinds).
  - Within one step, such as all workloads, every object is tried. After a step in which one was refused no other step
    is begun. RV(applied) tells what had been changed by then.
  - Objects whose namespace the input itself creates are tried in the namespace V(default) first. Objects that need
    something else of the input, such as a custom resource its definition, are noted as V(not-asked).
  - What is refused only because the server does not know yet what was applied a moment ago is asked for again, ten
    times at most, a second apart. Once it is taken, that is noted as V(seen-late).
  - Where the dry run says that nothing would change, nothing is sent again. What a Secret holds is never shown.
extends_documentation_fragment:
  - quorum.kube.attributes
  - quorum.kube.manifests
  - quorum.kube.snapshot
  - quorum.kube.cluster_access
attributes:
  check_mode:
    support: full
    details: Everything is judged and asked in the dry run of the API server, and nothing is applied.
  diff_mode:
    support: full
  idempotent:
    support: full
seealso:
  - module: kubernetes.core.k8s
  - module: quorum.kube.affinity_info
  - module: quorum.kube.pod_qos_info
  - module: quorum.kube.schedule_info
"""

EXAMPLES = r"""
- name: Judge a rendered chart against a saved cluster, and leave a page to look at
  quorum.kube.manifest:
    src: ["{{ playbook_dir }}/rendered"]
    snapshot: ["{{ playbook_dir }}/cluster.json"]
    policy: "{{ playbook_dir }}/policy.yml"
    report:
      - build/gate.html
      - {format: sarif, path: build/gate.sarif.json}

- name: Apply the release if nothing stands against it, and wait until it runs
  quorum.kube.manifest:
    src: ["{{ playbook_dir }}/manifests"]
    kubeconfig: "{{ kubeconfig }}"
    namespace: shop
    state: present
    wait_timeout: 600
  when: kubeconfig is defined
"""

RETURN = r"""
state:
  description: The O(state) that was asked for.
  returned: when the input could be judged
  type: str
  sample: gated
passed:
  description: Whether no finding of severity V(error) stands. The task fails otherwise.
  returned: when the input could be judged
  type: bool
  sample: false
findings:
  description: Everything that was found, the worst first.
  returned: when the input could be judged
  type: list
  elements: dict
  contains:
    rule:
      description: The rule's id. Those of a policy begin with C(policy/).
      type: str
      sample: unschedulable
    severity:
      description: V(error), V(warning) or V(note).
      type: str
      sample: error
    certainty:
      description: V(impossible), V(blocked), V(fragile), V(dead), V(style), or empty if the severity is the rule's.
      type: str
      sample: blocked
    object:
      description: The object with its C(kind), C(api_version), C(namespace), C(name) and C(source).
      type: dict
      sample: {kind: Deployment, api_version: apps/v1, namespace: shop, name: web,
               source: {file: manifests/web.yml, document: 1, line: 1}}
    field:
      description: The path of the field, where there is one.
      type: str
      sample: spec.template
    message:
      description: What is wrong, in the words of the API server or the scheduler where it is theirs.
      type: str
      sample: "0/2 nodes are available: 2 Insufficient cpu."
    fix:
      description: What would help.
      type: str
      sample: request 2 instead of 3 cpu (1 short)
    waived:
      description: The waiver with its C(reason) and C(until), or null.
      type: dict
    lines:
      description: The C(line) of the field, and with O(report) the C(text) around it. Null where there is no file.
      type: dict
summary:
  description: How many findings stand and are waived, what the pod templates are, and how O(policy_test) came out.
  returned: when the input could be judged
  type: dict
  sample: {errors: 1, warnings: 0, notes: 2, waived: 0, pods: 3, classes: {Guaranteed: 1, Burstable: 2, BestEffort: 0},
           schedulable: {"yes": 3, "no": 1, "unknown": 0, "waiting": 0}}
objects:
  description: As in M(quorum.kube.affinity_info).
  returned: when the input could be judged
  type: list
  elements: dict
pods:
  description: As in M(quorum.kube.pod_qos_info).
  returned: when the input could be judged
  type: list
  elements: dict
results:
  description: As in M(quorum.kube.schedule_info). Empty without a cluster or a snapshot.
  returned: when the input could be judged
  type: list
  elements: dict
survival:
  description: As in M(quorum.kube.schedule_info).
  returned: when the input could be judged
  type: list
  elements: dict
rollouts:
  description: As in M(quorum.kube.schedule_info).
  returned: when the input could be judged
  type: list
  elements: dict
nodes:
  description: The names of the cluster's nodes.
  returned: when the input could be judged
  type: list
  elements: str
  sample: [node-1, node-2]
eviction:
  description: For each C(node) the C(order) in which pods of the input go when memory runs short, with the C(reason).
  returned: when the input could be judged
  type: list
  elements: dict
  sample: [{node: node-1, order: [{namespace: shop, name: web-0, reason: may use all there is and requests nothing}]}]
skipped_kinds:
  description: How many objects there were of kinds that nothing judges.
  returned: when the input could be judged
  type: dict
  sample: {ConfigMap: 2}
unreadable:
  description: What could not be read. Nothing is applied then.
  returned: when the input could be judged
  type: list
  elements: dict
  sample: [{file: manifests/web.yml, document: 2, line: 17, message: duplicate key "image" (lines 12 and 17)}]
release:
  description: The release whose rules apply.
  returned: when the input could be judged
  type: str
  sample: "1.37"
applied:
  description:
    - What became of each object that was tried, in order, with the object as the API server returned it. Null if
      nothing was to be applied, or an error stands.
  returned: when the input could be judged
  type: list
  elements: dict
  sample:
    - {kind: ConfigMap, api_version: v1, namespace: shop, name: web, source: {file: web.yml, document: 1, line: 1},
       changed: true, method: create, result: {}, error: ""}
hanging:
  description:
    - Each workload that was not ready in time, with C(progress), C(conditions), C(events), and C(pods) with the
      sentence of the scheduler and C(explanation), which is our own.
  returned: when the input could be judged
  type: list
  elements: dict
  sample: []
problems:
  description: What is wrong with the options, each with C(place), C(found) and C(expected).
  returned: when options are wrong
  type: list
  elements: dict
"""
