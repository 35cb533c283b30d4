# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a rule about traps gets and gives. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..releases import Gates
from .node_affinity import PREFERRED, REQUIRED

Object = Mapping[str, Any]

# How certain the harm is: no node ever, a field without effect, or fine until something small changes.
IMPOSSIBLE, DEAD_RULE, FRAGILE = "impossible", "dead rule", "fragile"


class Trap(NamedTuple):
    """One legal mistake: where, which rule tells it, how bad, what was found there, and what comes of it."""

    field: str
    rule: str
    severity: str
    value: Any
    message: str

    @property
    def text(self) -> str:
        return f"{self.field}: {self.rule}: {self.message}"


class Pod(NamedTuple):
    """A pod or template as the rules see it; `path` is that of its specification."""

    spec: Object
    labels: Object
    path: str
    is_pod: bool
    gates: Gates


def listed(owner: Object, *names: str) -> Sequence[Object]:
    """The mappings of a list some fields down; nulls and absent fields are nothing."""
    value: Any = owner
    for name in names:
        value = (value or {}).get(name)
    return [item or {} for item in value or ()]


def node_terms(pod: Pod) -> Iterator[tuple[str, Object, bool]]:
    """Every node selector term with its path and whether it is required."""
    base = f"{pod.path}.affinity.nodeAffinity"
    names = ("affinity", "nodeAffinity")
    for index, term in enumerate(listed(pod.spec, *names, REQUIRED, "nodeSelectorTerms")):
        yield f"{base}.{REQUIRED}.nodeSelectorTerms[{index}]", term, True
    for index, preferred in enumerate(listed(pod.spec, *names, PREFERRED)):
        yield f"{base}.{PREFERRED}[{index}].preference", preferred.get("preference") or {}, False


def pod_terms(pod: Pod) -> Iterator[tuple[str, Object, str, bool]]:
    """Every term of pod affinity and anti-affinity with its path, its kind and whether it is required."""
    for kind in ("podAffinity", "podAntiAffinity"):
        base = f"{pod.path}.affinity.{kind}"
        for index, term in enumerate(listed(pod.spec, "affinity", kind, REQUIRED)):
            yield f"{base}.{REQUIRED}[{index}]", term, kind, True
        for index, preferred in enumerate(listed(pod.spec, "affinity", kind, PREFERRED)):
            yield f"{base}.{PREFERRED}[{index}].podAffinityTerm", preferred.get("podAffinityTerm") or {}, kind, False
