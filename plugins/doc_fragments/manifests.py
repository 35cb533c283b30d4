# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Options of all modules that judge manifests."""

from __future__ import annotations


class ModuleDocFragment:
    DOCUMENTATION = r"""
options:
  src:
    description:
      - Files, folders and patterns with manifests. Folders are read recursively for C(.yml), C(.yaml) and C(.json)
        files; hidden folders are left out.
      - A path that leads to no file is an error.
    type: list
    elements: path
    default: []
  definition:
    description: Manifests as text, as one mapping, or as a list of mappings.
    type: raw
  namespace:
    description: The namespace of objects that name none.
    type: str
    default: default
  kubernetes_version:
    description:
      - The release whose rules and texts apply, from V(1.28) to V(1.37), with or without a patch level.
      - The newest known release if this is not set. Write V(1.30) in quotes.
    type: str
  feature_gates:
    description:
      - Feature gates that the cluster sets otherwise than its release does, by name.
      - A name that the release does not know, or a value for a locked gate, is an error.
    type: dict
  pod_template_paths:
    description:
      - Where custom resources keep their pod templates. A key is a kind, or C(group/version/Kind); a value is a dotted
        path or the part of JMESPath that paths need, such as C(spec.workers[*].template) or C(spec.roles.*.template).
    type: dict
requirements:
  - PyYAML, unless all manifests are JSON or mappings
notes:
  - Manifests are read as C(kubectl) reads them. V(yes), V(on) and V(y) are booleans, V(1e3) is a number, and dates stay
    text.
  - Kinds that the module does not judge are passed over and counted in C(skipped_kinds).
"""
