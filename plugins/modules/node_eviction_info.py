#!/usr/bin/python
# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

DOCUMENTATION = r"""
module: node_eviction_info
short_description: Which pod of each running node would be evicted first, and why
description:
  - Asks the kubelet of each node of a running cluster for what its pods use, through the API server, and ranks them as
    M(quorum.kube.eviction_info) does.
options:
  nodes:
    description: The nodes. All of them if there are none.
    type: list
    elements: str
    default: []
  signal:
    description: The kubelet's signal whose threshold is thought to be met, such as V(nodefs.available).
    type: str
    default: memory.available
  dedicated_image_fs:
    description: Whether images and the containers' writable layers lie on a file system of their own.
    type: bool
    default: false
  split_image_fs:
    description: Whether only the images do, while the writable layers lie with the rest.
    type: bool
    default: false
  kubernetes_version:
    description: The release whose rules apply. That of the API server if this is not set.
    type: str
  feature_gates:
    description: Feature gates that the cluster sets otherwise than its release does, by name.
    type: dict
notes:
  - Needs the right to list nodes and pods, and to get C(nodes/proxy), or C(nodes/stats) where the kubelet authorizes
    it alone.
  - A kubelet that does not answer is told in RV(nodes[].silent), and of its pods nothing is said.
extends_documentation_fragment:
  - quorum.kube.attributes
  - quorum.kube.attributes.info_module
  - quorum.kube.cluster_access
seealso:
  - module: quorum.kube.eviction_info
author:
  - The quorum.kube authors (@quorum-kube)
"""

EXAMPLES = r"""
- name: Ask who would go first when memory runs short
  quorum.kube.node_eviction_info:
    kubeconfig: "{{ kubeconfig }}"
  register: eviction
  when: kubeconfig is defined
"""

RETURN = r"""
nodes:
  description: One entry for each node, by name.
  returned: success
  type: list
  elements: dict
  contains:
    name:
      description: The node.
      type: str
      sample: node-1
    silent:
      description: Why nothing is known of what its pods use. Empty when its kubelet answered.
      type: str
      sample: ""
    pressures:
      description: The conditions of the node under which its kubelet evicts now.
      type: list
      elements: str
      sample: [MemoryPressure]
    order:
      description: The pods, first evicted first, with C(namespace), C(name), C(reason) and C(message).
      type: list
      elements: dict
      sample: [{namespace: shop, name: web, reason: "uses 200Mi and requests 64Mi, 136Mi over; priority 0",
                message: "The node was low on resource: memory. "}]
    over_limits:
      description: Pods that exceed a limit of their own for local storage, and go before that.
      type: list
      elements: dict
      sample: []
    never_evicted:
      description: Pods that the kubelet never evicts.
      type: list
      elements: dict
      sample: [{namespace: kube-system, name: etcd-master-1}]
    oom_scores:
      description: What the kernel's out-of-memory killer is told of each container.
      type: list
      elements: dict
      sample: [{namespace: shop, name: web, container: web, role: container, oom_score_adj: 968}]
signal:
  description: The signal that was thought to be met.
  returned: success
  type: str
  sample: memory.available
release:
  description: The release of the API server.
  returned: success
  type: str
  sample: 1.37.2
"""

from typing import Any

from ansible.module_utils.basic import AnsibleModule
from ansible_collections.quorum.kube.plugins.module_utils import _module
from ansible_collections.quorum.kube.plugins.module_utils._kube.eviction import Layout
from ansible_collections.quorum.kube.plugins.module_utils._kube.eviction_report import Running
from ansible_collections.quorum.kube.plugins.module_utils._kube.quantity import parse
from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import Gates, gates_of
from ansible_collections.quorum.kube.plugins.module_utils._kubelets import NodeState, ask_kubelets
from ansible_collections.quorum.kube.plugins.module_utils._live import ACCESS_ARGUMENT_SPEC, secrets_of

ARGUMENT_SPEC: dict[str, dict[str, Any]] = {
    **ACCESS_ARGUMENT_SPEC,
    "nodes": {"type": "list", "elements": "str", "default": []},
    "signal": {"type": "str", "default": "memory.available"},
    "dedicated_image_fs": {"type": "bool", "default": False},
    "split_image_fs": {"type": "bool", "default": False},
    "kubernetes_version": {"type": "str"},
    "feature_gates": {"type": "dict"},
}


def work(module: AnsibleModule) -> dict[str, Any]:
    params = module.params
    module.no_log_values |= secrets_of(params)
    layout = Layout(params["dedicated_image_fs"] or params["split_image_fs"], params["split_image_fs"])
    kubelets = ask_kubelets(params, params["nodes"])
    gates = gates_of(params["kubernetes_version"] or kubelets.release or None, params["feature_gates"])
    return {
        "nodes": [told(state, gates, params["signal"], layout) for state in kubelets.nodes],
        "signal": params["signal"],
        "release": kubelets.release,
    }


def told(state: NodeState, gates: Gates, signal: str, layout: Layout) -> dict[str, Any]:
    """What comes of one node."""
    running = Running(gates)
    running.add_summarized([] if state.silent else state.pods, {"pods": [], **state.summary})
    ranked = running.told(signal, [], layout, parse(state.memory).value() if state.memory else None)
    named = {"name": state.name, "silent": state.silent, "pressures": list(state.pressures)}
    return {**named, **{name: value for name, value in ranked.items() if name != "threshold_order"}}


def main() -> None:
    _module.run(work, ARGUMENT_SPEC)


if __name__ == "__main__":
    main()
