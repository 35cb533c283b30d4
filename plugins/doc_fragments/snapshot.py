# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Options of all modules that know a cluster from its objects."""

from __future__ import annotations


class ModuleDocFragment:
    DOCUMENTATION = r"""
options:
  snapshot:
    description:
      - Files, folders and patterns with the objects of the cluster, such as the output of
        C(kubectl get nodes,pods,pv,pvc,storageclasses,namespaces,priorityclasses,pdb -A -o yaml).
      - Nodes, placed pods, namespaces, volumes, claims, storage classes, CSI nodes, drivers and capacities, disruption
        budgets, priority and runtime classes, limit ranges and device classes are recognised by their kind.
    type: list
    elements: path
    default: []
  cluster_objects:
    description: More objects of the cluster, or all of them, as mappings.
    type: list
    elements: dict
    default: []
  snapshot_complete:
    description:
      - Whether O(snapshot) and O(cluster_objects) hold everything that exists. Then what they do not hold does not
        exist, and nothing stays V(unknown) for it.
      - Otherwise a kind of which there is any object counts as complete, and a kind of which there is none as not
        given.
    type: bool
    default: false
  live:
    description:
      - Whether the objects are read from a running cluster. They are listed through kubernetes.core, a page at a time,
        and nothing is written.
      - If this is not set, a running cluster is read where neither O(snapshot) nor O(cluster_objects) is given, and an
        option such as O(kubeconfig), O(context) or O(host) is. V(true) reads the cluster of the environment without
        any of them.
      - What may not be listed counts as not given, with a warning. Nodes and pods have to be readable.
    type: bool
  scheduler_config:
    description:
      - A KubeSchedulerConfiguration, as a mapping or as the path of its file. Profiles, disabled plugins, weights,
        added affinity, default constraints, scoring strategies and ignored resources are understood.
      - Without it every pod with another scheduler than V(default-scheduler) stays V(unknown).
    type: raw
"""
