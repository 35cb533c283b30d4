# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.findings import (
    Finding,
    Subject,
    Waiver,
    worst_first,
)

WEB = Subject("Deployment", "apps/v1", "shop", "web", "web.yml", 2, 17)


def test_a_finding_is_told_in_the_shape_of_the_contract() -> None:
    finding = Finding.certain("pdb-blocks-drains", "fragile", WEB, "no pod may go", "allow one", "spec.minAvailable")
    assert {
        "rule": "pdb-blocks-drains",
        "severity": "warning",
        "certainty": "fragile",
        "object": {
            "kind": "Deployment",
            "api_version": "apps/v1",
            "namespace": "shop",
            "name": "web",
            "source": {"file": "web.yml", "document": 2, "line": 17},
        },
        "field": "spec.minAvailable",
        "message": "no pod may go",
        "fix": "allow one",
        "waived": None,
    } == finding.as_dict()


@pytest.mark.parametrize(
    ("severity", "certainty"),
    [("error", "impossible"), ("error", "blocked"), ("warning", "fragile"), ("warning", "dead"), ("note", "style")],
)
def test_the_severity_follows_the_certainty(severity: str, certainty: str) -> None:
    assert severity == Finding.certain("x", certainty, WEB, "m", "f").severity
    assert Finding.certain("x", certainty, WEB, "m", "f", note=True).severity == "note"


@pytest.mark.parametrize(
    ("stands", "severity", "waived"),
    [
        (True, "error", None),
        (False, "error", Waiver("until the new nodes are there", "2030-01-31")),
        (False, "warning", None),
    ],
)
def test_only_an_error_that_nobody_waived_stands(stands: bool, severity: str, waived: Waiver | None) -> None:
    assert stands is Finding("x", severity, WEB, "m", waived=waived).stands


def test_a_waiver_is_told_with_its_reason_and_its_last_day() -> None:
    finding = Finding("x", "error", WEB, "m", waived=Waiver("moving", "2030-01-31", True))
    assert finding.as_dict()["waived"] == {"reason": "moving", "until": "2030-01-31", "expired": True}


@pytest.mark.parametrize(
    ("expected", "value", "namespace"),
    [
        (
            Subject("Node", "v1", "", "a", "f", 1, None),
            {"kind": "Node", "apiVersion": "v1", "metadata": {"name": "a"}},
            "",
        ),
        (
            Subject("Pod", "v1", "default", "p-", "f", 1, None),
            {"kind": "Pod", "apiVersion": "v1", "metadata": {"generateName": "p-"}},
            "default",
        ),
        (Subject("Pod", "v1", "x", "", "f", 1, None), {"kind": "Pod", "apiVersion": "v1"}, "x"),
    ],
)
def test_a_subject_is_read_from_an_object(expected: Subject, value: dict[str, object], namespace: str) -> None:
    assert expected == Subject.of(value, {"file": "f", "document": 1, "line": None}, namespace)


def test_findings_come_worst_first_and_once() -> None:
    note, error = Finding("a", "note", WEB, "m"), Finding("b", "error", WEB, "m")
    earlier = error._replace(object=WEB._replace(document=1))
    assert [earlier, error, note] == worst_first([note, error, error, earlier])
