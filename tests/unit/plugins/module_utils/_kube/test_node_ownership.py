# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What becomes of a node's keys: ours, those of others, and those that both want."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.errors import InputError
from ansible_collections.quorum.kube.plugins.module_utils._kube.node_declarations import (
    NOTHING,
    RECORD_PREFIX,
    Declarations,
)
from ansible_collections.quorum.kube.plugins.module_utils._kube.node_ownership import (
    Conflict,
    is_recorded,
    patched,
    plan,
)
from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import newest_gates
from hypothesis import given
from hypothesis import strategies as st

RECORD = RECORD_PREFIX + "inventory"
OTHER = RECORD_PREFIX + "other"


def node(labels=None, annotations=None, taints=()):
    return {
        "metadata": {
            "name": "n",
            "resourceVersion": "7",
            "labels": dict(labels or {}),
            "annotations": dict(annotations or {}),
        },
        "spec": {"taints": list(taints)},
    }


def declared(**entry):
    declarations = Declarations(newest_gates())
    found = declarations.read(entry)
    assert [] == declarations.problems
    return found


def patch(labels=None, annotations=None, taints=None):
    parts = {name: part for name, part in (("labels", labels), ("annotations", annotations)) if part}
    whole = {"metadata": {"resourceVersion": "7", **parts}}
    return whole if taints is None else {**whole, "spec": {"taints": taints}}


DB = {"key": "dedicated", "value": "db", "effect": "NoSchedule"}
FOREIGN = {"key": "node.kubernetes.io/not-ready", "effect": "NoExecute", "timeAdded": "2026-01-01T00:00:00Z"}


@pytest.mark.parametrize(
    ("before", "wanted", "expected"),
    [
        pytest.param(node({"theirs": "1"}, {"x": "1"}, [FOREIGN]), {}, None, id="nothing declared, nothing recorded"),
        pytest.param(
            node(),
            {"labels": {"a": "1"}},
            patch({"a": "1"}, {RECORD: '{"labels":["a"]}'}),
            id="a new label is recorded",
        ),
        pytest.param(
            node({"a": "1"}, {RECORD: '{"labels":["a"]}'}), {"labels": {"a": "1"}}, None, id="all is as declared"
        ),
        pytest.param(
            node({"a": "2"}, {RECORD: '{"labels":["a"]}'}),
            {"labels": {"a": "1"}},
            patch({"a": "1"}),
            id="a label of ours that was changed is set back",
        ),
        pytest.param(
            node({"a": "1", "b": "1"}, {RECORD: '{"labels":["a","b"]}'}),
            {"labels": {"a": "1"}},
            patch({"b": None}, {RECORD: '{"labels":["a"]}'}),
            id="B1: what is no longer declared goes",
        ),
        pytest.param(
            node({"c": "1"}, {RECORD: '{"labels":["a"]}'}),
            {},
            patch(None, {RECORD: None}),
            id="a label that is gone already is no longer recorded",
        ),
        pytest.param(
            node({}, {"k": "v", RECORD: '{"annotations":["k"]}'}),
            {},
            patch(None, {"k": None, RECORD: None}),
            id="an annotation goes with its record",
        ),
        pytest.param(
            node(taints=[FOREIGN]),
            {"taints": ["dedicated=db:NoSchedule"]},
            patch(None, {RECORD: '{"taints":["dedicated:NoSchedule"]}'}, [FOREIGN, DB]),
            id="taints of others stay whole and in place",
        ),
        pytest.param(
            node(annotations={RECORD: '{"taints":["dedicated:NoSchedule"]}'}, taints=[DB, FOREIGN]),
            {"taints": ["dedicated=web:NoSchedule"]},
            patch(taints=[{**DB, "value": "web"}, FOREIGN]),
            id="a taint with another value is one taint",
        ),
        pytest.param(
            node(annotations={RECORD: '{"taints":["dedicated:NoSchedule"]}'}, taints=[DB]),
            {"taints": ["dedicated=db:NoExecute"]},
            patch(None, {RECORD: '{"taints":["dedicated:NoExecute"]}'}, [{**DB, "effect": "NoExecute"}]),
            id="a taint with another effect is another taint",
        ),
        pytest.param(
            node(taints=[FOREIGN, DB]),
            {"absent_taints": ["dedicated"]},
            patch(
                None,
                {RECORD: '{"removed":[{"effect":"NoSchedule","key":"dedicated","value":"db"}]}'},
                [FOREIGN],
            ),
            id="B6: a taint that must not be there is remembered",
        ),
        pytest.param(
            node(annotations={RECORD: '{"removed":[{"effect":"NoSchedule","key":"dedicated","value":"db"}]}'}),
            {},
            patch(None, {RECORD: None}, [DB]),
            id="B6: and put back when it may be there again",
        ),
        pytest.param(
            node(
                annotations={RECORD: '{"removed":[{"effect":"NoSchedule","key":"dedicated","value":"db"}]}'},
                taints=[{**DB, "value": "new"}],
            ),
            {},
            patch(None, {RECORD: None}),
            id="unless someone has set it anew meanwhile",
        ),
    ],
)
def test_the_patch(before, wanted, expected):
    made = plan(before, declared(**wanted), RECORD)

    assert expected == made.patch
    assert () == made.conflicts
    assert None is plan(patched(before, made.patch), declared(**wanted), RECORD).patch


def test_what_others_own_is_a_conflict_also_where_it_is_equal():
    before = node({"a": "1", "b": "2"}, {"c": "3", OTHER: '{"labels":["b"]}'}, [DB])
    wanted = declared(labels={"a": "1", "b": "9"}, annotations={"c": "9"}, taints=["dedicated=web:NoSchedule"])

    kept, taken = plan(before, wanted, RECORD), plan(before, wanted, RECORD, take=True)

    of_other = Conflict("label", "b", "9", "2", "other")
    assert None is kept.patch
    assert (
        Conflict("label", "a", "1", "1", ""),
        of_other,
        Conflict("annotation", "c", "9", "3", ""),
        Conflict("taint", "dedicated:NoSchedule", "web", "db", ""),
    ) == kept.conflicts
    assert (of_other,) == taken.conflicts
    record = '{"annotations":["c"],"labels":["a"],"taints":["dedicated:NoSchedule"]}'
    assert patch(None, {"c": "9", RECORD: record}, [{**DB, "value": "web"}]) == taken.patch


def test_the_changed_keys_are_told_before_and_after():
    before = node({"a": "1", "gone": "x"}, {RECORD: '{"labels":["a","gone"]}'}, [FOREIGN])

    made = plan(before, declared(labels={"a": "2"}, taints=["dedicated=db:NoSchedule", "slow:NoExecute"]), RECORD)

    assert ("label a=1", "label gone=x", f'annotation {RECORD}={{"labels":["a","gone"]}}') == made.before
    assert (
        "label a=2",
        f'annotation {RECORD}={{"labels":["a"],"taints":["dedicated:NoSchedule","slow:NoExecute"]}}',
        "taint dedicated=db:NoSchedule",
        "taint slow:NoExecute",
    ) == made.after


@pytest.mark.parametrize("text", ["", "{", "[]", '{"labels":"a"}', '{"labels":[1]}', '{"removed":["a"]}'])
def test_a_record_that_cannot_be_read_is_refused(text):
    with pytest.raises(InputError) as refused:
        plan(node(annotations={RECORD: text}), NOTHING, RECORD)

    assert [f"node n: metadata.annotations[{RECORD}]"] == [problem.place for problem in refused.value.problems]


KEYS = st.sampled_from(["a", "b", "c"])
TEXTS = st.dictionaries(KEYS, st.sampled_from(["1", "2"]))
EFFECTS = st.sampled_from(["NoSchedule", "NoExecute"])
TAINTS = st.lists(
    st.builds(lambda key, effect, value: {"key": key, "value": value, "effect": effect}, KEYS, EFFECTS, KEYS),
    unique_by=lambda taint: (taint["key"], taint["effect"]),
)
WISHES = st.builds(lambda labels, taints: declared(labels=labels, taints=taints), TEXTS, TAINTS)


@given(labels=TEXTS, taints=TAINTS, wishes=st.lists(WISHES, max_size=4))
def test_after_any_declarations_nothing_is_left_but_what_others_set(labels, taints, wishes):
    before = current = node(labels, {}, taints)
    for wish in [*wishes, NOTHING]:
        current = patched(current, plan(current, wish, RECORD).patch)
        assert labels.items() <= current["metadata"]["labels"].items()
        assert [taint for taint in current["spec"]["taints"] if taint in taints] == taints

    assert before == current
    assert not is_recorded(current, RECORD)
