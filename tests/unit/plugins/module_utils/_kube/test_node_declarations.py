# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Declarations of nodes: the forms that are read, and every mistake told at once."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.node_declarations import (
    NOTHING,
    AbsentTaint,
    Declarations,
)
from ansible_collections.quorum.kube.plugins.module_utils._kube.objects import Taint
from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import newest_gates


def read(entry, place=""):
    declarations = Declarations(newest_gates())
    found = declarations.read(entry, place)
    return found, [f"{problem.place}: {problem.found}" for problem in declarations.problems]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("dedicated=db:NoSchedule", Taint("dedicated", "db", "NoSchedule")),
        ("dedicated:NoSchedule", Taint("dedicated", "", "NoSchedule")),
        ("dedicated=:NoExecute", Taint("dedicated", "", "NoExecute")),
        ("example.com/a=b:PreferNoSchedule", Taint("example.com/a", "b", "PreferNoSchedule")),
        ({"key": "a", "effect": "NoSchedule"}, Taint("a", "", "NoSchedule")),
        ({"key": "a", "value": None, "effect": "NoSchedule"}, Taint("a", "", "NoSchedule")),
    ],
)
def test_taints_are_mappings_or_texts_as_kubectl_has_them(text, expected):
    assert (NOTHING._replace(taints=(expected,)), []) == read({"taints": [text]})


def test_absent_taints_need_no_effect():
    found, problems = read({"absent_taints": ["a", "b:NoSchedule", {"key": "c"}]})

    assert (AbsentTaint("a", ""), AbsentTaint("b", "NoSchedule"), AbsentTaint("c", "")) == found.absent_taints
    assert [] == problems


def test_nothing_is_like_an_empty_declaration():
    assert (NOTHING, []) == read({}) == read({"labels": None, "annotations": {}, "taints": [], "absent_taints": None})


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ({"labels": ["a"]}, ['here.labels: ["a"]']),
        (
            {"labels": {"a": 1, "b": True, "c": None}},
            ["here.labels[a]: 1", "here.labels[b]: true", "here.labels[c]: null"],
        ),
        ({"labels": {1: "a"}}, ["here.labels[1]: the key 1"]),
        ({"taints": "a:NoSchedule"}, ['here.taints: "a:NoSchedule"']),
        (
            {"taints": ["a", 1, {"kee": "a"}]},
            ['here.taints[0]: "a"', "here.taints[1]: 1", 'here.taints[2]: {"kee":"a"}'],
        ),
        (
            {"taints": ["a", "b:Never", 1]},
            [
                'here.taints[0]: "a"',
                "here.taints[2]: 1",
                (
                    'here.taints[1].effect: Unsupported value: "Never": supported values: '
                    '"NoSchedule", "PreferNoSchedule", "NoExecute"'
                ),
            ],
        ),
        (
            {"taints": ["a:NoSchedule", "a=1:NoSchedule", "b:Never"]},
            [
                (
                    'here.taints[1]: Duplicate value: {"Key":"a","Value":"1","Effect":"NoSchedule","TimeAdded":null}: '
                    "taints must be unique by key and effect pair"
                ),
                (
                    'here.taints[2].effect: Unsupported value: "Never": supported values: '
                    '"NoSchedule", "PreferNoSchedule", "NoExecute"'
                ),
            ],
        ),
        (
            {"annotations": {"node-labels.quorum.kube/inventory": "{}"}},
            ["here.annotations[node-labels.quorum.kube/inventory]: the record of an owner"],
        ),
        (
            {"taints": ["a:NoSchedule"], "absent_taints": ["a"]},
            ["here.absent_taints: a:NoSchedule, which is declared in here.taints"],
        ),
        (
            {"absent_taints": ["a:Never"]},
            [
                (
                    'here.absent_taints[0].effect: Unsupported value: "Never": supported values: '
                    '"NoSchedule", "PreferNoSchedule", "NoExecute"'
                )
            ],
        ),
    ],
)
def test_every_mistake_has_its_place(entry, expected):
    assert expected == read(entry, "here.")[1]


@pytest.mark.parametrize(("owner", "count"), [("inventory", 0), ("a b", 1), ("a/b", 1), ("", 2)])
def test_an_owner_is_part_of_a_key(owner, count):
    declarations = Declarations(newest_gates())

    assert f"node-labels.quorum.kube/{owner}" == declarations.record_key(owner)
    assert count == len(declarations.problems)
