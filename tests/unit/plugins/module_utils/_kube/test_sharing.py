# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Equal parts of objects are one part afterwards, and nothing else of them changes."""

from __future__ import annotations

import copy
from typing import Any

from ansible_collections.quorum.kube.plugins.module_utils._kube.sharing import Sharing


def pod(name: str, request: Any = "1") -> dict[str, Any]:
    return {
        "kind": "Pod",
        "metadata": {"name": name, "labels": {"app": "web"}},
        "spec": {"containers": [{"name": "c", "resources": {"requests": {"cpu": request}}}], "priority": 7},
        "status": None,
    }


def test_objects_stay_equal_and_their_parts_become_one():
    first, second = pod("a"), pod("b")
    before = copy.deepcopy((first, second))
    sharing = Sharing()

    found = sharing.of(first), sharing.of(second)

    assert before == found == (first, second)
    assert found[0]["spec"]["containers"] is found[1]["spec"]["containers"]
    assert found[0]["metadata"]["labels"] is found[1]["metadata"]["labels"]


def test_parts_that_only_compare_as_equal_stay_apart():
    values, sharing = (1, True, 1.0, "1", None), Sharing()

    found = [sharing.of(pod("a", value))["spec"]["containers"][0]["resources"]["requests"]["cpu"] for value in values]

    assert [repr(value) for value in values] == [repr(value) for value in found]
