# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Rules find their workloads, severities can be changed, and waivers hold until their last day."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.findings import Finding, Subject, Waiver
from ansible_collections.quorum.kube.plugins.plugin_utils import policy
from ansible_collections.quorum.kube.tests.unit.plugins.plugin_utils.gated import CHECKOUT, MANIFESTS, gated

LAST = date(2027, 1, 31)
AFTER = date(2027, 2, 1)
POD: dict[str, Any] = {
    "apiVersion": "v1",
    "kind": "Pod",
    "metadata": {"name": "web", "labels": {"tier": "front"}},
    "spec": {"hostNetwork": True, "containers": [{"name": "web", "image": "web:1"}]},
}
GUARANTEED = {"name": "guaranteed", "require": {"qos": "Guaranteed"}}


def pod(waiver: str | None = None, **metadata: Any) -> dict[str, Any]:
    """A pod that is BestEffort, with a waiver."""
    annotations = {} if waiver is None else {"annotations": {"quorum.kube/waive": waiver}}
    return {**POD, "metadata": {**POD["metadata"], **annotations, **metadata}}


def judged(rules: Any, value: Any, today: date = LAST) -> list[Finding]:
    """The findings of a policy about one object."""
    found = gated(definition=value)
    return policy.judge(policy.read(rules), {**found.result, "findings": []}, found.documents, today)


MATCHES = {
    "kind == 'Pod'": True,
    "kind == 'Deployment'": False,
    "metadata.namespace == 'default'": True,
    "metadata.labels.tier == 'front'": True,
    "pod.spec.hostNetwork": True,
    "qos == 'BestEffort' && replicas == `1`": True,
    "pod.spec.containers[?starts_with(image, 'db')]": False,
    "nothing.like.this": False,
}


@pytest.mark.parametrize(("expression", "expected"), MATCHES.items())
def test_match(expression: str, expected: bool) -> None:
    assert expected is bool(judged([{**GUARANTEED, "match": expression}], pod()))


@pytest.mark.parametrize(
    ("expression", "reason"),
    [
        (
            "contains(metadata.labels.team, 'a')",
            (
                "In function contains(), invalid type for value: None, expected one of: ['array', 'string'], "
                'received: "null"'
            ),
        ),
        ("replicas > '1'", "'>' not supported between instances of 'int' and 'str'"),
    ],
)
def test_an_expression_that_an_object_has_no_answer_to_is_a_finding(expression: str, reason: str) -> None:
    found = judged([{**GUARANTEED, "severity": "warning", "match": expression}], pod())

    told = f"cannot tell whether the rule holds here: match: {expression}: {reason}"
    assert [("policy/guaranteed", "warning", told)] == [(each.rule, each.severity, each.message) for each in found]


def test_a_finding_of_a_rule() -> None:
    assert [
        Finding(
            rule="policy/guaranteed",
            severity="warning",
            object=Subject("Pod", "v1", "default", "web", "definition", 1, None),
            message="is BestEffort, not Guaranteed: no container requests or limits cpu or memory (it matters)",
            fix="set spec.containers[0].resources.limits.cpu to 100m; "
            "set spec.containers[0].resources.limits.memory to 200Mi",
        )
    ] == judged([{**GUARANTEED, "severity": "warning", "reason": "it matters"}], pod())


def test_severities_of_a_site() -> None:
    found = gated([str(MANIFESTS)])
    read = policy.read({"findings": {"un*": "warning", "unschedulable": "note"}})

    told = policy.judge(read, found.result, found.documents, LAST)

    assert [("invalid", "error"), ("invalid", "error"), ("unschedulable", "note")] == [
        (each.rule, each.severity) for each in told
    ]


WAIVER = '[{rules: ["policy/guaranteed"], reason: a test, until: 2027-01-31}]'


def test_a_waiver_holds_on_its_last_day() -> None:
    (told,) = judged([GUARANTEED], pod(WAIVER), LAST)

    assert Waiver("a test", "2027-01-31", False) == told.waived
    assert not told.stands
    assert {"errors": 0, "warnings": 0, "notes": 0, "waived": 1} == policy.counted([told])


def test_a_waiver_that_ended_is_an_error_itself() -> None:
    waiver, told = sorted(judged([GUARANTEED], pod(WAIVER), AFTER), key=lambda each: each.rule, reverse=True)

    assert ("waiver-expired", "error") == (waiver.rule, waiver.severity)
    assert "the waiver for policy/guaranteed ended on 2027-01-31: a test" == waiver.message
    assert Waiver("a test", "2027-01-31", True) == told.waived
    assert {"errors": 2, "warnings": 0, "notes": 0, "waived": 0} == policy.counted([waiver, told])


def test_a_pattern_waives_several_rules() -> None:
    rules = [GUARANTEED, {"name": "small", "require": {"requests_set": True}}]
    told = judged(rules, pod('{rules: "policy/*", reason: r, until: 2027-01-31}'))

    assert [True, True] == [each.waived is not None for each in told]


def test_a_waiver_of_another_object_does_not_count() -> None:
    told = judged([GUARANTEED], [pod(), pod(WAIVER, name="other")])

    assert [("web", True), ("other", False)] == [(each.object.name, each.stands) for each in told]


def test_a_waiver_that_covers_nothing_is_told() -> None:
    (told,) = judged([], pod(WAIVER))

    assert ("waiver-unused", "note", "the waiver for policy/guaranteed covers nothing") == (
        told.rule,
        told.severity,
        told.message,
    )


def test_a_waiver_that_is_misspelt_is_told_what_was_meant() -> None:
    (told,) = judged([], pod("{rules: unshedulable, reason: r, until: 2027-01-31}"))

    assert "write unschedulable, or remove it" == told.fix


WRONG = {
    "{": "no YAML: expected the node content",
    "later": "'later' is no mapping",
    "[]": "an empty list",
    "{rules: trap, until: 2027-01-31}": "reason: nothing is no text",
    "{rules: trap, reason: r, until: soon}": 'until: "soon" is no day',
    "{rules: trap, reason: r}": 'until: "" is no day',
    "{rule: trap, rules: trap, reason: r, until: 2027-01-31}": "rule: no such key",
    "[{rules: invalid, reason: r, until: 2027-01-31}]": '[0].rules: "invalid" cannot be waived',
    "{rules: trap, reason: r, until: 2028-01-31}": "until: 2028-01-31 is too far away",
}


@pytest.mark.parametrize(("waiver", "expected"), WRONG.items())
def test_a_waiver_that_is_wrong(waiver: str, expected: str) -> None:
    (told,) = judged({"longest_waiver_days": 90}, pod(waiver))

    assert ("waiver-invalid", "error") == (told.rule, told.severity)
    assert told.message.startswith(expected)


def test_an_invalid_object_cannot_be_waived() -> None:
    value = {**pod('{rules: "*", reason: r, until: 2027-01-31}'), "spec": {"containers": []}}
    found = gated(definition=value)

    told = policy.judge(policy.Policy(), found.result, found.documents, LAST)

    assert [None] == [each.waived for each in told if each.rule == "invalid"]


def gate(objects: Any, cluster: Any) -> Any:
    """The gate as the cases of a policy ask it."""
    found = gated(definition=list(objects), cluster=list(cluster) or None)
    return {**found.result, "findings": found.result["findings"]}, found.documents


def test_cases() -> None:
    cases = [
        {"name": "right", "objects": [pod()], "expect": ["guaranteed"]},
        {"name": "silent", "objects": [pod()], "expect": []},
        {"name": "loud", "objects": "kind: Pod\nspec: {containers: [{name: a}]}\n", "expect": ["invalid", "unknown"]},
    ]
    read = policy.read({"rules": [GUARANTEED], "policy_test": cases})

    assert [
        policy.CaseResult("right", ""),
        policy.CaseResult("silent", "policy/guaranteed found something"),
        policy.CaseResult("loud", "unknown found nothing and policy/guaranteed found something"),
    ] == policy.run_cases(read, gate, LAST)


def test_a_case_that_a_rule_has_no_answer_to_does_not_pass() -> None:
    rules = [
        {**GUARANTEED, "match": "contains(metadata.labels.team, 'a')"},
        {"name": "resilient", "require": {"survive_node_loss": 1, "qos": ["BestEffort"]}},
    ]
    cases = [{"name": "open", "objects": [pod()], "expect": ["guaranteed", "resilient"]}]

    (told,) = policy.run_cases(policy.read({"rules": rules, "policy_test": cases}), gate_without_nodes, LAST)

    assert not told.passed
    assert told.message == (
        "policy/guaranteed has no answer for Pod default/web: cannot tell whether the rule holds here: match: "
        "contains(metadata.labels.team, 'a'): In function contains(), invalid type for value: None, expected one of: "
        "['array', 'string'], received: \"null\" (Let match cope with what is absent: a || '') and "
        "policy/resilient has no answer for Pod default/web: the loss of 1 node was not simulated "
        "(give a snapshot or a cluster with more nodes than that)"
    )


def gate_without_nodes(objects: Any, _cluster: Any) -> Any:
    """The gate where no cluster is given."""
    found = gated(definition=list(objects))
    return {**found.result, "findings": [], "results": [], "survival": []}, found.documents


def test_the_example_passes_on_the_examples() -> None:
    read = policy.read(str(CHECKOUT / "examples" / "policy.yml"))
    found = gated([str(MANIFESTS)])

    told = policy.judge(read, {**found.result, "findings": []}, found.documents, LAST)

    assert [] == [each for each in told if each.severity == "error"]
    assert [] == [each for each in policy.run_cases(read, gate, LAST) if not each.passed]
    assert len(read.test_cases) >= 3
