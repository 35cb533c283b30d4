# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where pods can run, as rows of a matrix: the replicas of a workload that fare alike are one row."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .subjects import Entry, Identity, identity

Cell = tuple[str, str]
FITS: Cell = ("fits", "fits")
UNKNOWN: Cell = ("unknown", "not decided with what was given")
NOT_TOLD: Cell = ("none", "not told")
"""Without nodes, or where there are so many that they are only counted."""
_PINNED = "NodeAffinity"


@dataclass(frozen=True, slots=True)
class PodRow:
    """A pod, or several of one workload: what they ask for, and the verdict of each node."""

    identity: Identity
    kind: str
    namespace: str
    name: str
    qos_class: str
    reason: str
    cpu: str
    memory: str
    answer: str
    count: int
    feasible: int
    message: str
    missing: str
    help: str
    cells: Mapping[str, Cell]


def pod_rows(result: Entry) -> list[PodRow]:
    """One row for each pod template and each way in which its replicas fare, in the order of the input."""
    placed: dict[tuple[Identity, str], list[Entry]] = {}
    for entry in result.get("results", ()):
        placed.setdefault((identity(entry), entry["template"]), []).append(entry)
    known: dict[tuple[Any, ...], Mapping[str, Cell]] = {}
    rows = []
    for pod in result.get("pods", ()):
        found = placed.pop((identity(pod), pod["template"]), [])
        rows += _rows(pod, _groups(found), known)
    for found in placed.values():
        rows += _rows(None, _groups(found), known)
    return rows


def _rows(
    pod: Entry | None, groups: Sequence[Sequence[Entry]], known: dict[tuple[Any, ...], Mapping[str, Cell]]
) -> list[PodRow]:
    return [_row(pod, group, len(groups) > 1, known) for group in groups]


def _groups(results: Sequence[Entry]) -> list[Sequence[Entry]]:
    """The results that are told alike; a DaemonSet's pods, each bound to its node, are one group."""
    if not results or results[0]["kind"] == "DaemonSet":
        return [results]
    groups: dict[tuple[Any, ...], list[Entry]] = {}
    for entry in results:
        groups.setdefault((_answer(entry), entry["message"], tuple(_cells(entry).items())), []).append(entry)
    return list(groups.values())


def _row(
    pod: Entry | None, group: Sequence[Entry], several: bool, known: dict[tuple[Any, ...], Mapping[str, Cell]]
) -> PodRow:
    named = pod or group[0]
    cells = _of_daemons(group) if group and group[0]["kind"] == "DaemonSet" else _cells(group[0]) if group else {}
    shared = known.setdefault(tuple(cells.items()), cells)
    worst = _worst(group)
    suggestions = worst.get("suggestions", ()) if worst else ()
    return PodRow(
        identity=identity(named),
        kind=named["kind"],
        namespace=named["namespace"],
        name=_name(named["name"], group, several),
        qos_class=pod["qos_class"] if pod else "",
        reason=pod["reason"] if pod else "",
        cpu=_amounts(pod, "cpu"),
        memory=_amounts(pod, "memory"),
        answer=_answer(worst) if worst else "",
        count=max(1, len(group)),
        feasible=sum(cell == FITS for cell in cells.values()) or int(worst["feasible_count"] if worst else 0),
        message=(worst["message"] or worst.get("waiting") or "") if worst else "",
        missing=", ".join(worst["missing"]) if worst else "",
        help=suggestions[0]["text"] if suggestions else "",
        cells=shared,
    )


def _name(name: str, group: Sequence[Entry], several: bool) -> str:
    """The workload's name, or those of its pods where they fare differently."""
    if not several:
        return name
    first, last = group[0]["pod"], group[-1]["pod"]
    return f"{first}" if first == last else f"{first} … {last}"


def _answer(entry: Entry) -> str:
    return "waiting" if entry.get("waiting") else str(entry["schedulable"])


def _worst(group: Iterable[Entry]) -> Entry | None:
    order = ("no", "waiting", "unknown", "yes")
    return min(group, key=lambda entry: order.index(_answer(entry)), default=None)


def _cells(entry: Entry) -> dict[str, Cell]:
    """The verdict of each node that is told of."""
    details = entry.get("details", {})
    cells = {node: _refusal(reasons, details.get(node, {})) for node, reasons in entry["reasons"].items()}
    cells.update(dict.fromkeys(entry["feasible"], FITS))
    return dict(sorted(cells.items()))


def _of_daemons(group: Sequence[Entry]) -> dict[str, Cell]:
    """Each node's verdict on the pod that is meant for it, which is the one that its affinity does not keep away."""
    cells: dict[str, Cell] = {}
    for entry in group:
        for node, cell in _cells(entry).items():
            if node not in cells or cell == FITS or cells[node][0] == _PINNED:
                cells[node] = cell
    return dict(sorted(cells.items()))


def _refusal(reasons: Sequence[str], detail: Entry) -> Cell:
    text = "; ".join(reasons)
    lacks = "; ".join(detail.get("lacks", ()))
    return str(detail.get("plugin") or "refused"), f"{text}\n{lacks}" if lacks else text


def _amounts(pod: Entry | None, resource: str) -> str:
    """`request to limit` of a resource; a hyphen for what is not set."""
    if pod is None:
        return ""
    request, limit = (pod[what].get(resource) for what in ("requests", "limits"))
    return f"{request or '-'} / {limit or '-'}"
