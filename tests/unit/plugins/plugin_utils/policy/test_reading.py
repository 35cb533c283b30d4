# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""A policy file is read whole: every mistake is told with its path, and what is near."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.errors import InputError
from ansible_collections.quorum.kube.plugins.plugin_utils import policy
from ansible_collections.quorum.kube.plugins.plugin_utils.policy.presets import PRESETS
from ansible_collections.quorum.kube.plugins.plugin_utils.policy.rules import OF_ENGINE
from ansible_collections.quorum.kube.tests.unit.plugins.plugin_utils.gated import CHECKOUT

RULE = {"name": "a", "require": {"qos": "Guaranteed"}}
WORD = "lower-case words with hyphens, such as not-best-effort"
MISTAKES: dict[str, tuple[Any, list[str]]] = {
    "an unknown key": ({"rulez": []}, ["policy.rulez: no such key (expected rules)"]),
    "an unknown key of a rule": (
        [{**RULE, "sverity": "note"}],
        ["policy.rules[0].sverity: no such key (expected severity)"],
    ),
    "an unknown requirement": (
        [{"name": "a", "require": {"request_set": True}}],
        ["policy.rules[0].require.request_set: no such key (expected requests_set)"],
    ),
    "no name and no requirement": (
        [{}],
        [
            f"policy.rules[0].name: nothing is no name (expected {WORD})",
            (
                "policy.rules[0].require: nothing is no mapping (expected a mapping with some of "
                "images, limit_to_request, "
                "limits_set, max_limits, max_requests, min_replicas, qos, requests_set, schedulable, spread_over, "
                "survive_node_loss, valid)"
            ),
        ],
    ),
    "a name with blanks": (
        [{**RULE, "name": "Not Best"}],
        [f'policy.rules[0].name: "Not Best" is no name (expected {WORD})'],
    ),
    "two rules of one name": (
        [RULE, RULE],
        ['policy.rules: two rules are named "a" (expected a name of its own for each)'],
    ),
    "a severity": (
        [{**RULE, "severity": "eror"}],
        ['policy.rules[0].severity: "eror" is none of the choices (expected error)'],
    ),
    "a class": (
        [{"name": "a", "require": {"qos": "guaranteed"}}],
        ['policy.rules[0].require.qos: "guaranteed" is none of the choices (expected Guaranteed)'],
    ),
    "values of requirements": (
        [
            {
                "name": "a",
                "require": {
                    "valid": False,
                    "schedulable": "sometimes",
                    "survive_node_loss": 0,
                    "min_replicas": True,
                    "max_requests": {"memory": "4 GB"},
                    "limit_to_request": {"cpu": 0.5},
                    "images": {"digest": "yes", "form": []},
                    "spread_over": {"key": ""},
                },
            }
        ],
        [
            "policy.rules[0].require.valid: false found (expected true, or leave it out)",
            'policy.rules[0].require.schedulable: "sometimes" found (expected true or proven)',
            "policy.rules[0].require.survive_node_loss: 0 found (expected a whole number from 1 on)",
            "policy.rules[0].require.min_replicas: true found (expected a whole number from 1 on)",
            (
                'policy.rules[0].require.max_requests.memory: "4 GB" is no quantity '
                "(expected a quantity such as 500m or 2Gi)"
            ),
            "policy.rules[0].require.limit_to_request.cpu: 0.5 found (expected a number from 1 on)",
            "policy.rules[0].require.images.form: no such key (expected from)",
            'policy.rules[0].require.images.digest: "yes" found (expected true, or leave it out)',
            'policy.rules[0].require.spread_over.key: "" is no text (expected a text that is not empty)',
        ],
    ),
    "an expression": (
        [{**RULE, "match": "kind = 'Pod'"}],
        [
            (
                "policy.rules[0].match: \"kind = 'Pod'\": Bad jmespath expression: Unknown token '=': "
                "(expected a JMESPath expression such as kind == 'Deployment')"
            )
        ],
    ),
    "a function that JMESPath lacks": (
        [{**RULE, "match": "pod.spec.containers[0:1] && start_with(metadata.name, 'a')"}],
        ["policy.rules[0].match: JMESPath has no function start_with() (expected starts_with)"],
    ),
    "a text in double quotes": (
        [{**RULE, "match": 'kind == "Pod"'}],
        ["policy.rules[0].match: \"Pod\" in double quotes is the name of a field (expected 'Pod' in single quotes)"],
    ),
    "names of resources": (
        [
            {
                "name": "a",
                "require": {
                    "requests_set": ["cpu", "hugepages-2Mi", "memroy"],
                    "max_limits": {"gpu": 1, "nvidia.com/gpu": 1},
                    "limit_to_request": {"cpus": 2},
                },
            }
        ],
        [
            "policy.rules[0].require.requests_set.memroy: no such resource (expected memory)",
            (
                "policy.rules[0].require.max_limits.gpu: no such resource "
                "(expected cpu, memory, ephemeral-storage, hugepages-<size>, or a name with its domain)"
            ),
            "policy.rules[0].require.limit_to_request.cpus: no such resource (expected cpu)",
        ],
    ),
    "no mapping at all": (
        3,
        [
            (
                "policy: 3 is no mapping (expected a mapping with some of extends, findings, longest_waiver_days, "
                "policy_test, rules, version)"
            )
        ],
    ),
    "a preset": (
        {"extends": "prod"},
        ['policy.extends: "prod" is none of the choices (expected one of baseline, production)'],
    ),
    "a finding that is always an error": (
        {"findings": {"invalid": "note"}},
        [
            (
                "policy.findings.invalid: this rule is always an error (expected another rule than invalid, "
                "unreadable, "
                "waiver-expired, waiver-invalid)"
            )
        ],
    ),
    "a finding that nobody makes": (
        {"rules": [RULE], "findings": {"unshedulable": "note", "policy/b": "note", "a*": "note", "nothing-*": "note"}},
        [
            "policy.findings.unshedulable: no such rule (expected unschedulable)",
            "policy.findings.policy/b: no such rule (expected policy/a)",
            "policy.findings.nothing-*: no such rule (expected a rule as docs/relations.md lists them)",
        ],
    ),
    "a version of the future": ({"version": 2}, ["policy.version: 2 found (expected 1)"]),
    "a case": (
        {"rules": [RULE], "policy_test": [{"name": "x", "objects": "kind: [", "expect": ["policy/b"]}]},
        [
            (
                "policy.policy_test[0].objects: line 2: did not find expected node content (while parsing a flow node) "
                "(expected YAML without mistakes)"
            ),
            "policy.policy_test[0].objects: nothing to judge (expected a list of manifests, or a text with some)",
            'policy.policy_test[0].expect[0]: "b" is none of the choices (expected one of a)',
        ],
    ),
}


@pytest.mark.parametrize(("value", "expected"), MISTAKES.values(), ids=MISTAKES)
def test_mistakes(value: Any, expected: list[str]) -> None:
    with pytest.raises(InputError) as caught:
        policy.read(value)

    assert expected == [str(problem) for problem in caught.value.problems]


def test_all_mistakes_of_a_file_at_once(tmp_path: Path) -> None:
    path = tmp_path / "policy.yml"
    path.write_text("rules:\n  - name: A\n    require: {qos: Best}\nwaivers: []\n")

    with pytest.raises(InputError) as caught:
        policy.read(str(path))

    places = [problem.place for problem in caught.value.problems]
    assert [f"{path}: waivers", f"{path}: rules[0].name", f"{path}: rules[0].require.qos"] == places


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("rules: [", "did not find expected node content (while parsing a flow node)"),
        ("rules: []\nrules: []\n", 'duplicate key "rules" (lines 1 and 2)'),
        ("---\n---\n", "2 documents"),
    ],
)
def test_a_file_that_is_no_policy(tmp_path: Path, text: str, found: str) -> None:
    path = tmp_path / "policy.yml"
    path.write_text(text)

    with pytest.raises(InputError) as caught:
        policy.read(str(path))

    assert [found] == [problem.found for problem in caught.value.problems]


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(InputError) as caught:
        policy.read("/nowhere/policy.yml")

    assert "policy: /nowhere/policy.yml: No such file or directory (expected a file with a policy)" == str(caught.value)


def test_no_policy_has_no_rules() -> None:
    assert policy.Policy() == policy.read(None)


@pytest.mark.parametrize("name", PRESETS)
def test_presets_can_be_read(name: str) -> None:
    read = policy.read({"rules": list(PRESETS[name])})

    assert read.rules == policy.read({"extends": name}).rules
    assert all(rule.reason for rule in read.rules)


def test_a_rule_replaces_the_one_of_its_name_in_a_preset() -> None:
    own = {"name": "image-version", "require": {"images": {"digest": True}}}
    read = policy.read({"extends": ["baseline"], "rules": [own]})

    assert ["memory-requested", "image-version"] == [rule.name for rule in read.rules]
    assert read.rules[1].requirements == policy.read([own]).rules[0].requirements


def test_every_rule_of_the_gate_can_be_named() -> None:
    source = (CHECKOUT / "plugins" / "plugin_utils" / "gate" / "verdicts.py").read_text(encoding="utf-8")
    made = set(re.findall(r'Finding(?:\.certain)?\("([a-z-]+)"', source))

    assert {"trap", "unknown", "unschedulable"} <= made
    assert made == OF_ENGINE | {"invalid", "unreadable"}


def test_losses_that_the_gate_has_to_look_at() -> None:
    rules = [{"name": f"r{count}", "require": {"survive_node_loss": count}} for count in (1, 2)]

    assert frozenset([1, 2]) == policy.read(rules).losses
