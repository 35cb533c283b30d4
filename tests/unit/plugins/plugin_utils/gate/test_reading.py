# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The gate's options."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.errors import InputError, Problem
from ansible_collections.quorum.kube.plugins.module_utils._kube.saved import head
from ansible_collections.quorum.kube.plugins.plugin_utils.gate.reading import WantedReport, read_request, wanted_reports

from .options import options

POD = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}, "spec": {"containers": []}}
NODE = {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n"}}


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
            [
                "gate.pdf",
                {"format": "pdf", "path": "a"},
                {"format": "html"},
                4,
                {"path": "a.xml", "to": "b"},
                {"format": ["html"], "path": "a"},
                {"format": "html", "path": ["a"]},
            ]
        )

    assert (
        Problem("report[0]", "'gate.pdf' is no format", formats),
        Problem("report[1]", "'pdf' is no format", formats),
        Problem("report[2]", "{'format': 'html'}", "a path, or a mapping with format and path"),
        Problem("report[3]", "4", "a path, or a mapping with format and path"),
        Problem("report[4].to", "no such option", "format and path"),
        Problem("report[5]", "['html'] is no format", formats),
        Problem("report[6]", "{'format': 'html', 'path': ['a']}", "a path, or a mapping with format and path"),
    ) == refused.value.problems


@pytest.mark.parametrize(
    ("wanted", "told", "version"),
    [
        ("1.30.2", "1.30.2", None),
        ("1.29.3", "1.29.3-vendor.100", None),
        ("1.33", "1.30.2", "1.33"),
        ("1.37", "1.99.0", None),
        ("1.37", "1.27.1", None),
        ("1.37", "", None),
    ],
)
def test_the_cluster_tells_the_release_unless_the_options_do(wanted, told, version):
    objects = [NODE, head(["Node"], told)]

    request = read_request(options(definition=POD, cluster_objects=objects, kubernetes_version=version))

    assert wanted == str(request.manifests.gates.release)


@pytest.mark.parametrize(
    ("given", "place"), [({"definition": "# nothing"}, "definition"), ({"definition": []}, "definition"), ({}, "src")]
)
def test_an_input_without_any_object_is_refused(given, place):
    with pytest.raises(InputError) as refused:
        read_request(options(**{"src": [], **given}))

    assert (Problem(place, "no object", "at least one manifest"),) == refused.value.problems


def test_cases_of_a_policy_need_no_object():
    assert [] == read_request(options(definition=[], policy_test=True)).manifests.documents.documents


@pytest.mark.parametrize("namespace", ["", "A B", "shop/2"])
def test_a_namespace_that_cannot_be_is_refused(namespace):
    with pytest.raises(InputError) as refused:
        read_request(options(definition=POD, namespace=namespace))

    assert (
        Problem("namespace", f'"{namespace}"', "the name of a namespace, such as shop-2"),
    ) == refused.value.problems


def test_a_snapshot_that_cannot_be_read_says_why(tmp_path):
    file = tmp_path / "cluster.yml"
    file.write_text("kind: Node\nkind: Node\n")

    with pytest.raises(InputError) as refused:
        read_request(options(definition=POD, snapshot=[str(file)]))

    assert (
        Problem(
            f"snapshot: {file}:2",
            'duplicate key "kind" (lines 1 and 2)',
            "objects of a cluster, with their nodes",
        ),
    ) == refused.value.problems
