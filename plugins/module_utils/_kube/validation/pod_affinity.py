# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pod affinity and anti-affinity, as kube-apiserver refuses them. Private to this collection.

Rules: kubernetes `pkg/apis/core/validation/validation.go` validatePodAffinityTerm and its callers (1.28 - 1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .label_selectors import check_label_keys, check_label_selector, merged_selector
from .node_affinity import PREFERRED, REQUIRED, check_weight
from .review import Review


def check_pod_affinity(review: Review, affinity: Mapping[str, Any], path: str) -> None:
    """Of `podAffinity` and `podAntiAffinity` alike."""
    for index, term in enumerate(affinity.get(REQUIRED) or ()):
        _term(review, term or {}, f"{path}.{REQUIRED}[{index}]")
    for index, preferred in enumerate(affinity.get(PREFERRED) or ()):
        place = f"{path}.{PREFERRED}[{index}]"
        check_weight(review, preferred or {}, place)
        _term(review, (preferred or {}).get("podAffinityTerm") or {}, f"{place}.podAffinityTerm")


def _term(review: Review, term: Mapping[str, Any], path: str) -> None:
    with_keys = review.rules.match_label_keys_in_affinity
    selector = merged_selector(review, term) if with_keys else term.get("labelSelector")
    check_label_selector(review, selector, f"{path}.labelSelector")
    check_label_selector(review, term.get("namespaceSelector"), f"{path}.namespaceSelector")
    for name in term.get("namespaces") or ():
        review.errors.invalid_each(f"{path}.namespace", name or "", review.rules.dns_label(name or ""))
    if with_keys:
        check_label_keys(review, term, selector, path)
    key = term.get("topologyKey") or ""
    if not key:
        review.errors.required(f"{path}.topologyKey", "can not be empty")
    review.errors.invalid_each(f"{path}.topologyKey", key, review.rules.label_key(key))
