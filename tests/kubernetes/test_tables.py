# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The tables of the unit tests are what the real kube-apiserver says, so that they hold without it."""

from __future__ import annotations

from collections import Counter

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import NEWEST_MINOR, gates_of
from ansible_collections.quorum.kube.plugins.module_utils._kube.validation.document import Judge
from ansible_collections.quorum.kube.tests.kubernetes.client import Client
from ansible_collections.quorum.kube.tests.kubernetes.comparison import server_lines, validity_difference
from ansible_collections.quorum.kube.tests.unit.plugins.module_utils._kube.validation.tables_of_texts import Case, cases


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_the_real_server_says_the_same(client: Client, release: str, case: Case) -> None:
    """Lines that come from maps have no order in the server. An older one is compared with the gate of its release."""
    gates = gates_of(release, None)
    if gates.release.minor != NEWEST_MINOR:
        assert "" == validity_difference(client, Judge(gates), case.value)
        return
    answer = client.create(case.value, dry_run=True)
    if case.admission:
        assert 403 == answer.status
        return

    assert answer.accepted == (not case.errors)
    assert Counter(case.errors) == Counter(server_lines(answer))
