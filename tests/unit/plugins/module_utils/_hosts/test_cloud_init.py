# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What cloud-init is told to do with the hosts file."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._hosts.cloud_init import (
    DROP_IN_TEXT,
    Setting,
    Source,
    settings,
)

MODES = {
    "manage_etc_hosts: true": "template",
    "manage_etc_hosts: True # x": "template",
    "manage_etc_hosts: 'yes'": "template",
    '"manage_etc_hosts" : template': "template",
    "manage_etc_hosts: localhost": "localhost",
    "manage_etc_hosts: false": "off",
    "manage_etc_hosts: anything": "off",
}


@pytest.mark.parametrize(("text", "mode"), MODES.items(), ids=MODES)
def test_h7_modes(text: str, mode: str) -> None:
    assert (Setting("f", 2, mode, False),) == settings([Source("f", f"# cloud-config\n{text}\n")])


def test_h7_nothing_is_found_in_comments_and_below_other_keys() -> None:
    assert () == settings([Source("f", "# manage_etc_hosts: true\nx:\n  manage_etc_hosts: true\n")])


def test_h7_every_place_is_told_in_the_order_in_which_cloud_init_reads() -> None:
    found = settings(
        [
            Source("a", "manage_etc_hosts: true\n"),
            Source("b", DROP_IN_TEXT),
            Source("c", "manage_etc_hosts: localhost", True),
        ]
    )

    assert (
        Setting("a", 1, "template", False),
        Setting("b", 2, "off", False),
        Setting("c", 1, "localhost", True),
    ) == found
