# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The lines that OpenSSH reads."""

from __future__ import annotations

import base64

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._hosts.ssh_lines import (
    Identity,
    PublicKey,
    authorized_keys,
    check_options,
    client_config,
    dropped_keys,
    key_owner,
    known_hosts,
    parse_identities,
    parse_key,
    remembered,
)
from ansible_collections.quorum.kube.plugins.module_utils._hosts.trust import parse_trust
from ansible_collections.quorum.kube.plugins.module_utils._kube.errors import InputError


def key(word: str, kind: str = "ssh-ed25519") -> PublicKey:
    return PublicKey(kind, base64.b64encode(len(kind).to_bytes(4, "big") + kind.encode() + word.encode()).decode())


HOSTS = [
    {"name": "m1", "addresses": ["10.0.0.1"]},
    {"name": "m2", "aliases": ["m2.lan"], "addresses": ["10.0.0.2", "fd00::2"]},
    {"name": "n1", "addresses": ["10.0.0.3"]},
]
TRUST = parse_trust("guide", HOSTS, "full", [], "m1")
M2 = Identity((key("m2"),), (key("m2-host"), key("m2-rsa", "ssh-rsa")), 22)
N1 = Identity((key("n1"),), (key("n1-host"),), 2222)


PARSED = {
    "a public key file": (f"{key('a')} root@x", key("a")),
    "an authorized key with options": (f'from="10.0.0.1,b",command="echo ssh-rsa AAAA" {key("a")} a comment', key("a")),
    "a known host": (f"[m1]:22,m1 {key('a')}", key("a")),
    "no key": ("hello", None),
    "a key of another kind than it says": (f"ssh-rsa {key('a').blob}", None),
    "no base64": ("ssh-ed25519 AAA x", None),
}


@pytest.mark.parametrize(("line", "expected"), PARSED.values(), ids=PARSED)
def test_parse_key(line: str, expected: PublicKey | None) -> None:
    assert expected == parse_key(line)


OWNERS = {
    f"{key('a')} quorum.kube/guide/m1.lan": "m1.lan",
    f"{key('a')} quorum.kube": None,
    f"{key('a')} x quorum.kube/a b": None,
}


@pytest.mark.parametrize(("line", "owner"), OWNERS.items())
def test_key_owner(line: str, owner: str | None) -> None:
    assert owner == key_owner(line)


def test_s1_known_hosts_under_every_name_and_address() -> None:
    expected = [
        f"m2,m2.lan,10.0.0.2,fd00::2 {key('m2-host')}",
        f"m2,m2.lan,10.0.0.2,fd00::2 {key('m2-rsa', 'ssh-rsa')}",
        f"[n1]:2222,[10.0.0.3]:2222 {key('n1-host')}",
    ]

    assert expected == known_hosts(TRUST.targets, {"m2": M2, "n1": N1})


def test_a_host_that_was_not_heard_of_keeps_its_keys_under_its_names_of_today() -> None:
    present = [
        f"m2,10.0.0.2 {key('old')}",
        f"[n1]:2222,[10.0.0.99]:2222 {key('n1-host')}",
        f"m3,10.0.0.4 {key('m3-host')}",
    ]

    recalled = remembered(TRUST.targets, {"m2": M2}, present)

    assert {"m2": M2, "n1": Identity((), (key("n1-host"),), 2222)} == recalled
    assert f"[n1]:2222,[10.0.0.3]:2222 {key('n1-host')}" == known_hosts(TRUST.targets, recalled)[-1]
    assert "    Port 2222" in client_config(TRUST, "root", "~/k", recalled)


AUTHORIZED = {
    "the hosts that were heard of": (
        {"m2": M2, "n1": N1},
        [],
        [f"{key('m2')} quorum.kube/guide/m2", f"{key('n1')} quorum.kube/guide/n1"],
    ),
    "both keys in a rotation": (
        {"m2": Identity((key("m2"), key("new")), (), 22)},
        [],
        [f"{key('m2')} quorum.kube/guide/m2", f"{key('new')} quorum.kube/guide/m2"],
    ),
    "a host that was not heard of keeps its key": (
        {"m2": M2},
        [f"restrict {key('old')} quorum.kube/guide/n1"],
        [f"{key('m2')} quorum.kube/guide/m2", f"{key('old')} quorum.kube/guide/n1"],
    ),
    "S6 a host that is gone loses its line": ({}, [f"{key('x')} quorum.kube/guide/n2"], []),
    "the host itself is not authorized": (
        {"m1": Identity((key("m1"),), (), 22)},
        [f"{key('m1')} quorum.kube/guide/m1"],
        [],
    ),
}


@pytest.mark.parametrize(("identities", "present", "expected"), AUTHORIZED.values(), ids=AUTHORIZED)
def test_authorized_keys(identities: dict[str, Identity], present: list[str], expected: list[str]) -> None:
    assert expected == authorized_keys(TRUST, identities, present, [], False)


def test_options_and_addresses_on_the_lines() -> None:
    expected = [f'restrict,pty,from="10.0.0.2,fd00::2" {key("m2")} quorum.kube/guide/m2']

    assert expected == authorized_keys(TRUST, {"m2": M2}, [], ["restrict", "pty"], True)


def test_options_that_are_none_are_refused_all_at_once() -> None:
    check_options(["restrict", 'from="10.0.0.0/8"', 'command="a \\"b\\""'])

    with pytest.raises(InputError) as caught:
        check_options(["restrict,pty", 'from="', "no pty", 'x="a"b"', "a\nb"])

    assert 5 == len(caught.value.problems)


DROPPED = {
    "S6 the key of a host that is gone": ({}, f"{key('x')} quorum.kube/guide/n2", [key("x")]),
    "S6 a key that was rotated out": ({"m2": M2}, f"{key('old')} quorum.kube/guide/m2", [key("old")]),
    "not the key that the host has": ({"m2": M2}, f"{key('m2')} quorum.kube/guide/m2", []),
    "not the key of a host that was not heard of": ({}, f"{key('m2')} quorum.kube/guide/m2", []),
    "not a line of others": ({}, f"{key('x')} admin@example.com", []),
}


@pytest.mark.parametrize(("identities", "line", "expected"), DROPPED.values(), ids=DROPPED)
def test_dropped_keys(identities: dict[str, Identity], line: str, expected: list[PublicKey]) -> None:
    assert expected == dropped_keys(TRUST, identities, [line])


def test_the_client_s_settings() -> None:
    expected = [
        "Match localuser root originalhost m2,m2.lan",
        "    HostName 10.0.0.2",
        "Match localuser root originalhost n1",
        "    HostName 10.0.0.3",
        "Match localuser root originalhost n1,10.0.0.3",
        "    Port 2222",
        "Match localuser root user root originalhost m2,m2.lan,10.0.0.2,fd00::2,n1,10.0.0.3",
        "    IdentityFile ~/.ssh/quorum_guide",
        "    StrictHostKeyChecking yes",
    ]

    assert expected == client_config(TRUST, "root", "~/.ssh/quorum_guide", {"n1": N1})
    assert [] == client_config(parse_trust("guide", HOSTS, "pairs", [], "m1"), "root", "~/k", {})


def test_identities() -> None:
    items = [{"name": "m2", "public_keys": [f"{key('m2')} c"], "host_keys": [], "port": 22}, {"name": "n1"}]

    assert {"m2": Identity((key("m2"),), (), 22), "n1": Identity((), (), None)} == parse_identities(items)

    with pytest.raises(InputError) as caught:
        parse_identities([{"name": "m2", "public_keys": ["x"], "host_keys": ["y"]}])
    assert ["identities: m2.public_keys", "identities: m2.host_keys"] == [
        problem.place for problem in caught.value.problems
    ]
