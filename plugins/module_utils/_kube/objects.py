# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the checks ask of a pod or a node, as frozen values. Private to this collection.

A view is read once from the API object; a field of another type than the API's reads as absent, because telling
that is the work of the validation, not of a view.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Optional

from .selectors import Requirement, Selector, canonical_integer

NO_SCHEDULE, PREFER_NO_SCHEDULE, NO_EXECUTE = "NoSchedule", "PreferNoSchedule", "NoExecute"
HOSTNAME = "kubernetes.io/hostname"
NAMESPACE_NAME = "kubernetes.io/metadata.name"


def mapping(value: object) -> Mapping[str, Any]:
    """The value if it is a mapping, otherwise an empty one."""
    return value if isinstance(value, dict) else {}


def items(value: object) -> Sequence[Any]:
    """The value if it is a list, otherwise an empty one."""
    return value if isinstance(value, list) else ()


def mappings(value: object) -> Iterable[Mapping[str, Any]]:
    """The mappings of a list."""
    return (item for item in items(value) if isinstance(item, dict))


def text(value: object) -> str:
    """The value if it is a string, otherwise an empty one."""
    return value if isinstance(value, str) else ""


def integer(value: object) -> Optional[int]:
    """The value as the API reads a number without fraction, otherwise None.

    5.0 is one: clients read it as a float and write it as 5 (kubectl's decoder, Go's encoding/json).
    """
    if isinstance(value, float):
        return int(value) if value.is_integer() else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def whole(value: object, default: int = 0) -> int:
    """The value if it is an integer, otherwise the default."""
    found = integer(value)
    return default if found is None else found


def string_map(value: object) -> dict[str, str]:
    """Labels or annotations: the entries whose key and value are strings."""
    return {key: entry for key, entry in mapping(value).items() if isinstance(key, str) and isinstance(entry, str)}


class Taint(NamedTuple):
    """A node's taint."""

    key: str
    value: str
    effect: str


class Toleration(NamedTuple):
    """A pod's toleration; an absent operator is Equal (API core/v1 toleration.go)."""

    key: str
    operator: str
    value: str
    effect: str

    def tolerates(self, taint: Taint, comparisons: bool = False) -> bool:
        """Whether this toleration covers the taint; `Gt` and `Lt` count with `comparisons` only (KEP-5471)."""
        if self.effect and self.effect != taint.effect:
            return False
        if self.key and self.key != taint.key:
            return False
        if self.operator in ("", "Equal"):
            return self.value == taint.value
        if self.operator == "Exists":
            return True
        return comparisons and self._compares(taint.value)

    def _compares(self, found: str) -> bool:
        left, right = canonical_integer(found), canonical_integer(self.value)
        if left is None or right is None:
            return False
        return (self.operator == "Gt" and left > right) or (self.operator == "Lt" and left < right)


class NodeTerm(NamedTuple):
    """A node selector term: all `expressions` and `fields` hold; an empty or broken one matches nothing."""

    expressions: tuple[Requirement, ...]
    fields: tuple[Requirement, ...]
    valid: bool = True


class PreferredNodes(NamedTuple):
    """A weighted node selector term."""

    weight: int
    term: NodeTerm


class PodTerm(NamedTuple):
    """A pod (anti-)affinity term with its owner's namespace already filled in where the term names none."""

    topology_key: str
    selector: Selector
    namespaces: frozenset[str]
    namespace_selector: Selector


class PreferredPods(NamedTuple):
    """A weighted pod (anti-)affinity term."""

    weight: int
    term: PodTerm


class SpreadConstraint(NamedTuple):
    """A topology spread constraint, matchLabelKeys merged into its selector."""

    topology_key: str
    max_skew: int
    min_domains: int
    hard: bool
    selector: Selector
    honor_affinity: bool
    honor_taints: bool


class HostPort(NamedTuple):
    """A port that a pod wants on its node's own address."""

    protocol: str
    address: str
    number: int

    @property
    def anywhere(self) -> bool:
        """An empty address stands for 0.0.0.0; `::` is an address like any other (HostPortInfo)."""
        return self.address in ("", "0.0.0.0")  # noqa: S104

    @property
    def bound_address(self) -> str:
        """The address, empty where it is every one."""
        return "" if self.anywhere else self.address


class Disk(NamedTuple):
    """An in-tree volume of one writer: what makes two of them the same, and whether this one only reads."""

    kind: str
    identity: tuple[str, ...]
    read_only: bool
    monitors: frozenset[str] = frozenset()

    def conflicts(self, other: Disk) -> bool:
        """Whether both cannot be on one node (KK plugins/volumerestrictions isVolumeConflict)."""
        if self.kind != other.kind or self.identity != other.identity:
            return False
        if self.kind == "rbd" and not self.monitors & other.monitors:
            return False
        return self.kind == "awsElasticBlockStore" or not (self.read_only and other.read_only)


class Volume(NamedTuple):
    """A pod's volume as far as scheduling sees it."""

    name: str
    claim: str = ""
    ephemeral: bool = False
    disk: Optional[Disk] = None
    image: str = ""
