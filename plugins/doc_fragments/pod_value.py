# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The options of the filters and tests that read one pod or workload. Private to this collection."""

from __future__ import annotations


class ModuleDocFragment:
    DOCUMENTATION = r"""
options:
  _input:
    description: A pod or workload.
    type: dict
    required: true
  kubernetes_version:
    description: The release whose rules apply, such as V(1.33). The newest known one if this is not set.
    type: str
  feature_gates:
    description: Feature gates that the cluster sets otherwise than its release does, by name.
    type: dict
  pod_template_paths:
    description: Where custom resources keep their pod template, by kind.
    type: dict
"""
