# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Refusals that say nothing against an object: the API server does not know yet what the same input brings.

The sentences are those of its admission (KK plugin/pkg/admission/{limitranger,priority,runtimeclass,serviceaccount},
k8s.io/apiserver pkg/admission/plugin/resourcequota, k8s.io/pod-security-admission admission, 1.37).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ...module_utils._kube.objects import mapping, text
from ...module_utils._kube.scopes import CLUSTER_WIDE
from ...module_utils._manifests import Document
from .answers import Refusal

FORBIDDEN, NOT_FOUND = 403, 404

NAMED = ("Namespace", "ServiceAccount", "PriorityClass", "RuntimeClass", "Role", "ClusterRole")


class Reason(NamedTuple):
    """A sentence of admission, and the kinds that an object can be of for whose sake it is said."""

    sentence: re.Pattern[str]
    kinds: tuple[str, ...]


REASONS = (
    Reason(re.compile(r"exceeded quota: (?P<name>[^,]+),"), ("ResourceQuota",)),
    Reason(re.compile(r"status unknown for quota: (?P<name>[^,]+),"), ("ResourceQuota",)),
    Reason(re.compile(r"failed quota: [^:]+: must specify "), ("LimitRange", "ResourceQuota")),
    Reason(re.compile(r"(minimum|maximum) \S+ usage per \S+ is "), ("LimitRange",)),
    Reason(re.compile(r"\S+ max limit to request ratio per \S+ is "), ("LimitRange",)),
    Reason(re.compile(r"Pod's Overhead doesn't match RuntimeClass's defined Overhead"), ("RuntimeClass",)),
    Reason(re.compile(r'violates PodSecurity "'), ("Namespace",)),
)


def needed_of(refusal: Refusal, value: Mapping[str, Any], others: Iterable[Document], namespace: str) -> str:
    """Which of the other objects, new or changed, would be needed first; empty where none can be the reason.

    `namespace` is that of objects that name none.
    """
    if refusal.message.startswith("no matches for kind"):
        found = (each for each in others if _defines(each, refusal.message))
        return next((f"the definition {name_of(each)}" for each in found), "")
    if refusal.code not in (FORBIDDEN, NOT_FOUND):
        return ""
    concerned = (each for each in others if _concerns(each, refusal.message, _place(value, namespace), namespace))
    return next((f"the {each.value['kind']} {name_of(each)}" for each in concerned), "")


def name_of(document: Document) -> str:
    return text(mapping(document.value.get("metadata")).get("name"))


def _place(value: Mapping[str, Any], namespace: str) -> str:
    return text(mapping(value.get("metadata")).get("namespace")) or namespace


def _concerns(other: Document, message: str, place: str, namespace: str) -> bool:
    """Whether the sentence, said of an object in a namespace, is for the sake of the other object."""
    kind, name = text(other.value.get("kind")), name_of(other)
    if kind in NAMED and "found" in message and _names(message, name):
        return True
    where = name if kind == "Namespace" else _place(other.value, namespace)
    if where != place and (kind == "Namespace" or kind not in CLUSTER_WIDE):
        return False
    matches = (reason.sentence.search(message) for reason in REASONS if kind in reason.kinds)
    return any(match and match.groupdict().get("name", name) == name for match in matches)


def _defines(document: Document, message: str) -> bool:
    """Whether a CustomResourceDefinition serves the kind that the message misses."""
    if document.value.get("kind") != "CustomResourceDefinition":
        return False
    spec = mapping(document.value.get("spec"))
    kind = text(mapping(spec.get("names")).get("kind"))
    return f'"{kind}"' in message and text(spec.get("group")) in message


def _names(message: str, name: str) -> bool:
    return bool(name) and (f'"{name}"' in message or f" {name} " in message or message.endswith(f" {name}"))
