# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Values of the API as checks read them."""

from __future__ import annotations

from typing import Any

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.objects import integer, whole
from ansible_collections.quorum.kube.plugins.module_utils._kube.scheduling.paces import share_of
from ansible_collections.quorum.kube.plugins.module_utils._kube.validation.plain_types import CHECKS
from ansible_collections.quorum.kube.plugins.module_utils._kube.workloads import replicas_of

NUMBERS = [
    (5, 5),
    (0, 0),
    (-1, -1),
    (5.0, 5),
    (-0.0, 0),
    (5.5, None),
    (float("nan"), None),
    (float("inf"), None),
    (True, None),
    ("5", None),
    (None, None),
    ([5], None),
]


@pytest.mark.parametrize(("value", "expected"), NUMBERS, ids=[repr(value) for value, _expected in NUMBERS])
def test_a_number_without_fraction(value: Any, expected: int | None) -> None:
    default = 7 if expected is None else expected

    assert expected == integer(value)
    assert (expected is not None) is CHECKS["i"](value, [])
    assert default == whole(value, 7)
    assert (1 if expected is None else expected) == replicas_of({"kind": "Deployment", "spec": {"replicas": value}})
    assert expected is None or expected == share_of(10, value, up=True)
