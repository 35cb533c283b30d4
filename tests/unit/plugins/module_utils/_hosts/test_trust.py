# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Who logs in to whom."""

from __future__ import annotations

from typing import Any

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._hosts.trust import Peer, Trust, parse_trust
from ansible_collections.quorum.kube.plugins.module_utils._kube.errors import InputError

HOSTS = [
    {"name": name, "addresses": [address]}
    for name, address in (("m1", "10.0.0.1"), ("m2", "10.0.0.2"), ("n1", "fd00::3"))
]
PAIRS = [{"source": "n1", "target": "m1"}, {"source": "n1", "target": "n1"}]

MESHES = {
    "everyone to everyone, no one to itself": ("full", "m1", ["m2", "n1"], ["m2", "n1"]),
    "the first to all others": ("from_first", "m1", [], ["m2", "n1"]),
    "the others to none": ("from_first", "n1", ["m1"], []),
    "pairs": ("pairs", "m1", ["n1"], []),
    "a pair of one host is none": ("pairs", "n1", [], ["m1"]),
}


@pytest.mark.parametrize(("mesh", "own", "sources", "targets"), MESHES.values(), ids=MESHES)
def test_meshes(mesh: str, own: str, sources: list[str], targets: list[str]) -> None:
    trust = parse_trust("guide", HOSTS, mesh, PAIRS, own)

    assert (sources, targets) == ([peer.name for peer in trust.sources], [peer.name for peer in trust.targets])


def test_a_host_in_full() -> None:
    host = {"name": "m1", "aliases": ["m1.k8s.lan", "m1"], "addresses": ["FD00::1", "fd00:0::1"], "port": 2222}

    expected = Trust("c", (Peer("m1", ("m1.k8s.lan", "m1"), ("fd00::1",), 2222),), "m1", (), ())
    assert expected == parse_trust("c", [host], "full", [], "m1")
    assert ("m1", "m1.k8s.lan") == expected.hosts[0].names
    assert "quorum.kube/c/m1" == expected.comment("m1")


WRONG: dict[str, tuple[dict[str, Any], list[str]]] = {
    "no cluster": ({"cluster": ""}, ["cluster"]),
    "a cluster that would break a line": ({"cluster": "a b"}, ["cluster"]),
    "a host that is not in the list": ({"own": "x"}, ["own"]),
    "a host twice": ({"hosts": [*HOSTS, HOSTS[0]]}, ["hosts"]),
    "pairs of strangers": (
        {"mesh": "pairs", "pairs": [{"source": "x", "target": "y"}]},
        ["pairs[0].source", "pairs[0].target"],
    ),
    "all mistakes at once": (
        {"hosts": [{"name": "M_1", "addresses": ["x"], "port": 0}, {"name": "m2", "aliases": ["*"], "addresses": []}]},
        ["hosts[0].name", "hosts[0].addresses", "hosts[0].port", "hosts[1].aliases", "hosts[1].addresses", "own"],
    ),
}


@pytest.mark.parametrize(("change", "places"), WRONG.values(), ids=WRONG)
def test_a_wrong_mesh_is_refused_all_at_once(change: dict[str, Any], places: list[str]) -> None:
    given = {"cluster": "c", "hosts": HOSTS, "mesh": "full", "pairs": [], "own": "m1", **change}

    with pytest.raises(InputError) as caught:
        parse_trust(**given)

    assert places == [problem.place for problem in caught.value.problems]
