# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The action: options in, a text on the screen, reports in their places, and a task that fails when it has to."""

from __future__ import annotations

import json

import pytest
from ansible.parsing.dataloader import DataLoader
from ansible.playbook.play_context import PlayContext
from ansible.playbook.task import Task
from ansible.plugins.loader import connection_loader
from ansible.template import Templar
from ansible.utils.display import Display
from ansible_collections.quorum.kube.plugins.action import manifest

NODE = {
    "apiVersion": "v1",
    "kind": "Node",
    "metadata": {"name": "n"},
    "status": {"allocatable": {"cpu": "2", "memory": "4Gi", "pods": "10"}},
}
RETURNED = {
    "state",
    "passed",
    "findings",
    "summary",
    "objects",
    "pods",
    "results",
    "survival",
    "rollouts",
    "nodes",
    "eviction",
    "skipped_kinds",
    "unreadable",
    "release",
    "applied",
    "hanging",
}


def pod(cpu="1"):
    container = {"name": "c", "image": "i", "resources": {"requests": {"cpu": cpu}}}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}, "spec": {"containers": [container]}}


@pytest.fixture
def shown(monkeypatch):
    lines = []
    monkeypatch.setattr(Display, "display", lambda _, text, **_options: lines.extend(text.splitlines()))
    return lines


def run(connection="local", check=False, no_log=False, **options):
    task = Task.load({"action": "quorum.kube.manifest", "args": options})
    task.check_mode = check
    task.no_log = no_log
    context, loader = PlayContext(), DataLoader()
    plugin = connection_loader.get(connection, context)
    return manifest.ActionModule(task, plugin, context, loader, Templar(loader=loader), None).run(task_vars={})


@pytest.mark.parametrize(("passed", "cpu", "last"), [(True, "1", "gate: accepted"), (False, "3", "gate: refused")])
def test_the_task_fails_when_an_error_stands(shown, passed, cpu, last):
    result = run(definition=pod(cpu), cluster_objects=[NODE])

    assert (not passed, passed, False) == (result["failed"], result["passed"], result["changed"])
    assert shown[-1].startswith(last)
    assert result.keys() >= RETURNED


def test_what_is_not_to_be_logged_is_not_shown(shown):
    assert run(definition=pod(), no_log=True)["passed"]
    assert [] == shown


def test_reports_are_written_also_when_the_task_fails(shown, tmp_path):
    paths = [tmp_path / "new" / "folder" / f"gate.{suffix}" for suffix in ("json", "txt", "xml", "sarif", "html")]

    result = run(definition=pod("3"), cluster_objects=[NODE], report=[str(path) for path in paths])

    assert result["failed"]
    assert result["findings"] == json.loads(paths[0].read_text())["findings"]
    assert all(path.stat().st_size for path in paths)


def test_a_report_that_cannot_be_written_is_told_before_anything_happens(shown, tmp_path):
    (tmp_path / "file").write_text("")

    result = run(
        definition=pod(), report=[str(tmp_path / "file" / "gate.txt"), {"format": "json", "path": str(tmp_path)}]
    )

    assert result["failed"]
    assert ["report[0]", "report[1]"] == [problem["place"] for problem in result["problems"]]
    assert [] == shown


def test_mistakes_of_options_are_all_told(shown):
    result = run(definition=pod(), kubernetes_version="2.1", policy={"rule": []}, report=["gate.pdf"])

    assert result["failed"]
    assert "report[0]" in result["msg"]


@pytest.mark.parametrize("state", ["present", "absent"])
def test_a_cluster_is_changed_from_the_controller_alone(shown, state):
    result = run(connection="ssh", definition=pod(), state=state)

    assert result["failed"]
    assert "delegate_to: localhost" in result["msg"]


def test_judging_alone_runs_for_any_host(shown):
    assert run(connection="ssh", definition=pod(), cluster_objects=[NODE])["passed"]
