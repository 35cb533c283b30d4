# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The table of fields is that of the API: compared with what the real kube-apiserver publishes."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import NEWEST_MINOR, gates_of
from ansible_collections.quorum.kube.plugins.module_utils._kube.validation.schema import fields_of
from ansible_collections.quorum.kube.tests.kubernetes.client import Client
from ansible_collections.quorum.kube.tests.kubernetes.openapi import published


def test_the_fields_are_those_that_the_server_publishes(client: Client, release: str) -> None:
    if gates_of(release, None).release.minor != NEWEST_MINOR:
        pytest.skip(f"the table is that of 1.{NEWEST_MINOR}, the programs are of {release}")
    theirs = published(client)

    assert theirs == {name: fields_of(name) for name in theirs}
