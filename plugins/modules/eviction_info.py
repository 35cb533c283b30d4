#!/usr/bin/python
# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

DOCUMENTATION = r"""
module: eviction_info
short_description: In which order the kubelet evicts the pods of a node
description:
  - Ranks the pods of a node as the kubelet does when one of its resources runs short, with the reason for each place.
  - The quality of service class is no key of that order. What counts is whether a pod uses more than it requests, then
    its priority, then by how much it exceeds its request.
options:
  pods:
    description: The pods of the node with what they use.
    type: list
    elements: dict
    default: []
    suboptions:
      pod:
        description: The Pod object.
        type: dict
        required: true
      usage:
        description:
          - What it uses. C(memory), C(rootfs), C(logs) and C(volumes) are quantities, C(rootfsInodes), C(logsInodes),
            C(volumesInodes) and C(processes) numbers. C(volumes) is the sum over the local volumes, or a mapping of
            volume names of which only the local ones count.
          - Without it the kubelet knows nothing of the pod, and such pods go first.
        type: dict
  stats_summary:
    description:
      - What the kubelet answers at C(/stats/summary). The pods are then those of O(src) and O(definition), which take
        this option; they are found in it by namespace and name.
    type: dict
  signal:
    description: The kubelet's signal whose threshold is met, such as V(memory.available) or V(nodefs.inodesFree).
    type: str
  signals:
    description: Signals whose thresholds are met together, to see which is handled first.
    type: list
    elements: str
    default: []
  threshold:
    description:
      - The threshold of O(signal), a quantity or a percentage, beside O(observed) or the node in O(stats_summary).
    type: str
  observed:
    description: What the kubelet observes of O(signal). For memory the capacity is what is available and in use.
    type: dict
    suboptions:
      available:
        description: How much is left, as a quantity or a number.
        type: str
        required: true
      capacity:
        description: Of how much. Needed for a O(threshold) that is a percentage.
        type: str
  hugepages:
    description:
      - How much memory is reserved as huge pages, where an older kubelet has observed V(memory.available). From 1.37
        on the kubelet takes it off, and its own summary has done so already.
    type: str
  conditions:
    description:
      - The pressure that the node tells, V(MemoryPressure), V(DiskPressure) or V(PIDPressure). Then RV(admission)
        tells which of the pods the kubelet would let in.
    type: list
    elements: str
    default: []
  dedicated_image_fs:
    description: Whether images and the containers' writable layers lie on a file system of their own.
    type: bool
    default: false
  split_image_fs:
    description: Whether only the images do, while the writable layers lie with the rest.
    type: bool
    default: false
  node_memory:
    description: The memory of the machine, as a quantity. With it RV(oom_scores) is told.
    type: str
  src:
    description: Files, folders and patterns with the Pod objects for O(stats_summary).
    type: list
    elements: path
    default: []
  definition:
    description: The Pod objects for O(stats_summary) as text, as one mapping, or as a list of mappings.
    type: raw
  namespace:
    description: The namespace of pods that name none.
    type: str
    default: default
  kubernetes_version:
    description: The release whose rules apply, such as V(1.33). The newest known one if this is not set.
    type: str
  feature_gates:
    description: Feature gates that the cluster sets otherwise than its release does, by name.
    type: dict
notes:
  - Pods that have finished are left out. Pods that are equal in every key stay in the order given; the kubelet's own
    order of them is unspecified, as is that of thresholds other than memory.
  - The kubelet evicts one pod at a time and looks again, and tries to reclaim disk space from images first.
extends_documentation_fragment:
  - quorum.kube.attributes
  - quorum.kube.attributes.info_module
author:
  - The quorum.kube authors (@quorum-kube)
"""

EXAMPLES = r"""
- name: Tell which pod goes first when memory runs short
  quorum.kube.eviction_info:
    signal: memory.available
    node_memory: 16Gi
    pods:
      - pod:
          metadata: {name: job}
          spec:
            containers: [{name: job, image: busybox}]
        usage: {memory: 60Mi}
      - pod:
          metadata: {name: db}
          spec:
            priority: 1000
            containers: [{name: db, image: postgres, resources: {requests: {memory: 4Gi}}}]
        usage: {memory: 3900Mi}
  register: eviction

- name: Show the order
  ansible.builtin.debug:
    msg: "{{ eviction.order | map(attribute='name') }}"

- name: Tell which threshold is handled first
  quorum.kube.eviction_info:
    signals: [nodefs.available, memory.available]
"""

RETURN = r"""
over_limits:
  description:
    - Pods that exceed a limit of their own for local storage. They are evicted before any pressure is looked at, and
      while there are any, the rest waits. Told with O(stats_summary) only.
  returned: always
  type: list
  elements: dict
  contains:
    namespace:
      description: The namespace of the pod.
      type: str
      sample: default
    name:
      description: The name of the pod.
      type: str
      sample: web
    message:
      description: What the kubelet writes into the pod's status.
      type: str
      sample: 'Usage of EmptyDir volume "cache" exceeds the limit "1Gi". '
order:
  description: The pods that may be evicted, first evicted first. Empty without O(signal).
  returned: always
  type: list
  elements: dict
  contains:
    namespace:
      description: The namespace of the pod.
      type: str
      sample: default
    name:
      description: The name of the pod.
      type: str
      sample: job
    reason:
      description: The values that decided.
      type: str
      sample: uses 60Mi and requests 0, 60Mi over; priority 0
    message:
      description: What the kubelet writes into the pod's status. The sentence on the threshold needs O(threshold).
      type: str
      sample: 'The node was low on resource: memory. Threshold quantity: 100Mi, available: 90Mi. '
never_evicted:
  description: Pods that the kubelet never evicts, because they are static or their priority is that of critical pods.
  returned: always
  type: list
  elements: dict
  sample: [{namespace: kube-system, name: etcd-master-1}]
threshold_order:
  description: O(signals) in the order in which the kubelet handles them.
  returned: always
  type: list
  elements: str
  sample: [memory.available, nodefs.available]
oom_scores:
  description: What the kernel's out-of-memory killer is told of each container. Empty without O(node_memory).
  returned: always
  type: list
  elements: dict
  sample: [{namespace: default, name: db, container: db, role: container, oom_score_adj: 750}]
threshold:
  description: O(threshold) as an amount, what is observed, and whether it is met. Empty without O(threshold).
  returned: always
  type: dict
  sample: {quantity: 100Mi, available: 90Mi, met: true}
admission:
  description: Which pods the kubelet would let in under O(conditions), and what it writes into the status of others.
  returned: always
  type: list
  elements: dict
  sample: [{namespace: default, name: job, admitted: false, message: "The node had condition: [MemoryPressure]. "}]
unreadable:
  description: What could not be read of O(src) and O(definition). If there is anything, the module fails.
  returned: always
  type: list
  elements: dict
  sample: []
"""

from typing import Any, Optional

from ansible.module_utils.basic import AnsibleModule
from ansible_collections.quorum.kube.plugins.module_utils import _module
from ansible_collections.quorum.kube.plugins.module_utils._judging import byte_option
from ansible_collections.quorum.kube.plugins.module_utils._kube.errors import Problem
from ansible_collections.quorum.kube.plugins.module_utils._kube.eviction import Layout
from ansible_collections.quorum.kube.plugins.module_utils._kube.eviction_report import Running
from ansible_collections.quorum.kube.plugins.module_utils._kube.eviction_thresholds import (
    MEMORY_AVAILABLE,
    Threshold,
    observed_in,
    stated,
    threshold_of,
)
from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import gates_of
from ansible_collections.quorum.kube.plugins.module_utils._manifests import load

ARGUMENT_SPEC: dict[str, dict[str, Any]] = {
    "pods": {
        "type": "list",
        "elements": "dict",
        "default": [],
        "options": {"pod": {"type": "dict", "required": True}, "usage": {"type": "dict"}},
    },
    "stats_summary": {"type": "dict"},
    "signal": {"type": "str"},
    "signals": {"type": "list", "elements": "str", "default": []},
    "threshold": {"type": "str"},
    "observed": {
        "type": "dict",
        "options": {"available": {"type": "str", "required": True}, "capacity": {"type": "str"}},
    },
    "hugepages": {"type": "str"},
    "conditions": {"type": "list", "elements": "str", "default": []},
    "dedicated_image_fs": {"type": "bool", "default": False},
    "split_image_fs": {"type": "bool", "default": False},
    "node_memory": {"type": "str"},
    "src": {"type": "list", "elements": "path", "default": []},
    "definition": {"type": "raw"},
    "namespace": {"type": "str", "default": "default"},
    "kubernetes_version": {"type": "str"},
    "feature_gates": {"type": "dict"},
}


def work(module: AnsibleModule) -> dict[str, Any]:
    params = module.params
    running = Running(gates_of(params["kubernetes_version"], params["feature_gates"]), params["namespace"])
    running.add_stated(params["pods"])
    loaded = load(params["src"], params["definition"], lambda document: document.get("kind") == "Pod")
    if params["stats_summary"] is None and (loaded.documents or loaded.unreadable):
        running.problems.append(Problem("stats_summary", "not set", "the kubelet's summary beside src and definition"))
    elif params["stats_summary"] is not None:
        running.add_summarized([document.value for document in loaded.documents], params["stats_summary"])
    layout = Layout(params["dedicated_image_fs"] or params["split_image_fs"], params["split_image_fs"])
    memory = byte_option(params, "node_memory")
    threshold = observed_threshold(params, running)
    told = running.told(params["signal"], params["signals"], layout, memory, threshold, params["conditions"])
    return {**told, "unreadable": loaded.unreadable, "failed": bool(loaded.unreadable)}


def observed_threshold(params: dict[str, Any], running: Running) -> Optional[Threshold]:
    """The threshold beside what is observed of the signal; None without one."""
    if params["threshold"] is None:
        return None
    signal = params["signal"] or ""
    observed = stated(params["observed"], running.problems) or observed_in(params["stats_summary"], signal)
    hugepages = byte_option(params, "hugepages")
    if observed and hugepages and signal == MEMORY_AVAILABLE and running.gates.enabled("HugepageAwareEviction"):
        observed = observed.without(hugepages)
    return threshold_of(params["threshold"], observed, running.problems)


def main() -> None:
    _module.run(work, ARGUMENT_SPEC, required_by={"threshold": "signal"})


if __name__ == "__main__":
    main()
