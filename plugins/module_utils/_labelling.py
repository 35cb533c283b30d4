# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The work of `node_labels`: options in, nodes made as declared, one result out. Private to this collection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ._kube.errors import InputError, Problem
from ._kube.node_declarations import NOTHING, Declarations
from ._kube.node_ownership import is_recorded, plan
from ._kube.objects import mapping
from ._kube.releases import newest_gates
from ._live import ACCESS_ARGUMENT_SPEC, cluster
from ._nodes import Nodes, Outcome, Terms, Wish, missing

_DECLARATION: dict[str, dict[str, Any]] = {
    "labels": {"type": "dict"},
    "annotations": {"type": "dict"},
    "taints": {"type": "list", "elements": "raw"},
    "absent_taints": {"type": "list", "elements": "raw"},
    "address": {"type": "str"},
}

ARGUMENT_SPEC: dict[str, dict[str, Any]] = {
    "name": {"type": "str"},
    **_DECLARATION,
    "nodes": {
        "type": "list",
        "elements": "dict",
        "options": {"name": {"type": "str", "required": True}, **_DECLARATION},
    },
    "owner": {"type": "str", "default": "inventory"},
    "state": {"type": "str", "choices": ["present", "absent"], "default": "present"},
    "conflicts": {"type": "str", "choices": ["keep", "take", "fail"], "default": "keep"},
    "unjoined": {"type": "str", "choices": ["fail", "skip"], "default": "fail"},
    "wait": {"type": "int", "default": 0},
    "workers": {"type": "int", "default": 8},
    **ACCESS_ARGUMENT_SPEC,
}
MUTUALLY_EXCLUSIVE = [("name", "nodes")]
REQUIRED_BY = dict.fromkeys(_DECLARATION, "name")

_SHOWN = 3


class Told(NamedTuple):
    """The module's result, its warnings, and the keys that changed."""

    result: dict[str, Any]
    warnings: list[str]
    diff: Any


def label(params: Mapping[str, Any], check_mode: bool) -> Told:
    """Makes the nodes as declared.

    Raises:
        InputError: With every mistake of the declarations, every node that is not there, and, with `conflicts: fail`,
            every key that is someone else's; nothing has been sent then.
    """
    wishes, terms = _read(params, check_mode)
    named = params["nodes"] is not None or params["name"] is not None
    if named and not wishes:
        return Told(_result(params, [], []), [], _diff(params, []))
    with cluster(params) as client:
        nodes = Nodes(client)
        if params["state"] == "absent":
            found = nodes.read([wish.name for wish in wishes])
            names = [wish.name for wish in wishes] if named else list(found)
            wishes = [
                Wish(name, NOTHING) for name in names if name in found and is_recorded(found[name], terms.record_key)
            ]
        else:
            found = nodes.read_until_joined(wishes, 0 if check_mode else params["wait"])
        wrong, unjoined = missing(wishes, found)
        problems = wrong + (unjoined if params["unjoined"] == "fail" else [])
        present = [wish for wish in wishes if wish.name in found]
        problems += _refusals(present, found, terms, params["conflicts"] == "fail")
        if problems:
            raise InputError(problems)
        outcomes = nodes.settle_all(found, present, terms)
    absent = [wish.name for wish in wishes if wish.name not in found]
    return Told(_result(params, outcomes, absent), _warnings(outcomes, unjoined), _diff(params, outcomes))


def _read(params: Mapping[str, Any], check_mode: bool) -> tuple[list[Wish], Terms]:
    """The declarations, one for each node, and how they are met."""
    declarations = Declarations(newest_gates())
    terms = Terms(
        declarations.record_key(params["owner"]), params["conflicts"] == "take", check_mode, params["workers"]
    )
    problems = declarations.problems
    if params["workers"] < 1:
        problems.append(Problem("workers", str(params["workers"]), "1 or more"))
    wishes = []
    if params["nodes"] is not None:
        seen: set[str] = set()
        for index, entry in enumerate(params["nodes"]):
            if entry["name"] in seen:
                problems.append(Problem(f"nodes[{index}].name", entry["name"], "each node once"))
            seen.add(entry["name"])
            declared = declarations.read(entry, f"nodes[{index}] ({entry['name']}).")
            wishes.append(Wish(entry["name"], declared, entry["address"] or ""))
    elif params["name"] is not None:
        wishes.append(Wish(params["name"], declarations.read(params), params["address"] or ""))
    elif params["state"] == "present":
        problems.append(Problem("name", "neither name nor nodes is given", "one of them, or state: absent"))
    if problems:
        raise InputError(problems)
    return wishes, terms


def _refusals(
    wishes: Sequence[Wish], found: Mapping[str, Mapping[str, Any]], terms: Terms, conflicts_fail: bool
) -> list[Problem]:
    """Records that cannot be read and, where that is a failure, keys that are someone else's."""
    problems: list[Problem] = []
    for wish in wishes:
        try:
            made = plan(found[wish.name], wish.declared, terms.record_key, terms.take)
        except InputError as error:
            problems += error.problems
            continue
        for conflict in made.conflicts if conflicts_fail else ():
            place = f"node {wish.name}: {conflict.kind} {conflict.key}"
            whose = f"{conflict.owner}'s" if conflict.owner else "someone else's"
            problems.append(Problem(place, f'"{conflict.found}" is {whose}', "a key of ours, or conflicts: take"))
    return problems


def _result(params: Mapping[str, Any], outcomes: Sequence[Outcome], unjoined: list[str]) -> dict[str, Any]:
    problems = [outcome.problem for outcome in outcomes if outcome.problem]
    told = [_node(outcome) for outcome in outcomes]
    result = {
        "changed": any(outcome.changed for outcome in outcomes),
        "nodes": told,
        "conflicts": [
            {"node": outcome.name, **conflict._asdict()} for outcome in outcomes for conflict in outcome.conflicts
        ],
        "unjoined": unjoined,
    }
    if params["name"] is not None and told:
        result.update((name, told[0][name]) for name in ("labels", "annotations", "taints"))
    if problems:
        result.update(
            failed=True,
            msg="\n".join(str(problem) for problem in problems),
            problems=[problem._asdict() for problem in problems],
        )
    return result


def _node(outcome: Outcome) -> dict[str, Any]:
    metadata, spec = mapping(outcome.node.get("metadata")), mapping(outcome.node.get("spec"))
    return {
        "name": outcome.name,
        "changed": outcome.changed,
        "labels": metadata.get("labels") or {},
        "annotations": metadata.get("annotations") or {},
        "taints": spec.get("taints") or [],
    }


def _warnings(outcomes: Sequence[Outcome], unjoined: Sequence[Problem]) -> list[str]:
    """One sentence for each key that was left to others, however many nodes have it, and one for each missing node."""
    holders: dict[tuple[str, str], list[str]] = {}
    for outcome in outcomes:
        for conflict in outcome.conflicts:
            holders.setdefault((conflict.kind, conflict.key), []).append(outcome.name)
    warnings = [
        f"the {kind} {key} of {_some(names)} was set by someone else and is left as it is"
        for (kind, key), names in holders.items()
    ]
    return warnings + [f"{problem.place}: {problem.found}" for problem in unjoined]


def _some(names: Sequence[str]) -> str:
    shown = ", ".join(names[:_SHOWN])
    return shown if len(names) <= _SHOWN else f"{shown} and {len(names) - _SHOWN} more nodes"


def _diff(params: Mapping[str, Any], outcomes: Sequence[Outcome]) -> Any:
    entries = [
        {
            "before_header": outcome.name,
            "after_header": outcome.name,
            "before": "".join(f"{line}\n" for line in outcome.before),
            "after": "".join(f"{line}\n" for line in outcome.after),
        }
        for outcome in outcomes
        if outcome.changed
    ]
    if params["name"] is not None:
        return entries[0] if entries else {"before": "", "after": ""}
    return entries
