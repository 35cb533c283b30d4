# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The indexed state of a cluster that checks are asked against. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Optional, cast

from ..objects import NAMESPACE_NAME, HostPort, PodTerm, mapping, string_map, text
from ..releases import Gates
from ..selectors import Selector, selects
from .bits import Bits
from .columns import Column
from .node import Node
from .owned_terms import Terms, Weighted, soft_terms
from .pod import Pod, Shape
from .population import Population
from .snapshot import Snapshot
from .states import States
from .storage import Claim, Storage
from .tallies import Scope, SpreadTally, Tally, Watch, anchors
from .topology import Topology

PODS = "pods"
EXCLUSIONS = ("NotIn", "DoesNotExist")
_TALLIES_KEPT = 256


class Cluster(Topology):
    """Nodes, the pods on them and the objects around them.

    `place` and `remove` keep every index up to date, so that a question costs what has changed since it was last asked.
    """

    def __init__(self, nodes: Sequence[Node], pods: Iterable[Pod], snapshot: Snapshot, gates: Gates) -> None:
        super().__init__(nodes)
        self.gates = gates
        self.snapshot = snapshot
        self.storage = Storage(snapshot)
        self.population = Population(len(self.nodes))
        self.namespaces = {
            name: string_map(mapping(document.get("metadata")).get("labels"))
            for name, document in snapshot.by_name("Namespace").items()
        }
        self._states: dict[tuple[str, ...], States] = {}
        self.slots = Column([node.allocatable.get(PODS, 0) for node in self.nodes])
        self._free: dict[str, Column] = {}
        self._total: dict[str, Column] = {}
        self._assumed: dict[str, list[int]] = {}
        self._ports: dict[tuple[str, int], dict[str, dict[int, int]]] = {}
        self._claim_users: dict[tuple[str, str], int] = {}
        self._tallies: dict[object, tuple[Tally, Watch]] = {}
        self.refusing: Terms[PodTerm] = Terms(self, lambda term: term)
        self.drawing: Terms[Weighted] = Terms(self, lambda weighted: weighted.term)
        self.removed: list[tuple[Pod, int]] = []
        self.lost: Bits = 0
        self._journal: Optional[list[tuple[Pod, int, bool]]] = None
        for pod in pods:
            number = self.number.get(pod.node_name)
            if number is not None:
                self.place(pod, number)

    def place(self, pod: Pod, number: int) -> None:
        """Puts the pod on a node."""
        if self._journal is not None:
            self._journal.append((pod, number, True))
        self.population.add(pod, number)
        self._count(pod, number, 1)

    def remove(self, pod: Pod, number: int) -> None:
        """Takes the pod off its node."""
        if self._journal is not None:
            self._journal.append((pod, number, False))
        self.population.discard(pod, number)
        self._count(pod, number, -1)

    def take_away(self, pod: Pod, number: int) -> None:
        """Removes a pod only to see what would be; `removed` remembers it until it is put back."""
        self.remove(pod, number)
        self.removed.append((pod, number))

    @contextmanager
    def rehearsal(self, lost: Bits = 0) -> Iterator[None]:
        """Whatever is placed, removed or claimed inside has never been afterwards; `lost` nodes are down meanwhile."""
        before, self._journal = self._journal, []
        claims, volumes = dict(self.claims), dict(self.storage.volumes)
        self.lost |= lost
        try:
            yield
        finally:
            journal, self._journal = self._journal, None
            for pod, number, placed in reversed(journal):
                (self.remove if placed else self.place)(pod, number)
            self._journal = before
            self.lost &= ~lost
            self.claims, self.storage.volumes = claims, volumes

    def take_away_named(self, namespace: str, name: str) -> None:
        """Takes away the pod of this name, if it is on a node."""
        found = self.population.named(namespace, name)
        if found is not None:
            self.take_away(*found)

    def put_back(self, pod: Pod, number: int) -> None:
        """Undoes `take_away`."""
        self.removed.remove((pod, number))
        self.place(pod, number)

    @contextmanager
    def trial(self) -> Iterator[None]:
        """Whatever is taken away inside is back afterwards."""
        try:
            yield
        finally:
            for pod, number in list(self.removed):
                self.put_back(pod, number)

    def _count(self, pod: Pod, number: int, sign: int) -> None:
        shape = pod.shape
        self.slots.change(number, -sign)
        for resource, amounts in self._assumed.items():
            amounts[number] += sign * shape.assumed.get(resource, 0)
        for resource, column in self._free.items():
            column.change(number, -sign * shape.requests.get(resource, 0))
        for states in self._states.values():
            states.renew(self, number)
        self._count_ports_and_claims(shape, number, sign)
        for term in shape.anti_affinity:
            self.refusing.add(term, number, sign)
        if shape.spec.get("affinity"):
            for weighted in soft_terms(shape):
                self.drawing.add(weighted, number, sign)
        for tally, watch in self._tallies.values():
            if watch.counts(pod):
                tally.add(number, sign)

    def _count_ports_and_claims(self, shape: Shape, number: int, sign: int) -> None:
        for port in shape.ports:
            users = self._ports.setdefault((port.protocol, port.number), {}).setdefault(port.bound_address, {})
            users[number] = users.get(number, 0) + sign
            if not users[number]:
                del users[number]
        for volume in shape.volumes:
            if volume.claim:
                place = (shape.namespace, volume.claim)
                self._claim_users[place] = self._claim_users.get(place, 0) + sign

    def free(self, resource: str) -> Column:
        """What is left of a resource on each node."""
        column = self._free.get(resource)
        if column is None:
            amounts = [node.allocatable.get(resource, 0) for node in self.nodes]
            for number, pods in enumerate(self.population.by_node):
                for pod in pods:
                    amounts[number] -= pod.shape.requests.get(resource, 0)
            column = self._free[resource] = Column(amounts)
        return column

    def assumed(self, resource: str) -> list[int]:
        """What the pods of each node count for in scores."""
        amounts = self._assumed.get(resource)
        if amounts is None:
            amounts = self._assumed[resource] = [
                sum(pod.shape.assumed.get(resource, 0) for pod in pods) for pods in self.population.by_node
            ]
        return amounts

    def states(self, resources: tuple[str, ...]) -> list[int]:
        """A number for each node that it shares with the nodes that offer and have given away the same of them."""
        found = self._states.get(resources)
        if found is None:
            found = self._states[resources] = States(resources)
            for number in range(len(self.nodes)):
                found.renew(self, number)
        return found.of

    def total(self, resource: str) -> Column:
        """What each node offers of a resource altogether."""
        column = self._total.get(resource)
        if column is None:
            column = self._total[resource] = Column([node.allocatable.get(resource, 0) for node in self.nodes])
        return column

    @cached_property
    def device_classes(self) -> dict[str, list[str]]:
        """The DeviceClasses that name an extended resource, by that name."""
        found: dict[str, list[str]] = {}
        for name, document in self.snapshot.by_name("DeviceClass").items():
            found.setdefault(text(mapping(document.get("spec")).get("extendedResourceName")), []).append(name)
        return found

    def pods_on(self, number: int) -> Iterable[Pod]:
        """The pods on a node, in the order they came."""
        return self.population.by_node[number]

    def users_of(self, port: HostPort) -> Bits:
        """The nodes on which the port is taken: same protocol and number, and an address in common."""
        nodes = 0
        for address, users in self._ports.get((port.protocol, port.number), {}).items():
            if port.anywhere or not address or address == port.address:
                for number in users:
                    nodes |= 1 << number
        return nodes

    @cached_property
    def claims(self) -> dict[tuple[str, str], Claim]:
        """The claims by namespace and name, those that are expected included."""
        return dict(self.storage.claims)

    @cached_property
    def images(self) -> dict[str, tuple[int, Bits]]:
        """The images on the nodes: the size that the first of them tells, and which nodes have them."""
        found: dict[str, tuple[int, Bits]] = {}
        for number, node in enumerate(self.nodes):
            for image, size in node.images.items():
                first, nodes = found.get(image, (size, 0))
                found[image] = first, nodes | 1 << number
        return found

    def expect(self, claims: Iterable[Claim]) -> None:
        """Adds claims that come into being with a pod, unless they exist; one that names no class gets the default."""
        for claim in claims:
            classed = claim if claim.names_class else claim._replace(storage_class=self.storage.default_class)
            self.claims.setdefault((claim.namespace, claim.name), classed)

    def claim_is_used(self, namespace: str, name: str) -> bool:
        """Whether a placed pod uses the claim."""
        return self._claim_users.get((namespace, name), 0) > 0

    def namespace_labels(self, namespace: str) -> Mapping[str, str]:
        """A namespace's labels; one that was not given has at least the label with its name."""
        found = self.namespaces.get(namespace)
        if found is not None:
            return found
        return {} if self.snapshot.gives("Namespace") else {NAMESPACE_NAME: namespace}

    def scope(self, term: PodTerm) -> Scope:
        """The namespaces that a term of the incoming pod reaches (interpodaffinity mergeAffinityTermNamespaces)."""
        selector = term.namespace_selector
        if selector == ():
            return Scope(None)
        if selector and self._ignores_exclusions and all(entry.operator in EXCLUSIONS for entry in selector):
            return Scope(None)
        known: dict[str, Mapping[str, str]] = dict(self.namespaces) if selector else {}
        for namespace in self.population.namespaces if selector else ():
            known.setdefault(namespace, self.namespace_labels(namespace))
        if self.snapshot.gives("Namespace"):
            known = {name: labels for name, labels in known.items() if name in self.namespaces}
        return Scope(term.namespaces | {name for name, labels in known.items() if selects(selector, labels)})

    def undecided(self, term: PodTerm, namespace: str) -> bool:
        """Whether it depends on labels that weren't given if a term reaches a namespace."""
        if namespace in term.namespaces or namespace in self.namespaces or self.snapshot.gives("Namespace"):
            return False
        named = [
            entry.matches({NAMESPACE_NAME: namespace})
            for entry in term.namespace_selector or ()
            if entry.key == NAMESPACE_NAME
        ]
        return all(named) and len(named) < len(term.namespace_selector or ())

    @property
    def _ignores_exclusions(self) -> bool:
        """1.34 to 1.36 read a selector of exclusions alone as one of all namespaces (kubernetes/kubernetes#141526)."""
        has = self.gates.has
        return has("exclusions of namespaces match all") and not has("exclusions of namespaces hold again")

    def tally(self, terms: Sequence[PodTerm], key: str) -> Tally:
        """Where pods are that every one of the incoming pod's terms selects, by the values of a node label."""
        question = (tuple(terms), key)
        found = self._tallies.get(question)
        if found is None:
            watch = Watch([(term.selector, self.scope(term)) for term in terms])
            found = self._counted(question, Tally(self.domains(key), self.values(key)), watch, terms[0].selector)
        return found[0]

    def spread_tally(self, namespace: str, selector: Selector, key: str, counted: Bits) -> SpreadTally:
        """Where living pods of a namespace are that a spread constraint selects, on the counted nodes only."""
        question = (namespace, selector, key, counted)
        found = self._tallies.get(question)
        if found is None:
            watch = Watch([(selector, Scope(frozenset([namespace])))], living_only=True)
            tally = SpreadTally(self.domains(key), self.values(key), counted)
            found = self._counted(question, tally, watch, selector)
        return cast("SpreadTally", found[0])

    def _counted(self, question: object, tally: Tally, watch: Watch, selector: Selector) -> tuple[Tally, Watch]:
        if len(self._tallies) >= _TALLIES_KEPT:
            self._tallies.clear()
        for pod, number in self.population.with_labels(anchors(selector)):
            if watch.counts(pod):
                tally.add(number, 1)
        self._tallies[question] = tally, watch
        return tally, watch
