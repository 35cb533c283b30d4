# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Answers in the scheduler's own words: the FailedScheduling sentence. Private to this collection.

KK scheduler/framework/types.go `FitError`, scheduler/schedule_one.go, framework/runtime RunPostFilterPlugins.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from .ask import Ask
from .bits import count_of, numbers_of
from .chain import Answer
from .preemption import Budget, Preemption, preempt

NO_NODES = "no nodes available to schedule pods"
WAITING = "waiting for scheduling gates: [{gates}]"
PREEMPTING = "found a potential placement for pod on node {node}, preempting {count} victims"
DRA_FOUND_NO_STATE = "not found"
NO_NEW_CLAIMS = "no new claims to deallocate"


def waiting_sentence(gates: Sequence[str]) -> str:
    """What the queue says of a pod with scheduling gates (KK plugins/schedulinggates); empty without any."""
    return WAITING.format(gates=" ".join(gates)) if gates else ""


def reasons_by_node(ask: Ask, answer: Answer) -> dict[str, list[str]]:
    """The reasons of every refused node, in the order in which its check gives them."""
    names = ask.cluster.names
    found: dict[str, list[str]] = {}
    for _plugin, refusal in answer.found:
        for number in numbers_of(refusal.nodes):
            found.setdefault(names[number], []).append(refusal.reason)
    if answer.left_out and answer.left_out_reason:
        for number in numbers_of(answer.left_out):
            found[names[number]] = [answer.left_out_reason]
    if answer.rejected:
        found = {name: [answer.rejected] for name in names}
    return found


def sentences(ask: Ask, answer: Answer, budgets: Sequence[Budget]) -> list[str]:
    """The whole FailedScheduling sentence; several where preemption may take any of several equally good nodes."""
    if answer.feasible:
        return [""]
    if not ask.cluster.nodes:
        return [NO_NODES]
    gates = ask.gates
    told = _headline(len(ask.cluster.nodes))
    if answer.rejected:
        told += f" {answer.rejected}."
    if not (answer.rejected and gates.has("prefilter failures hide node reasons")):
        told += _listed(_histogram(ask, answer))
    end = "" if gates.has("sentence ends once") else "."
    return [f"{told} {after}{end}" if after else told for after in _post_filter(ask, answer, budgets)]


def _post_filter(ask: Ask, answer: Answer, budgets: Sequence[Budget]) -> list[str]:
    """What the PostFilter plugins add: DynamicResources first where it is on, then preemption."""
    gates = ask.gates
    dynamic = gates.enabled("DynamicResourceAllocation") and "DynamicResources" not in ask.profile.no_post_filter
    if dynamic and answer.rejected:
        return [DRA_FOUND_NO_STATE]
    reasons = [NO_NEW_CLAIMS] if dynamic and not gates.has("dra without claims is silent") else []
    if "DefaultPreemption" not in ask.profile.no_post_filter:
        preemption = preempt(ask, answer, budgets)
        if preemption.candidate:
            return _preemption_sentences(ask, preemption) if gates.has("preemption tells its node") else [""]
        reasons += _preemption_sentences(ask, preemption)
    return [", ".join(reasons)]


def _preemption_sentences(ask: Ask, preemption: Preemption) -> list[str]:
    """The preemption part; one sentence for each of several equally good nodes, of which the scheduler takes any."""
    if preemption.verdict:
        return [f"preemption: {preemption.verdict}"]
    if preemption.candidate:
        return [
            "preemption: " + PREEMPTING.format(node=ask.cluster.names[number], count=len(victims))
            for number, victims, _violations in preemption.candidate
        ]
    return ["preemption: " + _headline(len(ask.cluster.nodes)) + _listed(preemption.reasons)]


def _headline(nodes: int) -> str:
    return f"0/{nodes} nodes are available:"


def _histogram(ask: Ask, answer: Answer) -> Mapping[str, int]:
    """How many nodes have each reason."""
    if answer.rejected:
        return {answer.rejected: len(ask.cluster.nodes)}
    counts: dict[str, int] = {}
    for _plugin, refusal in answer.found:
        counts[refusal.reason] = counts.get(refusal.reason, 0) + count_of(refusal.nodes)
    if answer.left_out and answer.left_out_reason:
        reason = answer.left_out_reason
        counts[reason] = counts.get(reason, 0) + count_of(answer.left_out)
    return counts


def _listed(counts: Mapping[str, int]) -> str:
    """Counted reasons, sorted as text and not by number: `10 …` comes before `2 …`."""
    told: Iterable[str] = sorted(f"{count} {reason}" for reason, count in counts.items())
    joined = ", ".join(told)
    return f" {joined}." if joined else ""
