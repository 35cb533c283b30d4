# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The site in the words of the roles."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._hosts.site import hosts_entries, trust_hosts

HOSTS = [
    {"name": "m1", "fqdn": "m1.lan", "addresses": ["10.0.0.1", "fd00::1"]},
    {"name": "lb.corp.example", "fqdn": "lb.corp.example", "addresses": ["10.0.0.2"]},
]
ENTRIES = [{"name": "m1", "addresses": ["10.0.0.1", "fd00::1"]}, {"name": "lb.corp.example", "addresses": ["10.0.0.2"]}]
ENDPOINT = {"name": "api.lan", "addresses": ["10.0.0.9"], "type": "endpoint"}

SITES = {
    "keepalived": ("keepalived", "hosts_name", "api.lan", [*ENTRIES, ENDPOINT]),
    "external, mapped by the role external_lb whatever its method": ("external", "redirect", "api.lan", ENTRIES),
    "no name": ("keepalived", "local_proxy", "", ENTRIES),
}


@pytest.mark.parametrize(("mode", "method", "name", "expected"), SITES.values(), ids=SITES)
def test_h12_every_host_of_every_group_has_an_entry(mode: str, method: str, name: str, expected: list[object]) -> None:
    topology = {"hosts": HOSTS, "mode": mode, "external_lb_method": method, "name": name, "address": "10.0.0.9"}

    assert expected == hosts_entries(topology)


def test_trust_hosts() -> None:
    expected = [
        {"name": "m1", "aliases": ["m1.lan"], "addresses": ["10.0.0.1", "fd00::1"]},
        {"name": "lb.corp.example", "aliases": [], "addresses": ["10.0.0.2"]},
    ]

    assert expected == trust_hosts({"hosts": HOSTS})
