# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Findings know their line, and show what stands around it but for secrets."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.plugin_utils.reports import located, manifest_lines
from ansible_collections.quorum.kube.tests.unit.plugins.plugin_utils.reports.findings import finding, result

DEPLOYMENT = """\
---
# the front end
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  annotations:
    quorum.kube/waive: none
spec:
  replicas: 1
  template:
    spec:
      containers:
        - name: nginx
          image: nginx
        - {name: side, image: side, resources: {limits: {cpu: "1"}}}
---
apiVersion: v1
kind: List
items:
  - kind: Pod
    metadata: {name: one}
  - kind: Pod
    metadata:
      name: two
"""
CASES = {
    "a field": ("spec.replicas", 1, 3, 10),
    "an entry of a list": ("spec.template.spec.containers[1]", 1, 3, 16),
    "a field that is absent stands where it would": ("spec.template.spec.containers[0].resources.limits", 1, 3, 14),
    "a field within a line": ("spec.template.spec.containers[1].resources.limits[cpu]", 1, 3, 16),
    "a key with dots": ("metadata.annotations[quorum.kube/waive]", 1, 3, 8),
    "no field is the object": ("", 1, 3, 3),
    "an index beyond the list": ("spec.template.spec.containers[7].name", 1, 3, 13),
    "an item of a List": ("metadata.name", 2, 23, 25),
}


@pytest.mark.parametrize(("field", "document", "line", "expected"), CASES.values(), ids=CASES)
def test_the_line_of_a_field(field: str, document: int, line: int, expected: int) -> None:
    entry = finding(field=field, line=line)
    entry["object"]["source"]["document"] = document

    told = located(result(entry), {"web.yml": DEPLOYMENT})

    assert expected == told["findings"][0]["lines"]["line"]


def test_lines_around_a_field() -> None:
    told = located(result(finding(field="spec.replicas", line=3)), {"web.yml": DEPLOYMENT})

    text = ["    quorum.kube/waive: none", "spec:", "  replicas: 1", "  template:", "    spec:"]
    assert {"first": 8, "last": 12, "line": 10, "text": text} == told["findings"][0]["lines"]


def test_lines_do_not_leave_the_object() -> None:
    text = "kind: Pod\nspec: 1\n---\nkind: Pod\nspec: 2\n---\nkind: Pod\n"
    entry = finding(field="spec", line=4)
    entry["object"]["source"]["document"] = 2

    told = located(result(entry), {"web.yml": text})

    assert ["kind: Pod", "spec: 2"] == told["findings"][0]["lines"]["text"]


SECRETS = {
    "data of a Secret": "kind: Secret\ndata:\n  password: SECRET\n  other: 'SECRET'\n",
    "block scalars": "kind: Secret\nstringData:\n  key: |\n    SECRET\n    SECRET\n  last: SECRET\n",
    "JSON": '{"kind": "Secret", "data": {"password": "SECRET"}}',
    "an item of a List": "kind: List\nitems:\n- kind: Secret\n  data: {a: SECRET, b: SECRET}\n",
    "an environment variable": "kind: Pod\nspec:\n  containers:\n  - env:\n    - {name: A, value: SECRET}\n",
    "an environment as a mapping": "kind: Pod\nspec:\n  containers:\n  - env: {A: SECRET}\n",
    "an environment as texts": "kind: Pod\nspec:\n  containers:\n  - env: [A=SECRET]\n",
    "a header of a probe": "kind: Pod\nspec:\n  containers:\n  - livenessProbe:\n      httpGet:\n"
    "        httpHeaders:\n        - name: Authorization\n          value: SECRET\n",
    "a header in one line": "kind: Pod\nspec:\n  containers:\n"
    "  - startupProbe: {httpGet: {httpHeaders: [{name: Authorization, value: SECRET}]}}\n",
    "a header of a hook, as JSON": '{"kind": "Pod", "lifecycle": {"httpHeaders": [{"name": "A", "value": "SECRET"}]}}',
    "a Secret that is a text": "kind: Secret\nstringData: SECRET\ndata: [SECRET]\n",
    "an alias": "kind: Pod\na: &a SECRET\nspec:\n  containers:\n  - env: [{name: A, value: *a}]\n",
    "what kubectl keeps": "kind: Secret\nmetadata:\n  annotations:\n"
    "    kubectl.kubernetes.io/last-applied-configuration: |\n      {SECRET}\n",
}


@pytest.mark.parametrize("text", SECRETS.values(), ids=SECRETS)
def test_secrets_are_left_out(text: str) -> None:
    for line in range(1, text.count("\n") + 2):
        told = located(result(finding(field="", line=line)), {"web.yml": text})
        lines = told["findings"][0]["lines"]
        assert "SECRET" not in str(lines)


def test_a_line_with_a_secret_shows_the_rest() -> None:
    text = "kind: Pod\nspec:\n  containers:\n  - env:\n    - {name: A, value: SECRET, valeu: SECRET}\n"

    told = located(result(finding(field="spec.containers[0].env[0]", line=1)), {"web.yml": text})

    assert "    - {name: A, value: (left out), valeu: (left out)}" in told["findings"][0]["lines"]["text"]


def test_what_cannot_be_parsed_shows_nothing() -> None:
    told = located(result(finding(field="", line=1)), {"web.yml": "kind: Secret\ndata: {password: SECRET\n"})

    assert {"first": 1, "last": 1, "line": 1, "text": []} == told["findings"][0]["lines"]


def test_a_file_that_is_gone_leaves_the_finding_alone() -> None:
    told = located(result(finding(file="/nowhere/web.yml")))

    assert told["findings"][0]["lines"] is None


def test_a_document_that_cannot_be_parsed_leaves_the_others_their_lines() -> None:
    text = "kind: Pod\nspec: {\n---\nkind: Pod\nspec: 1\n--- # last\nkind: Pod\nspec: 2\n"
    found = [finding(field="spec", line=line) for line in (7, 1, 4)]

    told = located(result(*found), {"web.yml": text})

    assert [8, 1, 5] == [each["lines"]["line"] for each in told["findings"]]


def test_where_nothing_is_to_be_shown_the_line_is_told_all_the_same() -> None:
    told = located(result(finding(field="spec.replicas", line=3)), {"web.yml": DEPLOYMENT}, shown=False)

    assert {"first": 10, "last": 10, "line": 10, "text": []} == told["findings"][0]["lines"]


def test_a_document_is_parsed_once_and_only_for_a_field(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed = []
    compose = manifest_lines.yaml.compose_all
    monkeypatch.setattr(manifest_lines.yaml, "compose_all", lambda *given: parsed.append(given[0]) or compose(*given))
    text = "kind: Pod\nspec: 1\n---\nkind: Pod\nspec: 2\n---\nkind: Pod\nspec: 3\n"
    places = [("spec", 1), ("", 4), ("kind", 1), ("spec", 1)]
    found = [finding(field=field, line=line) for field, line in places]

    told = located(result(*found), {"web.yml": text}, shown=False)

    assert ["kind: Pod\nspec: 1"] == parsed
    assert [2, 4, 1, 2] == [each["lines"]["line"] for each in told["findings"]]
