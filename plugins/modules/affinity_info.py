#!/usr/bin/python
# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

DOCUMENTATION = r"""
module: affinity_info
short_description: What kube-apiserver would refuse in manifests, and what it accepts but is a trap
description:
  - Tells for every pod, workload and node of the given manifests whether kube-apiserver accepts it, and if not, every
    error with its field path and in the API server's own words. Affinity, selectors, tolerations, topology spread,
    resources and all else of a pod specification are looked at.
  - What is legal but seldom meant is told as a warning, with the name of its rule. It needs no cluster.
options:
  labels:
    description: Labels without an object, judged as those of any object.
    type: dict
notes:
  - A verdict never makes the module fail. What cannot be read does, after all the rest has been judged.
  - Where the type of a value is wrong, the API server reads no further, and neither does the module. The texts of such
    errors are the module's own.
  - Admission is not looked at. Priority and runtime classes, limit ranges, quotas, webhooks and policies of a cluster
    may refuse what is valid.
  - Whether the time zone of a CronJob exists is not looked at.
extends_documentation_fragment:
  - quorum.kube.attributes
  - quorum.kube.attributes.info_module
  - quorum.kube.manifests
author:
  - The quorum.kube authors (@quorum-kube)
"""

EXAMPLES = r"""
- name: Judge all manifests of a folder
  quorum.kube.affinity_info:
    src: ["{{ playbook_dir }}/manifests"]
  register: judged

- name: Stop before anything wrong is applied
  ansible.builtin.assert:
    that: judged.summary.invalid == 0
    fail_msg: "{{ judged.objects | rejectattr('valid') | map(attribute='message') | join('\\n') }}"

- name: Judge a pod for an older release
  quorum.kube.affinity_info:
    definition:
      apiVersion: v1
      kind: Pod
      metadata:
        name: cache
      spec:
        containers:
          - name: redis
            image: redis
        tolerations:
          - key: dedicated
            value: cache
            operator: Equals
    kubernetes_version: "1.33"

- name: Judge labels before they are given to a node
  quorum.kube.affinity_info:
    labels:
      example.com/rack: r1
      topology.kubernetes.io/zone: east
"""

RETURN = r"""
objects:
  description: One entry for each object, in the order of the input; O(labels) last.
  returned: always
  type: list
  elements: dict
  contains:
    kind:
      description: The kind of the object; V(Labels) for O(labels).
      type: str
      sample: Pod
    api_version:
      description: Its API version.
      type: str
      sample: v1
    name:
      description: Its name, or what its generated name begins with.
      type: str
      sample: cache
    namespace:
      description: Its namespace. Empty for nodes.
      type: str
      sample: default
    source:
      description: Where it was read. The line is null where there is no text.
      type: dict
      sample: {file: manifests/cache.yml, document: 1, line: 1}
    valid:
      description: Whether kube-apiserver would accept it.
      type: bool
      sample: false
    message:
      description: The whole refusal as the API server puts it. Empty if the object is valid.
      type: str
      sample: >-
        Pod "cache" is invalid: spec.tolerations[0].operator: Unsupported value: "Equals": supported values: "Equal",
        "Exists"
    errors:
      description: What is refused, in the order of the API server; repeated lines are told once, as there.
      type: list
      elements: dict
      contains:
        field:
          description: The path of the field, with upstream's oddities, such as C(metadata.taints) for taints.
          type: str
          sample: spec.tolerations[0].operator
        type:
          description: The kind of error as it is printed, such as V(Invalid value) or V(Required value).
          type: str
          sample: Unsupported value
        value:
          description: What was found there. Null where the kind of error prints no value.
          type: raw
          sample: Equals
        message:
          description: What is wrong with it.
          type: str
          sample: 'supported values: "Equal", "Exists"'
        text:
          description: The API server's whole line.
          type: str
          sample: 'spec.tolerations[0].operator: Unsupported value: "Equals": supported values: "Equal", "Exists"'
    warnings:
      description: What is legal but a trap.
      type: list
      elements: dict
      contains:
        field:
          description: The path of the field.
          type: str
          sample: spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0]
        type:
          description:
            - The name of the rule. C(docs/validation.md) of the collection lists them.
          type: str
          sample: empty-node-term
        severity:
          description:
            - V(impossible) if no node can ever fit, V(dead rule) if the field has no effect, V(fragile) if it works
              until something small changes.
          type: str
          sample: impossible
        value:
          description: What was found there.
          type: raw
          sample: {}
        message:
          description: What comes of it.
          type: str
          sample: 'a term without expressions and fields matches no node: no node fits'
        text:
          description: Field, rule and message in one line.
          type: str
          sample: >-
            spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0]:
            empty-node-term: a term without expressions and fields matches no node: no node fits
summary:
  description: How many objects are valid and how many are not, and how many warnings there are.
  returned: always
  type: dict
  sample: {valid: 12, invalid: 1, warnings: 3}
skipped_kinds:
  description: How many objects there were of kinds that are not judged.
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
from ansible_collections.quorum.kube.plugins.module_utils._judging import ARGUMENT_SPEC, read_input
from ansible_collections.quorum.kube.plugins.module_utils._kube.validation.report import Report


def work(module: AnsibleModule) -> dict[str, Any]:
    found = read_input(module.params, lambda document: document.get("kind") == "Node")
    report = Report(found.gates, found.template_paths, found.namespace)
    objects = [report.told(document) for document in found.documents.documents]
    if module.params["labels"] is not None:
        objects.append(report.told_labels(module.params["labels"]))
    valid = sum(told["valid"] for told in objects)
    return {
        "objects": objects,
        "summary": {
            "valid": valid,
            "invalid": len(objects) - valid,
            "warnings": sum(len(told["warnings"]) for told in objects),
        },
        "skipped_kinds": found.documents.skipped,
        "unreadable": found.documents.unreadable,
        "failed": bool(found.documents.unreadable),
    }


def main() -> None:
    _module.run(
        work,
        {**ARGUMENT_SPEC, "labels": {"type": "dict"}},
        required_one_of=[("src", "definition", "labels")],
    )


if __name__ == "__main__":
    main()
