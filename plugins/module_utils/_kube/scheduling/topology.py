# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What never changes about the nodes while pods are placed, indexed for questions. Private to this collection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Optional

from ..objects import NodeTerm, Taint
from ..selectors import Requirement, Selector
from .bits import Bits, bits_of
from .node import Node

NODE_ITSELF = "metadata.name"
"""A topology key of which every node is a domain of its own."""


class Topology:
    """Nodes by number, by label, by taints: every question is answered with the set of nodes it holds for."""

    def __init__(self, nodes: Sequence[Node]) -> None:
        self.nodes = tuple(nodes)
        self.names = tuple(node.name for node in nodes)
        self.number = {name: number for number, name in enumerate(self.names)}
        self.everyone: Bits = (1 << len(self.nodes)) - 1
        self.cordoned = bits_of(number for number, node in enumerate(nodes) if node.unschedulable)
        self.tainted = self._grouped_taints()
        self._domains: dict[str, dict[str, Bits]] = {}
        self._values: dict[str, list[Optional[str]]] = {}
        self._selected: dict[object, Bits] = {}

    def _grouped_taints(self) -> dict[tuple[Taint, ...], Bits]:
        members: dict[tuple[Taint, ...], list[int]] = {}
        for number, node in enumerate(self.nodes):
            if node.taints:
                members.setdefault(node.taints, []).append(number)
        return {taints: bits_of(numbers) for taints, numbers in members.items()}

    def values(self, key: str) -> list[Optional[str]]:
        """The label's value by node number, None where the node has no such label."""
        found = self._values.get(key)
        if found is None:
            found = list(self.names) if key == NODE_ITSELF else [node.labels.get(key) for node in self.nodes]
            self._values[key] = found
        return found

    def domains(self, key: str) -> Mapping[str, Bits]:
        """The label's values, each with the nodes that have it."""
        found = self._domains.get(key)
        if found is None:
            members: dict[str, list[int]] = {}
            for number, value in enumerate(self.values(key)):
                if value is not None:
                    members.setdefault(value, []).append(number)
            found = self._domains[key] = {value: bits_of(numbers) for value, numbers in members.items()}
        return found

    def having(self, key: str) -> Bits:
        """The nodes that have the label, whatever its value."""
        question = ("having", key)
        found = self._selected.get(question)
        if found is None:
            found = bits_of(number for number, value in enumerate(self.values(key)) if value is not None)
            self._selected[question] = found
        return found

    def meeting(self, requirement: Requirement) -> Bits:
        """The nodes whose labels meet the requirement."""
        found = self._selected.get(requirement)
        if found is None:
            found = self._selected[requirement] = self._meeting(requirement)
        return found

    def _meeting(self, requirement: Requirement) -> Bits:
        key, operator, values = requirement
        if operator == "Exists":
            return self.having(key)
        if operator == "DoesNotExist":
            return self.everyone ^ self.having(key)
        domains = self.domains(key)
        nodes = 0
        if operator in ("In", "NotIn", "="):
            for value in values:
                nodes |= domains.get(value, 0)
            return self.everyone ^ nodes if operator == "NotIn" else nodes
        for value, members in domains.items():
            if requirement.compares(value):
                nodes |= members
        return nodes

    def selected(self, selector: Selector) -> Bits:
        """The nodes whose labels a selector matches."""
        if selector is None:
            return 0
        nodes = self.everyone
        for requirement in selector:
            nodes &= self.meeting(requirement)
        return nodes

    def in_term(self, term: NodeTerm, with_fields: bool = True) -> Bits:
        """The nodes that a node selector term matches; without fields, `matchFields` count as met."""
        if not term.valid or not (term.expressions or term.fields):
            return 0
        nodes = self.selected(term.expressions)
        for field in term.fields if with_fields else ():
            named = bits_of(self.number[name] for name in field.values if name in self.number)
            nodes &= named if field.operator == "In" else self.everyone ^ named
        return nodes

    def in_any_term(self, terms: Sequence[NodeTerm], with_fields: bool = True) -> Bits:
        """The nodes that any of the terms matches; no term matches no node."""
        nodes = 0
        for term in terms:
            nodes |= self.in_term(term, with_fields)
        return nodes

    def with_labels(self, labels: Mapping[str, str]) -> Bits:
        """The nodes that carry every one of the labels (nodeSelector)."""
        nodes = self.everyone
        for key, value in labels.items():
            nodes &= self.domains(key).get(value, 0)
        return nodes
