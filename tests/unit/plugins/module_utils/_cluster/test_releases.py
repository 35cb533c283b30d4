# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which releases go together."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._cluster.releases import (
    Release,
    parse_release,
    skew_problems,
    supported,
)

SERVES = "kube_version: 1.37.2, and the cluster serves"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1.37.2", Release(1, 37, 2)),
        ("v1.34.0", Release(1, 34, 0)),
        ("v1.36.1+vendor.2", Release(1, 36, 1)),
        ("1.37", None),
        ("latest", None),
        ("", None),
    ],
)
def test_a_release_has_a_patch(text, expected):
    assert expected == parse_release(text)


@pytest.mark.parametrize(
    ("text", "expected"), [("1.33.9", False), ("1.34.0", True), ("1.37.9", True), ("1.38.0", False), ("2.35.0", False)]
)
def test_four_minor_releases_are_made(text, expected):
    assert expected is supported(parse_release(text))


@pytest.mark.parametrize(
    ("installed", "serving", "control_plane", "expected"),
    [
        pytest.param("", "", True, [], id="a blank host and no cluster"),
        pytest.param("1.37.2", "v1.37.2", True, [], id="all alike"),
        pytest.param("", "v1.37.3", False, [], id="a worker of an older patch"),
        pytest.param("", "v1.38.0", False, [], id="a worker of the minor release before"),
        pytest.param(
            "",
            "v1.39.0",
            False,
            [f"{SERVES} 1.39.0 (expected 1.39.0, or at most one minor release older)"],
            id="a worker two minor releases older",
        ),
        pytest.param(
            "",
            "v1.37.1",
            False,
            [f"{SERVES} 1.37.1 (expected 1.37.1, or at most one minor release older)"],
            id="a worker newer than the API servers",
        ),
        pytest.param(
            "",
            "v1.37.3",
            True,
            ["kube_version: 1.37.2, and the cluster serves 1.37.3 (expected 1.37.3)"],
            id="a control plane of another patch",
        ),
        pytest.param(
            "1.36.5",
            "v1.36.5",
            True,
            [
                "kube_version: 1.37.2, and kubelet 1.36.5 is on the host (expected 1.36.5)",
                "kube_version: 1.37.2, and the cluster serves 1.36.5 (expected 1.36.5)",
            ],
            id="a member of another release",
        ),
    ],
)
def test_releases_that_do_not_go_together_are_named(installed, serving, control_plane, expected):
    found = skew_problems(Release(1, 37, 2), installed, serving, control_plane)

    assert expected == [str(problem) for problem in found]
