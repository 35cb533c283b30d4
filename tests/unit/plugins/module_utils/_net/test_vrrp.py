# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Advertisements, router numbers and priorities."""

from __future__ import annotations

import itertools

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._net.vrrp import (
    Advert,
    default_vrid,
    ip4_payload,
    is_configured,
    parse_advert,
    priorities,
)

V2 = "21 33 96 01 00 01 ba52 ac13 b664 0000000000000000"
V3 = "31 4d fe 01 00 14 0000 ac13 b664"
V3_IP6 = "31 05 64 01 00 64 0000 fd77 0000 0000 0000 0000 0000 0000 0100"


@pytest.mark.parametrize(
    ("text", "source", "expected"),
    [
        pytest.param(V2, "10.0.0.9", Advert("10.0.0.9", 51, 2, 150, ("172.19.182.100",)), id="version 2"),
        pytest.param(V3, "10.0.0.9", Advert("10.0.0.9", 77, 3, 254, ("172.19.182.100",)), id="version 3"),
        pytest.param(V3_IP6, "fe80::1", Advert("fe80::1", 5, 3, 100, ("fd77::100",)), id="version 3 over IPv6"),
        pytest.param(V3[:14], "10.0.0.9", None, id="cut in the header"),
        pytest.param(V3[:-2], "10.0.0.9", None, id="cut in the addresses"),
        pytest.param(V2, "fe80::1", None, id="version 2 is for IPv4 only"),
        pytest.param("41" + V3[2:], "10.0.0.9", None, id="unknown version"),
        pytest.param("32" + V3[2:], "10.0.0.9", None, id="no advertisement"),
        pytest.param("3100" + V3[5:], "10.0.0.9", None, id="router number zero"),
        pytest.param("", "10.0.0.9", None, id="empty"),
    ],
)
def test_an_advertisement_is_read_whole_or_not_at_all_k13(text, source, expected):
    assert expected == parse_advert(bytes.fromhex(text), source)


def test_the_payload_begins_after_the_options_of_the_packet():
    packet = bytes.fromhex("46 c0 0028 0001 0000 ff 70 0000 0a000009 e0000012 94040000") + b"payload"

    assert ("10.0.0.9", b"payload") == ip4_payload(packet)


@pytest.mark.parametrize(
    ("name", "address", "expected"),
    [("guide", "172.19.170.100", 77), ("guide", "172.19.170.101", 72), ("other", "172.19.170.100", 79)],
)
def test_the_router_number_depends_on_name_and_address_k13(name, address, expected):
    assert expected == default_vrid(name, address)


def test_spellings_of_one_address_give_one_router_number():
    assert default_vrid("guide", "fd77::100") == default_vrid("guide", "FD77:0:0:0:0:0:0:0100")


def test_router_numbers_are_valid_and_spread():
    found = {default_vrid(f"cluster-{number}", "10.0.0.1") for number in range(5000)}

    assert set(range(1, 256)) == found


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        pytest.param(
            ["master-1", "master-2", "master-3"],
            {"master-1": 254, "master-2": 248, "master-3": 242},
            id="numbers are places",
        ),
        pytest.param(
            ["master-1", "master-3"],
            {"master-1": 254, "master-3": 242},
            id="a host that went leaves the others alone",
        ),
        pytest.param(
            ["lb-1", "master-1", "master-2", "master-3"],
            {"lb-1": 254, "master-1": 236, "master-2": 248, "master-3": 242},
            id="who loses its place takes one that nobody wants",
        ),
        pytest.param(["m1.k8s.lan", "m2.k8s.lan"], {"m1.k8s.lan": 254, "m2.k8s.lan": 248}, id="full names"),
        pytest.param(["alpha"], {"alpha": 146}, id="no number: a place from the hash"),
        pytest.param([], {}, id="no hosts"),
    ],
)
def test_priorities_are_whole_and_exact_k7(names, expected):
    assert expected == priorities(names)


def test_priorities_do_not_depend_on_the_order_k7():
    names = ["alpha", "beta-1", "gamma-1", "delta", "m27"]

    assert 1 == len({tuple(priorities(order).items()) for order in itertools.permutations(names)})


@pytest.mark.parametrize("count", [1, 3, 26, 27, 100, 254])
def test_priorities_are_distinct_and_valid_k7_r10(count):
    found = priorities(f"host-{number * 7}" for number in range(count))

    assert count == len(set(found.values()))
    assert all(1 <= priority <= 254 for priority in found.values())


def test_more_hosts_than_priorities_are_refused():
    with pytest.raises(ValueError, match="255 hosts: VRRP has room for 254 distinct priorities"):
        priorities(f"host-{number}" for number in range(255))


def test_scaling_from_three_to_five_and_back_renumbers_nobody_r10():
    three = priorities(["m1", "m2", "m3"])
    five = priorities(["m1", "m2", "m3", "m4", "m5"])

    assert three == {name: five[name] for name in three}


OURS = "vrrp_instance kube_api {\n    virtual_router_id 51\n    virtual_ipaddress {\n        192.0.2.1/32\n    }\n}\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(OURS, True, id="the router"),
        pytest.param(OURS.replace("51", "5"), False, id="another number"),
        pytest.param(OURS.replace("192.0.2.1/", "192.0.2.11/"), False, id="another address"),
        pytest.param(OURS.replace("    virtual_router_id", "    # virtual_router_id"), False, id="a comment"),
        pytest.param("", False, id="no configuration"),
    ],
)
def test_a_configuration_names_the_router(text, expected):
    assert expected == is_configured(text, 51, "192.0.2.1")
