# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

import json
import os
import random
import resource
import string
from concurrent.futures import ThreadPoolExecutor

import pytest
import yaml
from ansible_collections.quorum.kube.plugins.module_utils import _yaml_text
from ansible_collections.quorum.kube.plugins.module_utils._kube.errors import InputError
from ansible_collections.quorum.kube.plugins.module_utils._manifests import load, load_many
from hypothesis import given
from hypothesis import strategies as st

POD = "apiVersion: v1\nkind: Pod\n"

SCALARS = [
    ("yes", True),
    ("on", True),
    ("y", True),
    ("No", False),
    ("OFF", False),
    ("~", None),
    ("", None),
    ("null", None),
    ("1", 1),
    ("-1", -1),
    ("+5", 5),
    ("1_000", 1000),
    ("0755", 493),
    ("0o17", 15),
    ("0x1F", 31),
    ("0b101", 5),
    ("08", 8),
    ("1e3", 1000),
    ("0.5", 0.5),
    (".5", 0.5),
    ("1.", 1),
    ("18446744073709551615", 2**64 - 1),
    ("18446744073709551616", 18446744073709552000),
    ("-9223372036854775809", -9223372036854776000),
    ("1e400", "1e400"),
    ("2024-01-01", "2024-01-01"),
    ("1:30", "1:30"),
    ("0.0.0.0", "0.0.0.0"),
    ("1Gi", "1Gi"),
    ("'1'", "1"),
    ("'yes'", "yes"),
    ("!!str 5", "5"),
    ("!!int '7'", 7),
    ("!!float 7", 7),
    ("!!null ''", None),
    ("!!binary aGk=", "hi"),
    ("!vault text", "text"),
    ("<<", "<<"),
]

BROKEN = [
    ("a list", "- a\n", 1, "the document is a list, expected a mapping"),
    ("a text", "text\n", 1, "the document is a text, expected a mapping"),
    ("no kind", "apiVersion: v1\n", 1, "kind is missing"),
    ("a kind that is no text", "kind: 5\n", 1, "kind is no text"),
    ("a duplicate key", "kind: Pod\na: 1\n\na: 2\n", 4, 'duplicate key "a" (lines 2 and 4)'),
    ("a duplicate key by value", "kind: Pod\nx: {1: a, '1': b}\n", 2, 'duplicate key "1" (lines 2 and 2)'),
    (
        "a tab",
        "kind: Pod\nspec:\n\t- a\n",
        3,
        (
            "found character that cannot start any token (while scanning for the next token): "
            "the line is indented with a tab, which YAML doesn't allow"
        ),
    ),
    (
        "a template",
        "kind: Pod\nname: {{ name }}\n",
        2,
        "a key is no text: the line looks like a template, which has to be rendered first",
    ),
    (
        "a template at the beginning",
        "{{- if .Values.web }}\nkind: Pod\n{{- end }}\n",
        1,
        (
            "did not find expected node content (while parsing a flow node): "
            "the line looks like a template, which has to be rendered first"
        ),
    ),
    (
        "a template between two keys",
        "kind: Pod\n{{- if .Values.web }}\na: 1\n{{- end }}\n",
        3,
        (
            "could not find expected ':' (while scanning a simple key): "
            "the line before looks like a template, which has to be rendered first"
        ),
    ),
    ("an unknown alias", "kind: *a\n", 1, "found undefined alias"),
    ("an alias of itself", "kind: Pod\nx: &a [*a]\n", 2, "an anchor's value contains itself"),
    ("a value that JSON lacks", "kind: Pod\nx: .nan\n", 2, ".nan is no value that JSON can hold"),
    ("a merge of a text", "kind: Pod\n<<: text\n", 2, "map merge requires map or sequence of maps as the value"),
    ("a wrong tag, maybe of a Secret's value", "kind: Secret\nx: !!int a\n", 2, "cannot decode the value as a !!int"),
    ("wrong base64", "kind: Pod\nx: !!binary a\n", 2, "!!binary value contains invalid base64 data"),
    ("a NUL", "kind: P\x00d\n", 1, "control characters are not allowed"),
    ("no UTF-8", b"kind: \xff\n", 1, "invalid leading UTF-8 octet"),
    ("JSON with a duplicate key", '{"kind": "Pod", "a": 1, "a": 2}', 1, 'duplicate key "a"'),
    ("JSON cut off", '{"kind": "Pod",\n', 2, "Expecting property name enclosed in double quotes"),
    ("JSON with NaN", '{"kind": "Pod", "a": NaN}', 1, "NaN is no value that JSON can hold"),
    ("deep YAML", "kind: Pod\nx: " + "[" * 300 + "]" * 300, 2, "nested deeper than 200 levels"),
    ("very deep blocks", "- " * 100_000, 1, "nested deeper than 200 levels"),
    ("very deep flows", "kind: Pod\nx: " + "[" * 100_000, 2, "nested deeper than 200 levels"),
    ("very deep keys", "? " * 100_000, 1, "nested deeper than 200 levels"),
    (
        "very deep indentation",
        "\n".join(" " * depth + "a:" for depth in range(3000)),
        202,
        "nested deeper than 200 levels",
    ),
    ("very deep UTF-16", ("- " * 100_000).encode("utf-16"), 1, "nested deeper than 200 levels"),
    ("deep JSON", '{"kind": "Pod", "a": ' + "[" * 300 + "]" * 300 + "}", 1, "nested deeper than 200 levels"),
    ("very deep JSON", '{"kind":' * 100_000, 1, "nested too deeply"),
]


def values(text, **options):
    return [document.value for document in load(definition=text, **options).documents]


@pytest.mark.parametrize("written, value", SCALARS, ids=[row[0] or "empty" for row in SCALARS])
def test_scalars_read_as_kubectl_reads_them(written, value):
    (found,) = values(f"kind: Pod\nvalue: {written}\n")

    assert (value, type(value)) == (found["value"], type(found["value"]))


def test_keys_become_text():
    assert [{"kind": "Pod", "1": "a", "true": "b", "1.5": "c"}] == values("{kind: Pod, 1: a, on: b, 1.5: c}")


@pytest.mark.parametrize("text, line, message", [row[1:] for row in BROKEN], ids=[row[0] for row in BROKEN])
def test_what_cannot_be_read_is_one_entry(text, line, message):
    found = load(definition=text)

    assert ([], [{"file": "definition", "document": 1, "line": line, "message": message}]) == (
        found.documents,
        found.unreadable,
    )


def test_the_rest_is_read_after_a_broken_document():
    text = f"# first\n---\n{POD}---\nkind: [\n---\n{POD}---\n---\nkind: Pod\nkind: Pod\n"
    found = load(definition=text)

    assert [(1, 3), (3, 8)] == [(each.document, each.line) for each in found.documents]
    assert [(2, 7), (5, 13)] == [(each["document"], each["line"]) for each in found.unreadable]


def test_json_documents_follow_one_another():
    found = load(definition='{"kind": "Pod"}\n\n{"kind": "Node"}')

    assert [("Pod", 1, 1), ("Node", 2, 3)] == [
        (each.value["kind"], each.document, each.line) for each in found.documents
    ]


def test_flow_yaml_is_no_json():
    assert [{"kind": "Pod", "a": [1]}] == values("{kind: Pod, a: [1]}")


def test_other_encodings_are_read():
    assert [{"kind": "Pod"}] * 3 == [
        values(text)[0] for text in ("\ufeffkind: Pod", "kind: Pod".encode("utf-16"), b"kind: Pod")
    ]


def test_aliases_and_merges():
    text = "kind: Pod\nbase: &b {a: 1, c: 1}\nown: {a: 2, <<: *b}\nboth: {<<: [*b, {a: 3, d: 4}]}\nsame: *b\n"

    assert {
        "kind": "Pod",
        "base": {"a": 1, "c": 1},
        "own": {"a": 2, "c": 1},
        "both": {"a": 1, "c": 1, "d": 4},
        "same": {"a": 1, "c": 1},
    } == values(text)[0]


def test_lists_are_expanded_with_their_own_lines():
    text = "kind: List\nitems:\n- kind: Pod\n\n- a: 1\n- kind: Node\n"
    found = load(definition=text)

    assert [("Pod", 3), ("Node", 6)] == [(each.value["kind"], each.line) for each in found.documents]
    assert [{"file": "definition", "document": 1, "line": 5, "message": "kind is missing"}] == found.unreadable


@pytest.mark.parametrize(
    ("items", "messages"),
    [
        ("null", []),
        ("{a: 1}", ["items is a mapping, expected a list"]),
        (
            "[null, 3, {kind: Pod}]",
            ["items[0] is null, expected a mapping", "items[1] is a number, expected a mapping"],
        ),
        ("[{kind: PodList, items: [a]}]", ["items[0].items[0] is a text, expected a mapping"]),
    ],
)
def test_what_is_no_object_in_a_list_is_told(items, messages):
    found = load(definition=f"kind: List\nitems: {items}\n")

    assert messages == [each["message"] for each in found.unreadable]


def test_a_kind_that_only_ends_like_a_list_is_an_object():
    assert ["AllowList"] == [each.value["kind"] for each in load(definition={"kind": "AllowList", "spec": 3}).documents]


def test_mappings_have_no_lines():
    found = load(definition=[{"kind": "Pod"}, 5, None])

    assert [{"file": "definition", "document": 1, "line": None}] == [each.source for each in found.documents]
    assert [(2, "the document is a number, expected a mapping")] == [
        (each["document"], each["message"]) for each in found.unreadable
    ]


def test_kinds_that_are_not_understood_are_counted():
    found = load(
        definition="kind: Pod\n---\nkind: Service\n---\nkind: Service\n", understood=lambda each: each["kind"] == "Pod"
    )

    assert (1, {"Service": 2}) == (len(found.documents), found.skipped)


def test_files_folders_and_patterns(tmp_path):
    for name in ("b/two.yaml", "b/.hidden/x.yml", "b/c/three.json", "a.yml", "notes.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text('{"kind": "Pod"}')

    def found(*src):
        return [
            each.file[len(str(tmp_path)) + 1 :] for each in load(src=[str(tmp_path / path) for path in src]).documents
        ]

    assert ["a.yml", "b/two.yaml", "b/c/three.json"] == found("")
    assert ["b/two.yaml", "a.yml"] == found("b/*.yaml", "a.yml", "b/two.yaml")
    assert ["b/c/three.json"] == found("**/*.json")
    assert ["notes.txt"] == found("notes.txt")


def test_paths_that_lead_nowhere_are_all_named(tmp_path):
    with pytest.raises(InputError) as refused:
        load(src=[str(tmp_path), str(tmp_path / "x.yml"), str(tmp_path / "*.yml")])

    assert ["holds no manifests", "leads to no file", "leads to no file"] == [
        problem.found.partition(" ")[2] for problem in refused.value.problems
    ]


def test_a_file_that_cannot_be_read_is_one_entry(tmp_path):
    (tmp_path / "link.yml").symlink_to(tmp_path / "away")
    (tmp_path / "a.yml").write_text("kind: Pod\n")

    found = load(src=[str(tmp_path)])
    assert (1, ["No such file or directory"]) == (len(found.documents), [each["message"] for each in found.unreadable])


LINE = json.dumps({"kind": "PodList", "items": [{"kind": "Pod", "metadata": {"name": "a"}}]})


@pytest.mark.parametrize(
    ("text", "places", "messages"),
    [
        pytest.param(f"{LINE}\n{LINE}\n", [(1, 1), (2, 2)], [], id="a document a line"),
        pytest.param(f'{LINE}\n{{"kind" "Pod"}}\n{LINE}\n', [(1, 1), (3, 3)], [(2, 2)], id="one line is broken"),
        pytest.param(f'{LINE}\n{{"kind": "A", "kind": "B"}}\n', [(1, 1)], [(2, 2)], id="a duplicate key"),
        pytest.param(LINE, [(1, 1)], [], id="one line without an end"),
        pytest.param("{kind: Pod}\n", [(1, 1)], [], id="YAML that looks like it"),
        pytest.param('{"kind": "Pod",\n"a": {}\n}\n', [(1, 1)], [], id="JSON over several lines"),
        pytest.param(f"{LINE}\n---\nkind: Pod\n", [(1, 1), (2, 3)], [], id="YAML follows"),
    ],
)
def test_a_file_of_json_lines_is_read_line_by_line(tmp_path, text, places, messages):
    path = tmp_path / "cluster.json"
    path.write_text(text)

    for found in (load(src=[str(path)]), load_many([str(path)])):
        assert places == [(each.document, each.line) for each in found.documents]
        assert messages == [(each["document"], each["line"]) for each in found.unreadable]


def test_a_pipe_is_read_as_well(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with ThreadPoolExecutor(1) as writer:
        written = writer.submit(path.write_text, f"{LINE}\n{LINE}\n")
        assert 2 == len(load(src=[str(path)]).documents)
        written.result()


def test_a_bomb_of_aliases_is_refused_in_bounded_memory():
    bomb = "kind: Pod\na: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
        f"{name}: &{name} [{','.join(['*' + before] * 9)}]\n" for before, name in zip("abcdefgh", "bcdefghi")
    )
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    assert ["document contains excessive aliasing"] == [each["message"] for each in load(definition=bomb).unreadable]
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000


def test_a_long_text_is_read():
    assert [10_000_000] == [len(each["x"]) for each in values("kind: Pod\nx: " + "a" * 10_000_000)]


def test_pyyaml_is_asked_for_where_it_is_missing(monkeypatch):
    monkeypatch.setattr(_yaml_text, "HAS_YAML", False)

    assert [{"kind": "Pod"}] == values('{"kind": "Pod"}')
    with pytest.raises(InputError, match="PyYAML"):
        load(definition="kind: Pod")


def test_the_parser_without_libyaml_reads_the_same(monkeypatch):
    text = "kind: Pod\na: [1, yes, 'x', {b: ~}]\n---\nkind: *x\n---\nkind: Pod\n"
    expected = load(definition=text)
    monkeypatch.setattr("yaml.cyaml.CParser", None)
    monkeypatch.delattr("yaml.cyaml.CParser")
    monkeypatch.setattr(_yaml_text, "_Loader", _yaml_text._loader())

    found = load(definition=text)
    assert (expected.documents, len(expected.unreadable)) == (found.documents, len(found.unreadable))


json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-(2**63), 2**63), st.text(st.characters(codec="utf-8"))),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(st.characters(codec="utf-8")), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(json_values)
def test_json_reads_back_as_it_was_written(value):
    assert [{"kind": "Pod", "value": value}] == values(json.dumps({"kind": "Pod", "value": value}))


@given(json_values)
def test_yaml_reads_back_as_it_was_written(value):
    assert [{"kind": "Pod", "value": value}] == values(
        yaml.safe_dump({"kind": "Pod", "value": value}, default_style='"')
    )


@given(
    st.lists(st.sampled_from([POD, "kind: [\n", "- a\n", "\tx\n", "a: 1\n"]), min_size=1, max_size=5),
    st.randoms(),
)
def test_the_order_of_documents_does_not_matter(texts, randomly):
    shuffled = randomly.sample(texts, len(texts))
    first, second = (load(definition="".join(f"---\n{text}" for text in each)) for each in (texts, shuffled))

    assert len(first.documents) == len(second.documents) == texts.count(POD)
    assert sorted(each["message"] for each in first.unreadable) == sorted(each["message"] for each in second.unreadable)


@pytest.mark.parametrize("seed", range(5))
def test_odd_text_never_ends_in_a_traceback(seed):
    randomly = random.Random(seed)
    pieces = [
        "kind: Pod\n",
        "a: ",
        "- ",
        "[",
        "]",
        "{",
        "}",
        "&a ",
        "*a ",
        "!!str ",
        "? ",
        ": ",
        "|\n ",
        "'",
        '"',
        "#",
        "---\n",
    ]
    pieces += [
        "\t",
        "\n",
        "  ",
        "\x00",
        "\ud800",
        "\u2028",
        "%YAML 1.2\n",
        "<<: ",
        "...\n",
        "0x",
        "1e9",
        "\ufeff",
        *string.ascii_letters,
    ]
    for _attempt in range(400):
        text = "".join(randomly.choices(pieces, k=randomly.randint(1, 30)))
        found = load(definition=text)

        assert all(each["message"] and each["file"] == "definition" for each in found.unreadable)
