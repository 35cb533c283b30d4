# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The gate's options."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.errors import InputError, Problem
from ansible_collections.quorum.kube.plugins.plugin_utils.gate.reading import WantedReport, wanted_reports


def test_the_suffix_of_a_path_chooses_the_format():
    assert [
        WantedReport("html", "build/gate.html"),
        WantedReport("json", "gate.json"),
        WantedReport("sarif", "gate.SARIF"),
        WantedReport("junit", "gate.xml"),
        WantedReport("text", "gate.txt"),
        WantedReport("sarif", "gate.json"),
    ] == wanted_reports(
        [
            "build/gate.html",
            "gate.json",
            "gate.SARIF",
            {"path": "gate.xml"},
            "gate.txt",
            {"format": "sarif", "path": "gate.json"},
        ]
    )


def test_every_mistake_is_told_at_once():
    suffixes = "a path that ends in .html, .json, .sarif, .txt, .xml"
    formats = f"format: html, json, junit, sarif, text; or {suffixes}"

    with pytest.raises(InputError) as refused:
        wanted_reports(
            ["gate.pdf", {"format": "pdf", "path": "a"}, {"format": "html"}, 4, {"path": "a.xml", "to": "b"}]
        )

    assert (
        Problem("report[0]", "'gate.pdf' is no format", formats),
        Problem("report[1]", "'pdf' is no format", formats),
        Problem("report[2]", "{'format': 'html'}", "a path, or a mapping with format and path"),
        Problem("report[3]", "4", "a path, or a mapping with format and path"),
        Problem("report[4].to", "no such option", "format and path"),
    ) == refused.value.problems
