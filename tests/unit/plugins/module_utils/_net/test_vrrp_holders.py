# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Who holds a virtual address, judged from one host."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._net.vrrp import Advert
from ansible_collections.quorum.kube.plugins.module_utils._net.vrrp_holders import Seen, problems, routers

HELD_TWICE = "10.0.0.100 is held here and also by 10.0.0.2, whose adverts reach this host: "
HELD_BY_NONE = "10.0.0.100 is held by no host that this one hears: haproxy's /healthz is not 200 on any, "


def advert(source, vrid=16, priority=254):
    return Advert(source, vrid, 3, priority, ("10.0.0.100",))


def test_masters_of_the_virtual_router_are_told_once_and_those_that_stopped_are_not():
    masters = [advert("10.0.0.3"), advert("10.0.0.2"), advert("10.0.0.3")]
    heard = [*masters, advert("10.0.0.4", vrid=17), advert("10.0.0.5", priority=0)]

    assert ["10.0.0.2", "10.0.0.3"] == routers(heard, 16)


@pytest.mark.parametrize(
    ("seen", "expected"),
    [
        pytest.param(Seen("active", True, []), [], id="this host holds it and hears no other"),
        pytest.param(Seen("active", False, ["10.0.0.2"]), [], id="another one holds it"),
        pytest.param(
            Seen("active", True, ["10.0.0.2"]),
            [
                f"{HELD_TWICE}IP protocol 112 blocked by a firewall of this host or of theirs",
            ],
            id="two holders, this one among them K11",
        ),
        pytest.param(
            Seen("active", False, ["10.0.0.2", "10.0.0.3"]),
            ["10.0.0.100 is held by 10.0.0.2 and 10.0.0.3 at once: IP protocol 112 blocked between them by a firewall"],
            id="two other holders K11",
        ),
        pytest.param(
            Seen("inactive", False, []),
            [
                "keepalived is inactive (expected active)",
                f"{HELD_BY_NONE}or IP protocol 112 blocked on the way to this host",
            ],
            id="a keepalived whose start was skipped K23",
        ),
    ],
)
def test_anything_but_one_holder_is_told_with_its_likely_reason(seen, expected):
    assert expected == problems("10.0.0.100", seen)
