# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.selectors import (
    EVERYTHING,
    NOTHING,
    Requirement,
    SelectorError,
    canonical_integer,
    go_integer,
    label_selector,
    pairs,
    requirement,
    selector_text,
    selects,
)
from hypothesis import given
from hypothesis import strategies as st

MATCHES = [
    (("zone", "In", ("a", "b")), {"zone": "a"}, True),
    (("zone", "In", ("a", "b")), {"zone": "c"}, False),
    (("zone", "In", ("a",)), {}, False),
    (("zone", "NotIn", ("a",)), {"zone": "a"}, False),
    (("zone", "NotIn", ("a",)), {"zone": "b"}, True),
    (("zone", "NotIn", ("a",)), {}, True),
    (("zone", "Exists", ()), {"zone": ""}, True),
    (("zone", "Exists", ()), {}, False),
    (("zone", "DoesNotExist", ()), {}, True),
    (("zone", "DoesNotExist", ()), {"zone": ""}, False),
    (("gen", "Gt", ("2",)), {"gen": "3"}, True),
    (("gen", "Gt", ("2",)), {"gen": "2"}, False),
    (("gen", "Gt", ("2",)), {}, False),
    (("gen", "Gt", ("2",)), {"gen": "many"}, False),
    (("gen", "Gt", ("many",)), {"gen": "3"}, False),
    (("gen", "Gt", ("1", "2")), {"gen": "3"}, False),
    (("gen", "Lt", ("010",)), {"gen": "9"}, True),
    (("gen", "Lt", ("10",)), {"gen": "10"}, False),
    (("gen", "Gt", ("1",)), {"gen": "9223372036854775808"}, False),
    (("gen", "Near", ("1",)), {"gen": "1"}, False),
]

REFUSED = [
    ({"key": "a", "operator": "Gt", "values": ["1"]}, '"Gt" is not a valid label selector operator'),
    ({"key": "a", "operator": "In"}, "for 'in', 'notin' operators, values set can't be empty"),
    ({"key": "a", "operator": "Exists", "values": ["1"]}, "values set must be empty for exists and does not exist"),
    ({"key": "a", "operator": "In", "values": "a"}, 'values of "a" must be a list'),
]


@pytest.mark.parametrize("written, labels, match", MATCHES)
def test_a_requirement_matches_labels(written, labels, match):
    assert match is Requirement(*written).matches(labels)


def test_no_selector_matches_nothing_and_an_empty_one_everything():
    assert (NOTHING, EVERYTHING) == (label_selector(None), label_selector({}))
    assert [False, True] == [selects(label_selector(value), {"app": "web"}) for value in (None, {})]


def test_labels_and_expressions_must_all_hold():
    selector = label_selector(
        {"matchLabels": {"app": "web"}, "matchExpressions": [{"key": "tier", "operator": "NotIn", "values": ["db"]}]}
    )

    assert [True, False, False] == [
        selects(selector, labels) for labels in ({"app": "web"}, {"app": "web", "tier": "db"}, {"tier": "web"})
    ]
    assert "app=web,tier notin (db)" == selector_text(selector)


def test_a_pair_with_an_empty_value_needs_the_key():
    assert [True, False] == [selects(pairs({"gpu": ""}), labels) for labels in ({"gpu": ""}, {})]


@pytest.mark.parametrize("expression, text", REFUSED)
def test_what_upstream_cannot_parse_is_refused(expression, text):
    with pytest.raises(SelectorError) as refused:
        label_selector({"matchExpressions": [expression]})

    assert text == str(refused.value)


@pytest.mark.parametrize(
    "values, text",
    [
        ([], "for 'Gt', 'Lt' operators, exactly one value is required"),
        (["x"], "for 'Gt', 'Lt' operators, the value must be an integer"),
    ],
)
def test_node_requirements_compare_one_integer(values, text):
    with pytest.raises(SelectorError) as refused:
        requirement({"key": "gen", "operator": "Gt", "values": values})

    assert text == str(refused.value)


def test_requirements_print_as_upstream_prints_them():
    assert ["a in (x,y)", "!a", "a", "a>1"] == [
        str(Requirement("a", *rest)) for rest in (("In", ("y", "x")), ("DoesNotExist",), ("Exists",), ("Gt", ("1",)))
    ]


@pytest.mark.parametrize(
    "text, number, canonical",
    [
        ("010", 10, None),
        ("+5", 5, None),
        ("-5", -5, -5),
        ("0", 0, 0),
        ("-0", 0, None),
        ("9223372036854775807", 2**63 - 1, 2**63 - 1),
        ("9223372036854775808", None, None),
        ("-9223372036854775808", -(2**63), -(2**63)),
        ("1_0", None, None),
        (" 1", None, None),
        ("", None, None),
        ("-", None, None),
        ("\u0661", None, None),
    ],
)
def test_integers_read_as_go_reads_them(text, number, canonical):
    assert (number, canonical) == (go_integer(text), canonical_integer(text))


labels = st.dictionaries(st.sampled_from("abc"), st.sampled_from(["", "1", "2"]), max_size=3)


@given(labels, st.sampled_from("abc"), st.lists(st.sampled_from(["", "1", "2"]), min_size=1).map(tuple))
def test_opposite_operators_never_agree(found, key, values):
    assert Requirement(key, "In", values).matches(found) != Requirement(key, "NotIn", values).matches(found)
    assert Requirement(key, "Exists").matches(found) != Requirement(key, "DoesNotExist").matches(found)
