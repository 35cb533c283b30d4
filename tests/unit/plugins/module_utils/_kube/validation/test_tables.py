# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whole results of validation, one table a theme."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import gates_of
from ansible_collections.quorum.kube.plugins.module_utils._kube.validation.document import Judge
from ansible_collections.quorum.kube.tests.unit.plugins.module_utils._kube.validation.tables_of_texts import Case, cases

JUDGE = Judge(gates_of("1.37", None))


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_the_texts_of_the_api_server(case: Case) -> None:
    assert case.errors == [error.text for error in JUDGE.errors(case.value)]


def test_a_line_is_made_of_its_parts() -> None:
    for case in cases():
        for error in JUDGE.errors(case.value):
            assert error.text.startswith(f"{error.field}: {error.type}")
            assert error.text.endswith(error.message)
