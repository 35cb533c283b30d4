# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Entries of the hosts file: which are right, and how they are written."""

from __future__ import annotations

from typing import Any

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._hosts.entries import parse_entries, with_hostname
from ansible_collections.quorum.kube.plugins.module_utils._kube.errors import InputError


def rows(items: list[dict[str, Any]], domain: str | None) -> list[str]:
    return [row for entry in parse_entries(items, domain) for row in entry.lines()]


M1 = {"name": "m1", "addresses": ["10.0.0.1"]}
LINES = {
    "H3 canonical name first, then the short one, then aliases": (
        [{"name": "m1", "addresses": ["10.0.0.1"], "aliases": ["etcd-1"]}],
        "k8s.lan",
        ["10.0.0.1 m1.k8s.lan m1 etcd-1"],
    ),
    "without a domain the name is as given": ([M1], None, ["10.0.0.1 m1"]),
    "a name with its domain has its short name beside it": (
        [{"name": "m1.k8s.lan", "addresses": ["10.0.0.1"]}],
        "k8s.lan",
        ["10.0.0.1 m1.k8s.lan m1"],
    ),
    "a name of another domain stays whole": (
        [{"name": "m1.corp.example", "addresses": ["10.0.0.1"]}],
        "k8s.lan",
        ["10.0.0.1 m1.corp.example"],
    ),
    "one line a family, addresses in canonical form": (
        [{"name": "m1", "addresses": ["10.0.0.1", "FD00:0::1"]}],
        "k8s.lan",
        ["10.0.0.1 m1.k8s.lan m1", "fd00::1 m1.k8s.lan m1"],
    ),
    "H16 a host in several groups has one line": (
        [M1, {"name": "m2", "addresses": ["10.0.0.2"]}, M1],
        None,
        ["10.0.0.1 m1", "10.0.0.2 m2"],
    ),
    "an endpoint has no short name and may have a host's address": (
        [M1, {"name": "api.k8s.lan", "addresses": ["10.0.0.1"], "type": "endpoint"}],
        "k8s.lan",
        ["10.0.0.1 m1.k8s.lan m1", "10.0.0.1 api.k8s.lan"],
    ),
    "H14 any domain is used everywhere": ([M1], "corp.example", ["10.0.0.1 m1.corp.example m1"]),
    "hyphens are no ranges": ([{"name": "k8s-master-01", "addresses": ["10.0.0.1"]}], None, ["10.0.0.1 k8s-master-01"]),
}


@pytest.mark.parametrize(("items", "domain", "expected"), LINES.values(), ids=LINES)
def test_lines(items: list[dict[str, Any]], domain: str | None, expected: list[str]) -> None:
    assert expected == rows(items, domain)


WRONG = {
    "underscore": ([{"name": "vm_10_205", "addresses": ["10.0.0.1"]}], ["entries[0].name"]),
    "upper case": ([{"name": "Master", "addresses": ["10.0.0.1"]}], ["entries[0].name"]),
    "number": ([{"name": "101", "addresses": ["10.0.0.1"]}], ["entries[0].name"]),
    "leading hyphen": ([{"name": "-m1", "addresses": ["10.0.0.1"]}], ["entries[0].name"]),
    "label of 64": ([{"name": "a" * 64, "addresses": ["10.0.0.1"]}], ["entries[0].name"]),
    "name of 254": ([{"name": ".".join(["a" * 49] * 5) + ".aaaa", "addresses": ["10.0.0.1"]}], ["entries[0].name"]),
    "localhost": ([{"name": "localhost", "addresses": ["10.0.0.1"]}], ["entries[0].name"]),
    "alias": ([{"name": "m1", "addresses": ["10.0.0.1"], "aliases": ["a b"]}], ["entries[0].aliases"]),
    "no address": ([{"name": "m1", "addresses": []}], ["entries[0].addresses"]),
    "name instead of an address": ([{"name": "m1", "addresses": ["m1.lan"]}], ["entries[0].addresses"]),
    "unspecified, multicast and zone": (
        [{"name": "m1", "addresses": ["0.0.0.0", "224.0.0.1", "fe80::1%eth0"]}],
        ["entries[0].addresses"] * 3,
    ),
    "all mistakes at once": (
        [{"name": "A", "addresses": []}, {"name": "B", "addresses": ["x"]}],
        ["entries[0].name", "entries[0].addresses", "entries[1].name", "entries[1].addresses"],
    ),
    "the same host at another address": ([M1, {"name": "m1", "addresses": ["10.0.0.9"]}], ["entries[1]"]),
    "N13 two hosts with one address": ([M1, {"name": "m2", "addresses": ["10.0.0.1"]}], ["entries: m2"]),
    "two hosts with one name": ([M1, {"name": "m2", "addresses": ["10.0.0.2"], "aliases": ["m1"]}], ["entries: m2"]),
}


@pytest.mark.parametrize(("items", "places"), WRONG.values(), ids=WRONG)
def test_wrong_entries_are_refused_all_at_once(items: list[dict[str, Any]], places: list[str]) -> None:
    with pytest.raises(InputError) as caught:
        parse_entries(items, None)

    assert places == [problem.place for problem in caught.value.problems]


HOSTNAMES = {
    "the same name adds nothing": ("m1", ("m1",)),
    "another name is one of its names": ("ip-10-0-0-1.internal", ("m1", "ip-10-0-0-1.internal", "ip-10-0-0-1")),
    "a name of another entry is left alone": ("m2", ("m1",)),
    "localhost is no name of a host": ("localhost", ("m1",)),
    "what is no name is left out": ("(none)", ("m1",)),
}


@pytest.mark.parametrize(("hostname", "names"), HOSTNAMES.values(), ids=HOSTNAMES)
def test_h9_the_system_s_own_hostname(hostname: str, names: tuple[str, ...]) -> None:
    entries = parse_entries([M1, {"name": "m2", "addresses": ["10.0.0.2"]}], None)

    result = with_hostname(entries, "m1", hostname)

    assert (names, ("m2",)) == (result[0].names, result[1].names)
