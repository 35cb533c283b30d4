# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The reports for machines: JSON by its schema, SARIF by its standard, JUnit by what readers of it know."""

from __future__ import annotations

import json
import re
from typing import Any
from xml.etree import ElementTree

import pytest
from ansible_collections.quorum.kube.plugins.plugin_utils import reports
from ansible_collections.quorum.kube.tests.unit.plugins.plugin_utils.gated import CHECKOUT, MANIFESTS, gated
from ansible_collections.quorum.kube.tests.unit.plugins.plugin_utils.reports.findings import finding, result, waived

jsonschema = pytest.importorskip("jsonschema", reason="the JSON report is compared with its schema by jsonschema")

SCHEMA = json.loads((CHECKOUT / "docs" / "report-1.schema.json").read_text(encoding="utf-8"))


def everything() -> dict[str, Any]:
    """A result with something in every part."""
    told = gated([str(MANIFESTS)], survive=1, rollout=True).result
    odd = [
        finding(waived=waived()),
        finding("x", "error", waived=waived(expired=True)),
        finding("y", "note", line=None),
    ]
    order = [{"namespace": "shop", "name": "web-0", "reason": "uses 2Mi"}]
    eviction = [{"node": "node-1", "order": order, "never_evicted": []}]
    unreadable = [{"file": "a.yml", "document": 2, "line": 3, "message": "a tab"}]
    more = {"findings": [*told["findings"], *odd], "eviction": eviction, "unreadable": unreadable}
    return reports.located({**told, **more, "skipped_kinds": {"Service": 1}})


def test_json_fits_its_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)

    report = json.loads(reports.render("json", everything()))

    jsonschema.Draft202012Validator(SCHEMA).validate(report)
    assert {"name": "quorum.kube", "version": 1} == report["report"]
    assert len(report["findings"]) == 6


@pytest.mark.parametrize("broken", ["summary", "findings", "report"])
def test_the_schema_refuses_what_is_not_a_report(broken: str) -> None:
    report = json.loads(reports.render("json", everything()))
    del report[broken]

    assert not jsonschema.Draft202012Validator(SCHEMA).is_valid(report)


def test_json_names_what_was_applied_without_its_content() -> None:
    secret = {"kind": "Secret", "metadata": {"name": "login", "namespace": "shop"}, "data": {"password": "aHVudGVy"}}
    named = {"kind": "Secret", "api_version": "v1", "namespace": "shop", "name": "login"}
    told = result(applied=[{**named, "changed": True, "method": "create", "result": secret, "error": ""}])

    report = reports.render("json", told)

    expected = {"kind": "Secret", "namespace": "shop", "name": "login"}
    assert [{**expected, "method": "create", "error": "", "changed": True}] == json.loads(report)["applied"]
    assert "aHVudGVy" not in report


def test_sarif_has_what_the_standard_demands() -> None:
    log = json.loads(reports.render("sarif", everything()))

    assert "2.1.0" == log["version"]
    (run,) = log["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert sorted(set(rules)) == rules
    for told in run["results"]:
        assert told["ruleId"] == rules[told["ruleIndex"]]
        assert told["level"] in ("error", "warning", "note")
        assert told["message"]["text"]
        for location in told["locations"]:
            physical = location.get("physicalLocation")
            if physical:
                assert re.fullmatch(r"(file:///|[^/:?#])[^ \\]*", physical["artifactLocation"]["uri"])
                assert physical.get("region", {"startLine": 1})["startLine"] >= 1


def test_sarif_result() -> None:
    log = json.loads(reports.render("sarif", result(finding(waived=waived(), file="a b/web.yml"))))

    (told,) = log["runs"][0]["results"]
    fingerprint = told.pop("partialFingerprints")["finding/v1"]
    logical = {"fullyQualifiedName": "Deployment shop/web spec.replicas", "name": "web", "kind": "resource"}
    physical = {"artifactLocation": {"uri": "a%20b/web.yml"}, "region": {"startLine": 4}}
    assert {
        "ruleId": "trap",
        "ruleIndex": 0,
        "level": "warning",
        "message": {"text": "Deployment shop/web: one is none Fix: set it to 2"},
        "locations": [{"logicalLocations": [logical], "physicalLocation": physical}],
        "properties": {"certainty": "fragile", "field": "spec.replicas"},
        "suppressions": [
            {"kind": "inSource", "status": "accepted", "justification": "until the move (until 2027-01-31)"}
        ],
    } == told
    assert re.fullmatch("[0-9a-f]{32}", fingerprint)


PAGES = {
    "claim-missing": "relations.md#claim-missing",
    "policy/mine": "policy.md",
    "waiver-expired": "policy.md",
    "trap": "validation.md",
    "unschedulable": "scheduling.md",
    "rollout-hangs": "gate.md",
}


@pytest.mark.parametrize(("rule", "page"), PAGES.items())
def test_rules_name_the_page_that_explains_them(rule: str, page: str) -> None:
    log = json.loads(reports.render("sarif", result(finding(rule))))

    (told,) = log["runs"][0]["tool"]["driver"]["rules"]
    folder, _slash, name = told["helpUri"].rpartition("/docs/")
    assert [page, "https://github.com/quorum-kube/quorum.kube/blob/main"] == [name, folder]
    text = (CHECKOUT / "docs" / name.partition("#")[0]).read_text(encoding="utf-8")
    assert "#" not in name or f"\n## {rule}\n" in text


def test_sarif_fingerprint_stays_when_lines_move() -> None:
    prints = [
        json.loads(reports.render("sarif", result(finding(line=line))))["runs"][0]["results"][0]["partialFingerprints"]
        for line in (4, 40)
    ]

    assert prints[0] == prints[1]


JUNIT = """\
<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="quorum.kube" tests="3" failures="1" errors="0" skipped="1">
  <testsuite name="web.yml" tests="3" failures="1" errors="0" skipped="1">
    <testcase classname="web.yml" name="Deployment shop/web">
      <failure message="one is none" type="invalid">web.yml:4: error: invalid: spec.replicas: one is none
  fix: set it to 2</failure>
    </testcase>
    <testcase classname="web.yml" name="Deployment shop/old">
      <skipped message="waived until 2027-01-31: until the move"/>
      <system-out>web.yml:4: error: x: spec.replicas: one is none
  fix: set it to 2</system-out>
    </testcase>
    <testcase classname="web.yml" name="Deployment shop/small">
      <system-out>web.yml:4: note: trap: spec.replicas: one is none
  fix: set it to 2</system-out>
    </testcase>
  </testsuite>
</testsuites>
"""


def test_junit() -> None:
    told = result(
        finding("invalid", "error"),
        finding("x", "error", name="old", waived=waived()),
        finding(severity="note", name="small"),
    )

    assert reports.render("junit", told) == JUNIT


def test_junit_counts_every_object() -> None:
    tree = ElementTree.fromstring(reports.render("junit", gated([str(MANIFESTS)]).result))

    assert ("6", "1", "0") == tuple(tree.get(name) for name in ("tests", "failures", "skipped"))


def test_junit_is_xml_whatever_the_names() -> None:
    text = "<&>\"'\x00\x1b\ud800\ufffe]]>"
    report = reports.render("junit", result(finding("x", "error", name=text, message=text, file=text)))

    failure = ElementTree.fromstring(report.encode("utf-8", "replace")).find(".//failure")

    assert failure is not None
    assert failure.get("message", "").startswith("<&>\"'��")
