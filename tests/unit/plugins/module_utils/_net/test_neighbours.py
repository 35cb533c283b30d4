# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Frames and messages on the wire, byte by byte."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._net import neighbours

MAC = "02:42:ac:13:b6:b7"
ARP_ANSWER = "0242ac13b6b7 0242ac13b6bb 0806 0001 0800 06 04 0002 0242ac13b6bb ac13b664 0242ac13b6b7 00000000"
NEIGHBOUR = "88 00 0000 60000000 fd770000000000000000000000000100 02 01 0242ac13b6bb"


def test_an_arp_probe_claims_no_address_k15():
    expected = "ffffffffffff 0242ac13b6b7 0806 0001 0800 06 04 0001 0242ac13b6b7 00000000 000000000000 ac13b664"

    assert bytes.fromhex(expected) == neighbours.arp_probe(MAC, "172.19.182.100")


@pytest.mark.parametrize(
    ("frame", "expected"),
    [
        pytest.param(ARP_ANSWER, ("172.19.182.100", "02:42:ac:13:b6:bb"), id="an answer"),
        pytest.param(ARP_ANSWER + "00" * 18, ("172.19.182.100", "02:42:ac:13:b6:bb"), id="an answer with padding"),
        pytest.param(ARP_ANSWER.replace("04 0002", "04 0001"), None, id="a question"),
        pytest.param(ARP_ANSWER.replace(" 0806 ", " 0800 "), None, id="another protocol"),
        pytest.param(ARP_ANSWER[:-6], None, id="cut"),
        pytest.param("", None, id="empty"),
    ],
)
def test_an_arp_answer_is_read_whole_or_not_at_all_k15(frame, expected):
    assert expected == neighbours.arp_answer(bytes.fromhex(frame))


def test_a_solicitation_asks_for_the_target_and_says_who_asks():
    expected = "87 00 0000 00000000 fd770000000000000000000000000100 01 01 0242ac13b6b7"

    assert bytes.fromhex(expected) == neighbours.solicitation(MAC, "fd77::100")


def test_the_group_is_made_of_the_last_24_bits():
    assert "ff02::1:ff28:9c5a" == neighbours.solicited_group("fe80::2aa:ff:fe28:9c5a")


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        pytest.param(NEIGHBOUR, ("fd77::100", "02:42:ac:13:b6:bb"), id="an advertisement"),
        pytest.param(
            NEIGHBOUR.replace("02 01", "0e 01 000000000000 02 01"),
            ("fd77::100", "02:42:ac:13:b6:bb"),
            id="another option before the link's",
        ),
        pytest.param(NEIGHBOUR.replace("88 00", "87 00"), None, id="a solicitation"),
        pytest.param(NEIGHBOUR.replace("02 01", "02 00"), None, id="an option without length"),
        pytest.param(NEIGHBOUR.replace("02 01", "0e 01"), None, id="no option of the link"),
        pytest.param(NEIGHBOUR[:-6], None, id="cut"),
    ],
)
def test_a_neighbour_advertisement_is_read_whole_or_not_at_all(message, expected):
    assert expected == neighbours.advertisement(bytes.fromhex(message))
