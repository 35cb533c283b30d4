# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is left when nodes go down: where the pods that were on them could run instead. Private to this collection.

A node that is down keeps its object and gets the taint node.kubernetes.io/unreachable; a pod that tolerates it doesn't
run there for that. Its pods are created anew by
their controllers, but for those of a DaemonSet; a bare pod is gone with its node.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import comb
from typing import Any, NamedTuple, Optional

from ..errors import InputError, Problem
from ..objects import mapping, mappings
from ..workloads import PodTemplateRef
from .bits import Bits, numbers_of
from .judging import Judging
from .pod import Pod
from .replicas import Replica
from .simulate import Placed, Run

MOST_LOSSES = 10_000
NO_WORKLOAD = PodTemplateRef("", "", "", "", "", "", {}, {}, None, {})
STAY_WITH_THEIR_NODE = frozenset(["DaemonSet", "Node"])


class Resident(NamedTuple):
    """A pod on a node, and whether something creates it anew elsewhere when the node is gone."""

    pod: Pod
    recreated: bool
    of: Mapping[str, str]
    """The object that it comes from: kind, namespace, name."""


def survival_of(judging: Judging, placed: Sequence[Placed], count: int, key: str) -> Iterator[dict[str, Any]]:
    """Every loss of `count` values of the label at once, with the pods that would find no node."""
    domains = judging.cluster.domains(key)
    if len(domains) < count or count < 1:
        found = f"{count} of {len(domains)} values of the label {key}"
        raise InputError([Problem("survive", found, "a number from 1 to the number of values")])
    if comb(len(domains), count) > MOST_LOSSES:
        found = f"{comb(len(domains), count)} ways to lose {count} of {len(domains)} values of {key}"
        raise InputError([Problem("survive", found, f"at most {MOST_LOSSES} ways")])
    residents = _residents(judging, placed)
    for lost in combinations(sorted(domains), count):
        nodes = 0
        for value in lost:
            nodes |= domains[value]
        yield {"lost": list(lost), **_after(judging, residents, nodes)}


def _residents(judging: Judging, placed: Sequence[Placed]) -> dict[int, list[Resident]]:
    """The pods of each node: those of the run with their workload, the others by the controller that owns them."""
    of_run = {id(each.judged.replica.pod): each.judged.ref for each in placed if each.number is not None}
    owners = owners_of(judging.snapshot.of("Pod"))
    found: dict[int, list[Resident]] = {}
    for number, pods in enumerate(judging.cluster.population.by_node):
        for pod in pods:
            ref = of_run.get(id(pod))
            if ref is not None:
                of = {"kind": ref.kind, "namespace": ref.namespace, "name": ref.name}
                recreated = not ref.is_pod and ref.kind not in STAY_WITH_THEIR_NODE
            else:
                owner = owners.get((pod.namespace, pod.name))
                kind, name = owner or ("Pod", pod.name)
                of = {"kind": kind, "namespace": pod.namespace, "name": name}
                recreated = owner is not None and kind not in STAY_WITH_THEIR_NODE
            found.setdefault(number, []).append(Resident(pod, recreated, of))
    return found


def _after(judging: Judging, residents: Mapping[int, list[Resident]], lost: Bits) -> dict[str, Any]:
    """The displaced pods, those that nobody creates anew, and those that fit nowhere."""
    cluster = judging.cluster
    gone = [(number, resident) for number in numbers_of(lost) for resident in residents.get(number, ())]
    unplaced = []
    with cluster.rehearsal(lost):
        for number, resident in gone:
            cluster.remove(resident.pod, number)
        run = Run(judging)
        moved = [resident for _number, resident in gone if resident.recreated]
        for resident in moved:
            message = _message(judging, run, resident)
            if message is not None:
                unplaced.append({**resident.of, "pod": resident.pod.name, "message": message})
    return {
        "lost_nodes": [cluster.names[number] for number in numbers_of(lost)],
        "displaced": len(moved),
        "unplaced": unplaced,
        "survives": not unplaced,
    }


def _message(judging: Judging, run: Run, resident: Resident) -> Optional[str]:
    """Why the pod finds no node, or None where it found one."""
    placed = run.one(NO_WORKLOAD, Replica(Pod(resident.pod.name, resident.pod.shape), 0))
    if placed.number is not None:
        return None
    return judging.message(placed.judged.ask, placed.judged.answer)


def owners_of(documents: Sequence[Mapping[str, Any]]) -> dict[tuple[str, str], tuple[str, str]]:
    """The controller of each pod, as kind and name."""
    found = {}
    for document in documents:
        metadata = mapping(document.get("metadata"))
        for owner in mappings(metadata.get("ownerReferences")):
            if owner.get("controller") is True:
                place = (str(metadata.get("namespace") or "default"), str(metadata.get("name")))
                found[place] = (str(owner.get("kind")), str(owner.get("name")))
    return found
