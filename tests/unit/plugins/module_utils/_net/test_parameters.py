# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

from ansible_collections.quorum.kube.plugins.module_utils._net.parameters import PORTS, not_addresses, out_of_range


def test_every_text_that_is_no_address_is_named():
    texts = {"connect[0]": "10.0.0.1", "connect[1]": "10.0.0.0/8", "connect[2]": "here", "address": "fd77::1"}

    assert [
        "connect[1]: '10.0.0.0/8' (expected an IPv4 or IPv6 address)",
        "connect[2]: 'here' (expected an IPv4 or IPv6 address)",
    ] == [str(problem) for problem in not_addresses(texts)]


def test_every_number_beyond_its_range_is_named_and_its_ends_belong_to_it():
    values = {"port": 65536, "more_ports[0]": 1, "more_ports[1]": 65535, "timeout": float("nan")}
    ranges = {"port": PORTS, "more_ports[0]": PORTS, "more_ports[1]": PORTS, "timeout": (0.01, 60)}

    assert [
        "port: 65536 (expected a number from 1 to 65535)",
        "timeout: nan (expected a number from 0.01 to 60)",
    ] == [str(problem) for problem in out_of_range(values, ranges)]
