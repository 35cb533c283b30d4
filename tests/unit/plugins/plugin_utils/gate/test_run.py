# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""How far an input comes, and that nothing of it is lost when the cluster goes away."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.errors import InputError, Problem
from ansible_collections.quorum.kube.plugins.plugin_utils.gate import run
from ansible_collections.quorum.kube.plugins.plugin_utils.gate.reading import GATED, PRESENT, read_request

from .options import options

CONFIG = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c"}}
POD = {
    "apiVersion": "v1",
    "kind": "Pod",
    "metadata": {"name": "P"},
    "spec": {"containers": [{"name": "c", "image": "i"}]},
}


@pytest.fixture
def gate(monkeypatch):
    """The gate without a cluster to judge by, before one that takes objects."""
    calls = []

    def offline(params):
        return read_request({**params, "state": GATED})._replace(params=params)

    def execute(arguments, check):
        calls.append(check)
        changed = arguments["resource_definition"] != [{**CONFIG, "metadata": {"name": "there"}}]
        return {"changed": changed, "method": "create" if changed else "update", "result": {}}

    monkeypatch.setattr(run, "read_request", offline)
    monkeypatch.setattr(run, "watch", lambda _request, _changes: [])
    return lambda definition, check=False, **more: (
        run.run_gate(options(definition=definition, state=PRESENT, **more), execute, check, {}).returned,
        calls,
    )


def test_what_passes_is_asked_and_then_sent(gate):
    returned, calls = gate(CONFIG)

    assert [True, False] == calls
    assert (True, True, "nothing to mend; 1 of 1 objects changed") == tuple(
        returned[name] for name in ("passed", "changed", "msg")
    )
    assert ["create"] == [each["method"] for each in returned["applied"]]


def test_in_check_mode_everything_is_asked_and_nothing_sent(gate):
    returned, calls = gate(CONFIG, check=True)

    assert [True] == calls
    assert (True, None, "nothing to mend; 1 of 1 objects would change") == tuple(
        returned[name] for name in ("changed", "applied", "msg")
    )
    assert ["ConfigMap default/c"] == [each["after_header"] for each in returned["diff"]]


def test_what_is_there_already_is_not_sent_again(gate):
    returned, calls = gate({**CONFIG, "metadata": {"name": "there"}})

    assert [True] == calls
    assert (False, "nothing to mend; 0 of 1 objects changed") == (returned["changed"], returned["msg"])


def test_nothing_is_asked_while_an_error_stands(gate):
    returned, calls = gate([CONFIG, POD])

    assert [] == calls
    assert (False, False, None) == tuple(returned[name] for name in ("passed", "changed", "applied"))
    assert returned["msg"].endswith("nothing was applied")


def test_a_cluster_that_goes_away_takes_no_result_with_it(gate, monkeypatch):
    def watch(_request, _changes):
        raise InputError([Problem("the live cluster", "connection refused", "a cluster")])

    monkeypatch.setattr(run, "watch", watch)

    returned, _calls = gate(CONFIG)

    assert (False, True) == (returned["passed"], returned["changed"])
    assert ["create"] == [each["method"] for each in returned["applied"]]
    assert ["rollout-unknown"] == [each["rule"] for each in returned["findings"]]


def test_a_report_that_cannot_be_written_fails_the_task_and_loses_nothing(gate, monkeypatch):
    def write(report, _result):
        return f"{report.path}: No space left on device"

    monkeypatch.setattr(run, "prepare", lambda _reports: None)
    monkeypatch.setattr(run, "write", write)

    returned, _calls = gate(CONFIG, report=["full/gate.html"])

    assert (False, True) == (returned["passed"], returned["failed"])
    assert (
        "nothing to mend; 1 of 1 objects changed; the report was not written: full/gate.html: No space left on device"
    ) == returned["msg"]
    assert ["create"] == [each["method"] for each in returned["applied"]]


def test_what_is_waived_is_not_called_nothing_to_mend(gate):
    waiver = "[{rules: [trap], reason: a debugger, until: 2999-12-31}]"
    metadata = {"name": "p", "annotations": {"quorum.kube/waive": waiver}}
    pod = {**POD, "metadata": metadata, "spec": {**POD["spec"], "nodeName": "n"}}

    returned, _calls = gate(pod, check=True)

    assert "1 waived; 1 of 1 objects would change" == returned["msg"]


def test_the_screen_tells_the_line_that_reports_tell(tmp_path):
    file = tmp_path / "pod.yml"
    file.write_text("apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  restartPolicy: Never\n  containers: []\n")

    outcome = run.run_gate(options(src=[str(file)], report=[str(tmp_path / "gate.txt")]), None, False, {})

    assert "  6  error    invalid  spec.containers" in outcome.text.splitlines()
    assert outcome.text == (tmp_path / "gate.txt").read_text()
    assert [6] == [each["lines"]["line"] for each in outcome.returned["findings"]]
