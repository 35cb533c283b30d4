# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a requirement is, what it is asked about, and what it answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

Entry = Mapping[str, Any]


class Breach(NamedTuple):
    """How a workload falls short, and what mends it; `open` is what could not be decided with what was given."""

    message: str
    fix: str = ""
    field: str = ""
    open: bool = False


class Container(NamedTuple):
    """A container of a pod with what the gate told of it after defaulting."""

    name: str
    field: str
    value: Entry
    told: Entry


class Losses(NamedTuple):
    """All losses of one number of nodes: how many there are, and for each workload those that leave pods of it over."""

    total: int
    stuck: Mapping[tuple[str, str, str], Sequence[Stuck]]


class Stuck(NamedTuple):
    """Nodes that are lost, and the pods of a workload that find no other."""

    nodes: Sequence[str]
    pods: Sequence[Entry]


@dataclass(frozen=True, slots=True)
class Workload:
    """A pod template with all that the gate found out about it."""

    value: Entry
    """The object as it was read, with `pod`, `qos`, `replicas` and its namespace added: what `match` is asked of."""
    key: tuple[str, str, str]
    spec: Entry
    spec_path: str
    labels: Entry
    replicas: int | None
    pod: Entry | None
    """Its entry of `pods[]`; None where the types of its fields are wrong."""
    judged: Entry | None
    """Its entry of `objects[]`."""
    results: Sequence[Entry]
    survival: Mapping[int, Losses]
    """By the number of nodes that are lost at once."""

    @property
    def containers(self) -> Iterator[Container]:
        """All but the ephemeral ones, in the order of the specification."""
        told = {entry["name"]: entry for entry in (self.pod["containers"] if self.pod else ())}
        for kind in ("initContainers", "containers"):
            for index, value in enumerate(self.spec.get(kind) or ()):
                if isinstance(value, Mapping):
                    name = str(value.get("name") or "")
                    yield Container(name, f"{self.spec_path}.{kind}[{index}]", value, told.get(name, {}))


class Requirement(Protocol):
    """One demand, read from a policy."""

    @property
    def losses(self) -> frozenset[int]:
        """How many nodes at once have to be lost in the gate's simulation for it to be judged."""

    def breaches(self, workload: Workload) -> Iterable[Breach]:
        """How the workload falls short of it."""
