# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The filter `kubeadm_documents`."""

from __future__ import annotations

DOCUMENTATION = r"""
name: kubeadm_documents
short_description: What kubeadm reads to make a cluster or to join a host
author:
  - The quorum.kube authors (@quorum-kube)
description:
  - Makes the documents of kubeadm's configuration API C(kubeadm.k8s.io/v1beta4), without the secrets of a join.
positional: purpose
options:
  _input:
    description:
      - The settings C(name), C(address), C(api_port), C(worker), C(cri_socket), C(endpoint), C(endpoint_port) and
        C(timeout) of a host.
      - For V(init) also C(cluster_name), C(version), C(names), C(pod_subnet), C(service_subnet), C(etcd_endpoints),
        C(proxy_mode), C(kernel), C(cluster_configuration), C(kubelet_configuration) and C(kube_proxy_configuration).
    type: dict
    required: true
  purpose:
    description: V(init) makes the cluster, V(control_plane) and V(worker) join it.
    type: str
    required: true
"""

EXAMPLES = r"""
- name: Show what a worker would be given
  ansible.builtin.debug:
    msg: "{{ settings | quorum.kube.kubeadm_documents('worker') }}"
"""

RETURN = r"""
_value:
  description: The documents.
  type: list
  elements: dict
"""

from collections.abc import Mapping
from typing import Any

from ansible.errors import AnsibleFilterError
from ansible_collections.quorum.kube.plugins.module_utils._cluster.documents import init_documents, join_documents


def kubeadm_documents(settings: Mapping[str, Any], purpose: str) -> list[dict[str, Any]]:
    if purpose not in ("init", "control_plane", "worker"):
        raise AnsibleFilterError(f"purpose: {purpose!r} (expected init, control_plane or worker)")
    return init_documents(settings) if purpose == "init" else join_documents(settings, purpose == "control_plane")


class FilterModule:
    def filters(self):
        return {"kubeadm_documents": kubeadm_documents}
