# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Node labels that Kubernetes has retired. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import FRAGILE, Finding, Subject
from ...objects import mapping, mappings, text
from ...validation.trap import listed, node_terms, pod_terms
from ...validation.traps import DEPRECATED_LABELS
from ..check import Check
from ..entries import Member, Object
from ..view import View

RULE = "retired-label"
NO_NODE_LABELS = frozenset(["app.kubernetes.io/created-by"])
RETIRED = {key: text for key, text in DEPRECATED_LABELS.items() if key not in NO_NODE_LABELS}


def _run(view: View) -> Iterator[Finding]:
    for member in view.having("affinity", "nodeSelector", "topologySpreadConstraints"):
        for field, key in _keys(member):
            if key in RETIRED:
                yield _finding(member.subject, field, key)
    for entry in view.of("PersistentVolume"):
        required = mapping(mapping(entry.spec.get("nodeAffinity")).get("required"))
        for field, key in _keys_of_terms(required, "spec.nodeAffinity.required"):
            if key in RETIRED:
                yield _finding(entry.subject, field, key)
    for entry in view.of("StorageClass"):
        for index, term in enumerate(mappings(entry.value.get("allowedTopologies"))):
            for place, item in enumerate(mappings(term.get("matchLabelExpressions"))):
                if item.get("key") in RETIRED:
                    field = f"allowedTopologies[{index}].matchLabelExpressions[{place}].key"
                    yield _finding(entry.subject, field, item["key"])


def _keys(member: Member) -> Iterator[tuple[str, str]]:
    """Every label of a node that the pod asks about, with its place."""
    for key in member.shape.node_selector:
        yield member.field(f"nodeSelector[{key}]"), key
    for path, term, _required in node_terms(member.as_pod):
        for index, item in enumerate(listed(term, "matchExpressions")):
            yield f"{path}.matchExpressions[{index}].key", text(item.get("key"))
    for path, term, _kind, _required in pod_terms(member.as_pod):
        yield f"{path}.topologyKey", text(term.get("topologyKey"))
    for index, constraint in enumerate(listed(member.spec, "topologySpreadConstraints")):
        yield member.field(f"topologySpreadConstraints[{index}].topologyKey"), text(constraint.get("topologyKey"))


def _keys_of_terms(selector: Object, path: str) -> Iterator[tuple[str, str]]:
    for index, term in enumerate(mappings(selector.get("nodeSelectorTerms"))):
        for place, item in enumerate(mappings(term.get("matchExpressions"))):
            yield f"{path}.nodeSelectorTerms[{index}].matchExpressions[{place}].key", text(item.get("key"))


def _finding(subject: Subject, field: str, key: str) -> Finding:
    message = f"{key}: {RETIRED[key]}"
    _before, _use, instead = RETIRED[key].partition('use "')
    fix = f"write {instead.partition(chr(34))[0]}" if instead else "use taints and tolerations"
    return Finding.certain(RULE, FRAGILE, subject, message, fix, field)


CHECK = Check(RULE, _run)
