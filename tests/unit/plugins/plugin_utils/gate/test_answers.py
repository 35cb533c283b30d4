# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What kubernetes.core.k8s answers: the API server's sentence, and no secret."""

from __future__ import annotations

import json

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._manifests import Document
from ansible_collections.quorum.kube.plugins.plugin_utils.gate.answers import (
    CallFailedError,
    Refusal,
    answers_of,
    diffs_of,
    refusal_of,
    without_secrets,
)

STATUS = {"kind": "Status", "message": 'pods "a" is forbidden: exceeded quota', "code": 403, "details": {"name": "a"}}
WANTED = Refusal('pods "a" is forbidden: exceeded quota', 403, {"name": "a"})
SECRET = {
    "kind": "Secret",
    "metadata": {"name": "s", "annotations": {"kubectl.kubernetes.io/last-applied-configuration": "{}", "a": "b"}},
    "data": {"password": "aHVudGVyMg=="},
    "stringData": {"other": "hunter2"},
}


def document(kind="ConfigMap", name="c", **more):
    return Document({"kind": kind, "apiVersion": "v1", "metadata": {"name": name}, **more}, "f.yml", 1, 4)


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        pytest.param(WANTED, f"Failed to create object: {json.dumps(STATUS)}\n", id="as text"),
        pytest.param(WANTED, f"Failed to create object: {json.dumps(STATUS).encode()!r}", id="as bytes"),
        pytest.param(
            WANTED._replace(of_change=True), f"Failed to patch object: {json.dumps(STATUS)}", id="of a change"
        ),
        pytest.param(
            Refusal('no matches for kind "Widget" in version "x.example/v1"', 404),
            "Failed to find exact match for x.example/v1.Widget by [kind, name, singularName, shortNames]",
            id="an unknown kind",
        ),
        pytest.param(Refusal("Failed to create object: {oops"), "Failed to create object: {oops", id="no status"),
        pytest.param(Refusal("timed out"), "timed out", id="something else"),
    ],
)
def test_the_sentence_is_the_api_servers(wanted, message):
    assert wanted == refusal_of({"msg": message})


def test_one_answer_for_each_document_whether_there_is_one_or_more():
    entry = {"changed": True, "method": "create", "result": {"kind": "ConfigMap"}}
    failed = {"changed": False, "result": {}, "error": {"msg": f"Failed to create object: {json.dumps(STATUS)}"}}

    one = answers_of([document()], {**entry, "invocation": {}})
    two = answers_of([document(), document(name="d")], {"changed": True, "result": {"results": [entry, failed]}})

    assert [(True, "create", None)] == [(each.changed, each.method, each.refusal) for each in one]
    assert [(True, None), (False, WANTED)] == [(each.changed, each.refusal) for each in two]
    assert {
        "kind": "ConfigMap",
        "api_version": "v1",
        "namespace": "shop",
        "name": "d",
        "source": {"file": "f.yml", "document": 1, "line": 4},
        "changed": False,
        "method": "",
        "result": {},
        "error": WANTED.message,
    } == two[1].told("shop")


def test_a_module_that_could_not_begin_is_an_error_with_its_message():
    with pytest.raises(CallFailedError, match="no library"):
        answers_of([document()], {"failed": True, "msg": "no library"})


def test_what_a_secret_holds_is_hidden_and_its_keys_are_not():
    hidden = without_secrets(SECRET)

    assert {"password": "(hidden)"} == hidden["data"]
    assert {"other": "(hidden)"} == hidden["stringData"]
    assert "(hidden)" == hidden["metadata"]["annotations"]["kubectl.kubernetes.io/last-applied-configuration"]
    assert document().value == without_secrets(document().value)


def test_a_change_of_a_secret_shows_no_value():
    entry = {
        "changed": True,
        "method": "update",
        "result": SECRET,
        "diff": {"before": {"data": {"a": "b2xk"}}, "after": {"data": {"a": "bmV3"}}},
    }

    (answer,) = answers_of([document("Secret", "s")], entry)

    assert [
        {
            "before_header": "Secret shop/s",
            "after_header": "Secret shop/s",
            "before": {"kind": "Secret", "data": {"a": "(hidden)"}, "metadata": None},
            "after": {"kind": "Secret", "data": {"a": "(hidden)"}, "metadata": None},
        }
    ] == diffs_of([answer], "shop")


def test_kinds_in_no_namespace_are_told_without_one():
    (answer,) = answers_of([document("Namespace", "shop")], {"changed": True, "method": "create", "result": {}})

    assert "Namespace shop" == diffs_of([answer], "other")[0]["after_header"]
