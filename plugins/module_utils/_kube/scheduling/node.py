# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""A node as the scheduler sees it. Private to this collection."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Optional

from ..objects import Taint, items, mapping, mappings, string_map, text, whole
from ..quantity import QuantityError, parse


class Node(NamedTuple):
    """A node's name, labels, taints and what it offers: cpu in thousandths, everything else in whole units."""

    name: str
    labels: Mapping[str, str]
    taints: tuple[Taint, ...]
    unschedulable: bool
    allocatable: Mapping[str, int]
    images: Mapping[str, int]
    features: Optional[frozenset[str]]


def amounts(resources: object) -> dict[str, int]:
    """A resource list as integers in the scheduler's units (KK scheduler/framework/types.go Resource.Add)."""
    found = {}
    for name, value in mapping(resources).items():
        try:
            quantity = parse(value)
        except QuantityError:
            continue
        found[name] = quantity.milli_value() if name == "cpu" else quantity.value()
    return found


def node_of(document: Mapping[str, Any]) -> Node:
    """The view of a Node object; `allocatable` defaults to `capacity` (KK pkg/apis/core/v1/defaults.go)."""
    metadata, spec, status = (mapping(document.get(part)) for part in ("metadata", "spec", "status"))
    taints = tuple(
        Taint(text(taint.get("key")), text(taint.get("value")), text(taint.get("effect")))
        for taint in mappings(spec.get("taints"))
    )
    allocatable = status.get("allocatable")
    return Node(
        name=text(metadata.get("name")),
        labels=string_map(metadata.get("labels")),
        taints=taints,
        unschedulable=spec.get("unschedulable") is True,
        allocatable=amounts(status.get("capacity") if allocatable is None else allocatable),
        images=_images(status.get("images")),
        features=_features(status.get("declaredFeatures")),
    )


def _features(value: object) -> Optional[frozenset[str]]:
    return None if value is None else frozenset(text(feature) for feature in items(value))


def _images(value: object) -> dict[str, int]:
    return {
        text(name): whole(image.get("sizeBytes")) for image in mappings(value) for name in items(image.get("names"))
    }
