# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The smallest changes that would make a pod fit, each proven by asking again. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from .ask import Ask
from .bits import Bits, count_of, names_of
from .chain import CHECKS, judge
from .changes import Change, changes_for
from .cluster import Cluster
from .judging import Judged, Judging
from .pod import Shape
from .verdict import OPEN

MOST_GROUPS = 64
MOST_TOLD = 5


class Suggestion(NamedTuple):
    """Changes that together make the pod fit on some nodes."""

    changes: tuple[Change, ...]
    nodes: Bits


def suggestions_for(judging: Judging, judged: Judged) -> list[dict[str, Any]]:
    """At most five ways, those with the fewest changes first, then those that open the most nodes."""
    found: dict[tuple[str, ...], Suggestion] = {}
    for group, refusing in _groups(judged.ask):
        changes = changes_for(judged.ask, group, refusing)
        key = tuple(change.text for change in changes)
        if changes and key not in found:
            nodes = _proven(judging, judged, changes)
            if nodes:
                found[key] = Suggestion(changes, nodes)
    cluster = judging.cluster
    best = sorted(found.items(), key=lambda each: (len(each[0]), -count_of(each[1].nodes), each[0]))
    return [_told(cluster, judged.ref.spec_path, suggestion) for _texts, suggestion in best[:MOST_TOLD]]


def _groups(ask: Ask) -> list[tuple[Bits, list[str]]]:
    """Nodes that the same filters refuse for the same cause, each filter asked on its own; with the filters' names."""
    cells: list[tuple[Bits, list[str]]] = [(ask.cluster.everyone, [])]
    for name, refused in _refused(ask):
        cells = [
            (part, names)
            for nodes, given in cells
            for part, names in ((nodes & refused, [*given, name]), (nodes & ~refused, given))
            if part
        ]
    for cause in _causes(ask):
        cells = [(part, names) for nodes, names in cells for part in (nodes & cause, nodes & ~cause) if part]
    cells.sort(key=lambda cell: len(cell[1]))
    return cells[:MOST_GROUPS]


def _refused(ask: Ask) -> Iterator[tuple[str, Bits]]:
    """What each filter refuses of all nodes."""
    everyone = ask.cluster.everyone
    for check in ask.profile.checks(CHECKS):
        opening = check.before(ask) if check.before else OPEN
        refused = everyone if opening.rejected else check.judge(ask, everyone).refused
        if opening.only is not None:
            refused |= everyone & ~opening.only
        if refused:
            yield check.name, refused


def _causes(ask: Ask) -> Iterator[Bits]:
    """What tells nodes apart that one filter refuses: their taints, the pairs of a nodeSelector, required affinity."""
    yield from islice(ask.cluster.tainted.values(), MOST_GROUPS)
    for key, value in ask.shape.node_selector.items():
        yield ask.cluster.with_labels({key: value})
    if ask.shape.required_nodes is not None:
        yield ask.cluster.in_any_term(ask.shape.required_nodes)


def _proven(judging: Judging, judged: Judged, changes: tuple[Change, ...]) -> Bits:
    """The nodes that are feasible once the changes are made."""
    shape, cluster = judged.ask.shape, judging.cluster
    spec: Mapping[str, Any] = shape.spec
    cordoned = cluster.cordoned
    try:
        for change in changes:
            spec = change.apply(spec)
            cluster.cordoned &= ~change.uncordoned
        changed: Shape = shape.varied(spec=spec)
        return judge(Ask(changed, cluster, judged.ask.profile)).feasible
    finally:
        cluster.cordoned = cordoned


def _told(cluster: Cluster, spec_path: str, suggestion: Suggestion) -> dict[str, Any]:
    told = []
    for change in suggestion.changes:
        field = change.field if change.object_name else f"{spec_path}.{change.field}"
        told.append({"object": change.object_name, "field": field, "from": change.before, "to": change.after})
    return {
        "text": " and ".join(change.text for change in suggestion.changes),
        "nodes": sorted(names_of(suggestion.nodes, cluster.names)),
        "changes": told,
    }
