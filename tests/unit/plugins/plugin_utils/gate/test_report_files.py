# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where reports may go, and what is told when they cannot."""

from __future__ import annotations

import json
import os

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.errors import InputError, Mistakes, Problem
from ansible_collections.quorum.kube.plugins.plugin_utils.gate.reading import read_request
from ansible_collections.quorum.kube.plugins.plugin_utils.gate.report_files import (
    ANOTHER,
    FILE,
    FOLDER,
    WantedReport,
    prepare,
    wanted_reports,
    write,
)
from ansible_collections.quorum.kube.plugins.plugin_utils.gate.run import run_gate

from .options import options

POD = '{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}, "spec": {}}'
NODE = '{"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n"}}'


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A working folder with a manifest, a cluster and a policy."""
    monkeypatch.chdir(tmp_path)
    for name, text in {"pod.json": POD, "cluster.json": NODE, "policy.json": "{}"}.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "folder.html").mkdir()
    return tmp_path


def prepared(*reports):
    given = {"src": ["pod.json"], "snapshot": ["cluster.json"], "policy": "policy.json", "report": reports}
    prepare(read_request(options(**given)).reports)


def wanted(*entries):
    mistakes = Mistakes()
    return list(wanted_reports(entries, (), mistakes)), mistakes.problems


def test_the_suffix_of_a_path_chooses_the_format():
    entries = [
        "gate.html",
        "gate.json",
        "gate.SARIF",
        {"path": "gate.xml"},
        "gate.txt",
        {"format": "sarif", "path": "gate.out"},
    ]
    formats = ("html", "json", "sarif", "junit", "text", "sarif")
    paths = ("gate.html", "gate.json", "gate.SARIF", "gate.xml", "gate.txt", "gate.out")
    places = [f"report[{index}]" for index in range(6)]

    assert (list(map(WantedReport, formats, paths, places)), []) == wanted(*entries)


def test_every_mistake_of_the_option_is_told_beside_what_is_right():
    suffixes = "a path that ends in .html, .json, .sarif, .txt, .xml"
    formats = f"format: html, json, junit, sarif, text; or {suffixes}"

    assert (
        [WantedReport("html", "gate.html", "report[4]")],
        [
            Problem("report[0]", "'gate.pdf' is no format", formats),
            Problem("report[1]", "'pdf' is no format", formats),
            Problem("report[2]", "{'format': 'html'}", "a path, or a mapping with format and path"),
            Problem("report[3]", "4", "a path, or a mapping with format and path"),
            Problem("report[5].to", "no such option", "format and path"),
            Problem("report[6]", "['html'] is no format", formats),
            Problem("report[7]", "{'format': 'html', 'path': ['a']}", "a path, or a mapping with format and path"),
        ],
    ) == wanted(
        "gate.pdf",
        {"format": "pdf", "path": "a"},
        {"format": "html"},
        4,
        "gate.html",
        {"path": "a.xml", "to": "b"},
        {"format": ["html"], "path": "a"},
        {"format": "html", "path": ["a"]},
    )


def test_the_folders_of_reports_are_made(folder):
    prepared("a/b/gate.html", "gate.json")

    assert (folder / "a" / "b").is_dir()


def test_a_report_takes_the_place_of_nothing_that_is_read_nor_of_another_report(folder):
    with pytest.raises(InputError) as refused:
        prepared("gate.json", "pod.json", "./cluster.json", "policy.json", "./gate.json", "folder.html")

    assert (
        Problem("report[1]", "pod.json is there for something else", ANOTHER),
        Problem("report[2]", "./cluster.json is there for something else", ANOTHER),
        Problem("report[3]", "policy.json is there for something else", ANOTHER),
        Problem("report[4]", "./gate.json is there for something else", ANOTHER),
        Problem("report[5]", "folder.html cannot be written", FILE),
    ) == refused.value.problems


@pytest.mark.parametrize("path", ["pod.json/gate.html", "pod.json/a/gate.html", "a\0.html"])
def test_a_folder_that_cannot_be_made_is_told(folder, path):
    with pytest.raises(InputError, match=rf"report\[0\].*\(expected {FOLDER}\)"):
        prepared(path)


def test_what_keeps_a_report_from_being_written_is_returned(folder):
    path = "x" * 300

    assert f"{path}: File name too long" == write(WantedReport("json", path, "report[0]"), {})


@pytest.mark.parametrize("format_", ["html", "json", "junit", "sarif", "text"])
def test_names_that_are_no_text_can_be_reported(folder, format_):
    file = os.fsdecode(b"\xff.json")
    with open(file, "w", encoding="utf-8") as manifest:
        manifest.write(POD.replace('"p"', json.dumps("a\ud800")))

    run_gate(options(src=[file], report=[{"format": format_, "path": "gate"}]), None, False, {})

    assert (folder / "gate").read_text(encoding="utf-8")
