# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Workloads with odd values at any path: each is judged or refused in one entry, and never ends in a traceback."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.tests.unit.plugins.module_utils._kube.odd import asked_for_all
from ansible_collections.quorum.kube.tests.unit.plugins.module_utils._kube.odd_manifests import (
    ask_for_classes,
    ask_for_eviction,
)


@pytest.mark.parametrize("ask, count", [(ask_for_classes, 1500), (ask_for_eviction, 300)])
def test_odd_values_are_judged_or_refused(ask, count):
    refused = asked_for_all(ask, range(count))

    assert 0 < refused < count
