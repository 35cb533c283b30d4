# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The interface in the subnet of an address."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.errors import InputError
from ansible_collections.quorum.kube.plugins.module_utils._net.interfaces import interface_for


def interface(name, *addresses, up=True, loopback=False):
    parts = [address.split("/") for address in addresses]
    return {
        "name": name,
        "up": up,
        "loopback": loopback,
        "addresses": [{"address": address, "prefix": int(prefix)} for address, prefix in parts],
    }


LO = interface("lo", "127.0.0.1/8", "::1/128", loopback=True)
MANAGEMENT = interface("eth0", "10.88.0.11/24", "fe80::1/64")
CLUSTER = interface("eth1", "10.77.0.11/24", "fd77::11/64", "fe80::2/64")


@pytest.mark.parametrize(
    ("target", "interfaces", "expected"),
    [
        pytest.param("10.77.0.100", [LO, MANAGEMENT, CLUSTER], "eth1", id="the second network"),
        pytest.param("10.88.0.0/24", [LO, MANAGEMENT, CLUSTER], "eth0", id="a subnet"),
        pytest.param("fd77::100", [LO, MANAGEMENT, CLUSTER], "eth1", id="IPv6"),
        pytest.param(
            "10.77.0.100",
            [CLUSTER, interface("quorum0", "10.77.0.100/32")],
            "eth1",
            id="the address itself on a dummy says nothing",
        ),
        pytest.param(
            "10.77.0.100",
            [CLUSTER, interface("docker0", "10.77.0.1/16", up=False)],
            "eth1",
            id="an interface that is down does not count",
        ),
        pytest.param(
            "10.77.0.100",
            [interface("eth1", "10.77.0.11/24", "10.77.0.100/24")],
            "eth1",
            id="the holder of the virtual address",
        ),
    ],
)
def test_the_one_interface_in_the_subnet_is_found_k5(target, interfaces, expected):
    assert expected == interface_for(target, interfaces)


@pytest.mark.parametrize(
    ("target", "interfaces", "expected"),
    [
        pytest.param(
            "10.99.0.1",
            [LO, CLUSTER],
            "the subnet of 10.99.0.1: no interface is in it; there are 10.77.0.11/24 on eth1, fd77::11/64 on eth1 "
            "(expected exactly one interface that is up)",
            id="none",
        ),
        pytest.param(
            "10.77.0.100",
            [CLUSTER, interface("eth2", "10.77.0.12/24")],
            "the subnet of 10.77.0.100: eth1 and eth2 are in it (expected exactly one interface that is up)",
            id="two",
        ),
        pytest.param(
            "127.0.0.5",
            [LO],
            "the subnet of 127.0.0.5: no interface is in it; there are none "
            "(expected exactly one interface that is up)",
            id="loopback is no network",
        ),
    ],
)
def test_none_and_several_are_refused_with_what_there_is_k5(target, interfaces, expected):
    with pytest.raises(InputError) as caught:
        interface_for(target, interfaces)

    assert expected == str(caught.value)
