# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Odd values anywhere in manifests and clusters: the report answers or refuses in words, never with a traceback."""

from __future__ import annotations

from ansible_collections.quorum.kube.tests.unit.plugins.module_utils._kube.odd import asked_for_all
from ansible_collections.quorum.kube.tests.unit.plugins.module_utils._kube.scheduling.odd_schedules import (
    ask_for_a_schedule,
)


def test_odd_clusters_and_workloads_are_answered_or_refused():
    refused = asked_for_all(ask_for_a_schedule, range(1500))

    assert 0 < refused < 1500 * 3 // 4
