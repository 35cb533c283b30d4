# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Node labels that Kubernetes has retired. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Union

from ...findings import FRAGILE, Finding, Subject
from ...objects import mapping, mappings, text
from ...validation.trap import listed, node_terms, pod_terms
from ...validation.traps import DEPRECATED_LABELS
from ..check import Check
from ..entries import Entry, Member
from ..view import View

RULE = "retired-label"


def _run(view: View) -> Iterator[Finding]:
    for owner, field, key in _places(view):
        if key in DEPRECATED_LABELS:
            yield _finding(owner.subject, field, key)


def _places(view: View) -> Iterator[tuple[Union[Entry, Member], str, str]]:
    """Every label of a node that the input speaks of: the object, the place there, and the label."""
    for member in view.having("affinity", "nodeSelector", "topologySpreadConstraints"):
        yield from ((member, field, key) for field, key in _keys(member))
    for kind, keys in (
        ("Node", _keys_of_taints),
        ("PersistentVolume", _keys_of_volume),
        ("StorageClass", _keys_of_class),
    ):
        for entry in view.of(kind):
            yield from ((entry, field, key) for field, key in keys(entry))


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


def _keys_of_taints(node: Entry) -> Iterator[tuple[str, str]]:
    for index, taint in enumerate(mappings(node.spec.get("taints"))):
        yield f"spec.taints[{index}].key", text(taint.get("key"))


def _keys_of_volume(volume: Entry) -> Iterator[tuple[str, str]]:
    required = mapping(mapping(volume.spec.get("nodeAffinity")).get("required"))
    for index, term in enumerate(mappings(required.get("nodeSelectorTerms"))):
        path = f"spec.nodeAffinity.required.nodeSelectorTerms[{index}]"
        for place, item in enumerate(mappings(term.get("matchExpressions"))):
            yield f"{path}.matchExpressions[{place}].key", text(item.get("key"))


def _keys_of_class(storage_class: Entry) -> Iterator[tuple[str, str]]:
    for index, term in enumerate(mappings(storage_class.value.get("allowedTopologies"))):
        for place, item in enumerate(mappings(term.get("matchLabelExpressions"))):
            yield f"allowedTopologies[{index}].matchLabelExpressions[{place}].key", text(item.get("key"))


def _finding(subject: Subject, field: str, key: str) -> Finding:
    message = f"{key}: {DEPRECATED_LABELS[key]}"
    _before, _use, instead = DEPRECATED_LABELS[key].partition('use "')
    fix = f"write {instead.partition(chr(34))[0]}" if instead else "use taints and tolerations"
    return Finding.certain(RULE, FRAGILE, subject, message, fix, field)


CHECK = Check(RULE, _run)
