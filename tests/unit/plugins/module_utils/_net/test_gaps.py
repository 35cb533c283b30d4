# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""How long a client was without an answer."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._net.gaps import Gap, longest


@pytest.mark.parametrize(
    ("answered", "expected"),
    [
        pytest.param([11, 12, 15, 16], Gap(4, 6), id="the end counts like an answer"),
        pytest.param([11, 12, 17, 18], Gap(5, 2), id="between two answers"),
        pytest.param([16, 17, 18], Gap(6, 0), id="before the first answer"),
        pytest.param([], Gap(10, 0), id="no answer at all"),
        pytest.param([15], Gap(5, 0), id="of two equal gaps the first"),
    ],
)
def test_the_longest_gap_and_when_it_began(answered, expected):
    assert expected == longest(10, answered, 20)
